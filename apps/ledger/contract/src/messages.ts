import {
  type DataOf,
  listOf,
  type MessageDefinitions,
  moneyOnWire,
  named,
  nullable,
  oneOf,
  part,
  problemCode,
  type RecordOf,
} from '@corridor/contracts';
import { schemas as payments } from '@corridor/payments-contract';
import { Type } from 'typebox';
import { ledgerAccount } from './records/books.js';
import { relatedEntity, requestedAction, transaction } from './records/transaction.js';

const transferEntry = named('TransferEntry', {
  account: ledgerAccount,
  /** Positive is a credit to the account. */
  amount: moneyOnWire,
});
export type TransferEntry = RecordOf<typeof transferEntry>;

const transferRequest = part({
  /**
   * Chosen by the sender; the same id is never posted twice. It is the id of the record, with a suffix if one record
   * moves money twice.
   */
  transferId: Type.String(),
  action: requestedAction,
  reason: nullable(Type.String()),
  relatedEntity,
  entries: listOf(transferEntry),
  /** The transfer for which the credited money is held: until it is posted, no other transfer can spend the money. */
  holdFor: nullable(Type.String()),
  /**
   * A transfer that is never posted once this one is: whichever is posted first, the other one is declined. Such a request
   * may be without entries, for the exclusion alone.
   */
  excludes: nullable(Type.String()),
});
export type TransferRequest = RecordOf<typeof transferRequest>;
/** In version 1 `holdFor` could be missing. */
const transferRequestOf1 = (data: Omit<TransferRequest, 'holdFor'>) => ({ holdFor: null, ...data });
/** Until this version there was no account `deposits`. */
const withoutDeposits = <Data extends object>(data: Data): Data => data;
/** Until this version there were no transactions of adjustments. */
const withoutAdjustments = <Data extends object>(data: Data): Data => data;
/** Until this version all receivables were of conversions. */
const withoutTakenBack = <Data extends object>(data: Data) => ({ inboundFundsId: null, ...data });
/** Until this version there were no accounts `receivables` and `write_offs`, and no transfer excluded another one. */
const withoutExclusion = (data: Omit<TransferRequest, 'excludes'>) => ({ excludes: null, ...data });
const allWithoutExclusion = ({
  transfers,
  ...data
}: {
  readonly transfers: readonly Omit<TransferRequest, 'excludes'>[];
}) => ({
  ...data,
  transfers: transfers.map(withoutExclusion),
});

const outcome = { transferId: Type.String(), relatedEntity };

/** What the conversion among the transfers shows of the payment among them; the ledger returns it with the outcome. */
const payment = nullable(payments.conversionPayment);

const transferRequests = part({ transfers: listOf(transferRequest), payment });
export type TransferRequests = RecordOf<typeof transferRequests>;

/** Requests to the ledger, and its facts. */
export const messages = {
  'ledger.transfer_requested': {
    version: 4,
    description:
      'Moves money between a client’s wallets and internal accounts, all or nothing. Per currency the amounts of the entries add up to zero. A wallet that is credited and missing is opened; a wallet that would go below zero declines the whole transfer.',
    data: transferRequest,
    upcast: { 1: transferRequestOf1, 2: withoutDeposits, 3: withoutExclusion },
  },
  'ledger.take_back_requested': {
    version: 1,
    description:
      'Takes money back that was credited and is not here: from the wallet, without what is held, as far as it goes. The rest is owed. `ledger.transfer_posted` follows.',
    data: part({
      /** As in `ledger.transfer_requested`. */
      transferId: Type.String(),
      amount: moneyOnWire,
      reason: Type.String(),
      relatedEntity,
    }),
  },
  'ledger.transfer_posted': {
    version: 1,
    description: 'The money of the transfer has moved.',
    data: part(outcome),
  },
  'ledger.transfer_declined': {
    version: 1,
    description: 'Nothing of the transfer has moved, and `reason` says why.',
    data: part({ ...outcome, reason: problemCode }),
  },
  'ledger.transfers_requested': {
    version: 3,
    description:
      'Several transfers of a client in this order, all or none. A transfer that is posted already is not posted again.',
    data: transferRequests,
    upcast: { 1: withoutDeposits, 2: allWithoutExclusion },
  },
  'ledger.transfers_posted': {
    version: 1,
    description: 'The money of all these transfers has moved.',
    data: part({ transfers: listOf(part(outcome)), payment }),
  },
  'ledger.transfers_declined': {
    version: 1,
    description: 'None of these transfers was posted, and `reason` says why.',
    data: part({ transfers: listOf(part(outcome)), reason: problemCode }),
  },
  'ledger.pending_funds_changed': {
    version: 1,
    description:
      'The pending balance of a wallet contains these inbound funds from now on, or does not any more.',
    data: part({ inboundFundsId: Type.String(), isPending: Type.Boolean() }),
  },
  'ledger.funding_account_shown': {
    version: 1,
    description: 'A wallet shows this linked funding account from now on (`isLinked`), or does not any more.',
    data: part({ linkedFundingAccountId: Type.String(), isLinked: Type.Boolean() }),
  },
  'ledger.receivable_changed': {
    version: 2,
    description:
      'What a client owes for a conversion, or for inbound funds that were returned, has begun, was collected in part or whole, or was written off.',
    data: part({
      receivableId: Type.String(),
      client: part({ id: Type.String(), name: Type.String() }),
      conversionId: nullable(Type.String()),
      /** What was taken back of them. */
      inboundFundsId: nullable(Type.String()),
      change: oneOf('OPENED', 'COLLECTED', 'WRITTEN_OFF'),
      amount: moneyOnWire,
      // Of the amount, what has not been collected.
      outstanding: moneyOnWire,
      reason: nullable(Type.String()),
    }),
    upcast: { 1: withoutTakenBack },
  },
  'ledger.wallet_opened': {
    version: 1,
    description: 'A client has a wallet in one more currency.',
    data: part({
      walletId: Type.String(),
      client: part({ id: Type.String(), name: Type.String() }),
      ccyCode: Type.String(),
    }),
  },
  'transaction.completed': {
    version: 3,
    description: 'Money was moved into or out of a wallet; `balance` is the balance after the movement.',
    // `heldFor`: the only transfer that can spend what was credited; null if any can.
    data: part({ resource: transaction, heldFor: nullable(Type.String()) }),
    upcast: { 1: withoutAdjustments, 2: (data: object) => ({ heldFor: null, ...data }) },
    webhook: true,
  },
} as const satisfies MessageDefinitions;

declare module '@corridor/contracts' {
  interface Messages extends DataOf<typeof messages> {}
}
