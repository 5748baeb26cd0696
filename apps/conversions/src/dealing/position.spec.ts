import { EventStore, type Recorded } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, decimalText, decodeJson, money } from '@corridor/kernel';
import { TestClock, sized, testCaller } from '@corridor/testing';
import { type TestService, openServiceDatabase, startTestService } from '@corridor/testing/service';
import fc from 'fast-check';
import { ConversionsModule } from '../conversions.module.js';
import { type Event, conversion } from '../conversion/conversion.js';
import { service } from '../service.js';
import { type Trade, cancel, hedge, record } from './hedge.js';
import { HedgeController } from './hedge.controller.js';
import { openHedges, openTrades } from './open-trade.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
const dealer: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_1', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['dealing:read', 'dealing:write'] as never[],
};

let conversions: TestService;
let store: EventStore;
beforeAll(async () => {
  conversions = await startTestService(service, ConversionsModule.in('SANDBOX'), { clock, caller: dealer });
  store = conversions.app.get(EventStore);
});
afterAll(() => conversions.close());

interface Position {
  readonly ccyCode: string;
  readonly valueDate: string;
  readonly clients: number;
  readonly hedges: number;
  readonly net: number;
}
const position = async () => {
  const { data } = await conversions.get('/operator/v1/dealing/position', { as: dealer });
  return data.positions as unknown as Position[];
};

const trade = {
  ...{ buyCcyCode: 'EUR', buyAmount: 1_000_000, sellCcyCode: 'USD', sellAmount: 1_159_100, rate: 1.1591 },
  ...{ counterparty: 'First Bank', valueDate: '2026-11-24', externalReference: 'FX-1' },
};
const approved = { id: 'apr_1', by: { id: 'stf_2', name: 'Bo' } };
const hedges = (path: string, body: object, as: Caller = { ...dealer, approved }) =>
  conversions.post(`/operator/v1/dealing/hedges${path}`, body, { as });

