import type { ConversionResource } from '@corridor/conversions-contract';
import type { TransferRequest } from '@corridor/ledger-contract';
import type { ConversionPayment } from '@corridor/payments-contract';
import type { Recorded } from '@corridor/event-store';
import { type Caller, money } from '@corridor/kernel';
import fc from 'fast-check';
import type { Event } from './conversion/conversion.js';
import { publishConversion, publishMarket } from './publish.js';

const recorded = <E>(event: E): Recorded<E> => ({
  streamId: 'con_1',
  version: 1,
  occurredOn: '2026-11-21T09:30:00.000',
  caller: {} as Caller,
  event,
});
const row = {
  id: 'con_1',
  linkedPaymentInstructionId: 'pi_1',
  status: 'BOOKED',
  deposit: { status: 'NOT_REQUIRED' },
} as ConversionResource;
const messageOf = (event: Event, after = row) => publishConversion(recorded(event), after);
const outcome = { conversionId: 'con_1', paymentInstructionId: 'pi_1' };

const sellAmount = money('GBP', 10_000n);
const buyAmount = money('JPY', 20_123n);
const exchangeRequested: Event = {
  type: 'exchange_requested',
  reference: 'CON-20261121-4F7KQ2',
  sellAmount,
  buyAmount,
  holdFor: null,
};

