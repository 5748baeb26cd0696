import type { Messages } from '@corridor/contracts';
import type { QuoteResource } from '@corridor/conversions-contract';
import { EventStore } from '@corridor/event-store';
import { type Caller, money } from '@corridor/kernel';
import { DueWork } from '@corridor/platform';
import { TestClock, type TestResponse, delivered, issues, testCaller } from '@corridor/testing';
import { type TestService, leastCostOf, startTestService } from '@corridor/testing/service';
import { ConversionsModule } from '../conversions.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { QuoteExpiry } from './quote-expiry.js';
import { VALID_MS, firmQuote } from './quote.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
const caller: Caller = { ...testCaller, permissions: ['conversions:read', 'conversions:write'] };
const stranger: Caller = { ...caller, client: { id: 'cli_stranger', name: 'Stranger' } };
const reader: Caller = { ...caller, permissions: ['conversions:read'] };
let conversions: TestService;

beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller });
});
afterAll(() => conversions.close());

const body = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: 100 };
const quoted = async (more: object = {}, as = caller) =>
  (await conversions.post('quotes', { ...body, ...more }, { as })).data as QuoteResource;
const read = async (id: string) => (await conversions.get(`quotes/${id}`)).data as QuoteResource;
const convert = (quoteId: string, more: object = {}, options: { as?: Caller; key?: string } = {}) =>
  conversions.post('conversions', { ...body, quoteId, ...more }, options);
const code = ({ status, problem }: TestResponse) => [status, problem?.code];

