import type {
  TransactionEntity,
  TransferAction,
  TransferEntry,
  TransferRequest,
  TransferRequests,
} from '@corridor/ledger-contract';
import { type IdPrefix, type Money, type ProblemCode, type Timestamp, add, fits } from '@corridor/kernel';
import {
  type ClientLedger,
  type ClientLedgerEvent,
  type Held,
  type Posting,
  type Wallet,
  balanceOf,
  clientLedger,
  nextPlace,
} from './client-ledger.js';
import { type Holds, type KnownHolds, heldAfter, heldFromOthers, holdOf } from './holds.js';
import { type Counted, clearFunds, mayBeCounted, pendingTransactionId } from './pending-funds.js';

export interface Circumstances {
  now: Timestamp;
  /** The ids for new transactions, which have a place in a transfer, and for wallets that have to be opened. */
  newId: (prefix: IdPrefix, place?: { transferId: string; index: number }) => string;
  /** What the log says about holds; undefined if nobody has looked. */
  holds?: KnownHolds;
  /** Of the transfers that are to be excluded, those that are posted; undefined if nobody has looked. */
  posted?: ReadonlySet<string>;
}

export interface Transfer extends Circumstances {
  request: TransferRequest;
  /** For a credit of inbound funds, what the pending balance counts of them; undefined if nobody has looked. */
  counted?: Counted | null;
}

/** The transfer depends on {@link Transfer.counted}. */
export class CountedUnknown extends Error {}

/** The transfers depend on {@link Circumstances.holds}: on those for them, and on the sums if the state does not have them. */
export class HoldsUnknown extends Error {
  constructor(readonly needs: 'own' | 'sums') {
    super();
  }
}

