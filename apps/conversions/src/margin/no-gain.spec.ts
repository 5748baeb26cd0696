import { termOn } from '@corridor/calendars';
import {
  type Curve,
  type EnteredPoints,
  type LiveQuote,
  type MarginPlan,
  type Offer,
  type Tenor,
  SimulatedMarket,
  curvesAt,
  marketOf,
  quoteIn,
} from '@corridor/conversions-contract';
import {
  type CalendarDate,
  type ConversionOrder,
  type Money,
  type Quote,
  Refusal,
  type Timestamp,
  addDays,
  dateOf,
  decimalText,
  fold,
  instantOf,
  money,
  timestamp,
} from '@corridor/kernel';
import { everythingAllowed } from '@corridor/payments-contract';
import { sized } from '@corridor/testing';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { deal } from '../conversion/booking.js';
import { type Event, conversion } from '../conversion/conversion.js';
import { VALID_MS as CANCELLATION_VALID_MS, cancel, quoteCancellation } from '../conversion/ending.js';
import { type Pricing, pricingOf } from '../conversion/pricing.js';
import { NO_DEPOSITS } from '../dealing/limits.js';
import * as FirmQuote from '../quote/quote.js';

/**
 * No sequence of quotes and bookings, with margins and forward points, lets a client gain from rounding or from old rates: what it
 * gets is never worth more than what it gives, at the mid of the market of that moment and date; a cancellation costs at least what
 * is lost at that mid; and no chain that ends where it began, over any currencies, in any pieces, brings back more.
 */

type Cancelled = Extract<Event, { type: 'cancelled' }>;

const LIVES = sized({ small: 200, full: 20_000 });
const Exact = Decimal.clone({ precision: 60 });
const START = Date.parse('2026-11-20T09:30:00.000Z');
const MAX_AGE_MS = 90_000;
const currencies = ['EUR', 'GBP', 'USD', 'JPY', 'KWD'];
const levels = { GBP: '0.85', USD: '1.1', JPY: '170', KWD: '0.35' };
const tenors: readonly Tenor[] = ['1W', '1M', '3M', '12M'];
const simulated = new SimulatedMarket();

const anyQuotes = fc.record({
  moves: fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: 4, maxLength: 4 }),
  spread: fc.integer({ min: 1, max: 100 }),
});
const anyCurves = fc.option(
  fc.array(
    fc.array(fc.tuple(fc.integer({ min: -300, max: 300 }), fc.nat(20)), { minLength: 4, maxLength: 4 }),
    {
      minLength: 4,
      maxLength: 4,
    },
  ),
  { nil: null },
);
/** Over the curves, or over nothing. */
const anyEntered = fc.array(
  fc.record({
    ccyPair: fc.constantFrom('EURGBP', 'EURUSD', 'EURJPY', 'EURKWD'),
    tenor: fc.constantFrom<Tenor>('2W', '1M', '6M'),
    points: fc.integer({ min: -300, max: 300 }),
    width: fc.nat(20),
    seconds: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 4 },
);
const basisPoints = fc.nat(30_000).map((hundredths) => hundredths / 100);
const anyPlan: fc.Arbitrary<MarginPlan | null> = fc.option(
  fc.record({
    id: fc.constant('mgp_1'),
    basisPoints,
    rules: fc.array(
      fc.record({
        ccyPair: fc.constantFrom(null, 'EURGBP', 'GBPUSD', 'USDJPY'),
        ccyCode: fc.constant(null),
        maximumSize: fc.constantFrom(null, 1, 1_000, 50_000),
        maximumTenor: fc.constantFrom<Tenor | null>(null, 'SPOT', '1M'),
        basisPoints,
      }),
      { maxLength: 4 },
    ),
    maximumSlippage: fc.constant(null),
  }),
  { nil: null },
);
const anyStep = fc.record({
  act: fc.constantFrom('convert', 'convert', 'quote', 'use', 'wait', 'rates', 'show-cancel', 'cancel'),
  to: fc.constantFrom(...currencies),
  fixedSide: fc.constantFrom('SELL', 'BUY') as fc.Arbitrary<'SELL' | 'BUY'>,
  share: fc.integer({ min: 1, max: 1_000 }),
  seconds: fc.integer({ min: 0, max: 100 }),
  quotes: anyQuotes,
});
const anyLife = fc.record({
  first: anyQuotes,
  curves: anyCurves,
  entered: anyEntered,
  plan: anyPlan,
  days: fc.constantFrom(0, 4, 10, 45, 200, 360),
  minor: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 10 ** 9 })),
  steps: fc.array(anyStep, { maxLength: 20 }),
});
type Life = typeof anyLife extends fc.Arbitrary<infer T> ? T : never;

