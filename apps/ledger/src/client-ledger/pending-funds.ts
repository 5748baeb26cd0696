import { type Money, add, zero } from '@corridor/kernel';
import { type ClientLedger, type ClientLedgerEvent, isSayable } from './client-ledger.js';

/** Received money of a wallet that is not credited yet and cannot be spent. */

export interface AnnounceFunds {
  readonly inboundFundsId: string;
  readonly amount: Money;
}

/** Counts inbound funds as pending, except those of a currency without a wallet, or beyond the largest amount. */
export function announceFunds(
  { wallets, pending }: ClientLedger,
  { inboundFundsId, amount }: AnnounceFunds,
): ClientLedgerEvent[] {
  const { ccyCode } = amount;
  const wallet = wallets[ccyCode];
  if (!wallet || pending[inboundFundsId]) return [];
  const sum = pendingIn({ ...pending, [inboundFundsId]: amount }, ccyCode);
  if (!isSayable(sum)) return [];
  return [{ type: 'funds_announced', walletId: wallet.id, ccyCode, inboundFundsId, amount, pending: sum }];
}

/** They are credited or rejected. */
export function clearFunds(
  { wallets, pending }: ClientLedger,
  { inboundFundsId }: Pick<AnnounceFunds, 'inboundFundsId'>,
): ClientLedgerEvent[] {
  const { [inboundFundsId]: amount, ...left } = pending;
  const wallet = amount && wallets[amount.ccyCode];
  if (!wallet) return [];
  const { ccyCode } = amount;
  return [
    {
      type: 'funds_cleared',
      walletId: wallet.id,
      ccyCode,
      inboundFundsId,
      pending: pendingIn(left, ccyCode),
    },
  ];
}

const pendingIn = (pending: ClientLedger['pending'], ccyCode: string): Money =>
  Object.values(pending)
    .filter((amount) => amount.ccyCode === ccyCode)
    .reduce(add, zero(ccyCode));
