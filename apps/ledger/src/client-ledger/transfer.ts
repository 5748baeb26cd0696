import type { TransferEntry, TransferRequest, TransferRequests } from '@corridor/ledger-contract';
import type { Money, ProblemCode } from '@corridor/kernel';
import { type ClientLedger, type ClientLedgerEvent, type Held, clientLedger } from './client-ledger.js';
import { type Holds, type KnownHolds, holdOf } from './holds.js';
import { type Counted, mayBeCounted } from './pending-funds.js';
import { type Circumstances, HoldsUnknown, heldIn, isPosted, onWallet, post } from './post.js';
import { collectFrom } from './receivables.js';

export interface Transfer extends Circumstances {
  request: TransferRequest;
  /** For a credit of inbound funds, what the pending balance counts of them; undefined if nobody has looked. */
  counted?: Counted | null;
}

/** The transfer depends on {@link Transfer.counted}. */
export class CountedUnknown extends Error {}

/** The transfer excludes others ({@link Circumstances.posted}). */
export class PostedUnknown extends Error {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/**
 * Moves money, all or nothing. Entries are applied in order; after each of them every wallet is at or above the amount
 * held for other transfers, and at or below the largest exact amount; a missing wallet that is credited is opened. A
 * posted transfer is not posted again, but a declined one may be requested again, by another message, because the client may have
 * funded its wallet since. @throws RangeError when the entries are not balanced: this is a defect of the sender; CountedUnknown; HoldsUnknown; PostedUnknown
 */
export function transfer(state: ClientLedger, { request, counted, ...met }: Transfer): ClientLedgerEvent[] {
  assertBalanced(request);
  if (met.before?.isDeclined || isPosted(state, request.transferId, met.before)) return [];
  const objection = objectionTo(state, [request], met.posted);
  if (objection) return [{ type: 'transfer_declined', ...outcomeOf(request), reason: objection }];
  const cleared = { inboundFundsId: request.transferId, counted: countedIn(state, request, counted) };
  const held = heldIn(state, met.holds);
  const own = ownOf([request], held, met.holds).get(request.transferId) ?? [];
  const posted = post(state, request, { ...met, held, own }, cleared);
  if (typeof posted !== 'string')
    return [...posted, ...collectFrom(posted.reduce(clientLedger.evolve, state), request, met)];
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
  const due = transfers.filter(({ transferId }) => !isPosted(state, transferId, met.before));
  if (due.length === 0 || met.before?.isDeclined) return [];
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

function assertBalanced({ transferId, entries, excludes }: TransferRequest): void {
  const sums = new Map<string, bigint>();
  for (const { amount } of entries) sums.set(amount.ccyCode, (sums.get(amount.ccyCode) ?? 0n) + amount.minor);
  const balanced = (entries.length > 0 || excludes !== null) && [...sums.values()].every((sum) => sum === 0n);
  if (!balanced) throw new RangeError(`transfer ${transferId} is not balanced`);
  if (entries.some(({ amount }) => amount.minor === 0n))
    throw new RangeError(`transfer ${transferId} moves nothing`);
}