const quotesOf = ({ moves, spread }: Life['first'], atMs: number): LiveQuote[] =>
  Object.entries(levels).map(([quote, level], i) => {
    const mid = new Exact(level).times(moves[i] ?? 0).div(10_000);
    const half = mid.times(spread).div(10_000);
    const validUntil = timestamp(new Date(atMs + MAX_AGE_MS));
    const rates = { bid: mid.minus(half).toFixed(), mid: mid.toFixed(), ask: mid.plus(half).toFixed() };
    return { base: 'EUR', quote, ...rates, quotedOn: timestamp(new Date(atMs)), validUntil };
  });

const curvesOf = (all: NonNullable<Life['curves']>): Curve[] =>
  Object.entries(levels).map(([quote, level], i) => ({
    ccyPair: `EUR${quote}`,
    points: (all[i] ?? []).map(([points, width], j) => {
      const at = (one: number) => new Exact(level).times(one).div(100_000).toFixed();
      return { tenor: tenors[j] as Tenor, bid: at(points), ask: at(points + width) };
    }),
    quotedOn: '2026-11-20T09:00:00.000',
    validUntil: '2026-11-23T20:00:00.000',
  }));

const enteredOf = (all: Life['entered']): EnteredPoints[] =>
  all.map(({ ccyPair, tenor, points, width, seconds }) => {
    const level = new Exact(levels[ccyPair.slice(3) as keyof typeof levels]);
    const at = (one: number) => level.times(one).div(100_000).toFixed();
    const expiresOn = timestamp(new Date(START + seconds * 1_000));
    const enteredOn = timestamp(new Date(START));
    return { ccyPair, tenor, bid: at(points), ask: at(points + width), enteredOn, expiresOn };
  });

const pointsAt = ({ curves, entered }: Pick<Life, 'curves' | 'entered'>, now: Timestamp) =>
  curvesAt({ curves: curves && curvesOf(curves), entered: enteredOf(entered) }, now);

/** A client with one amount of money, which it converts. */
class Client {
  private nowMs = START;
  private readAtMs = START;
  private quotes: LiveQuote[];
  private held: Money;
  private readonly conversions: {
    readonly events: Event[];
    shown: { market: Offer; atMs: number } | null;
  }[] = [];
  private readonly quoted: { state: FirmQuote.State; market: Offer; atMs: number; order: ConversionOrder }[] =
    [];
  private number = 0;

  constructor(private readonly life: Life) {
    this.quotes = quotesOf(life.first, START);
    this.held = money('GBP', BigInt(life.minor));
  }

  private get now() {
    return timestamp(new Date(this.nowMs));
  }

  private get valueDate(): CalendarDate {
    return addDays(dateOf(timestamp(new Date(START))), this.life.days);
  }

  private market(): Offer {
    const { plan } = this.life;
    const live = pointsAt(this.life, this.now);
    const published = { quotes: this.quotes, halted: [], isSimulated: false };
    const market = marketOf(published, instantOf(this.now), simulated);
    return { ...market, ...(live && { curves: live }), plan };
  }

  private orderOf({ to, fixedSide, share }: Life['steps'][number]): ConversionOrder | null {
    const { ccyCode, minor } = this.held;
    if (to === ccyCode) return null;
    const sold = money(ccyCode, (minor * BigInt(share)) / 1_000n || 1n);
    const order = { sellCcyCode: ccyCode, buyCcyCode: to, fixedSide: 'SELL', amount: sold } as const;
    if (fixedSide === 'SELL') return order;
    const dates = { now: this.now, valueDate: this.valueDate };
    const priced = pricingOf(order, this.market(), null, dates);
    return typeof priced === 'string'
      ? null
      : { ...order, fixedSide, amount: money(to, priced.price.buyAmount.minor + 1n) };
  }

