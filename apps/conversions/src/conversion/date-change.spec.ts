import { termOn } from '@corridor/calendars';
import { type Offer, quoteIn } from '@corridor/conversions-contract';
import { Refusal, type Timestamp, dateOf, fold, instantOf, money, timestamp } from '@corridor/kernel';
import { given, sized } from '@corridor/testing';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { everythingAllowed } from '@corridor/payments-contract';
import { NO_DEPOSITS } from '../dealing/limits.js';
import { type State as QuoteState, firmQuote, give, pricingFor } from '../quote/quote.js';
import { deal } from './booking.js';
import { type Booked, type Event, type State, conversion } from './conversion.js';
import { changeDate, drawDown, quoteDateChange } from './date-change.js';
import { cancel, quoteCancellation } from './ending.js';
import type { Amounts } from './moved-terms.js';

const id = 'con_01KAFQ0000ABCDEFGHJK4F7KQ2';
const start = '2026-11-20T09:30:00.000';
const gbp = (minor: bigint) => money('GBP', minor);
const usd = (minor: bigint) => money('USD', minor);

/** USD per GBP, and forward points for a month and a year. */
const marketAt = (rate: string, points = '0', spread = '0'): Offer => {
  const ask = new Decimal(rate).plus(spread).toFixed();
  const mid = new Decimal(rate).plus(ask).div(2).toFixed();
  const curve = (ccyPair: string, at: string) => ({
    ...{ ccyPair, quotedOn: start, validUntil: '2027-12-31T00:00:00.000' },
    points: (['1M', '12M'] as const).map((tenor) => ({ tenor, bid: at, ask: at })),
  });
  return {
    quotes: [
      { base: 'EUR', quote: 'GBP', bid: '1', mid: '1', ask: '1' },
      { base: 'EUR', quote: 'USD', bid: rate, mid, ask },
    ],
    halted: [],
    curves: [curve('EURGBP', '0'), curve('EURUSD', points)],
    plan: null,
  };
};
const dealt = (fixedSide: 'BUY' | 'SELL', minor: bigint, market: Offer, more: object = {}, now = start) =>
  deal(
    { status: 'NEW' },
    {
      conversionId: id,
      order: {
        ...{ sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide },
        amount: fixedSide === 'SELL' ? gbp(minor) : usd(minor),
      },
      ...{ given: null, market, now, check: () => null, metadata: null, valueDate: '2027-06-01' },
      ...{ deposits: NO_DEPOSITS, ...more },
    },
  );
const amountsOf = (state: State): Amounts => {
  if (state.status === 'NEW') throw new Error('not booked');
  const { sellAmount, buyAmount } = state;
  return { sellAmount, buyAmount };
};
const wish = (valueDate: string, minor: bigint | null = null) => ({
  valueDate,
  amount: minor === null ? null : gbp(minor),
});