describe('a hedge', () => {
  const command = { caller: dealer, idempotency: null };
  let id: string;

  it('is recorded once for its reference, and the position follows', async () => {
    const { data } = await hedges('', trade);
    id = data.id as string;
    expect(data).toEqual({
      id: expect.stringMatching(/^hdg_/),
      status: 'RECORDED',
      externalReference: 'FX-1',
      counterparty: 'First Bank',
      buyAmount: { ccyCode: 'EUR', value: 1_000_000 },
      sellAmount: { ccyCode: 'USD', value: 1_159_100 },
      ccyPair: 'EURUSD',
      rate: 1.1591,
      valueDate: '2026-11-24',
      recordedOn: '2026-11-20T09:30:00.000',
      recordedBy: { id: 'stf_1', name: 'Ines Almeida' },
      cancelledOn: null,
      cancelledBy: null,
      cancelReason: null,
    });
    expect(await position()).toEqual([
      { ccyCode: 'EUR', valueDate: '2026-11-24', clients: 0, hedges: 1_000_000, net: 1_000_000 },
      { ccyCode: 'USD', valueDate: '2026-11-24', clients: 0, hedges: -1_159_100, net: -1_159_100 },
    ]);
    const again = await Promise.all([1, 2, 3].map(() => hedges('', trade)));
    expect(
      again.map(({ status, problem }) => [status, problem?.code, problem?.errors?.[0]?.pointer]),
    ).toEqual(again.map(() => [409, 'already_exists', '#/externalReference']));
  });

  it('is found, is cancelled with a reason, once, and can be recorded again', async () => {
    const q = encodeURIComponent(
      'AND(status == "RECORDED",buyAmount.ccyCode == "EUR",counterparty ~ "first")',
    );
    const see = (path: string) => conversions.get(`/operator/v1/dealing/hedges${path}`, { as: dealer });
    expect((await see(`?q=${q}`)).data).toEqual([(await see(`/${id}`)).data]);
    const { data } = await hedges(`/${id}/cancel`, { reason: 'Entered twice' });
    expect(data).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'Entered twice',
      cancelledBy: { id: 'stf_1' },
    });
    expect(await position()).toEqual([]);
    expect((await hedges(`/${id}/cancel`, { reason: 'Again' })).problem?.code).toBe('illegal_transition');
    expect((await hedges('/hdg_unknown/cancel', { reason: 'x' })).status).toBe(404);
    const corrected = await hedges('', trade);
    expect(corrected.status).toBe(200);
    await hedges(`/${corrected.data.id}/cancel`, { reason: 'Tested' });
  });

  it('above the limit of one dealer needs a second person, to be recorded and to be cancelled', async () => {
    const desk = conversions.app.get(HedgeController);
    const refused = { code: 'second_person_required' };
    const small = { ...trade, buyAmount: 10_000, sellAmount: 11_591, externalReference: 'FX-10' };
    const { data } = await hedges('', small, dealer);
    expect((await hedges(`/${data.id}/cancel`, { reason: 'Small' }, dealer)).data.status).toBe('CANCELLED');
    const large = { ...trade, buyAmount: 1_000_001, sellAmount: 1_159_101.16, externalReference: 'FX-11' };
    await expect(desk.record(large, command)).rejects.toMatchObject(refused);
    // The rate is that of the amounts, and far from the market: what is sold counts as well.
    const unequal = { ...small, sellAmount: 11_591_000, rate: 1159.1, externalReference: 'FX-12' };
    await expect(desk.record(unequal, command)).rejects.toMatchObject(refused);
    const id = (await hedges('', large)).data.id as string;
    await expect(desk.cancel(id, { reason: 'Large' }, command)).rejects.toMatchObject(refused);
    expect((await hedges(`/${id}/cancel`, { reason: 'Large' })).data.status).toBe('CANCELLED');
    expect(await position()).toEqual([]);
  });

  it('counts with the others that a dealer has entered alone on the day, cancelled ones too', async () => {
    const desk = conversions.app.get(HedgeController);
    const as = (id: string): Caller => ({ ...dealer, user: { id, name: 'Dana' } });
    const large = (reference: string, amount = 600_000) => ({
      ...{ ...trade, buyAmount: amount, sellAmount: amount * 1.1591, externalReference: reference },
    });
    const caller = as('stf_8');
    const both = ['FX-20', 'FX-21'].map((one) => desk.record(large(one), { caller, idempotency: null }));
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        kind: 'hedges',
        effect: expect.stringMatching(
          / Before it, entered alone on 2026-11-20 \(UTC\): bought EUR 600000\.00, sold EUR \d{6}\.\d\d\.$/,
        ),
      },
    });
    const [one] = (
      await conversions.get('/operator/v1/dealing/hedges?q=' + encodeURIComponent('status == "RECORDED"'), {
        as: dealer,
      })
    ).data as unknown as { id: string }[];
    const cancelled = desk.cancel(one?.id ?? '', { reason: 'x' }, { caller, idempotency: null });
    await expect(cancelled).rejects.toMatchObject({ code: 'second_person_required' });

    const options = { as: caller, key: 'rest-of-the-day' };
    const post = () => conversions.post('/operator/v1/dealing/hedges', large('FX-22', 350_000), options);
    const rest = await post();
    const ids = [one?.id, rest.data.id];
    expect([rest.status, (await post()).data]).toEqual([200, rest.data]);
    for (const [reference, who] of [
      ['FX-23', { ...caller, approved }],
      ['FX-24', as('stf_9')],
    ] as const)
      ids.push((await hedges('', large(reference), who)).data.id);
    await expect(desk.record(large('FX-25', 100_000), { caller, idempotency: null })).rejects.toMatchObject({
      code: 'second_person_required',
    });
    clock.advance(15 * 3_600_000);
    ids.push((await hedges('', large('FX-26'), caller)).data.id);
    clock.advance(-15 * 3_600_000);
    for (const id of ids) expect((await hedges(`/${id}/cancel`, { reason: 'Tested' })).status).toBe(200);
    expect(await position()).toEqual([]);
  });

  it('says to the second person what it is, and what it is worth', async () => {
    const body = { ...trade, buyAmount: 2_000_000, sellAmount: 2_318_200, counterparty: 'Second” Bank' };
    await expect(conversions.app.get(HedgeController).record(body, command)).rejects.toMatchObject({
      kind: 'hedges',
      effect: expect.stringMatching(
        /^Records the purchase of EUR 2000000\.00 for USD 2318200\.00 \(EURUSD 1\.1591\), value date 2026-11-24, from “Second\\u201d Bank”, “FX-1”\. In EUR at the market: bought EUR 2000000\.00, sold EUR \d{7}\.\d\d\. Before it, /,
      ),
    });
  });

  it('counts until the end of its value date', async () => {
    await hedges('', { ...trade, externalReference: 'FX-2', valueDate: '2026-11-20' });
    expect(await position()).toHaveLength(2);
    clock.advance(24 * 3_600_000);
    expect(await position()).toEqual([]);
  });

  it.each<[object, string]>([
    [{ rate: 1 / 1.1591 }, '#/rate differs_from_amounts'],
    [{ sellAmount: 11_591_000 }, '#/rate differs_from_amounts'],
    [{ sellCcyCode: 'EUR' }, '#/sellCcyCode same_currency'],
    [{ buyAmount: 0 }, '#/buyAmount not_positive'],
    [{ valueDate: '2026-11-31' }, '#/valueDate not_a_date'],
    [{ externalReference: '' }, '#/externalReference too_short'],
  ])('with %j is 400', async (changed, expected) => {
    const { status, problem } = await hedges('', { ...trade, externalReference: 'FX-3', ...changed });
    expect([status, problem?.errors?.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual([
      400,
      [expected],
    ]);
  });
});

