import type { BookingRequest } from '@corridor/conversions-contract';
import { type Caller, money } from '@corridor/kernel';
import { delivered, fixture, TestClock, testCaller } from '@corridor/testing';
import { startTestService, type TestService } from '@corridor/testing/service';
import { ConversionsModule } from './conversions.module.js';
import { MAX_PAIRS } from './rates/ccy-pairs.js';
import { RatePublisher } from './rates/rate-publisher.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';

const clock = new TestClock();
const caller: Caller = { ...testCaller, permissions: ['rates:read', 'conversions:read'] };
const stranger: Caller = { ...caller, client: { id: 'cli_stranger', name: 'Stranger' } };

let conversions: TestService;
let reactions: Reactions;
let number = 0;

beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller });
  reactions = conversions.app.get(Reactions);
});
afterAll(() => conversions.close());

const get = (path: string, as = caller) => conversions.get(path, { as });
const published = (streamId: string) => conversions.published(streamId);

async function book(more: Partial<BookingRequest> = {}): Promise<string> {
  const conversionId = `con_${String(++number).padStart(26, '0')}`;
  const request: BookingRequest = {
    conversionId,
    order: { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: money('GBP', 10_000n) },
    quote: { base: 'GBP', quote: 'USD', bid: '1.25', mid: '1.26', ask: '1.27' },
    ...{ margin: null, worst: null },
    valueDate: '2026-11-24',
    paymentInstructionId: 'pi_1',
    metadata: null,
    ...more,
  };
  await reactions.onBookingRequested(delivered<'conversions.booking_requested'>(request));
  return conversionId;
}

const entityOf = (id: string) =>
  ({ id, type: 'CONVERSION', reference: '', details: { description: '' } }) as const;
const requestExchange = (conversionId: string) =>
  reactions.onExchangeRequested(delivered<'conversions.exchange_requested'>({ conversionId, holdFor: null }));
const post = (transferId: string) =>
  reactions.onTransferPosted(
    delivered<'ledger.transfer_posted'>({ transferId, relatedEntity: entityOf(transferId) }),
  );
const decline = (transferId: string) =>
  reactions.onTransferDeclined(
    delivered<'ledger.transfer_declined'>({
      transferId,
      relatedEntity: entityOf(transferId),
      reason: 'insufficient_funds',
    }),
  );
const send = (conversionId: string | null) => {
  const summary = { ...fixture('payment.sent').data.summary, id: 'pmt_1' };
  return reactions.onPaymentSent(
    delivered<'payment.sent'>({ conversionId, isLinked: null, summary, resource: {} as never }),
  );
};

describe('a conversion', () => {
  it('is booked, exchanged and linked to its payment', async () => {
    const id = await book();
    expect(await get(`conversions/${id}`)).toMatchObject({
      status: 200,
      data: {
        id,
        reference: 'CON-20261121-000001',
        status: 'BOOKED',
        buyAmount: { ccyCode: 'USD', value: 125 },
      },
    });
    await requestExchange(id);
    await post(id);
    await send(id);
    const { data } = await get(`conversions/${id}`);
    expect(data).toMatchObject({
      status: 'EXCHANGED',
      payments: [{ id: 'pmt_1' }],
      fundsRequired: { value: 0 },
    });
    expect((await published(id)).map(({ type }) => type)).toEqual([
      'conversion.booked',
      'ledger.transfer_requested',
      'conversion.exchanged',
      'conversions.payment_linked',
    ]);
  });

  it('stays booked when there are no funds', async () => {
    const id = await book();
    const before = await get(`conversions/${id}`);
    await requestExchange(id);
    await decline(id);
    expect((await get(`conversions/${id}`)).data).toEqual(before.data);
    expect((await published(id)).at(-1)).toMatchObject({
      type: 'conversions.exchange_declined',
      data: { conversionId: id, paymentInstructionId: 'pi_1', reason: 'insufficient_funds' },
    });
    await requestExchange(id);
    await post(id);
    expect((await get(`conversions/${id}`)).data.status).toBe('EXCHANGED');
  });

  it('is priced at the market without its own quote', async () => {
    const id = await book({ quote: null });
    const [gbpusd] = (await get('rates?ccyPairs=GBPUSD')).data;
    expect((await get(`conversions/${id}`)).data.rate).toBe(gbpusd.sellRate);
  });

  it('that is declined never exists', async () => {
    const order = {
      sellCcyCode: 'GBP',
      buyCcyCode: 'XAU',
      fixedSide: 'SELL',
      amount: money('GBP', 100n),
    } as const;
    const id = await book({ quote: null, order });
    expect((await get(`conversions/${id}`)).status).toBe(404);
    expect(await published(id)).toMatchObject([
      { type: 'conversions.booking_declined', data: { conversionId: id, reason: 'currency_not_buyable' } },
    ]);
  });

  it('is not visible to other clients', async () => {
    const id = await book();
    expect((await get(`conversions/${id}`, stranger)).status).toBe(404);
    expect((await get('conversions', stranger)).meta.totalCount).toBe(0);
    expect((await get('conversions/con_unknown')).status).toBe(404);
  });

  it('is listed, newest first', async () => {
    clock.advance(1);
    const id = await book();
    const { data, meta } = await get('conversions?limit=2');
    expect(data).toHaveLength(2);
    expect(data[0]).toEqual((await get(`conversions/${id}`)).data);
    expect(meta).toMatchObject({
      query: '[None]',
      offset: 0,
      limit: 2,
      count: 2,
      totalCount: expect.any(Number),
    });
  });

  it('is not affected by transfers and payments of other records', async () => {
    await post('pmt_other');
    await decline('if_other');
    await send(null);
    await send('con_unknown');
    expect(await published('pmt_other')).toEqual([]);
    expect(await published('con_unknown')).toEqual([]);
  });
});