describe('another value date', () => {
  const booked = dealt('SELL', 10_000n, marketAt('1.25'));
  const later = { wish: wish('2027-09-01'), market: marketAt('1.25', '-0.02'), now: start };

  it('moves the rate by what the market asks for it, on the side that is not fixed', () => {
    const flat = changeDate(fold(conversion, booked), { ...later, market: marketAt('1.30') });
    expect(flat).toMatchObject([
      {
        type: 'date_changed',
        valueDate: '2027-09-01',
        price: { sellAmount: gbp(10_000n), buyAmount: usd(12_500n), rate: '1.25' },
      },
    ]);
    const spot = { ...later, wish: wish('2026-11-24') };
    expect(changeDate(fold(conversion, booked), { ...spot, market: marketAt('1.25', '0.02') })).toMatchObject(
      [{ price: { sellAmount: gbp(10_000n), buyAmount: usd(12_300n), rate: '1.23' } }],
    );
    const bought = fold(conversion, dealt('BUY', 12_500n, marketAt('1.25')));
    const [change] = changeDate(bought, { ...spot, market: marketAt('1.25', '0.02') });
    expect(change).toMatchObject({ price: { buyAmount: usd(12_500n), sellAmount: gbp(10_157n) } });
  });

  it('is not paid for, if the market asks less', () => {
    const spot = { ...later, wish: wish('2026-11-24') };
    expect(changeDate(fold(conversion, booked), spot)).toMatchObject([
      { price: { buyAmount: usd(12_500n) } },
    ]);
  });

  it('is shown before, and made as shown for a minute', () => {
    const spot = { ...later, wish: wish('2026-11-24'), market: marketAt('1.25', '0.01') };
    const [shown] = quoteDateChange(fold(conversion, booked), spot);
    expect(shown).toMatchObject({ type: 'date_change_quoted', expiresOn: '2026-11-20T09:31:00.000' });
    const state = fold(conversion, [...booked, shown as Event]);
    const worse = { ...spot, market: marketAt('1.25', '0.05') };
    const made = (terms: typeof spot) => changeDate(state, terms)[0];
    expect(made(worse)).toMatchObject({ price: { buyAmount: usd(12_400n) } });
    expect(made({ ...worse, now: '2026-11-20T09:31:00.000' })).toMatchObject({
      price: { buyAmount: usd(12_000n) },
    });
    expect(made({ ...worse, wish: wish('2026-11-25') })).toMatchObject({
      price: { buyAmount: usd(12_016n) },
    });
  });

  it('is for own conversions with a received deposit, in time', () => {
    const due = {
      type: 'deposit_required',
      amount: gbp(100n),
      fundByDate: '2026-11-21T09:30:00.000',
    } as const;
    given(conversion, ...booked, due)
      .when(changeDate, later)
      .refuses('deposit_required');
    given(conversion, ...booked)
      .when(changeDate, { ...later, now: '2027-06-02T00:00:00.000' })
      .refuses('illegal_transition');
    given(conversion, { ...(booked[0] as Event & { type: 'booked' }), paymentInstructionId: 'pi_1' })
      .when(changeDate, later)
      .refuses('illegal_transition');
    given(conversion, ...booked)
      .when(changeDate, { ...later, wish: wish('2026-11-19') })
      .refuses('invalid_request');
    given(conversion, ...booked)
      .when(changeDate, { ...later, wish: wish('2028-11-19') })
      .refuses('payment_date_unavailable');
  });
});

describe('a drawdown', () => {
  const booked = dealt('SELL', 10_000n, marketAt('1.2345'));
  const early = {
    wish: wish('2026-11-24', 3_333n),
    market: marketAt('1.2345'),
    now: start,
    conversionId: 'con_2',
  };

  it('is a conversion of its own, and the rest stays booked to the minor unit', () => {
    const state = fold(conversion, booked);
    const { remaining, drawn } = drawDown(state, early);
    expect(drawn).toMatchObject([
      { type: 'booked', valueDate: '2026-11-24', price: { sellAmount: gbp(3_333n), buyAmount: usd(4_114n) } },
    ]);
    const rest = fold(conversion, [...booked, ...remaining]);
    expect(rest).toMatchObject({
      status: 'BOOKED',
      sellAmount: gbp(6_667n),
      buyAmount: usd(12_345n - 4_114n),
    });
  });

  it('is less than the whole, enough for a minor unit, not later, and leaves the deposit', () => {
    const state = fold(conversion, booked);
    const refusedWith = (on: State, more: object) => {
      try {
        drawDown(on, { ...early, ...more });
      } catch (error) {
        return ((error as Refusal).extra as { errors?: { code: string }[] }).errors?.[0]?.code;
      }
      return 'fine';
    };
    expect(refusedWith(state, { wish: wish('2026-11-24', 10_000n) })).toBe('too_large');
    expect(refusedWith(state, { wish: wish('2027-06-02', 1n) })).toBe('too_late');
    const received: Event[] = [
      { type: 'deposit_required', amount: gbp(1_000n), fundByDate: '2026-11-21T09:30:00.000' },
      { type: 'deposit_received' },
    ];
    const held = fold(conversion, [...booked, ...received]);
    expect(refusedWith(held, { wish: wish('2026-11-24', 9_001n) })).toBe('too_large');
    expect(refusedWith(held, { wish: wish('2026-11-24', 9_000n) })).toBe('fine');
  });
});

