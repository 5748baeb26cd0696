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

export const triggeredByAction = oneOf(
  'PAYMENT',
  'PAYMENT_FAILURE',
  'PAYMENT_FEE',
  'CONVERSION',
  'CONVERSION_DEPOSIT',
  'DEPOSIT_REFUND',
  'FUNDING',
);
export type TransferAction = RecordOf<typeof triggeredByAction>;

export const relatedEntity = named('RelatedEntity', {
  id: id('pmt', 'con', 'if'),
  type: oneOf('PAYMENT', 'CONVERSION', 'INBOUND_FUNDS'),
  reference: textLike('PMT-20261121-000001'),
  details: part({ description: textLike('Payment to Muster Maschinenbau GmbH') }),
});
export type RelatedEntity = RecordOf<typeof relatedEntity>;

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
  relatedEntity,
  sortPriority: integer('Increases with each movement of the client.'),
  sortDate: timestamp,
});
export type TransactionResource = RecordOf<typeof transaction>;
