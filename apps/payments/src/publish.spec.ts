import type { Message, Messages } from '@corridor/contracts';
import type { PaymentInstructionResource, PaymentResource } from '@corridor/payments-contract';
import { type ConversionOrder, type Quote, money } from '@corridor/kernel';
import { testCaller } from '@corridor/testing';
import { german } from './beneficiary/beneficiary.fixture.js';
import { summaryOf } from './beneficiary/summary.js';
import type * as Instruction from './payment-instruction/payment-instruction.js';
import type * as Payment from './payment/payment.js';
import { publishPayment, publishPaymentInstruction } from './publish.js';

const recorded = <Event>(event: Event, streamId = 'pi_1') => ({
  streamId,
  version: 1,
  occurredOn: '2026-11-20T09:30:00.000',
  caller: testCaller,
  event,
});
const paymentId = 'pmt_01KAJNDRXV0123456789ABCDEF';

describe('the messages of a payment instruction', () => {
  const row = {
    id: 'pi_1',
    beneficiary: summaryOf(german),
    narrative: 'Invoice 4711',
    metadata: 'order 12',
    fee: null,
  } as PaymentInstructionResource;
  const messageOf = (event: Instruction.Event): Message | null =>
    publishPaymentInstruction(recorded(event), row);
  const order: ConversionOrder = {
    sellCcyCode: 'GBP',
    buyCcyCode: 'EUR',
    fixedSide: 'BUY',
    amount: money('EUR', 1000_00n),
  };
  const quote: Quote = { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' };
  const reason = 'Not needed.';

  test.each<[Instruction.Event, string]>([
    [{ type: 'created' } as Instruction.Event, 'payment_instruction.pending'],
    [{ type: 'acknowledged' }, 'payment_instruction.acknowledged'],
    [
      { type: 'filled', price: {} as never, conversionId: null, conversionReference: null },
      'payment_instruction.filled',
    ],
    [{ type: 'sent', paymentId, beneficiary: null }, 'payment_instruction.sent'],
    [{ type: 'cancelled', reason }, 'payment_instruction.cancelled'],
    [{ type: 'rejected', reason }, 'payment_instruction.rejected'],
    [{ type: 'failed', reason }, 'payment_instruction.failed'],
  ])('its states, with the public record: %j', (event, type) =>
    expect(messageOf(event)).toEqual({ type, data: { resource: row } }),
  );

  test('the request for a conversion', () => {
    const priced = { order, quote, margin: null, worst: null };
    const booking = { conversionId: 'con_1', ...priced, valueDate: '2026-11-20' };
    expect(messageOf({ type: 'booking_requested', ...booking })).toEqual({
      type: 'conversions.booking_requested',
      data: { ...booking, paymentInstructionId: 'pi_1', metadata: 'order 12' },
    });
  });

  test('the request for its exchange', () => {
    expect(
      messageOf({ type: 'exchange_requested', conversionId: 'con_1', paymentId, beneficiary: null }),
    ).toEqual({
      type: 'conversions.exchange_requested',
      data: { conversionId: 'con_1', holdFor: paymentId },
    });
  });

  test('the request for its exchange holds nothing for a payment that its fee can decline', () => {
    const event = {
      type: 'exchange_requested',
      conversionId: 'con_1',
      paymentId,
      beneficiary: null,
    } as const;
    const withFee = { ...row, fee: { ccyCode: 'GBP', value: 2.5 } };
    expect(publishPaymentInstruction(recorded(event), withFee)?.data).toEqual({
      conversionId: 'con_1',
      holdFor: null,
    });
  });

  test('the request for the funds: balanced, with the id and reference of the payment', () => {
    expect(
      messageOf({ type: 'funds_requested', paymentId, amount: order.amount, beneficiary: null }),
    ).toEqual({
      type: 'ledger.transfer_requested',
      data: {
        transferId: paymentId,
        action: 'PAYMENT',
        reason: 'Invoice 4711',
        relatedEntity: {
          id: paymentId,
          type: 'PAYMENT',
          reference: 'PMT-20251121-ABCDEF',
          details: { description: 'Payment to Anna Schmidt' },
        },
        entries: [
          { account: 'wallet', amount: money('EUR', -1000_00n) },
          { account: 'settlement', amount: money('EUR', 1000_00n) },
        ],
        holdFor: null,
        excludes: null,
      },
    });
  });

  test('the request for the exchange and the funds, with what the conversion will show of the payment', () => {
    const exchange = {
      conversionId: 'con_1',
      reference: 'CON-20261120-000001',
      sellAmount: money('GBP', 860_00n),
      buyAmount: order.amount,
    };
    const description = 'Conversion of GBP 860.00 to EUR 1000.00';
    const requested = {
      ...row,
      paymentType: 'PRIORITY',
      paymentDate: '2026-11-20',
      chargeType: 'OURS',
    } as const;
    const event = { type: 'transfers_requested', exchange, paymentId, beneficiary: german } as const;
    expect(publishPaymentInstruction(recorded(event), requested)).toEqual({
      type: 'ledger.transfers_requested',
      data: {
        transfers: [
          {
            transferId: 'con_1',
            action: 'CONVERSION',
            reason: description,
            relatedEntity: {
              id: 'con_1',
              type: 'CONVERSION',
              reference: 'CON-20261120-000001',
              details: { description },
            },
            entries: [
              { account: 'wallet', amount: money('GBP', -860_00n) },
              { account: 'fx_position', amount: money('GBP', 860_00n) },
              { account: 'fx_position', amount: money('EUR', -1000_00n) },
              { account: 'wallet', amount: money('EUR', 1000_00n) },
            ],
            holdFor: null,
            excludes: null,
          },
          messageOf({ type: 'funds_requested', paymentId, amount: order.amount, beneficiary: german })?.data,
        ],
        payment: {
          id: paymentId,
          reference: 'PMT-20251121-ABCDEF',
          beneficiary: summaryOf(german),
          beneficiarySnapshot: summaryOf({ ...german, id: 'bss_01KAJNDRXV0123456789ABCDEF' }),
          narrative: 'Invoice 4711',
          paymentType: 'PRIORITY',
          paymentDate: '2026-11-20',
          chargeType: 'OURS',
          amount: { ccyCode: 'EUR', value: 1000 },
          fee: null,
          failureReturnedAmount: null,
          status: 'SENT',
        },
      },
    });
  });

  test('the request for everything, with the fee of the payment', () => {
    const exchange = {
      conversionId: 'con_1',
      reference: 'CON-20261120-000001',
      sellAmount: money('GBP', 860_00n),
      buyAmount: order.amount,
    };
    const event = { type: 'transfers_requested', exchange, paymentId, beneficiary: german } as const;
    const fee = { ccyCode: 'GBP', value: 2.5 };
    const requested = publishPaymentInstruction(recorded(event), { ...row, fee });
    if (requested?.type !== 'ledger.transfers_requested') throw new Error(requested?.type);
    const { transfers, payment } = requested.data as Messages['ledger.transfers_requested'];
    expect(transfers.map(({ transferId, action }) => [transferId, action])).toEqual([
      ['con_1', 'CONVERSION'],
      [paymentId, 'PAYMENT'],
      [`${paymentId}/fee`, 'PAYMENT_FEE'],
    ]);
    expect(payment?.fee).toEqual(fee);
  });

  test('nothing for internal events', () => {
    expect(messageOf({ type: 'fee_set', fee: null })).toBeNull();
    expect(messageOf({ type: 'exchanged' })).toBeNull();
    expect(messageOf({ type: 'fill_declined', reason: 'insufficient_funds', priced: null })).toBeNull();
    expect(messageOf({ type: 'send_declined', reason: 'insufficient_funds' })).toBeNull();
  });
});

describe('the messages of a payment', () => {
  const row = {
    id: paymentId,
    reference: 'PMT-20251121-ABCDEF',
    beneficiary: summaryOf(german),
    beneficiarySnapshot: summaryOf({ ...german, id: 'bss_1' }),
    narrative: 'Invoice 4711',
    paymentType: 'PRIORITY',
    paymentDate: '2026-11-20',
    chargeType: 'OURS',
    amount: { ccyCode: 'EUR', value: 1000 },
    fee: null,
    failureReturnedAmount: null,
    status: 'SENT',
    swiftSubmission: {
      format: 'MT103',
      message: ':59:/DE89370400440532013000',
      reference: 'R',
      status: 'SUCCESS',
    },
  } as PaymentResource;
  const resource = { ...row, swiftSubmission: null };
  const messageOf = (event: Payment.Event): Message | null => publishPayment(recorded(event, paymentId), row);

  test.each<[Payment.Event, string]>([
    [{ type: 'created' } as Payment.Event, 'payment.draft'],
    [{ type: 'authorisation_required' }, 'payment.draft'],
    [{ type: 'authorised' }, 'payment.ready_to_send'],
    [{ type: 'suspended', reason: 'Under review.' }, 'payment.ready_to_send'],
    [{ type: 'released' }, 'payment.ready_to_send'],
    [{ type: 'cancelled', reason: 'Not needed.' }, 'payment.cancelled'],
  ])('its states, without bank details: %j', (event, type) =>
    expect(messageOf(event)).toEqual({ type, data: { resource } }),
  );

  test('that it is sent, and that it has failed, for the funding conversion', () => {
    const { id, reference, beneficiary, beneficiarySnapshot, narrative, paymentType } = row;
    const { paymentDate, chargeType, amount, fee, failureReturnedAmount, status } = row;
    const summary = {
      ...{ id, reference, beneficiary, beneficiarySnapshot, narrative, paymentType },
      ...{ paymentDate, chargeType, amount, fee, failureReturnedAmount, status },
    };
    const data = { resource, conversionId: 'con_1', summary };
    expect(messageOf({ type: 'sent', conversionId: 'con_1', isLinked: false } as Payment.Event)).toEqual({
      type: 'payment.sent',
      data: { ...data, isLinked: false },
    });
    const failed = { type: 'failed', reason: 'Account closed.', returned: null } as const;
    expect(messageOf({ ...failed, conversionId: 'con_1' })).toEqual({ type: 'payment.failed', data });
    const unsent = { type: 'payment.failed', data: { ...data, conversionId: null } };
    expect(messageOf({ ...failed, conversionId: null })).toEqual(unsent);
    const stopped = { type: 'stopped', reason: 'Stopped.', why: 'Called.', by: null } as const;
    expect(messageOf(stopped)).toEqual(unsent);
  });

  const relatedEntity = (description: string) => ({
    id: paymentId,
    type: 'PAYMENT',
    reference: 'PMT-20251121-ABCDEF',
    details: { description },
  });

  test('the request for its funds names the current beneficiary', () => {
    const beneficiary = { ...german, displayName: 'Anna Weber' };
    expect(messageOf({ type: 'funds_requested', amount: money('EUR', 1000_00n), beneficiary })).toMatchObject(
      {
        data: { relatedEntity: { details: { description: 'Payment to Anna Weber' } } },
      },
    );
  });

  test('the request for its funds', () => {
    const amount = money('EUR', 1000_00n);
    expect(messageOf({ type: 'funds_requested', amount, beneficiary: german })).toEqual({
      type: 'ledger.transfer_requested',
      data: {
        transferId: paymentId,
        action: 'PAYMENT',
        reason: 'Invoice 4711',
        relatedEntity: relatedEntity('Payment to Anna Schmidt'),
        entries: [
          { account: 'wallet', amount: money('EUR', -1000_00n) },
          { account: 'settlement', amount },
        ],
        holdFor: null,
        excludes: null,
      },
    });
  });

  test('the request for its funds and its fee, both or neither', () => {
    const amount = money('EUR', 1000_00n);
    const event = { type: 'funds_requested', amount, beneficiary: german } as const;
    const withFee = { ...row, fee: { ccyCode: 'GBP', value: 2.5 } };
    expect(publishPayment(recorded(event, paymentId), withFee)).toEqual({
      type: 'ledger.transfers_requested',
      data: {
        transfers: [
          messageOf(event)?.data,
          {
            transferId: `${paymentId}/fee`,
            action: 'PAYMENT_FEE',
            reason: 'Fee',
            relatedEntity: relatedEntity('Fee of the payment to Anna Schmidt'),
            entries: [
              { account: 'wallet', amount: money('GBP', -2_50n) },
              { account: 'fees', amount: money('GBP', 2_50n) },
            ],
            holdFor: null,
            excludes: null,
          },
        ],
        payment: null,
      },
    });
  });

  test.each([
    [null, money('EUR', 1000_00n)],
    [money('EUR', 15_00n), money('EUR', 985_00n)],
  ])('the request for its return, less %j, which the banks have kept', (deduction, returned) => {
    expect(
      messageOf({ type: 'return_requested', reason: 'Account closed.', returned, deduction, number: 1 }),
    ).toEqual({
      type: 'ledger.transfer_requested',
      data: {
        transferId: `${paymentId}/return`,
        action: 'PAYMENT_FAILURE',
        reason: 'Account closed.',
        relatedEntity: relatedEntity('Return of the payment to Anna Schmidt'),
        entries: [
          { account: 'settlement', amount: money('EUR', -returned.minor) },
          { account: 'wallet', amount: returned },
        ],
        holdFor: null,
        excludes: null,
      },
    });
  });

  test('nothing for internal events, nor when the bank accepts it', () => {
    expect(messageOf({ type: 'fee_set', fee: null })).toBeNull();
    expect(messageOf({ type: 'accepted', reason: 'Accepted.' })).toBeNull();
    expect(messageOf({ type: 'completed' })).toMatchObject({ type: 'payment.completed' });
    expect(messageOf({ type: 'swift_moved', status: 'PENDING' })).toBeNull();
    expect(messageOf({ type: 'failure_noted' })).toBeNull();
    expect(messageOf({ type: 'send_declined', reason: 'insufficient_funds' })).toBeNull();
    expect(messageOf({ type: 'return_declined', reason: 'wallet_full' })).toBeNull();
  });
});
