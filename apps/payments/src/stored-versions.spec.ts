import { type Aggregate, type DomainEvent, fold, schemaVersionOf, upcast } from '@corridor/kernel';
import { paymentInstruction } from './payment-instruction/payment-instruction.js';
import { defaults, payment } from './payment/payment.js';

/** Events as stored by the first builds, and their current shapes. */
const read = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  stored: DomainEvent,
): Event => upcast<Event>(aggregate, stored, 1);
const amount = { ccyCode: 'EUR', minor: 10_000n };
const created = { type: 'created', amount, narrative: 'Invoice 4711', paymentType: 'PRIORITY' };

test.each([
  ['created', created, defaults],
  ['sent', { type: 'sent', snapshot: {}, swiftSubmission: null, conversionId: 'con_1' }, { isLinked: false }],
  ['failed', { type: 'failed', reason: 'Closed.', returned: null }, { conversionId: null }],
])('a payment that was %s', (type, stored, added) => {
  expect(read(payment, stored)).toEqual({ ...stored, ...added });
  expect(read(payment, { ...stored, ...added })).toEqual({ ...stored, ...added }); // earlier builds sent them without a version number
  expect(schemaVersionOf(payment, type)).toBeGreaterThan(1);
});

test('a payment without the fields that were added since has null in them', () => {
  expect(defaults).toMatchObject({ reason: null, purposeCode: null });
  expect(new Set(Object.values(defaults))).toEqual(new Set([null]));
});

test.each([
  { type: 'exchange_requested', conversionId: 'con_1', paymentId: 'pmt_1' },
  { type: 'funds_requested', paymentId: 'pmt_1', amount },
  { type: 'sent', paymentId: 'pmt_1' },
])('an instruction: $type', (stored) =>
  expect(read(paymentInstruction, stored)).toEqual({ ...stored, beneficiary: null }),
);

test('an instruction: created', () => {
  const stored = { type: 'created', narrative: 'Invoice 4711' };
  const added = { quoteId: null, indicativeMargin: null, needsChecker: false, maximumSlippage: null };
  expect(read(paymentInstruction, stored)).toEqual({ ...stored, ...added });
  expect(read(paymentInstruction, { ...stored, ...added })).toEqual({ ...stored, ...added });
});

test('an instruction: fill_declined', () => {
  const stored = { type: 'fill_declined', reason: 'rate_unavailable' };
  expect(read(paymentInstruction, stored)).toEqual({ ...stored, priced: null });
});

test('an instruction: filled', () => {
  const stored = { type: 'filled', price: {}, conversionId: 'con_1' };
  expect(read(paymentInstruction, stored)).toEqual({ ...stored, conversionReference: null });
});

test('a history of the first builds folds', () => {
  const history = [created, { type: 'failed', reason: 'Stopped.', returned: null }];
  expect(
    fold(
      payment,
      history.map((one) => read(payment, one)),
    ),
  ).toMatchObject({ status: 'FAILED', conversionId: null });
});
