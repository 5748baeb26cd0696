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
  part,
  paymentType,
  type RecordOf,
  textLike,
  timestamp,
} from '@corridor/contracts';
import { authorisation } from './authorisation.js';
import { beneficiarySummary, chargeType } from './beneficiary.js';

const states = ['PENDING', 'ACKNOWLEDGED', 'FILLED', 'SENT', 'CANCELLED', 'REJECTED', 'FAILED'] as const;
export const paymentInstructionStatus = oneOf(...states);
export type PaymentInstructionStatus = RecordOf<typeof paymentInstructionStatus>;

export const price = named('Price', {
  ccyPair,
  rate: number('Quote units for one base unit.'),
  buyAmount: money,
  sellAmount: money,
  notes: nullable(textLike('Indicative')),
});
export type PriceResource = RecordOf<typeof price>;

/** A price that is worse than `indicativePrice` by more than the client accepts (an extension). */
export const newPrice = named('NewPrice', {
  status: oneOf('AWAITING_CONSENT', 'ACCEPTED', 'APPROVED'),
  price,
  by: nullable(part({ id: id('cu'), name: textLike('Grace Hopper') }, 'Who accepted it; null for a dealer.')),
  on: timestamp,
});
export type NewPrice = RecordOf<typeof newPrice>;

/** interface-spec 2.2 */
export const paymentInstruction = named('PaymentInstruction', {
  id: id('pi'),
  client: clientReference,
  beneficiary: beneficiarySummary,
  sellCcyCode: ccyCode,
  buyCcyCode: ccyCode,
  fixedSide: oneOf('BUY', 'SELL'),
  amount: number('In the currency of the fixed side.'),
  paymentDate: date,
  paymentType,
  chargeType: nullable(chargeType),
  narrative: textLike('Invoice 1042'),
  metadata: nullable(textLike('{"invoice":1042}')),
  indicativePrice: nullable(price),
  actualPrice: nullable(price),
  newPrice: nullable(newPrice),
  fee: nullable(money),
  linkedPaymentId: nullable(id('pmt')),
  linkedConversionId: nullable(id('con')),
  status: paymentInstructionStatus,
  statusHistory: historyOf(...states),
  authorisation: nullable(authorisation),
  auditHistory,
});
export type PaymentInstructionResource = RecordOf<typeof paymentInstruction>;

/** interface-spec 4.8: the response of the simulators. */
export const paymentInstructionProgress = named('PaymentInstructionProgress', {
  id: id('pi'),
  status: paymentInstructionStatus,
  statusHistory: historyOf(...states),
});