  step(one: Life['steps'][number]): void {
    if (one.act === 'wait') this.nowMs += one.seconds * 1_000;
    else if (one.act === 'rates') {
      this.quotes = quotesOf(one.quotes, this.nowMs);
      this.readAtMs = this.nowMs;
    } else if (one.act === 'use') this.use();
    else if (one.act === 'show-cancel') this.showCancel(one);
    else if (one.act === 'cancel') this.cancel(one);
    else this.trade(one);
  }

  private trade(one: Life['steps'][number]): void {
    const market = this.market();
    const order = this.attempt(() => this.orderOf(one));
    if (!order) return;
    const { now, valueDate } = this;
    if (one.act === 'quote') {
      const request = {
        clientId: 'cli_1',
        order,
        valueDate,
        market,
        policy: everythingAllowed,
        now,
        realNow: now,
      };
      const [given] = this.attempt(() => FirmQuote.give(FirmQuote.firmQuote.initial, request)) ?? [];
      if (!given) return;
      this.isLive();
      const state = FirmQuote.firmQuote.evolve(FirmQuote.firmQuote.initial, given);
      this.quoted.push({ state, market, atMs: this.nowMs, order });
      return;
    }
    if (this.booked(order, null, market)) this.isLive();
  }

  /** Nothing is priced at rates that are too old. */
  private isLive(): void {
    expect(this.nowMs - this.readAtMs).toBeLessThan(MAX_AGE_MS);
  }

  private use(): void {
    const one = this.quoted.shift();
    if (!one) return;
    const by = { type: 'CONVERSION', id: 'con_1' } as const;
    const wanted = { by, clientId: 'cli_1', order: one.order, date: this.valueDate, now: this.now };
    const isOver = this.nowMs - one.atMs >= FirmQuote.VALID_MS;
    const objection = FirmQuote.objectionTo(one.state, wanted);
    expect(objection?.code ?? null).toBe(isOver ? 'quote_expired' : null);
    if (objection) return;
    this.booked(one.order, FirmQuote.pricingFor(one.state, wanted), one.market);
    const used = FirmQuote.use(one.state, wanted).reduce(FirmQuote.firmQuote.evolve, one.state);
    const again = { ...wanted, by: { ...by, id: 'con_2' } };
    expect(FirmQuote.objectionTo(used, again)?.code).toBe('quote_used');
  }

  private chosen({ share }: Life['steps'][number]) {
    return this.conversions[share % Math.max(1, this.conversions.length)];
  }

  private showCancel(one: Life['steps'][number]): void {
    const found = this.chosen(one);
    if (!found) return;
    const [market, state] = [this.market(), fold(conversion, found.events)];
    const shown = this.attempt(() => quoteCancellation(state, { market, now: this.now }));
    if (!shown) return;
    this.isLive();
    found.events.push(...shown);
    found.shown = { market, atMs: this.nowMs };
  }

  /** It is charged at the market, or, for a minute, as it was shown. */
  private cancel(one: Life['steps'][number]): void {
    const found = this.chosen(one);
    if (!found) return;
    const { events, shown } = found;
    const [market, state] = [this.market(), fold(conversion, events)];
    const [event] = this.attempt(() => cancel(state, { reason: 'x', market, now: this.now })) ?? [];
    if (!event || state.status === 'NEW') return;
    const isAsShown = shown !== null && this.nowMs - shown.atMs < CANCELLATION_VALID_MS;
    if (!isAsShown) this.isLive();
    const settled = event.type === 'close_out_requested' ? event.settled : (event as Cancelled).closeOut;
    const [sold, bought] = [state.sellAmount, state.buyAmount].map(
      (amount) => new Exact(decimalText(amount)),
    );
    const brought = this.atMid(bought!, [state.buyAmount.ccyCode, state.sellAmount.ccyCode], {
      market: isAsShown ? shown.market : market,
      valueDate: state.valueDate,
    });
    const charged = new Exact(decimalText(settled!.charged));
    expect(charged.gte(Exact.max(0, sold!.minus(brought)))).toBe(true);
    this.conversions.splice(this.conversions.indexOf(found), 1);
  }

