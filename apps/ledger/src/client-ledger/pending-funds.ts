import { type Money, add, zero } from '@corridor/kernel';
import { type ClientLedger, type ClientLedgerEvent, isSayable } from './client-ledger.js';

/** Money that has arrived for a wallet and is not credited yet: nobody can spend it. */

export interface AnnounceFunds {
  readonly inboundFundsId: string;
  readonly amount: Money;
}

/** Counts inbound funds as pending; those of a currency without a wallet, or more than an answer can say, are not. */
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
