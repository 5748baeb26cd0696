import {
  type CollectionAccountResource,
  type WalletFundingAccount,
  accountsToldOnce,
  collectionAccountsOf1,
} from '@corridor/inbound-funds-contract';
import type {
  BookKind,
  RelatedEntity,
  TransactionEntity,
  TransferAction,
  TransferRequests,
} from '@corridor/ledger-contract';
import type { ClosingObstacle } from '@corridor/platform';
import {
  type Aggregate,
  type Money,
  type ProblemCode,
  type Timestamp,
  money,
  refuse,
  zero,
} from '@corridor/kernel';
import { type Receivable, type ReceivableChanged, receivablesAfter } from './receivable.js';

/**
 * The ledger of one client: all its wallets in one stream (id = client id), so that a conversion, which debits one
 * wallet and credits another, is decided and written atomically.
 */
export interface ClientLedger {
  /** By currency: a client has at most one wallet in each. */
  readonly wallets: Readonly<Record<string, Wallet>>;
  /** Running number of the client's last transaction. */
  readonly sortPriority: number;
  /** Sort date of the client's last transaction; the next one is never earlier, even if the clock goes back. */
  readonly sortDate: Timestamp;
  /** The money that only certain transfers may spend; the log has each of the holds. Null after an event that does not have the sums. */
  readonly held: Held | null;
  /** By currency, the sum of the received money that is not credited yet; the log has each of the inbound funds. */
  readonly pending: Readonly<Record<string, Money>>;
  /** Ids of the latest posted transfers, oldest first. */
  readonly posted: readonly string[];
  /** Ids of the latest transfers that others have excluded, oldest first: they are never posted. */
  readonly excluded: readonly string[];
  /** What the client owes, by the ids of the receivables that are open, oldest first. */
  readonly receivables: Readonly<Record<string, Receivable>>;
  /** No money moves any more. */
  readonly isClosed: boolean;
  /** The last attempt to close it. */
  readonly closingAttempt: number;
}

/** Sums by currency; none is zero. */
export type Held = Readonly<Record<string, Money>>;

export interface Wallet {
  readonly id: string;
  readonly minor: bigint;
  readonly isFavourite: boolean;
  /** Of its collection accounts; 0 before it is told of any, or that it has to wait for them. */
  readonly accountsRevision: number;
}

export type ClientLedgerEvent =
  | { type: 'wallet_opened'; walletId: string; ccyCode: string }
  | {
      type: 'collection_accounts_attached';
      walletId: string;
      ccyCode: string;
      collectionAccounts: readonly CollectionAccountResource[];
      revision: number;
    }
  | {
      type: 'funding_account_linked';
      walletId: string;
      ccyCode: string;
      fundingAccount: WalletFundingAccount;
    }
  | { type: 'funding_account_unlinked'; walletId: string; ccyCode: string; linkedFundingAccountId: string }
  | { type: 'favourite_set'; walletId: string; ccyCode: string; isFavourite: boolean }
  | ({ type: 'funds_announced'; amount: Money; transaction: PendingTransaction | null } & PendingFunds)
  | ({ type: 'funds_cleared' } & PendingFunds)
  | WalletMoved
  | {
      type: 'transfer_posted';
      transferId: string;
      action: TransferAction | 'BANK_CREDIT';
      relatedEntity: TransactionEntity | BankCreditEntity;
      postings: readonly Posting[];
      holdFor: string | null;
      /** No other service waits for this event: it is one of several whose common outcome follows, or staff have posted it. */
      isPart: boolean;
      /** What is held after this event. Earlier builds neither write nor read it: no new version, so that they work beside this one. */
      held?: Held;
      /** The transfer that is never posted after this one; missing if there is none, as in events of earlier builds. */
      excludes?: string;
      /** Of an adjustment that resolves a break; missing in others. */
      settles?: Settled;
    }
  | ({ type: 'transfer_declined'; reason: ProblemCode } & TransferOutcome)
  | {
      type: 'transfers_posted';
      transfers: readonly TransferOutcome[];
      payment: TransferRequests['payment'];
    }
  | { type: 'transfers_declined'; transfers: readonly TransferOutcome[]; reason: ProblemCode }
  | ReceivableChanged
  | { type: 'closed'; attempt: number }
  | { type: 'closing_declined'; attempt: number; obstacles: readonly ClosingObstacle[] };

/** A break, with the line and the movement that it is about, by their numbers. */
export interface Settled {
  readonly breakId: string;
  readonly line: string | null;
  readonly movement: string | null;
}

/** A credit of the bank that is in no wallet; the reference is that of the bank. */
export interface BankCreditEntity extends Omit<TransactionEntity, 'type'> {
  readonly type: 'BANK_CREDIT';
}

export interface TransferOutcome {
  transferId: string;
  relatedEntity: RelatedEntity;
}

interface PendingFunds {
  walletId: string;
  ccyCode: string;
  inboundFundsId: string;
  /** The pending balance of the wallet after this event. */
  pending: Money;
}

/** What the client sees as a PENDING transaction. Null in events of builds that showed none. */
export interface PendingTransaction {
  /** Of the wallet, which does not contain the funds. */
  balance: Money;
  reason: string | null;
  relatedEntity: RelatedEntity;
  settlesOn: Timestamp;
  sortDate: Timestamp;
  sortPriority: number;
}