  /** What an amount of one currency is worth in another one. */
  private atMid(
    amount: Decimal,
    [from, to]: readonly [string, string],
    { market, valueDate }: { readonly market: Offer; readonly valueDate: CalendarDate },
  ): Decimal {
    const term = market.curves ? termOn(valueDate, dateOf(this.now)) : null;
    const { base, mid } = quoteIn(market, from, to, term) as Quote;
    return base === from ? amount.times(mid) : amount.div(mid);
  }

  private booked(order: ConversionOrder, given: Pricing | null, madeAt: Offer): boolean {
    const terms = { order, given, market: this.market(), now: this.now, valueDate: this.valueDate };
    const conversionId = `con_${String(++this.number).padStart(26, '0')}`;
    const trading = { ...terms, conversionId, check: () => null, deposits: NO_DEPOSITS, metadata: null };
    const [event] = this.attempt(() => deal({ status: 'NEW' }, trading)) ?? [];
    if (event?.type !== 'booked') return false;
    const { sellAmount, buyAmount } = event.price;
    const worth = this.atMid(new Exact(decimalText(sellAmount)), [sellAmount.ccyCode, buyAmount.ccyCode], {
      market: madeAt,
      valueDate: event.valueDate,
    });
    expect(new Exact(decimalText(buyAmount)).lte(worth)).toBe(true);
    this.conversions.push({ events: [event], shown: null });
    // What is left of the sold currency stays aside.
    if (sellAmount.minor <= this.held.minor && given === null) this.held = buyAmount;
    return true;
  }

  private attempt<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}

test(`${LIVES} lives gain nothing from margins, points, quotes and rates`, () =>
  fc.assert(
    fc.property(anyLife, (life) => {
      const client = new Client(life);
      for (const one of life.steps) client.step(one);
    }),
    { numRuns: LIVES },
  ));

const ringOf = fc
  .shuffledSubarray(currencies, { minLength: 2, maxLength: 4 })
  .filter(([first]) => first !== undefined);

test(`${LIVES} chains that end where they began, in pieces, bring nothing`, () =>
  fc.assert(
    fc.property(
      anyLife,
      ringOf,
      fc.integer({ min: 1, max: 5 }),
      ({ first, curves, entered, plan, days, minor }, ring, pieces) => {
        const now = timestamp(new Date(START));
        const live = pointsAt({ curves, entered }, now);
        const market: Offer = {
          quotes: quotesOf(first, START),
          halted: [],
          plan,
          ...(live && { curves: live }),
        };
        const dates = { now, valueDate: addDays(dateOf(now), days) };
        const convert = (from: string, to: string, sold: bigint): bigint => {
          if (sold === 0n) return 0n;
          const amount = money(from, sold);
          const order = { sellCcyCode: from, buyCcyCode: to, fixedSide: 'SELL', amount } as const;
          const priced = pricingOf(order, market, null, dates);
          return typeof priced === 'string' ? 0n : priced.price.buyAmount.minor;
        };
        const inPieces = (from: string, to: string, sold: bigint): bigint => {
          const piece = sold / BigInt(pieces);
          const rest = sold - piece * BigInt(pieces - 1);
          return convert(from, to, rest) + BigInt(pieces - 1) * convert(from, to, piece);
        };
        const [begin = ''] = ring;
        const end = [...ring.slice(1), begin].reduce(
          ({ ccyCode, held }, to) => ({ ccyCode: to, held: inPieces(ccyCode, to, held) }),
          { ccyCode: begin, held: BigInt(minor) },
        );
        expect(end.held <= BigInt(minor)).toBe(true);
      },
    ),
    { numRuns: LIVES },
  ));