test('clients see nothing of it, and staff need the permission', async () => {
  for (const path of ['position', 'hedges', 'hedges/hdg_1'])
    expect(
      (
        await conversions.get(`/operator/v1/dealing/${path}`, {
          as: { ...dealer, client: testCaller.client },
        })
      ).status,
    ).toBe(404);
  const reader = { ...dealer, permissions: ['dealing:read'] as never[] };
  expect((await conversions.post('/operator/v1/dealing/hedges', trade, { as: reader })).status).toBe(403);
});

describe('the position is the sum of what is open', () => {
  const LIVES = sized({ small: 300, full: 20_000 });
  const CCYS = ['EUR', 'USD', 'JPY', 'KWD'] as const;
  const ENDS = [[], ['cancelled'], ['exchanged']] as const;
  const DEPOSITS = [[], ['deposit_required'], ['deposit_required', 'deposit_received']] as const;
  /** Another date, at which more is sold, or a tenth that is drawn down. */
  const MOVES = ['date_changed', 'drawn_down'] as const;

  const life = fc.record({
    isHedge: fc.boolean(),
    currencies: fc.shuffledSubarray([...CCYS], { minLength: 2, maxLength: 2 }),
    // With room for a date at which more is sold: an amount has 12 digits.
    sold: fc.bigInt(1n, 900_000_000_000n),
    bought: fc.bigInt(1n, 900_000_000_000n),
    valueDate: fc.constantFrom('2026-11-24', '2026-11-25', '2027-02-01'),
    deposit: fc.constantFrom(...DEPOSITS),
    moves: fc.array(fc.constantFrom(...MOVES), { maxLength: 3 }),
    end: fc.constantFrom(...ENDS),
    /** Whether all happens in one transaction. */
    isAtOnce: fc.boolean(),
  });
  type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

  const tradeOf = ({ currencies: [sell = 'EUR', buy = 'USD'], sold, bought, valueDate }: Life) => ({
    ...{ sellAmount: money(sell, sold), buyAmount: money(buy, bought), valueDate: valueDate as string },
  });
  type Booked = ReturnType<typeof tradeOf>;
  const MOVED_TO = '2027-03-01';
  const tenthOf = ({ sellAmount, buyAmount }: Booked) => ({
    sellAmount: { ...sellAmount, minor: sellAmount.minor / 10n },
    buyAmount: { ...buyAmount, minor: buyAmount.minor / 10n },
  });
  function moved(trade: Booked, move: Life['moves'][number]): Booked {
    if (move === 'date_changed')
      return {
        ...trade,
        sellAmount: { ...trade.sellAmount, minor: trade.sellAmount.minor + 1n },
        valueDate: MOVED_TO,
      };
    const tenth = tenthOf(trade);
    return {
      ...trade,
      sellAmount: { ...trade.sellAmount, minor: trade.sellAmount.minor - tenth.sellAmount.minor },
      buyAmount: { ...trade.buyAmount, minor: trade.buyAmount.minor - tenth.buyAmount.minor },
    };
  }
  const openOf = (one: Life) => (one.isHedge ? tradeOf(one) : one.moves.reduce(moved, tradeOf(one)));
  function movesOf(one: Life): Event[] {
    let trade = tradeOf(one);
    return one.moves.map((type): Event => {
      const before = trade;
      trade = moved(before, type);
      if (type === 'drawn_down') return { type, conversionId: 'con_1', ...tenthOf(before) };
      const { sellAmount, buyAmount, valueDate } = trade;
      const price = { sellAmount, buyAmount, ccyPair: 'EURUSD', rate: '1' };
      return { type, price, valueDate, fundByDate: `${valueDate}T12:00:00.000` };
    });
  }

  let number = 0;
  async function live(one: Life): Promise<void> {
    const suffix = String(++number).padStart(26, '0');
    const { sellAmount, buyAmount, valueDate } = tradeOf(one);
    if (one.isHedge) {
      const id = `hdg_${suffix}`;
      const made: Trade = {
        ...{
          externalReference: id,
          counterparty: 'B',
          sellAmount,
          buyAmount,
          ccyPair: 'EURUSD',
          rate: '1',
          valueDate,
        },
      };
      await store.handle(hedge, id, (state) => record(state, made), { caller: dealer });
      if (one.end.length > 0)
        await store.handle(hedge, id, (state) => cancel(state, { reason: 'x' }), { caller: dealer });
      return;
    }
    const booked: Event = {
      type: 'booked',
      margin: null,
      reference: 'R',
      order: {
        sellCcyCode: sellAmount.ccyCode,
        buyCcyCode: buyAmount.ccyCode,
        fixedSide: 'SELL',
        amount: sellAmount,
      },
      quote: { base: 'EUR', quote: 'USD', bid: '1', mid: '1', ask: '1' },
      price: { sellAmount, buyAmount, ccyPair: 'EURUSD', rate: '1' },
      ...{ valueDate, fundByDate: `${valueDate}T12:00:00.000`, paymentInstructionId: null, metadata: null },
    };
    const fundByDate = booked.fundByDate;
    const events = [
      booked,
      ...movesOf(one),
      ...[...one.deposit, ...one.end].map((type): Event => {
        if (type === 'deposit_required') return { type, amount: sellAmount, fundByDate };
        if (type === 'exchanged') return { type, paymentId: null };
        return type === 'cancelled' ? { type, reason: 'x' } : { type };
      }),
    ];
    const steps = one.isAtOnce ? [events] : events.map((event) => [event]);
    for (const step of steps)
      await store.handle(conversion, `con_${suffix}`, () => step, { caller: testCaller });
  }

  /** The same from the lives, in JavaScript. */
  function expected(lives: readonly Life[]): Position[] {
    const cells = new Map<string, { clients: bigint; hedges: bigint }>();
    for (const one of lives.filter(({ end }) => end.length === 0)) {
      const { sellAmount, buyAmount, valueDate } = openOf(one);
      for (const [{ ccyCode, minor }, sign] of [
        [sellAmount, 1n],
        [buyAmount, -1n],
      ] as const) {
        const key = `${ccyCode} ${valueDate}`;
        const cell = cells.get(key) ?? { clients: 0n, hedges: 0n };
        cells.set(
          key,
          one.isHedge
            ? { ...cell, hedges: cell.hedges - sign * minor }
            : { ...cell, clients: cell.clients + sign * minor },
        );
      }
    }
    return [...cells].sort().flatMap(([key, { clients, hedges: covered }]) => {
      const [ccyCode = '', valueDate = ''] = key.split(' ');
      const amount = (minor: bigint) => Number(decimalText(money(ccyCode, minor)));
      if (clients === 0n && covered === 0n) return [];
      return [
        {
          ccyCode,
          valueDate,
          clients: amount(clients),
          hedges: amount(covered),
          net: amount(clients + covered),
        },
      ];
    });
  }

  const sql = <Row extends object>(text: string) => conversions.db.database.query<Row>(text);
  /** Cells that differ from the open trades, in one snapshot. */
  const differing = () =>
    sql(`SELECT * FROM dealing_position FULL JOIN (
        SELECT ccy_code, value_date, sum(c) AS clients, sum(h) AS hedges FROM open_trade, LATERAL (VALUES
          (sell_ccy_code, CASE WHEN is_hedge THEN 0 ELSE sell_minor END, CASE WHEN is_hedge THEN -sell_minor ELSE 0 END),
          (buy_ccy_code, CASE WHEN is_hedge THEN 0 ELSE -buy_minor END, CASE WHEN is_hedge THEN buy_minor ELSE 0 END)
        ) AS leg (ccy_code, c, h) GROUP BY ccy_code, value_date
      ) AS open USING (ccy_code, value_date)
      WHERE coalesce(clients_minor, 0) <> coalesce(clients, 0) OR coalesce(hedges_minor, 0) <> coalesce(hedges, 0)`);

  it(`at every moment of ${LIVES} lives, and after a rebuild from the events`, async () => {
    const lives = fc.sample(life, { numRuns: LIVES, seed: 12 });
    const moments: unknown[][] = [];
    let isOver = false;
    const watch = async () => {
      while (!isOver) moments.push(await differing());
    };
    const watching = watch();
    try {
      for (let from = 0; from < LIVES; from += 100)
        await Promise.all(lives.slice(from, from + 100).map(live));
    } finally {
      isOver = true;
      await watching;
    }
    expect(moments.length).toBeGreaterThan(3);
    expect(moments.flat()).toEqual([]);
    expect(await position()).toEqual(expected(lives));
    const [covered] = await sql<{ minor: string }>(
      'SELECT sum(covered_minor)::text AS minor FROM open_trade',
    );
    const deposited = lives.filter(
      ({ isHedge, deposit, end }) => !isHedge && deposit.length > 1 && !end.length,
    );
    expect(BigInt(covered?.minor ?? 0)).toBe(deposited.reduce((sum, one) => sum + one.sold, 0n));

    const rows = await sql<Recorded<never> & { readonly data: string }>(
      `SELECT stream_id AS "streamId", data::text, caller FROM events WHERE stream_id ~ '^(con|hdg)_' ORDER BY position`,
    );
    const recorded = rows.map((row) => ({ ...row, event: decodeJson<never>(row.data) }));
    const isHedge = ({ streamId }: { readonly streamId: string }) => streamId.startsWith('hdg_');
    const rebuilt = await openServiceDatabase(service);
    await rebuilt.database.transaction(async (tx) => {
      await openHedges(tx, recorded.filter(isHedge), new Map());
      await openTrades(
        tx,
        recorded.filter((one) => !isHedge(one)),
        new Map(),
      );
    });
    const cells = `SELECT * FROM dealing_position WHERE clients_minor <> 0 OR hedges_minor <> 0 OR sold_minor <> 0 ORDER BY 1, 2`;
    expect(await rebuilt.database.query(cells)).toEqual(await sql(cells));
    await rebuilt.close();
  });
});
