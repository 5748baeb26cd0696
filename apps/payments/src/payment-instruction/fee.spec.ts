import { fold, money, outcomeOf } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { german, policy } from '../beneficiary/beneficiary.fixture.js';
import { indicativePrice as price, terms } from './payment-instruction.fixture.js';
import { type Event, paymentInstruction, send, setFee } from './payment-instruction.js';

const fee = money('GBP', 2_50n);
const feeSet: Event = { type: 'fee_set', fee };
const created: Event = { type: 'created', ...terms };
const acknowledged: Event = { type: 'acknowledged' };
const reference = 'CON-20261120-000001';
const filled: Event = { type: 'filled', price, conversionId: 'con_1', conversionReference: reference };
const toSend = [created, acknowledged, filled];
const exchange = {
  conversionId: 'con_1',
  reference,
  sellAmount: price.sellAmount,
  buyAmount: price.buyAmount,
};
const request: Event = { type: 'transfers_requested', exchange, paymentId: 'pmt_1', beneficiary: german };
const declined: Event = { type: 'send_declined', reason: 'insufficient_funds' };
const reason = 'Not needed.';

test.each<[string, Event[]]>([
  ['PENDING', [created]],
  ['ACKNOWLEDGED', [created, acknowledged]],
  ['FILLED', toSend],
  ['declined', [...toSend, request, declined]],
])('%s: is set, and its outcome is its own', (_, history) => {
  given(paymentInstruction, ...history)
    .when(setFee, { fee })
    .then(feeSet);
  expect(outcomeOf(fold(paymentInstruction, [...history, feeSet]))).toBe('done');
});

test.each<[string, Event[]]>([
  ['step_in_progress', [...toSend, request]],
  ['illegal_transition', [...toSend, { type: 'sent', paymentId: 'pmt_1', beneficiary: null }]],
  ['illegal_transition', [created, { type: 'cancelled', reason }]],
  ['illegal_transition', [created, { type: 'rejected', reason }]],
  ['illegal_transition', [created, { type: 'failed', reason }]],
  ['not_found', []],
])('is refused with %s', (code, history) =>
  given(paymentInstruction, ...history)
    .when(setFee, { fee })
    .refuses(code as 'not_found'),
);

test('with a fee the ledger decides on everything at once, although the conversion can expire', () => {
  const inTime = { paymentId: 'pmt_1', beneficiary: german, policy, canExpire: true };
  given(paymentInstruction, ...toSend, feeSet)
    .when(send, inTime)
    .then(request);
  given(paymentInstruction, ...toSend, feeSet, { type: 'fee_set', fee: null })
    .when(send, inTime)
    .then({ type: 'exchange_requested', conversionId: 'con_1', paymentId: 'pmt_1', beneficiary: german });
});
