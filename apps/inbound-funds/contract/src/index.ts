import { defineContract, type ValuesOf } from '@corridor/contracts';
import { collections } from './collections.js';
import { messages } from './messages.js';

const prefixes = {
  inboundFunds: 'if',
  collectionAccount: 'ca',
  linkedFundingAccount: 'lfa',
  bankCredit: 'bc',
  poolAccount: 'pca',
  poolImport: 'pim',
  accountRequest: 'car',
} as const;

declare module '@corridor/kernel' {
  interface IdPrefixes extends ValuesOf<typeof prefixes> {}
}

export const contract = defineContract({
  service: 'inbound-funds',
  owns: 'collection accounts and their pools, linked funding accounts, inbound funds, credits of the bank',
  prefixes,
  permissions: ['inbound-funds:read', 'inbound-funds:write'],
  problems: {},
  routes: [
    '/v1/inbound-funds',
    '/v1/linked-funding-accounts',
    '/v1/simulators/inbound-funds',
    '/v1/simulators/linked-funding-accounts',
    '/operator/v1/bank/credits',
    '/operator/v1/bank/collection-accounts',
    '/operator/v1/bank/collection-account-requests',
  ],
  messages,
  collections,
});

export { bankCreditIdOf } from './bank-credit-id.js';
export { poolAccountIdOf } from './pool-account-id.js';
export { accountHolderTypes } from './records/linked-funding-account.js';
export { operatorCollections } from './operator-collections.js';
export {
  accountsToldOnce,
  collectionAccountsOf1,
  collectionAccountsOf2,
} from './earlier-collection-accounts.js';
export type * from './records/index.js';
/** The same records as JSON Schema: `schemas.…`. */
export * as schemas from './records/index.js';