/** One leg of a transfer on one of the client's wallets: what the client sees as a transaction. */
export interface WalletMoved {
  type: 'wallet_moved';
  transactionId: string;
  transferId: string;
  walletId: string;
  /** Negative for a debit. */
  amount: Money;
  /** Of the wallet after this movement. */
  balance: Money;
  action: TransferAction;
  reason: string | null;
  relatedEntity: TransactionEntity;
  sortDate: Timestamp;
  sortPriority: number;
  /** Since when the transaction was PENDING; missing if it was not, as in events of earlier builds. */
  pendingSince?: Timestamp;
  /** The only transfer that can spend what was credited; missing if any can, as in events of earlier builds. */
  heldFor?: string;
}

export interface Posting {
  readonly account: BookKind;
  /** Null on internal accounts. */
  readonly walletId: string | null;
  /** Of client money at bank; missing if it is not known, as in events of earlier builds. */
  readonly bankAccount?: string;
  readonly amount: Money;
}

/**
 * The number of transfers that the stream remembers. An older id that is repeated, or that was excluded, fails on the primary
 * key of the transfer table.
 */
export const REMEMBERED_TRANSFERS = 64;

export const clientLedger: Aggregate<ClientLedger, ClientLedgerEvent> = {
  name: 'books',
  stateVersion: 10,
  initial: {
    ...{ wallets: {}, sortPriority: 0, sortDate: '', held: {}, pending: {}, posted: [], excluded: [] },
    ...{ receivables: {}, isClosed: false, closingAttempt: 0 },
  },
  evolve(state, event) {
    switch (event.type) {
      case 'wallet_opened':
        return changed(state, event.ccyCode, { ...empty, id: event.walletId });
      case 'collection_accounts_attached':
        return changed(state, event.ccyCode, { accountsRevision: event.revision });
      case 'favourite_set':
        return changed(state, event.ccyCode, { isFavourite: event.isFavourite });
      case 'funds_announced':
        return { ...state, ...placeOf(event.transaction), pending: pendingAfter(state, event) };
      case 'funds_cleared':
        return { ...state, pending: pendingAfter(state, event) };
      case 'wallet_moved':
        return {
          ...changed(state, event.amount.ccyCode, { minor: event.balance.minor }),
          ...placeOf(event),
        };
      case 'transfer_posted':
        return {
          ...state,
          held: event.held ?? null,
          posted: [...state.posted, event.transferId].slice(-REMEMBERED_TRANSFERS),
          ...(event.excludes !== undefined && {
            excluded: [...state.excluded, event.excludes].slice(-REMEMBERED_TRANSFERS),
          }),
        };
      case 'receivable_changed':
        return { ...state, receivables: receivablesAfter(state.receivables, event) };
      case 'closed':
      case 'closing_declined':
        return { ...state, isClosed: event.type === 'closed', closingAttempt: event.attempt };
      case 'funding_account_linked':
      case 'funding_account_unlinked':
      case 'transfer_declined':
      case 'transfers_posted':
      case 'transfers_declined':
        return state;
    }
  },
  upcasters: {
    collection_accounts_attached: [collectionAccountsOf1, accountsToldOnce],
    funds_announced: [(old: object) => ({ transaction: null, ...old })],
    transfer_posted: [
      (old: object) => ({ holdFor: null, ...old }),
      (old: object) => ({ isPart: false, ...old }),
    ],
  },
};

/** Of a transaction in the order of the client's transactions. */
type Place = Pick<ClientLedger, 'sortDate' | 'sortPriority'>;

const placeOf = (transaction: Place | null): Partial<Place> =>
  transaction ? { sortDate: transaction.sortDate, sortPriority: transaction.sortPriority } : {};

/** Of the client's next transaction. */
export const nextPlace = (state: ClientLedger, now: Timestamp): Place => ({
  sortDate: now > state.sortDate ? now : state.sortDate,
  sortPriority: state.sortPriority + 1,
});

function pendingAfter(
  { pending }: ClientLedger,
  { ccyCode, pending: sum }: PendingFunds,
): ClientLedger['pending'] {
  const { [ccyCode]: _, ...others } = pending;
  return sum.minor === 0n ? others : { ...others, [ccyCode]: sum };
}

const empty = { minor: 0n, isFavourite: false, accountsRevision: 0 };

const changed = (state: ClientLedger, ccyCode: string, change: Partial<Wallet>): ClientLedger => ({
  ...state,
  wallets: { ...state.wallets, [ccyCode]: { ...state.wallets[ccyCode], ...change } as Wallet },
});

export function balanceOf({ wallets }: ClientLedger, ccyCode: string): Money {
  const wallet = wallets[ccyCode];
  return wallet ? money(ccyCode, wallet.minor) : zero(ccyCode);
}

/** @throws Refusal if the client has no wallet with this id or currency */
export function walletNamed({ wallets }: ClientLedger, idOrCcyCode: string): Wallet {
  const found = Object.entries(wallets).find(([ccyCode, { id }]) => [id, ccyCode].includes(idOrCcyCode));
  if (!found) throw refuse('not_found');
  return found[1];
}
