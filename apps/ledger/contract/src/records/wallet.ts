import {
  ccyCode,
  clientReference,
  flag,
  id,
  listOf,
  money,
  named,
  part,
  type RecordOf,
} from '@corridor/contracts';
import { schemas as inboundFunds } from '@corridor/inbound-funds-contract';

const summary = { id: id('wal'), ccyCode, balance: money, pendingBalance: money, isFavourite: flag() };

/** interface-spec 2.3. */
export const wallet = named('Wallet', {
  id: summary.id,
  client: clientReference,
  ccyCode: summary.ccyCode,
  balance: summary.balance,
  pendingBalance: summary.pendingBalance,
  isFavourite: summary.isFavourite,
  collectionAccounts: listOf(inboundFunds.collectionAccount),
  linkedFundingAccounts: listOf(inboundFunds.walletFundingAccount),
});
export type WalletResource = RecordOf<typeof wallet>;

/** In a list: without client, linked funding accounts and details of collection accounts. */
export const walletSummary = named('WalletSummary', {
  ...summary,
  collectionAccounts: listOf(part({ id: id('ca'), ccyCode })),
});
