import {
  ccyCode,
  clientReference,
  type DataOf,
  listOf,
  type MessageDefinitions,
  moneyOnWire,
  nullable,
  oneOf,
  part,
} from '@corridor/contracts';
import { Type } from 'typebox';
import { accountsToldOnce, collectionAccountsOf1 } from './earlier-collection-accounts.js';
import { bankCredit } from './records/bank-credit.js';
import { collectionAccount } from './records/collection-account.js';
import { inboundFunds } from './records/inbound-funds.js';
import { walletFundingAccount } from './records/linked-funding-account.js';

/** Credits that earlier builds have recorded are not in the books. */
const matchedOf1 = <Data extends object>(data: Data) => ({ ...data, isInBooks: false });

/** Facts of inbound funds, collection accounts and linked funding accounts. */
export const messages = {
  'inbound_funds.pending': {
    version: 1,
    description:
      'Money was received on a collection account, or is being pulled from a linked funding account, and is not yet credited.',
    // `isCreditedAtOnce`: the request of the credit follows, so it need not be counted as pending; null from earlier builds.
    data: part({ resource: inboundFunds, isCreditedAtOnce: nullable(Type.Boolean()) }),
    webhook: true,
  },
  'inbound_funds.credited': {
    version: 1,
    description: 'The money is in the wallet.',
    data: part({ resource: inboundFunds }),
    webhook: true,
  },
  'inbound_funds.rejected': {
    version: 1,
    description:
      'The money goes back to its sender. Also after `inbound_funds.credited`, if it was pulled from a linked funding account whose bank has returned it: it was taken back from the wallet.',
    data: part({ resource: inboundFunds }),
    webhook: true,
  },
  'inbound_funds.collection_accounts_issued': {
    version: 3,
    description:
      'The accounts of a wallet, each time that they change: none as long as it waits, and those that are retired at the end.',
    data: part({
      walletId: Type.String(),
      ccyCode,
      collectionAccounts: listOf(collectionAccount),
      // 1, and one more with each change.
      revision: Type.Integer(),
    }),
    upcast: { 1: collectionAccountsOf1, 2: accountsToldOnce },
  },
  'inbound_funds.funding_account_linked': {
    version: 1,
    description: 'A client has linked an account at another bank to the wallet of its currency.',
    data: part({ fundingAccount: walletFundingAccount }),
  },
  'inbound_funds.funding_account_unlinked': {
    version: 1,
    description: 'An account at another bank is not linked to the wallet any more.',
    data: part({ linkedFundingAccountId: Type.String(), ccyCode }),
  },
  'bank_credit.moved': {
    version: 1,
    description:
      'Money of a credit has moved at the bank while it was in no wallet: it was received, or goes back to its sender.',
    data: part({
      creditId: Type.String(),
      /** The same movement has the same id. */
      movementId: Type.String(),
      /** RETURN_FAILED: the return was not executed. CAME_BACK: it was, and has come back. */
      step: oneOf('RECEIVED', 'RETURNED', 'RETURN_FAILED', 'CAME_BACK'),
      bankReference: Type.String(),
      /** The credited account. */
      accountNumber: Type.String(),
      /** Of the operator, where it is booked; null if that is not known, or in messages of earlier builds. */
      bankAccount: nullable(Type.String()),
      /** Of the credit. */
      amount: moneyOnWire,
      /** What came back; null if all of it. */
      returned: nullable(moneyOnWire),
    }),
  },
  'bank_credit.matched': {
    version: 2,
    description: 'It is known for which wallet the bank has received money.',
    // `isInBooks`: the money is in the account `suspense` of the books until it is credited.
    data: part({
      credit: bankCredit,
      client: clientReference,
      inboundFundsId: Type.String(),
      isInBooks: Type.Boolean(),
    }),
    upcast: { 1: matchedOf1 },
  },
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof messages> {}
}