describe('the messages of a conversion', () => {
  it('is booked, with its price', () => {
    const price = { ccyPair: 'GBPJPY', rate: '201.23', sellAmount, buyAmount };
    expect(messageOf({ type: 'booked', margin: null, price } as Event)).toEqual({
      type: 'conversion.booked',
      data: { ...outcome, price, resource: row },
    });
  });

  it('is declined, and there is no conversion', () => {
    const event: Event = {
      type: 'booking_declined',
      priced: null,
      detail: null,
      wanted: null,
      reason: 'currency_not_sellable',
      paymentInstructionId: 'pi_1',
    };
    expect(publishConversion(recorded(event), null as never)).toEqual({
      type: 'conversions.booking_declined',
      data: { ...outcome, reason: 'currency_not_sellable', priced: null, detail: null },
    });
  });

  it.each<[Event, string, object]>([
    [
      { type: 'exchanged', paymentId: 'pmt_1' },
      'conversion.exchanged',
      { paymentId: 'pmt_1', resource: row },
    ],
    [{ type: 'cancelled', reason: 'NOT_FUNDED' }, 'conversion.cancelled', { resource: row }],
    [
      { type: 'exchange_declined', reason: 'insufficient_funds' },
      'conversions.exchange_declined',
      { reason: 'insufficient_funds' },
    ],
    [
      {
        type: 'date_changed',
        valueDate: '2026-12-01',
        fundByDate: '2026-12-01T12:00:00.000',
        price: { ccyPair: 'GBPJPY', rate: '201.23', sellAmount, buyAmount },
      },
      'conversions.date_changed',
      { resource: row },
    ],
    [
      { type: 'drawn_down', conversionId: 'con_2', sellAmount, buyAmount },
      'conversions.drawn_down',
      { drawnConversionId: 'con_2', resource: row },
    ],
    [
      { type: 'payment_linked', payment: { id: 'pmt_1' } as ConversionPayment },
      'conversions.payment_linked',
      { paymentId: 'pmt_1' },
    ],
    [
      { type: 'payment_failed', payment: { id: 'pmt_1' } as ConversionPayment },
      'conversions.payment_failure_noted',
      { paymentId: 'pmt_1' },
    ],
  ])('is %j as %s', (event, type, data) => {
    expect(messageOf(event)).toEqual({ type, data: { ...outcome, ...data } });
  });

  it('requests a transfer of both sides against the position of the system', () => {
    const description = 'Conversion of GBP 100.00 to JPY 20123';
    expect(messageOf(exchangeRequested)).toEqual({
      type: 'ledger.transfer_requested',
      data: {
        transferId: 'con_1',
        action: 'CONVERSION',
        reason: description,
        relatedEntity: {
          id: 'con_1',
          type: 'CONVERSION',
          reference: 'CON-20261121-4F7KQ2',
          details: { description },
        },
        entries: [
          { account: 'wallet', amount: money('GBP', -10_000n) },
          { account: 'fx_position', amount: money('GBP', 10_000n) },
          { account: 'fx_position', amount: money('JPY', -20_123n) },
          { account: 'wallet', amount: money('JPY', 20_123n) },
        ],
        holdFor: null,
        excludes: null,
      },
    });
  });

  describe('with a deposit', () => {
    const deposited = {
      ...row,
      reference: 'CON-20261121-4F7KQ2',
      sellAmount: { ccyCode: 'GBP', value: 100 },
      buyAmount: { ccyCode: 'JPY', value: 20_123 },
      deposit: { amount: { ccyCode: 'GBP', value: 10 }, status: 'DEPOSIT_RECEIVED' },
    } as ConversionResource;
    const transfer = (part: string, action: string, what: string, toWallet: bigint) => {
      const description = `${what} of GBP 100.00 to JPY 20123`;
      const { reference } = deposited;
      return {
        transferId: `con_1/${part}`,
        action,
        reason: description,
        relatedEntity: { id: 'con_1', type: 'CONVERSION', reference, details: { description } },
        entries: expect.arrayContaining([
          { account: 'wallet', amount: money('GBP', toWallet) },
          { account: 'deposits', amount: money('GBP', -toWallet) },
        ]),
        holdFor: null,
        excludes: null,
      };
    };
    const refund = transfer(
      'deposit-refund',
      'DEPOSIT_REFUND',
      'Refund of the deposit for the conversion',
      1_000n,
    );

    it('is a transfer to the account of deposits', () => {
      expect(messageOf({ type: 'deposit_payment_requested' }, deposited)).toEqual({
        type: 'ledger.transfer_requested',
        data: transfer('deposit', 'CONVERSION_DEPOSIT', 'Deposit for the conversion', -1_000n),
      });
    });

    it('comes back when the conversion is cancelled', () => {
      expect(messageOf({ type: 'deposit_refund_requested', reason: 'never mind' }, deposited)).toEqual({
        type: 'ledger.transfer_requested',
        data: refund,
      });
    });

    it('comes back in one request with the exchange, and before it', () => {
      expect(messageOf(exchangeRequested, deposited)).toEqual({
        type: 'ledger.transfers_requested',
        data: { transfers: [refund, messageOf(exchangeRequested)?.data], payment: null },
      });
    });

    it('is reported when it is required and when it is received, and not when the ledger declines', () => {
      const reports = (event: Event) => messageOf(event, deposited);
      const data = { ...outcome, resource: deposited };
      expect(
        reports({
          type: 'deposit_required',
          amount: money('GBP', 1_000n),
          fundByDate: '2026-11-23T12:00:00.000',
        }),
      ).toEqual({ type: 'conversion.awaiting_deposit', data });
      expect(reports({ type: 'deposit_received' })).toEqual({ type: 'conversion.deposit_received', data });
      expect(reports({ type: 'deposit_declined', reason: 'insufficient_funds' })).toBeNull();
      expect(reports({ type: 'deposit_refund_declined', reason: 'wallet_full' })).toBeNull();
    });
  });

  it('requests transfers that add up to zero in each currency', () => {
    const anyMinor = fc.bigInt({ min: 1n, max: 10n ** 14n });
    fc.assert(
      fc.property(anyMinor, anyMinor, (sold, bought) => {
        const event = {
          ...exchangeRequested,
          sellAmount: money('GBP', sold),
          buyAmount: money('JPY', bought),
        };
        const { entries } = messageOf(event)?.data as TransferRequest;
        for (const ccy of ['GBP', 'JPY']) {
          const amounts = entries
            .filter(({ amount }) => amount.ccyCode === ccy)
            .map(({ amount }) => amount.minor);
          expect(amounts.reduce((sum, minor) => sum + minor, 0n)).toBe(0n);
        }
      }),
    );
  });
});

describe('the messages of the market', () => {
  it('is its quotes', () => {
    const validity = { quotedOn: '2026-11-21T09:30:00.000', validUntil: null };
    const quotes = [{ base: 'EUR', quote: 'USD', bid: '1.07', mid: '1.08', ask: '1.09', ...validity }];
    const published = { quotes, halted: ['EURJPY'], isSimulated: true };
    expect(publishMarket(recorded({ type: 'rates_published' as const, ...published, asOfMs: 1 }))).toEqual({
      type: 'conversions.rates_published',
      data: published,
    });
  });
});
