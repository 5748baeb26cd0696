import type { Messages } from '@corridor/contracts';
import type { ClientLedger, ClientLedgerEvent } from './client-ledger.js';

/** Shown on the wallet of its currency; ignored without one. */
export function linkFundingAccount(
  { wallets }: ClientLedger,
  { fundingAccount }: Messages['inbound_funds.funding_account_linked'],
): ClientLedgerEvent[] {
  const { ccyCode } = fundingAccount;
  const wallet = wallets[ccyCode];
  return wallet ? [{ type: 'funding_account_linked', walletId: wallet.id, ccyCode, fundingAccount }] : [];
}

/** Not shown on the wallet any more. */
export function unlinkFundingAccount(
  { wallets }: ClientLedger,
  { ccyCode, linkedFundingAccountId }: Messages['inbound_funds.funding_account_unlinked'],
): ClientLedgerEvent[] {
  const wallet = wallets[ccyCode];
  if (!wallet) return [];
  return [{ type: 'funding_account_unlinked', walletId: wallet.id, ccyCode, linkedFundingAccountId }];
}