describe('a quote', () => {
  test('is returned by its creation and by reads, with its end', async () => {
    const { status, data } = await conversions.post('quotes', { ...body, valueDate: '2026-11-24' });
    expect([status, data]).toEqual([
      200,
      {
        id: expect.stringMatching(/^quo_/),
        client: caller.client,
        ...body,
        valueDate: '2026-11-24',
        ccyPair: 'GBPUSD',
        rate: expect.any(Number),
        buyAmount: { ccyCode: 'USD', value: expect.any(Number) },
        sellAmount: { ccyCode: 'GBP', value: 100 },
        expiresOn: '2026-11-20T09:31:00.123',
        status: 'ACTIVE',
        statusHistory: [{ status: 'ACTIVE', statusReason: null, occurredOn: '2026-11-20T09:30:00.123' }],
        linkedConversionId: null,
        linkedPaymentInstructionId: null,
        auditHistory: expect.objectContaining({ version: 1 }),
      },
    ]);
    expect(await read(data.id)).toEqual(data);
    expect(await conversions.published(data.id)).toEqual([]);
  });

  test('is created once per key', async () => {
    const first = await conversions.post('quotes', body, { key: 'once' });
    const again = await conversions.post('quotes', body, { key: 'once' });
    expect([again.text, again.replayed]).toEqual([first.text, true]);
    expect(code(await conversions.post('quotes', { ...body, amount: 1 }, { key: 'once' }))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });

  test.each<[object, string[]]>([
    [
      { sellCcyCode: 'gbp', fixedSide: 'BOTH', amount: -1, valueDate: '2026-11-19', metadata: 'm' },
      [
        '#/amount not_positive',
        '#/fixedSide not_allowed',
        '#/metadata unknown_field',
        '#/sellCcyCode unknown_currency',
        '#/valueDate in_the_past',
      ],
    ],
    [{ buyCcyCode: 'GBP' }, ['#/buyCcyCode same_currency']],
  ])('%j is refused', async (more, expected) =>
    expect(issues(await conversions.post('quotes', { ...body, ...more }))).toEqual([400, ...expected]),
  );

  test.each([
    [{ buyCcyCode: 'KPW' }, 'currency_not_buyable'],
    [{ sellCcyCode: 'KPW' }, 'currency_not_sellable'],
    [{ valueDate: '2027-11-21' }, 'payment_date_unavailable'],
    [{ sellCcyCode: 'INR', buyCcyCode: 'JPY', amount: 0.01 }, 'amount_not_convertible'],
  ])('%j is refused: %s', async (more, expected) =>
    expect(code(await conversions.post('quotes', { ...body, ...more }))).toEqual([422, expected]),
  );

  test('is not visible to other clients, and needs the permission', async () => {
    const { id } = await quoted();
    expect((await conversions.get(`quotes/${id}`, { as: stranger })).status).toBe(404);
    expect((await conversions.get(`quotes?q=id == "${id}"`, { as: stranger })).data).toEqual([]);
    expect((await conversions.post('quotes', body, { as: reader })).problem).toMatchObject({
      requiredPermission: 'conversions:write',
    });
    expect((await conversions.get(`quotes/${id}`, { as: { ...caller, permissions: [] } })).status).toBe(403);
  });

  test('is found by each of its fields', async () => {
    const one = await quoted({ valueDate: '2026-11-24', amount: 123.45 });
    await convert(one.id, { amount: 123.45 });
    const found = await read(one.id);
    const fields: [string, unknown][] = [
      ...(['id', 'sellCcyCode', 'buyCcyCode', 'fixedSide', 'amount', 'valueDate', 'ccyPair'] as const).map(
        (field): [string, unknown] => [field, found[field]],
      ),
      ...(['rate', 'expiresOn', 'status', 'linkedConversionId'] as const).map((field): [string, unknown] => [
        field,
        found[field],
      ]),
      ['client.id', found.client.id],
      ['client.name', found.client.name],
      ['buyAmount.value', found.buyAmount.value],
      ['buyAmount.ccyCode', found.buyAmount.ccyCode],
      ['sellAmount.value', found.sellAmount.value],
      ['sellAmount.ccyCode', found.sellAmount.ccyCode],
      ['statusHistory.status', 'USED'],
      ['auditHistory.version', 2],
      ['auditHistory.created.on', found.auditHistory.created.on],
      ['auditHistory.updated.on', found.auditHistory.updated.on],
    ];
    for (const [field, value] of fields) {
      const q = encodeURIComponent(`AND(${field} == "${String(value)}",id == "${one.id}")`);
      const byQuery = await conversions.get(`quotes?q=${q}`);
      expect([field, byQuery.data.map(({ id }: { id: string }) => id)]).toEqual([field, [one.id]]);
    }
    const query = { field: 'linkedConversionId', operator: 'Equals', value: found.linkedConversionId };
    expect((await conversions.post('quotes/search', { query })).data).toEqual([found]);
    const none = encodeURIComponent('linkedPaymentInstructionId == "pi_00000000000000000000000000"');
    expect((await conversions.get(`quotes?q=${none}`)).data).toEqual([]);
  });

  test('costs as many statements as a conversion', async () => {
    await quoted();
    const { statements, roundTrips, commits } = await leastCostOf(() => conversions.post('quotes', body));
    const one = await leastCostOf(() => conversions.post('conversions', body));
    // A conversion also reads the limits of its client.
    expect([statements.length + 1, roundTrips + 1, commits]).toEqual([
      one.statements.length,
      one.roundTrips,
      one.commits,
    ]);
  });
});

describe('a conversion with a quote', () => {
  test('has its price, although the market has moved', async () => {
    const quote = await quoted();
    clock.advance(50_000);
    const [now] = [await quoted()];
    expect(now.rate).not.toBe(quote.rate);
    const { status, data } = await convert(quote.id);
    expect(status).toBe(200);
    const { rate, buyAmount, sellAmount } = quote;
    expect(data).toMatchObject({ status: 'BOOKED', rate, buyAmount, sellAmount });
    expect(await read(quote.id)).toMatchObject({ status: 'USED', linkedConversionId: data.id });
    expect((await read(quote.id)).statusHistory.map((entry) => entry.status)).toEqual(['ACTIVE', 'USED']);
  });

  test('has its value date, and no other', async () => {
    const quote = await quoted({ valueDate: '2026-12-01' });
    expect(issues(await convert(quote.id, { valueDate: '2026-12-02' }))).toEqual([
      422,
      '#/valueDate differs_from_quote',
    ]);
    expect((await convert(quote.id)).data.valueDate).toBe('2026-12-01');
  });

  test('is created once per key, and its response stays the same after the quote has ended', async () => {
    const quote = await quoted();
    const first = await convert(quote.id, {}, { key: 'with quote' });
    clock.advance(VALID_MS);
    const again = await convert(quote.id, {}, { key: 'with quote' });
    expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
    expect(code(await convert(quote.id))).toEqual([409, 'quote_used']);
  });

  test('is refused without a trace for another quote, pair, side, amount, client or time', async () => {
    const quote = await quoted();
    const total = async () => (await conversions.get('conversions?limit=1')).meta?.['totalCount'];
    const before = await total();
    const pointers = async (more: object) => issues(await convert(quote.id, more));
    expect(await pointers({ amount: 100.01 })).toEqual([422, '#/amount differs_from_quote']);
    expect(await pointers({ sellCcyCode: 'EUR' })).toEqual([422, '#/sellCcyCode differs_from_quote']);
    expect(await pointers({ buyCcyCode: 'EUR' })).toEqual([422, '#/buyCcyCode differs_from_quote']);
    expect(await pointers({ fixedSide: 'BUY' })).toEqual([422, '#/fixedSide differs_from_quote']);
    expect(code(await convert(quote.id, {}, { as: stranger }))).toEqual([404, 'quote_not_found']);
    expect(code(await convert('quo_00000000000000000000000000'))).toEqual([404, 'quote_not_found']);
    expect(issues(await convert('con_1'))).toEqual([400, '#/quoteId not_an_id']);
    clock.advance(VALID_MS);
    expect(code(await convert(quote.id))).toEqual([422, 'quote_expired']);
    expect(await total()).toBe(before);
  });

  test('is one commit together with the use of the quote', async () => {
    const ids = [await quoted(), await quoted(), await quoted()].map(({ id }) => id);
    const cost = await leastCostOf(() => convert(ids.pop() ?? ''));
    expect([cost.commits, cost.roundTrips]).toEqual([1, 5]);
  });

  test('of many at once, one gets the quote', async () => {
    const quote = await quoted();
    const all = await Promise.all(Array.from({ length: 10 }, () => convert(quote.id)));
    const created = all.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    expect(all.filter((one) => one !== created[0]).map(code)).toEqual(Array(9).fill([409, 'quote_used']));
    expect((await read(quote.id)).linkedConversionId).toBe(created[0]?.data.id);
  });
});

describe('a payment instruction with a quote', () => {
  const instruction = (n: number) => `pi_${String(n).padStart(26, '0')}`;
  const order = {
    sellCcyCode: 'GBP',
    buyCcyCode: 'USD',
    fixedSide: 'SELL',
    amount: money('GBP', 100_00n),
  } as const;
  const request = (
    quoteId: string,
    paymentInstructionId: string,
    more: Partial<Messages['conversions.quote_use_requested']> = {},
    by = caller,
  ) =>
    conversions.app
      .get(Reactions)
      .onQuoteUseRequested(
        delivered<'conversions.quote_use_requested'>(
          { quoteId, paymentInstructionId, order, paymentDate: '2026-11-24', ...more },
          by,
        ),
      );

  test('uses it once, however often it asks, and is told the price once', async () => {
    const { id } = await quoted();
    for (const _ of [1, 2, 3]) await request(id, instruction(1));
    const { quote, margin, price } = (await conversions.app.get(EventStore).state(firmQuote, id)) as never;
    expect((await conversions.published(id)).map(({ type, data }) => [type, data])).toEqual([
      ['conversions.quote_used', { quoteId: id, paymentInstructionId: instruction(1), quote, margin, price }],
    ]);
    expect(await read(id)).toMatchObject({
      status: 'USED',
      linkedPaymentInstructionId: instruction(1),
      linkedConversionId: null,
    });
    expect(code(await convert(id))).toEqual([409, 'quote_used']);
  });

  test('is told why it is refused, and the quote is as before', async () => {
    const dated = await quoted({ valueDate: '2026-11-24' });
    await request(dated.id, instruction(2), { paymentDate: '2026-11-25' });
    await request(dated.id, instruction(3), {}, stranger);
    await request('quo_00000000000000000000000000', instruction(4));
    expect(await read(dated.id)).toEqual(dated);
    const told = async (n: number) =>
      (await conversions.published(instruction(n))).map(({ type, data }) => [
        type,
        (data as Messages['conversions.quote_refused']).reason,
        (data as Messages['conversions.quote_refused']).issues.map(({ pointer }) => pointer),
      ]);
    const refused = 'conversions.quote_refused';
    expect(await told(2)).toEqual([[refused, 'quote_mismatch', ['#/paymentDate']]]);
    expect(await told(3)).toEqual([[refused, 'quote_not_found', []]]);
    expect(await told(4)).toEqual([[refused, 'quote_not_found', []]]);
  });
});

describe('the end of a quote', () => {
  const turn = () => conversions.app.get(QuoteExpiry).turn();

  test('is shown after its time, once, by any number of replicas', async () => {
    const quote = await quoted();
    await turn();
    expect((await read(quote.id)).status).toBe('ACTIVE');
    clock.advance(VALID_MS);
    await Promise.all([turn(), turn()]);
    await turn();
    const ended = await read(quote.id);
    expect(ended).toMatchObject({ status: 'EXPIRED', auditHistory: { version: 2, updated: { by: null } } });
    expect(ended.statusHistory.at(-1)?.occurredOn).toBe(quote.expiresOn);
    expect(code(await convert(quote.id))).toEqual([422, 'quote_expired']);
  });

  test('of a client whose test clock is ahead comes at the latest after the same time', async () => {
    const ahead: Caller = { ...caller, clientTime: { aheadMs: 86_400_000 } };
    const quote = await quoted({}, ahead);
    expect(quote.expiresOn.slice(0, 10)).toBe('2026-11-21');
    clock.advance(VALID_MS - 1);
    await turn();
    expect((await read(quote.id)).status).toBe('ACTIVE');
    clock.advance(1);
    await turn();
    expect((await read(quote.id)).status).toBe('EXPIRED');
  });

  test('that is not marked within a minute is reported', async () => {
    await turn();
    const ready = () => conversions.app.get(QuoteExpiry).nothingLate();
    await quoted();
    clock.advance(VALID_MS + 59_999);
    await ready();
    clock.advance(1);
    await expect(ready()).rejects.toMatchObject({ code: 'unavailable', detail: 'not marked as expired: 1' });
    await turn();
    await ready();
  });

  test('follows the test clock of its client', async () => {
    const due = conversions.app.get(DueWork);
    const other: Caller = { ...caller, client: { id: 'cli_clock', name: 'Clock' } };
    const { id, expiresOn } = await quoted({}, other);
    const { id: strangers } = await quoted({}, stranger);
    const at = expiresOn.replace(/\.\d+$/, '.000');
    expect(await due.nextAfter(at, 'cli_clock')).toBe(expiresOn);
    expect(await due.nextAfter(expiresOn, 'cli_clock')).toBeNull();
    const turning: Caller = { ...other, clientTime: { at: expiresOn } };
    await due.carryOut({ ...turning, clientTime: { at } }, at);
    const status = async (one: string, as: Caller) =>
      (await conversions.get(`quotes/${one}`, { as })).data.status as string;
    expect(await status(id, other)).toBe('ACTIVE');
    for (const _ of [1, 2]) await due.carryOut(turning, expiresOn);
    expect([await status(id, other), await status(strangers, stranger)]).toEqual(['EXPIRED', 'ACTIVE']);
    expect(await due.nextAfter(at, 'cli_clock')).toBeNull();
  });
});