/**
 * A client that does whatever is possible, at markets that change under it: quotes, bookings with and without them, other dates, drawdowns,
 * cancellations, shown before or not.
 */
describe('no sequence of what a client can do lets it gain', () => {
  const LIVES = sized({ small: 1_000, full: 20_000 });
  const MINUTE_MS = 60_000;
  const step = fc.record({
    act: fc.constantFrom(
      'quote',
      'book',
      'book-quoted',
      'show-date',
      'change-date',
      'draw',
      'show-cancel',
      'cancel',
    ),
    seconds: fc.integer({ min: 0, max: 80 }),
    rate: fc.integer({ min: 11_000, max: 14_000 }),
    points: fc.integer({ min: -300, max: 300 }),
    isStill: fc.boolean(),
    fixedSide: fc.constantFrom('BUY' as const, 'SELL' as const),
    minor: fc.bigInt({ min: 1n, max: 1_000_000n }),
    date: fc.constantFrom('2026-11-25', '2026-12-21', '2027-03-01', '2027-10-29'),
    which: fc.nat(),
  });
  const closeOutOf = (event: Event | undefined) => {
    if (event?.type !== 'cancelled' || !event.closeOut) throw new Error('it was not closed out');
    return event.closeOut;
  };
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  /** A booking with all that was drawn from it. */
  interface Family {
    readonly booked: Amounts;
    readonly histories: Event[][];
  }

  function live(steps: readonly Step[]): void {
    let now: Timestamp = start;
    let market = marketAt('1.25', '0', '0.0002');
    /** What the market asked, and when. */
    const asked: { readonly at: number; readonly market: Offer }[] = [];
    const families: Family[] = [];
    let quoted: { readonly state: QuoteState; readonly step: Step } | null = null;
    const msAt = (time: Timestamp) => instantOf(time).getTime();
    const recent = () => asked.filter(({ at }) => msAt(now) - at < MINUTE_MS).map((one) => one.market);

    /** The price is one that the market has asked in the last minute, and never better than its mid. */
    const fair = (event: Event & { type: 'booked' }) => {
      const { quote, price } = event;
      const bases = recent().map(({ quotes }) => quotes[1]?.mid);
      const spotMids = new Set(bases);
      const { sellAmount, buyAmount } = price;
      const worth = new Decimal(String(sellAmount.minor)).times(quote.mid);
      expect(new Decimal(String(buyAmount.minor)).lte(worth)).toBe(true);
      const isLive = [...spotMids].some((mid) =>
        new Decimal(quote.mid)
          .minus(mid ?? 0)
          .abs()
          .lte('0.031'),
      );
      expect(isLive).toBe(true);
    };
    /** What is sold, without what the bought amount brings at the best mid that the market has asked in the last minute. */
    const leastLossOf = ({ sellAmount, buyAmount, valueDate }: Booked): Decimal => {
      const term = termOn(valueDate, dateOf(now));
      const mids = recent().map((one) => new Decimal(quoteIn(one, 'GBP', 'USD', term)?.mid ?? 0));
      const brought = new Decimal(String(buyAmount.minor)).div(Decimal.min(...mids));
      return new Decimal(String(sellAmount.minor)).minus(brought);
    };
    /** The whole never gets better than it was agreed. */
    const kept = ({ booked, histories }: Family) => {
      const all = histories.map((events) => amountsOf(fold(conversion, events)));
      const sold = all.reduce((sum, { sellAmount }) => sum + sellAmount.minor, 0n);
      const bought = all.reduce((sum, { buyAmount }) => sum + buyAmount.minor, 0n);
      expect(sold >= booked.sellAmount.minor && bought <= booked.buyAmount.minor).toBe(true);
    };
    const book = (one: Step, more: object = {}) => {
      const events = dealt(one.fixedSide, one.minor, market, { valueDate: one.date, ...more }, now);
      fair(events[0] as Event & { type: 'booked' });
      families.push({ booked: amountsOf(fold(conversion, events)), histories: [events] });
    };
    const open = ({ which }: Step) => {
      const all = families.flatMap((family) => family.histories.map((history) => ({ family, history })));
      return all[which % Math.max(1, all.length)];
    };
    const of = (one: Step, history: Event[], amount: bigint | null = null) => {
      const state = fold(conversion, history);
      if (state.status !== 'BOOKED') throw new Refusal('illegal_transition');
      const fixed = state.fixedSide === 'SELL' ? state.sellAmount : state.buyAmount;
      const part = amount === null ? null : { ...fixed, minor: amount };
      return { state, terms: { wish: { valueDate: one.date, amount: part }, market, now } };
    };

    const acts: Record<Step['act'], (one: Step) => void> = {
      quote: (one) => {
        const order = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: one.fixedSide };
        const amount = one.fixedSide === 'SELL' ? gbp(one.minor) : usd(one.minor);
        const request = {
          clientId: 'cli_1',
          order: { ...order, amount },
          valueDate: one.date,
          market,
          now,
          realNow: now,
          policy: everythingAllowed,
        };
        quoted = { state: fold(firmQuote, give(firmQuote.initial, request)), step: one };
      },
      book: (one) => book(one),
      'book-quoted': () => {
        if (!quoted) return;
        const { state, step: terms } = quoted;
        const amount = terms.fixedSide === 'SELL' ? gbp(terms.minor) : usd(terms.minor);
        const order = { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: terms.fixedSide, amount };
        const by = { type: 'CONVERSION', id } as const;
        const { quote, margin } = pricingFor(state, { by, clientId: 'cli_1', order, date: terms.date, now });
        book(terms, { given: { quote, margin } });
        quoted = null;
      },
      'show-date': (one) => {
        const found = open(one);
        if (!found) return;
        const { state, terms } = of(one, found.history);
        found.history.push(...quoteDateChange(state, terms));
      },
      'change-date': (one) => {
        const found = open(one);
        if (!found) return;
        const { state, terms } = of(one, found.history);
        found.history.push(...changeDate(state, terms));
      },
      draw: (one) => {
        const found = open(one);
        if (!found) return;
        const { state, terms } = of(one, found.history, one.minor);
        const { remaining, drawn } = drawDown(state, { ...terms, conversionId: 'con_2' });
        found.history.push(...remaining);
        found.family.histories.push(drawn);
      },
      'show-cancel': (one) => {
        const found = open(one);
        if (!found) return;
        const { state } = of(one, found.history);
        found.history.push(...quoteCancellation(state, { market, now }));
      },
      cancel: (one) => {
        const found = open(one);
        if (!found) return;
        const { state } = of(one, found.history);
        const [event] = cancel(state, { reason: 'x', market, now });
        const settled = event?.type === 'close_out_requested' ? event.settled : closeOutOf(event);
        const charged = new Decimal(String(settled.charged.minor));
        expect(charged.gte(Decimal.max(0, leastLossOf(state)))).toBe(true);
        found.history.push({ type: 'cancelled', reason: 'x' });
      },
    };

    for (const one of steps) {
      now = timestamp(new Date(msAt(now) + one.seconds * 1_000));
      if (!one.isStill) market = marketAt(String(one.rate / 10_000), String(one.points / 10_000), '0.0002');
      asked.push({ at: msAt(now), market });
      try {
        acts[one.act](one);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      families.forEach(kept);
    }
  }

  it(`in ${LIVES} lives`, () => {
    fc.assert(fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), live), { numRuns: LIVES });
  });
});
