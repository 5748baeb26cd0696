import type { RelatedEntity, TransferRequest } from '@corridor/ledger-contract';
import { type Money, money, negate, refuse, subtract, zero } from '@corridor/kernel';
import {
  type ClientLedger,
  type ClientLedgerEvent,
  type Held,
  balanceOf,
  clientLedger,
} from './client-ledger.js';
import { type Circumstances, type Entry, heldIn, isPosted, onWallet, post } from './post.js';
import type { Receivable } from './receivable.js';

/** What clients owe, and how it ends: collected from the wallet, or written off (ADR 54). */

export interface Debt {
  readonly receivableId: string;
  readonly amount: Money;
  readonly relatedEntity: RelatedEntity;
}

/** Recorded by staff: costs of a conversion that arose outside of Corridor. @throws Refusal for a closed client */
export function recordReceivable(
  state: ClientLedger,
  { receivableId, amount, relatedEntity }: Debt,
  met: Circumstances,
): ClientLedgerEvent[] {
  if (state.isClosed) throw refuse('client_closed');
  return posted(state, {
    ...{ transferId: receivableId, relatedEntity, reason: relatedEntity.details.description },
    entries: [
      { account: 'receivables', amount: negate(amount) },
      { account: 'suspense', amount },
    ],
    met: { ...met, newId: () => receivableId },
  });
}

/** By staff: as much of it as the wallet has and nothing else holds. @throws Refusal insufficient_funds if that is nothing */
export function collect(
  state: ClientLedger,
  { receivableId }: { readonly receivableId: string },
  met: Circumstances,
): ClientLedgerEvent[] {
  const receivable = open(state, receivableId);
  const amount = availableFor(receivable, state, heldIn(state, met.holds));
  if (amount.minor === 0n) throw refuse('insufficient_funds');
  return collected(state, receivableId, amount, met);
}

/** By staff, all that is outstanding. */
export function writeOff(
  state: ClientLedger,
  { receivableId, reason }: { readonly receivableId: string; readonly reason: string },
  met: Circumstances,
): ClientLedgerEvent[] {
  const { amount, outstanding, relatedEntity, collections } = open(state, receivableId);
  const transferId = `${receivableId}/write-off`;
  return [
    ...posted(state, {
      ...{ transferId, relatedEntity, reason, met },
      entries: [
        { account: 'receivables', amount: outstanding },
        { account: 'write_offs', amount: negate(outstanding) },
      ],
    }),
    {
      ...{ type: 'receivable_changed', receivableId, change: 'WRITTEN_OFF', amount, outstanding },
      ...{ relatedEntity, reason, collections },
    },
  ];
}

export interface TakeBack {
  readonly transferId: string;
  readonly amount: Money;
  readonly reason: string;
  readonly relatedEntity: RelatedEntity;
}

/**
 * Money that was credited is not here: the wallet pays it as far as it goes, without what is held, and the rest is owed. Also by a client
 * that is closed, whose wallets are empty. A repeated request has no effect.
 */
export function takeBack(
  state: ClientLedger,
  { amount, ...moved }: TakeBack,
  met: Circumstances,
): ClientLedgerEvent[] {
  if (isPosted(state, moved.transferId, met.before)) return [];
  const held = heldIn(state, met.holds);
  const paid = spendableOf(amount, state, held);
  const owed = subtract(amount, paid);
  const entries: Entry[] = [
    { account: 'wallet', amount: negate(paid) },
    { account: 'receivables', amount: negate(owed) },
    { account: 'suspense', amount },
  ];
  const request = { ...moved, action: 'FUNDING', holdFor: null, excludes: null } as const;
  const events = post(
    state,
    { ...request, entries: entries.filter((one) => one.amount.minor !== 0n) },
    { ...met, held, own: [] },
    { inboundFundsId: moved.transferId, counted: null },
  );
  if (typeof events === 'string') throw refuse(events);
  return events;
}

/** When money comes in from outside, its wallet pays what is owed, the oldest first. */
export function collectFrom(
  state: ClientLedger,
  { relatedEntity, entries }: Pick<TransferRequest, 'relatedEntity' | 'entries'>,
  met: Circumstances,
): ClientLedgerEvent[] {
  if (relatedEntity.type !== 'INBOUND_FUNDS') return [];
  const credited = entries.filter((one) => onWallet(one) && one.amount.minor > 0n);
  const events: ClientLedgerEvent[] = [];
  for (const [id, receivable] of Object.entries(state.receivables)) {
    if (!credited.some(({ amount }) => amount.ccyCode === receivable.outstanding.ccyCode)) continue;
    const after = events.reduce(clientLedger.evolve, state);
    const amount = availableFor(receivable, after, heldIn(after, met.holds));
    if (amount.minor > 0n) events.push(...collected(after, id, amount, met));
  }
  return events;
}

function open({ receivables }: ClientLedger, id: string): Receivable {
  const receivable = receivables[id];
  if (!receivable) throw refuse('illegal_transition', 'Nothing of it is outstanding.');
  return receivable;
}

const availableFor = ({ outstanding }: Receivable, state: ClientLedger, held: Held): Money =>
  spendableOf(outstanding, state, held);

/** What the wallet has of an amount, without what is held. */
function spendableOf(amount: Money, state: ClientLedger, held: Held): Money {
  const { ccyCode } = amount;
  const spendable = balanceOf(state, ccyCode).minor - (held[ccyCode]?.minor ?? 0n);
  if (spendable <= 0n) return zero(ccyCode);
  return spendable < amount.minor ? money(ccyCode, spendable) : amount;
}

function collected(
  state: ClientLedger,
  receivableId: string,
  part: Money,
  met: Circumstances,
): ClientLedgerEvent[] {
  const { amount, outstanding, relatedEntity, collections } = open(state, receivableId);
  const transferId = `${receivableId}/collection/${collections}`;
  return [
    ...posted(state, {
      ...{ transferId, relatedEntity, reason: `Owed for ${relatedEntity.reference}`, met },
      entries: [
        { account: 'wallet', amount: negate(part) },
        { account: 'receivables', amount: part },
      ],
    }),
    {
      ...{ type: 'receivable_changed', receivableId, change: 'COLLECTED', amount },
      ...{ outstanding: subtract(outstanding, part), relatedEntity, reason: null },
      collections: collections + 1,
    },
  ];
}

type Moved = Pick<TransferRequest, 'transferId' | 'relatedEntity' | 'reason' | 'entries'> & {
  readonly met: Circumstances;
};

/** The money is there: the caller has looked. */
function posted(state: ClientLedger, { met, ...moved }: Moved): ClientLedgerEvent[] {
  const action = moved.relatedEntity.type === 'INBOUND_FUNDS' ? 'FUNDING' : 'CONVERSION';
  const request: TransferRequest = { ...moved, action, holdFor: null, excludes: null };
  const events = post(state, request, { ...met, held: heldIn(state, met.holds), own: [] }, null);
  if (typeof events === 'string') throw refuse(events);
  return events;
}
