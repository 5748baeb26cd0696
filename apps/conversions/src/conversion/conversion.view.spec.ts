import type { ConversionResource } from '@corridor/conversions-contract';
import type { ConversionPayment } from '@corridor/payments-contract';
import type { Recorded } from '@corridor/event-store';
import { type Caller, money } from '@corridor/kernel';
import type { Event } from './conversion.js';
import { conversionView } from './conversion.view.js';

const caller: Caller = {
  environment: 'SANDBOX',
  client: { id: 'cli_1', name: 'Acme' },
  user: { id: 'cu_1', name: 'Ada' },
  apiKeyId: 'ak_1',
  permissions: [],
  correlationId: 'request',
  causationId: 'pi_1/3',
  traceparent: '00-0-0-00',
};
const booked: Event = {
  type: 'booked',
  margin: null,
  reference: 'CON-20261121-4F7KQ2',
  order: { sellCcyCode: 'USD', buyCcyCode: 'GBP', fixedSide: 'BUY', amount: money('GBP', 10_000n) },
  quote: { base: 'GBP', quote: 'USD', bid: '1.25', mid: '1.26', ask: '1.27' },
  price: {
    ccyPair: 'GBPUSD',
    rate: '1.27',
    sellAmount: money('USD', 12_700n),
    buyAmount: money('GBP', 10_000n),
  },
  valueDate: '2026-11-24',
  fundByDate: '2026-11-24T17:00:00.000',
  paymentInstructionId: 'pi_1',
  metadata: 'order 7',
};
const trade = {
  reference: 'CON-20261121-4F7KQ2',
  sellAmount: money('USD', 12_700n),
  buyAmount: money('GBP', 10_000n),
};
const exchangeRequested: Event = { type: 'exchange_requested', holdFor: null, ...trade };
const payment = { id: 'pmt_1', reference: 'PMT-20261121-000001', status: 'SENT' } as ConversionPayment;

/** One event each second from 09:30:01 on. */
function after(...events: Event[]): ConversionResource | null {
  return events.reduce<ConversionResource | null>((row, event, i) => {
    const recorded: Recorded<Event> = {
      streamId: 'con_1',
      version: i + 1,
      occurredOn: `2026-11-21T09:30:0${i + 1}.000`,
      caller,
      event,
    };
    return conversionView.project(row, recorded);
  }, null);
}

const audit = (on: string) => ({ by: caller.user, on, withApiKey: 'ak_1' });

