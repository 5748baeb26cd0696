import {
  auditHistory,
  ccyCode,
  ccyPair,
  clientReference,
  date,
  historyOf,
  id,
  money,
  named,
  nullable,
  number,
  oneOf,
  type RecordOf,
  timestamp,
} from '@corridor/contracts';

const states = ['ACTIVE', 'USED', 'EXPIRED'] as const;

/** A firm price (an extension). */
export const quote = named('FirmQuote', {
  id: id('quo'),
  client: clientReference,
  sellCcyCode: ccyCode,
  buyCcyCode: ccyCode,
  fixedSide: oneOf('BUY', 'SELL'),
  amount: number('In the currency of the fixed side.'),
  valueDate: nullable(date),
  ccyPair,
  rate: number('Quote units for one base unit.'),
  buyAmount: money,
  sellAmount: money,
  expiresOn: timestamp,
  status: oneOf(...states),
  statusHistory: historyOf(...states),
  linkedConversionId: nullable(id('con')),
  linkedPaymentInstructionId: nullable(id('pi')),
  auditHistory,
});
export type QuoteResource = RecordOf<typeof quote>;
