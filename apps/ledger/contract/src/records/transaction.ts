import {
  ccyCode,
  clientReference,
  id,
  integer,
  money,
  named,
  nullable,
  oneOf,
  part,
  type RecordOf,
  textLike,
  timestamp,
} from '@corridor/contracts';

/** What other services move money for. */
const requested = [
  'PAYMENT',
  'PAYMENT_FAILURE',
  'PAYMENT_FEE',
  'CONVERSION',
  'CONVERSION_DEPOSIT',
  'DEPOSIT_REFUND',
  'FUNDING',
] as const;
export const requestedAction = oneOf(...requested);
const triggeredByAction = oneOf(...requested, 'ADJUSTMENT');
export type TransferAction = RecordOf<typeof triggeredByAction>;

const entityOf = {
  reference: textLike('PMT-20261121-000001'),
  details: part({ description: textLike('Payment to Muster Maschinenbau GmbH') }),
};
/** The record that asks the ledger for a transfer. */
export const relatedEntity = part({
  id: id('pmt', 'con', 'if'),
  type: oneOf('PAYMENT', 'CONVERSION', 'INBOUND_FUNDS'),
  ...entityOf,
});
const transactionEntity = named('RelatedEntity', {
  id: id('pmt', 'con', 'if', 'adj'),
  type: oneOf('PAYMENT', 'CONVERSION', 'INBOUND_FUNDS', 'ADJUSTMENT'),
  ...entityOf,
});
export type RelatedEntity = RecordOf<typeof relatedEntity>;
export type TransactionEntity = RecordOf<typeof transactionEntity>;

/** interface-spec 2.7 */
export const transaction = named('Transaction', {
  id: id('txn'),
  client: clientReference,
  wallet: part({ id: id('wal'), ccyCode }),
  amount: money,
  signedAmount: money,
  /** After the movement; of a PENDING one, which has not moved anything yet, the balance at its place in the order. */
  balance: money,
  direction: oneOf('CREDIT', 'DEBIT'),
  triggeredByAction,
  status: oneOf('PENDING', 'COMPLETED'),
  reason: nullable(textLike('Invoice 1042')),
  createdOn: timestamp,
  settlesOn: timestamp,
  completedOn: nullable(timestamp),
  updatedOn: timestamp,
  relatedEntity: transactionEntity,
  sortPriority: integer('Increases with each movement of the client.'),
  sortDate: timestamp,
});
export type TransactionResource = RecordOf<typeof transaction>;