describe('the public record of a conversion', () => {
  it('has every field of the specification, in its order', () => {
    const row = after(booked);
    expect(row).toEqual({
      id: 'con_1',
      reference: 'CON-20261121-4F7KQ2',
      client: { id: 'cli_1', name: 'Acme' },
      buyAmount: { ccyCode: 'GBP', value: 100 },
      sellAmount: { ccyCode: 'USD', value: 127 },
      tradeDate: '2026-11-21T09:30:01.000',
      fundByDate: '2026-11-24T17:00:00.000',
      valueDate: '2026-11-24',
      ccyPair: 'GBPUSD',
      rate: 1.27,
      deposit: {
        isRequired: false,
        amount: { ccyCode: null, value: 0 },
        fundByDate: null,
        status: 'NOT_REQUIRED',
      },
      status: 'BOOKED',
      statusHistory: [{ status: 'BOOKED', statusReason: null, occurredOn: '2026-11-21T09:30:01.000' }],
      linkedPaymentInstructionId: 'pi_1',
      metadata: 'order 7',
      payments: [],
      fundsRequired: { ccyCode: 'USD', value: 127 },
      auditHistory: {
        version: 1,
        created: audit('2026-11-21T09:30:01.000'),
        updated: audit('2026-11-21T09:30:01.000'),
      },
    });
    expect(Object.keys(row ?? {}).slice(0, 5)).toEqual([
      'id',
      'reference',
      'client',
      'buyAmount',
      'sellAmount',
    ]);
  });

  it('does not exist when the booking was declined', () => {
    const declined: Event = {
      type: 'booking_declined',
      priced: null,
      detail: null,
      wanted: null,
      reason: 'currency_not_sellable',
      paymentInstructionId: null,
    };
    expect(after(declined)).toBeNull();
    expect(after(declined, booked)).toMatchObject({ status: 'BOOKED', auditHistory: { version: 1 } });
  });

  it('does not show an exchange before the money has moved', () => {
    const noFunds: Event = { type: 'exchange_declined', reason: 'insufficient_funds' };
    expect(after(booked, exchangeRequested)).toEqual(after(booked));
    expect(after(booked, exchangeRequested, noFunds)).toEqual(after(booked));
  });

  it('needs no more funds once exchanged', () => {
    expect(after(booked, exchangeRequested, { type: 'exchanged', paymentId: null })).toMatchObject({
      status: 'EXCHANGED',
      statusHistory: [
        { status: 'BOOKED' },
        { status: 'EXCHANGED', statusReason: null, occurredOn: '2026-11-21T09:30:03.000' },
      ],
      fundsRequired: { ccyCode: 'USD', value: 0 },
      auditHistory: { version: 2, updated: audit('2026-11-21T09:30:03.000') },
    });
  });

  it('says why it was cancelled', () => {
    expect(after(booked, { type: 'cancelled', reason: 'NOT_FUNDED' })).toMatchObject({
      status: 'CANCELLED',
      statusHistory: [{ status: 'BOOKED' }, { status: 'CANCELLED', statusReason: 'NOT_FUNDED' }],
      fundsRequired: { ccyCode: 'USD', value: 0 },
    });
  });

  it('shows its deposit, and needs less funds once it is received', () => {
    const amount = money('USD', 2_700n);
    const fundByDate = '2026-11-23T12:00:00.000';
    const required: Event = { type: 'deposit_required', amount, fundByDate };
    const deposit = { isRequired: true, amount: { ccyCode: 'USD', value: 27 }, fundByDate };
    const held: Event[] = [
      booked,
      required,
      { type: 'deposit_payment_requested' },
      { type: 'deposit_received' },
    ];
    expect(after(booked, required)).toMatchObject({
      status: 'BOOKED',
      deposit: { ...deposit, status: 'AWAITING_DEPOSIT' },
      fundsRequired: { ccyCode: 'USD', value: 127 },
      auditHistory: { version: 2 },
    });
    expect(after(...held.slice(0, 3))).toEqual(after(booked, required));
    expect(after(...held)).toMatchObject({
      deposit: { ...deposit, status: 'DEPOSIT_RECEIVED' },
      fundsRequired: { ccyCode: 'USD', value: 100 },
      auditHistory: { version: 3 },
    });
    expect(after(...held, exchangeRequested, { type: 'exchanged', paymentId: null })).toMatchObject({
      deposit: { ...deposit, status: 'DEPOSIT_RECEIVED' },
      fundsRequired: { ccyCode: 'USD', value: 0 },
    });
    expect(after(booked, required, { type: 'cancelled', reason: 'DEPOSIT_NOT_RECEIVED' })).toMatchObject({
      deposit: { ...deposit, isRequired: false, status: 'NOT_REQUIRED' },
    });
  });

  it('lists its payments', () => {
    const row = after(
      booked,
      exchangeRequested,
      { type: 'exchanged', paymentId: null },
      { type: 'payment_linked', payment },
    );
    expect(row).toMatchObject({ status: 'EXCHANGED', payments: [payment], auditHistory: { version: 3 } });
    expect(row?.statusHistory).toHaveLength(2);
  });

  it('shows the current status of a returned payment', () => {
    const other = { ...payment, id: 'pmt_2' };
    const failed = { ...payment, status: 'FAILED' } as const;
    const row = after(
      booked,
      { type: 'payment_linked', payment },
      { type: 'payment_linked', payment: other },
      { type: 'payment_failed', payment: failed },
    );
    expect(row?.payments).toEqual([failed, other]);
  });
});
