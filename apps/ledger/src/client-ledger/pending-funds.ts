import type { RelatedEntity } from '@corridor/ledger-contract';
import { type Money, type Timestamp, add, fits, subtract, zero } from '@corridor/kernel';
import { type ClientLedger, type ClientLedgerEvent, balanceOf, nextPlace } from './client-ledger.js';

/**
 * Received money of a wallet that is not credited yet and cannot be spent. Each of them is a PENDING transaction. The state has
 * only their sum, so that it does not grow with the number of inbound funds; what the sum counts of one of them is read from the log.
 */

/** What the pending balance counts of inbound funds. */
export interface Counted {
  readonly amount: Money;
  /** When their transaction became visible. */
  readonly since: Timestamp;
}

/** What the log says about inbound funds. */
export interface KnownFunds {
  /** Null if they are not counted. */
  readonly counted: Counted | null;
  /** They were counted, and are not any more, or are credited. */
  readonly isSettled: boolean;
}

export interface AnnounceFunds extends KnownFunds {
  readonly inboundFundsId: string;
  readonly amount: Money;
  readonly reason: string | null;
  readonly relatedEntity: RelatedEntity;
  readonly creditsOn: string;
  readonly now: Timestamp;
}

/**
 * Counts inbound funds as pending, except those of a currency without a wallet, or beyond the largest amount. Those that are settled are
 * not counted again when their message is.
 */
export function announceFunds(
  state: ClientLedger,
  { inboundFundsId, amount, reason, relatedEntity, creditsOn, now, counted, isSettled }: AnnounceFunds,
): ClientLedgerEvent[] {
  const { ccyCode } = amount;
  const wallet = state.wallets[ccyCode];
  if (!wallet || counted || isSettled || state.isClosed) return [];
  const pending = add(pendingIn(state, ccyCode), amount);
  if (!fits(pending)) return [];
  const place = nextPlace(state, now);
  const creditStart = `${creditsOn}T00:00:00.000`;
  const transaction = {
    balance: balanceOf(state, ccyCode),
    reason,
    relatedEntity,
    settlesOn: creditStart > place.sortDate ? creditStart : place.sortDate,
    ...place,
  };
  return [
    { type: 'funds_announced', walletId: wallet.id, ccyCode, inboundFundsId, amount, pending, transaction },
  ];
}

/** They are credited or rejected. */
export function clearFunds(
  state: ClientLedger,
  { inboundFundsId, counted }: Pick<AnnounceFunds, 'inboundFundsId' | 'counted'>,
): ClientLedgerEvent[] {
  const wallet = counted && state.wallets[counted.amount.ccyCode];
  if (!wallet) return [];
  const { ccyCode } = counted.amount;
  const pending = subtract(pendingIn(state, ccyCode), counted.amount);
  return [{ type: 'funds_cleared', walletId: wallet.id, ccyCode, inboundFundsId, pending }];
}

/** Of the transaction that shows inbound funds as PENDING, and as COMPLETED once they are credited. */
export const pendingTransactionId = (inboundFundsId: string): string =>
  inboundFundsId.replace(/^if_/, 'txn_');

/** Whether the sum may count something of the funds that are credited in this currency. */
export const mayBeCounted = ({ pending }: ClientLedger, ccyCode: string): boolean => ccyCode in pending;

const pendingIn = ({ pending }: ClientLedger, ccyCode: string): Money => pending[ccyCode] ?? zero(ccyCode);