/** The transfer excludes others ({@link Circumstances.posted}). */
export class PostedUnknown extends Error {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/**
 * Moves money, all or nothing. Entries are applied in order; after each of them every wallet is at or above the amount
 * held for other transfers, and at or below the largest exact amount; a missing wallet that is credited is opened. A
 * posted transfer is not posted again, but a declined one may be requested again, because the client may have funded
 * its wallet since. @throws RangeError when the entries are not balanced: this is a defect of the sender; CountedUnknown; HoldsUnknown; PostedUnknown
 */
export function transfer(state: ClientLedger, { request, counted, ...met }: Transfer): ClientLedgerEvent[] {
  assertBalanced(request);
  if (isPosted(state, request)) return [];
  const objection = objectionTo(state, [request], met.posted);
  if (objection) return [{ type: 'transfer_declined', ...outcomeOf(request), reason: objection }];
  const cleared = { inboundFundsId: request.transferId, counted: countedIn(state, request, counted) };
  const held = heldIn(state, met.holds);
  const own = ownOf([request], held, met.holds).get(request.transferId) ?? [];
  const posted = post(state, request, { ...met, held, own }, cleared);
  if (typeof posted !== 'string') return posted;
  return [{ type: 'transfer_declined', ...outcomeOf(request), reason: posted }];
}

export interface Transfers extends Circumstances {
  request: TransferRequests;
}

/**
 * The same for several transfers, of which all are posted or none: each on the balances after the one before it. One that is
 * posted already counts as posted. @throws RangeError, HoldsUnknown, PostedUnknown as {@link transfer}
 */
export function transferAll(
  state: ClientLedger,
  { request: { transfers, payment }, ...met }: Transfers,
): ClientLedgerEvent[] {
  transfers.forEach(assertBalanced);
  const due = transfers.filter((one) => !isPosted(state, one));
  if (due.length === 0) return [];
  const outcomes = transfers.map(outcomeOf);
  const objection = objectionTo(state, due, met.posted);
  if (objection) return [{ type: 'transfers_declined', transfers: outcomes, reason: objection }];
  const events: ClientLedgerEvent[] = [];
  const held = heldIn(state, met.holds);
  const holds = ownOf(due, held, met.holds);
  for (const request of due) {
    const after = events.reduce(clientLedger.evolve, state);
    const own = [...(holds.get(request.transferId) ?? []), ...holdsAmong(events, request)];
    const posted = post(after, request, { ...met, held: after.held ?? held, own }, null);
    if (typeof posted === 'string')
      return [{ type: 'transfers_declined', transfers: outcomes, reason: posted }];
    events.push(...posted);
  }
  return [...events, { type: 'transfers_posted', transfers: outcomes, payment }];
}

const isPosted = ({ posted }: ClientLedger, { transferId }: TransferRequest) => posted.includes(transferId);
const outcomeOf = ({ transferId, relatedEntity }: TransferRequest) => ({ transferId, relatedEntity });

/** Why none of them is posted, whatever the funds. @throws PostedUnknown if it has to be read */
function objectionTo(
  { isClosed, excluded, posted: latest }: ClientLedger,
  requests: readonly TransferRequest[],
  posted: ReadonlySet<string> | undefined,
): ProblemCode | null {
  if (isClosed) return 'client_closed';
  const excluding = requests.flatMap(({ excludes }) => excludes ?? []);
  if (excluding.length > 0 && !posted) throw new PostedUnknown(excluding);
  const isExcluded = requests.some(({ transferId }) => [...excluded, ...excluding].includes(transferId));
  const isLate = excluding.some((id) => posted?.has(id) || latest.includes(id));
  return isExcluded || isLate ? 'illegal_transition' : null;
}

/** What a transfer moves, whoever asks for it. */
export type Movement = Omit<TransferRequest, 'action' | 'relatedEntity'> & {
  readonly action: TransferAction;
  readonly relatedEntity: TransactionEntity;
};

/** @returns the events, or why it is declined */
export function post(
  state: ClientLedger,
  { transferId, action, reason, relatedEntity, entries, holdFor, excludes }: Movement,
  { now, newId, held, own }: Circumstances & { held: Held; own: readonly Money[] },
  /** The inbound funds that it credits; null for one of several transfers. */
  cleared: Parameters<typeof clearFunds>[1] | null,
): ClientLedgerEvent[] | ProblemCode {
  let after = state;
  const events: ClientLedgerEvent[] = [];
  const record = (event: ClientLedgerEvent) => {
    events.push(event);
    after = clientLedger.evolve(after, event);
  };
  for (const [index, { amount }] of entries.filter(onWallet).entries()) {
    const { ccyCode } = amount;
    const balance = add(balanceOf(after, ccyCode), amount);
    const spendable = balance.minor - heldFromOthers(held, own, ccyCode);
    if (amount.minor < 0n && spendable < 0n) return 'insufficient_funds';
    if (!fits(balance)) return 'wallet_full';
    const wasPending = index === 0 ? cleared?.counted : null;
    if (!after.wallets[ccyCode]) record({ type: 'wallet_opened', walletId: newId('wal'), ccyCode });
    record({
      type: 'wallet_moved',
      transactionId: wasPending ? pendingTransactionId(transferId) : newId('txn', { transferId, index }),
      transferId,
      walletId: walletIn(after, ccyCode),
      amount,
      balance,
      action,
      reason,
      relatedEntity,
      ...nextPlace(after, now),
      ...(wasPending && { pendingSince: wasPending.since }),
    });
  }
  if (cleared) clearFunds(after, cleared).forEach(record);
  const postings = entries.map((entry): Posting => ({
    account: entry.account,
    walletId: onWallet(entry) ? walletIn(after, entry.amount.ccyCode) : null,
    amount: entry.amount,
  }));
  return [
    ...events,
    {
      type: 'transfer_posted',
      transferId,
      action,
      relatedEntity,
      postings,
      holdFor,
      isPart: !cleared,
      held: heldAfter(held, own, holdOf({ holdFor, postings })),
      ...(excludes !== null && { excludes }),
    },
  ];
}

/** @throws HoldsUnknown if it has to be read from the log */
export function heldIn({ held }: ClientLedger, known: KnownHolds | undefined): Held {
  const sums = held ?? known?.sums;
  if (!sums) throw new HoldsUnknown('sums');
  return sums;
}

/**
 * What is held for these transfers. It matters to those that debit a wallet with held money: the others can spend none.
 * @throws HoldsUnknown if it has to be read from the log
 */
function ownOf(requests: readonly TransferRequest[], held: Held, known: KnownHolds | undefined): Holds {
  const isHeld = ({ account, amount }: TransferEntry) =>
    account === 'wallet' && amount.minor < 0n && amount.ccyCode in held;
  const spending = requests.filter(({ entries }) => entries.some(isHeld));
  if (spending.length > 0 && !known) throw new HoldsUnknown('own');
  return new Map(spending.map(({ transferId }) => [transferId, known?.own.get(transferId) ?? []]));
}

/** What the transfers that are posted together with this one hold for it. */
const holdsAmong = (events: readonly ClientLedgerEvent[], { transferId }: TransferRequest): Money[] =>
  events.flatMap((event) =>
    event.type === 'transfer_posted' && event.holdFor === transferId ? (holdOf(event) ?? []) : [],
  );

/** What the pending balance counts of what the transfer credits. @throws CountedUnknown if it has to be read from the log */
function countedIn(
  state: ClientLedger,
  { relatedEntity, entries }: TransferRequest,
  counted: Transfer['counted'],
): Counted | null {
  const mayBe = entries.some((one) => onWallet(one) && mayBeCounted(state, one.amount.ccyCode));
  if (relatedEntity.type !== 'INBOUND_FUNDS' || !mayBe) return null;
  if (counted === undefined) throw new CountedUnknown();
  return counted;
}

const onWallet = ({ account }: TransferEntry) => account === 'wallet';
const walletIn = ({ wallets }: ClientLedger, ccyCode: string): string => (wallets[ccyCode] as Wallet).id;

function assertBalanced({ transferId, entries, excludes }: TransferRequest): void {
  const sums = new Map<string, bigint>();
  for (const { amount } of entries) sums.set(amount.ccyCode, (sums.get(amount.ccyCode) ?? 0n) + amount.minor);
  const balanced = (entries.length > 0 || excludes !== null) && [...sums.values()].every((sum) => sum === 0n);
  if (!balanced) throw new RangeError(`transfer ${transferId} is not balanced`);
  if (entries.some(({ amount }) => amount.minor === 0n))
    throw new RangeError(`transfer ${transferId} moves nothing`);
}