describe('GET /v1/rates', () => {
  it('returns the pairs in the requested order, each once, and lists pairs without a quote', async () => {
    const { status, data, meta } = await get('rates?ccyPairs=GBPUSD,XXXUSD,USDGBP,EUREUR,GBPUSD');
    expect(status).toBe(200);
    expect(data.map(({ ccyPair }: { ccyPair: string }) => ccyPair)).toEqual(['GBPUSD', 'USDGBP', 'EUREUR']);
    expect(data[0]).toEqual({
      ccyPair: 'GBPUSD',
      baseCcy: 'GBP',
      quoteCcy: 'USD',
      sellRate: expect.any(Number),
      buyRate: expect.any(Number),
    });
    expect(data[2]).toMatchObject({ sellRate: 1, buyRate: 1 });
    expect(meta).toEqual({
      quotedCount: 3,
      notQuotedCount: 1,
      notQuoted: ['XXXUSD'],
      timestamp: clock.now().toISOString(),
    });
  });

  it.each([
    ['', '?ccyPairs', 'required'],
    ['ccyPairs=', '?ccyPairs/0', 'invalid_currency_pair'],
    ['ccyPairs=GBPUSD,gbpeur', '?ccyPairs/1', 'invalid_currency_pair'],
    ['ccyPairs=GBPUSD&ccyPairs=EURUSD', '?ccyPairs', 'repeated'],
    ['ccyPairs=GBP%00USD', '?ccyPairs/0', 'invalid_currency_pair'],
    ['pairs=GBPUSD&ccyPairs=GBPUSD', '?pairs', 'unknown_field'],
  ])('refuses ?%s', async (query, pointer, code) => {
    const { status, problem } = await get(`rates?${query}`);
    expect(status).toBe(400);
    expect(problem?.errors).toMatchObject([{ pointer, code }]);
  });
});

describe('the simulated market', () => {
  const pairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP', 'AUDCAD', 'USDCHF'];

  it('changes: seconds later every rate is different', async () => {
    const requested = () => get(`rates?ccyPairs=${pairs.join()}`);
    for (let times = 0; times < 20; times++) {
      const before = await requested();
      expect((await requested()).text).toBe(before.text);
      clock.advance(3_000);
      const { data, meta } = await requested();
      expect(meta.quotedCount).toBe(pairs.length);
      pairs.forEach((_, i) => expect(data[i]).not.toEqual(before.data[i]));
    }
  });

  it('quotes up to the maximum number of pairs in a request', async () => {
    const ccyPairs = Array.from({ length: MAX_PAIRS }, (_, i) => pairs[i % pairs.length]).join();
    expect((await get(`rates?ccyPairs=${ccyPairs}`)).meta.quotedCount).toBe(pairs.length);
    expect((await get(`rates?ccyPairs=${ccyPairs},EURUSD`)).problem?.errors).toMatchObject([
      { pointer: '?ccyPairs', code: 'too_many' },
    ]);
  });
});

describe('the market', () => {
  it('is published once by all replicas, and again when it has moved', async () => {
    const publisher = conversions.app.get(RatePublisher);
    expect((await published('market')).length).toBeGreaterThan(0); // at the start
    await publisher.turn();
    const before = (await published('market')).length;
    clock.advance(30_000);
    await Promise.all([publisher.turn(), publisher.turn(), publisher.turn()]);
    await publisher.turn();
    const all = await published('market');
    expect(all).toHaveLength(before + 1);
    expect(all.at(-1)).toMatchObject({
      type: 'conversions.rates_published',
      data: {
        isSimulated: true,
        quotes: expect.arrayContaining([expect.objectContaining({ base: 'EUR', quote: 'USD' })]),
      },
    });
  });
});
