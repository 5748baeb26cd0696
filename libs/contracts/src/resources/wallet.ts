import { Type } from 'typebox';
import {
  ccyCode,
  countryCode,
  flag,
  id,
  listOf,
  named,
  oneOf,
  part,
  text,
  type RecordOf,
} from '../schema.js';
import { clientReference, money, paymentType } from './parts.js';

/** interface-spec 2.3. `ABA` and `CA_ROUTING` are additions: USD and CAD have local accounts too (decisions §6). */
export const collectionAccount = named('CollectionAccount', {
  id: id('ca'),
  ccyCode,
  accountNumber: text(),
  accountNumberType: oneOf('ACCOUNT_NUMBER', 'IBAN'),
  accountHolderName: text(),
  bankName: text(),
  bankAddress: listOf(text()),
  bankCountryCode: countryCode,
  paymentType,
  routingCode: text(),
  routingCodeType: oneOf('SORT_CODE', 'BIC_SWIFT', 'ABA', 'CA_ROUTING'),
});
export type CollectionAccountResource = RecordOf<typeof collectionAccount>;

const summary = { id: id('wal'), ccyCode, balance: money, pendingBalance: money, isFavourite: flag() };

/** interface-spec 2.3. No linked funding account exists yet. */
export const wallet = named('Wallet', {
  id: summary.id,
  client: clientReference,
  ccyCode: summary.ccyCode,
  balance: summary.balance,
  pendingBalance: summary.pendingBalance,
  isFavourite: summary.isFavourite,
  collectionAccounts: listOf(collectionAccount),
  linkedFundingAccounts: listOf(Type.Unknown()),
});
export type WalletResource = RecordOf<typeof wallet>;

/** In a list: no client, no linked funding accounts, and of a collection account only which one it is. */
export const walletSummary = named('WalletSummary', {
  ...summary,
  collectionAccounts: listOf(part({ id: id('ca'), ccyCode })),
});
export type WalletSummary = RecordOf<typeof walletSummary>;
