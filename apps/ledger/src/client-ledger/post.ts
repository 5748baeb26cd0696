import type {
  BookKind,
  RelatedEntity,
  TransactionEntity,
  TransferAction,
  TransferRequest,
} from '@corridor/ledger-contract';
import {
  type IdPrefix,
  type Money,
  type ProblemCode,
  type Timestamp,
  add,
  fits,
  negate,
} from '@corridor/kernel';
import {
  type BankCreditEntity,
  type ClientLedger,
  type ClientLedgerEvent,
  type Held,
  type Posting,
  type Wallet,
  balanceOf,
  clientLedger,
  nextPlace,
} from './client-ledger.js';
import { type KnownHolds, heldAfter, heldFromOthers, holdOf } from './holds.js';
import type { ReceivableChanged } from './receivable.js';
import { clearFunds, pendingTransactionId } from './pending-funds.js';

export interface Circumstances {
  now: Timestamp;
  /** The ids for new transactions, which have a place in a transfer, and for wallets that have to be opened. */
  newId: (prefix: IdPrefix, place?: { transferId: string; index: number }) => string;
  /** What the log says about holds; undefined if nobody has looked. */
  holds?: KnownHolds;
  /** Of the transfers that are to be excluded, those that are posted; undefined if nobody has looked. */
  posted?: ReadonlySet<string>;
  /** What became of the request when it came before; undefined if nobody has looked. */
  before?: Repeated;
}

/** A request that has come before: its message was delivered again, and nothing recognized it. */
export interface Repeated {
  readonly isDeclined: boolean;
  /** Of its transfers, those that are posted: also those that the stream does not remember any more. */
  readonly posted: ReadonlySet<string>;
}

/** A transfer that is posted is not posted again. */
export const isPosted = (
  { posted }: ClientLedger,
  transferId: string,
  before: Repeated | undefined,
): boolean => posted.includes(transferId) || before?.posted.has(transferId) === true;

/** The transfers depend on {@link Circumstances.holds}: on those for them, and on the sums if the state does not have them. */
export class HoldsUnknown extends Error {
  constructor(readonly needs: 'own' | 'sums') {
    super();
  }
}

/** What a transfer moves, whoever asks for it. */
export type Movement = Omit<TransferRequest, 'action' | 'relatedEntity' | 'entries'> & {
  readonly action: TransferAction;
  readonly relatedEntity: TransactionEntity;
  readonly entries: readonly Entry[];
};

/** Positive is a credit to the account. */
export interface Entry {
  readonly account: BookKind;
  readonly amount: Money;
  /** Of `settlement`; null or missing if it is not known. */
  readonly bankAccount?: string | null;
}

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
      ...(holdFor !== null && amount.minor > 0n && { heldFor: holdFor }),
    });
  }
  if (cleared) clearFunds(after, cleared).forEach(record);
  const postings = entries.map((entry): Posting => ({
    account: entry.account,
    walletId: onWallet(entry) ? walletIn(after, entry.amount.ccyCode) : null,
    amount: entry.amount,
    ...(entry.bankAccount && { bankAccount: entry.bankAccount }),
  }));
  record({
    type: 'transfer_posted',
    transferId,
    action,
    relatedEntity,
    postings,
    holdFor,
    isPart: !cleared,
    held: heldAfter(held, own, holdOf({ holdFor, postings })),
    ...(excludes !== null && { excludes }),
  });
  const owed = entries.find(({ account, amount }) => account === 'receivables' && amount.minor < 0n);
  if (owed && isRequested(relatedEntity)) {
    const receivableId = newId('rcv', { transferId, index: 0 });
    record(opened(receivableId, { amount: negate(owed.amount), relatedEntity, reason }));
  }
  return events;
}

/** Other services ask for transfers about their records; the others are of the ledger itself. */
export const isRequested = (entity: TransactionEntity | BankCreditEntity): entity is RelatedEntity =>
  entity.type !== 'ADJUSTMENT' && entity.type !== 'BANK_CREDIT';

const opened = (
  receivableId: string,
  debt: Pick<ReceivableChanged, 'amount' | 'relatedEntity' | 'reason'>,
): ReceivableChanged => ({
  ...{ type: 'receivable_changed', receivableId, change: 'OPENED' },
  ...{ ...debt, outstanding: debt.amount, collections: 0 },
});

/** @throws HoldsUnknown if it has to be read from the log */
export function heldIn({ held }: ClientLedger, known: KnownHolds | undefined): Held {
  const sums = held ?? known?.sums;
  if (!sums) throw new HoldsUnknown('sums');
  return sums;
}

export const onWallet = ({ account }: Pick<Entry, 'account'>) => account === 'wallet';
const walletIn = ({ wallets }: ClientLedger, ccyCode: string): string => (wallets[ccyCode] as Wallet).id;
