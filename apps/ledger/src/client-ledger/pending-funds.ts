import { type Money, add, subtract, zero } from '@corridor/kernel';
import { type ClientLedger, type ClientLedgerEvent, isSayable } from './client-ledger.js';

/**
 * Received money of a wallet that is not credited yet and cannot be spent. The state has only its sum, so that it does not
 * grow with the number of inbound funds; what the sum counts of one of them is read from the log.
 */

export interface AnnounceFunds {
  readonly inboundFundsId: string;
  readonly amount: Money;
  /** The amount that the sum counts of these inbound funds; null if they are not counted. */
  readonly counted: Money | null;
}

/** Counts inbound funds as pending, except those of a currency without a wallet, or beyond the largest amount. */
export function announceFunds(
  state: ClientLedger,
  { inboundFundsId, amount, counted }: AnnounceFunds,
): ClientLedgerEvent[] {
  const { ccyCode } = amount;
  const wallet = state.wallets[ccyCode];
  if (!wallet || counted) return [];
  const pending = add(pendingIn(state, ccyCode), amount);
  if (!isSayable(pending)) return [];
  return [{ type: 'funds_announced', walletId: wallet.id, ccyCode, inboundFundsId, amount, pending }];
}

/** They are credited or rejected. */
export function clearFunds(
  state: ClientLedger,
  { inboundFundsId, counted }: Pick<AnnounceFunds, 'inboundFundsId' | 'counted'>,
): ClientLedgerEvent[] {
  const wallet = counted && state.wallets[counted.ccyCode];
  if (!wallet) return [];
  const { ccyCode } = counted;
  const pending = subtract(pendingIn(state, ccyCode), counted);
  return [{ type: 'funds_cleared', walletId: wallet.id, ccyCode, inboundFundsId, pending }];
}

/** Whether the sum may count something of the funds that are credited in this currency. */
export const mayBeCounted = ({ pending }: ClientLedger, ccyCode: string): boolean => ccyCode in pending;

const pendingIn = ({ pending }: ClientLedger, ccyCode: string): Money => pending[ccyCode] ?? zero(ccyCode);
