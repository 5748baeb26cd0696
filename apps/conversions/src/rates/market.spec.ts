import type { LiveQuote } from '@corridor/conversions-contract';
import { given } from '@corridor/testing';
import { hoursFrom } from './dealing-hours.js';
import { type Event, type Halt, type State, market } from './market.js';
import { enterRate, halt, lift, setHours, withdrawRate } from './market-commands.js';
import { type Reading, update } from './market-update.js';

/** On a Monday. */
const at = (time: string) => `2026-11-23T${time}.000`;
const msOf = (timestamp: string) => Date.parse(`${timestamp}Z`);
const quote = (
  mid: string,
  quotedOn = at('09:00:00'),
  validUntil: string | null = at('09:01:00'),
): LiveQuote => ({
  ...{ base: 'EUR', quote: 'USD', bid: mid, mid, ask: mid },
  quotedOn,
  validUntil,
});
const yen: LiveQuote = { ...quote('176', at('09:00:00'), at('12:00:00')), quote: 'JPY' };

const reading = (
  quotes: readonly LiveQuote[],
  now = at('09:00:00'),
  more: Partial<Reading> = {},
): Reading => ({
  quotes,
  isSimulated: false,
  asOfMs: msOf(now),
  now,
  limits: { of: () => 0.05, withinMs: 3_600_000 },
  hours: null,
  ...more,
});
const published = (quotes: readonly LiveQuote[], now = at('09:00:00'), halted: string[] = []): Event => ({
  type: 'rates_published',
  quotes,
  halted,
  isSimulated: false,
  asOfMs: msOf(now),
});
const after = (...events: Event[]): State => events.reduce<State>(market.evolve, market.initial);
const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
/** The quotes and halts of the last publication. */
const traded = ({ published: { quotes, halted } }: State) => ({
  rates: Object.fromEntries(quotes.map((one) => [one.base + one.quote, one.mid])),
  halted,
});
const updated = (state: State, next: Reading): State =>
  update(state, next).reduce<State>(market.evolve, state);

describe('the market', () => {
  it('publishes the first quotes, and later ones that differ', () => {
    given(market)
      .when(update, reading([quote('1.1')]))
      .then(published([quote('1.1')]));
    const next = quote('1.11', at('09:00:05'), at('09:01:05'));
    given(market, published([quote('1.1')]))
      .when(update, reading([next], at('09:00:05')))
      .then(published([next], at('09:00:05')));
  });

  it('publishes nothing if another replica was first, if nothing has changed, or without any quote', () => {
    const first = published([quote('1.1')]);
    given(market, first)
      .when(update, reading([quote('1.1')]))
      .then();
    given(market, first)
      .when(update, reading([quote('1.1')], at('09:00:10')))
      .then();
    given(market).when(update, reading([])).then();
  });

  it('keeps its quotes when a replica has none, older ones, or a clock that is behind', () => {
    const first = published([quote('1.1', at('09:00:10'), at('09:01:10'))], at('09:00:10'));
    given(market, first)
      .when(update, reading([], at('09:00:20')))
      .then();
    given(market, first)
      .when(update, reading([quote('1.09')], at('09:00:20')))
      .then();
    given(market, first)
      .when(update, reading([quote('1.09', at('09:00:30'), at('09:01:30'))], at('09:00:09')))
      .then();
  });

  it('publishes the same rates again when half of their time has passed', () => {
    const first = published([quote('1.1')]);
    const again = (seen: string, end: string) => reading([quote('1.1', seen, end)], seen);
    given(market, first)
      .when(update, again(at('09:00:20'), at('09:01:20')))
      .then();
    given(market, first)
      .when(update, again(at('09:00:31'), at('09:01:31')))
      .then(published([quote('1.1', at('09:00:31'), at('09:01:31'))], at('09:00:31')));
  });

  it('reads quotes of earlier builds as too old, unless they were simulated', () => {
    const read = market.upcasters!.rates_published! as ((old: unknown) => unknown)[];
    const old = { quotes: [{ base: 'EUR', quote: 'USD', bid: '1', mid: '1', ask: '1' }], asOfMs: 1 };
    const upcast = (one: object) =>
      read.reduce<unknown>((event, step) => step(event), one) as Extract<Event, { type: 'rates_published' }>;
    const end = (one: object) => upcast(one).quotes[0]?.validUntil;
    expect([end(old), end({ ...old, isSimulated: true })]).toEqual(['1970-01-01T00:00:00.000', null]);
  });
});

describe('a rate that is too old', () => {
  const before = after(published([quote('1.1'), yen]));

  it('halts its pair at the moment at which its time ends, and a new one ends the halt', () => {
    expect(update(before, reading([], at('09:00:59')))).toEqual([]);
    const stale = updated(before, reading([], at('09:01:00')));
    expect(traded(stale)).toEqual({ rates: { EURJPY: '176' }, halted: ['EURUSD'] });
    expect(stale.halts).toMatchObject([{ ccyPair: 'EURUSD', cause: 'STALE', haltedOn: at('09:01:00') }]);
    const fresh = quote('1.12', at('09:05:00'), at('09:06:00'));
    const back = updated(stale, reading([fresh, yen], at('09:05:00')));
    expect([traded(back), back.halts]).toEqual([
      { rates: { EURJPY: '176', EURUSD: '1.12' }, halted: [] },
      [],
    ]);
  });

  it('halts it once, whoever reads it, with the id that all replicas give it', () => {
    const events = update(before, reading([quote('1.1')], at('09:01:00')));
    expect(update(before, reading([], at('09:01:00')))).toEqual(events);
    const state = events.reduce<State>(market.evolve, before);
    expect(update(state, reading([], at('09:02:00')))).toEqual([]);
  });

  it('is never published, also if it is all that a source has', () => {
    const old = quote('1.1', '2020-03-02T14:00:00.000', '2020-03-03T20:00:00.000');
    const state = updated(market.initial, reading([old]));
    expect(state.published.quotes).toEqual([]);
    expect(state.halts).toMatchObject([{ ccyPair: 'EURUSD', cause: 'STALE' }]);
  });
});

describe('a rate that jumps', () => {
  const jumped = quote('1.2', at('09:00:05'), at('09:01:05'));
  const before = after(published([quote('1.1'), yen]));
  const halted = updated(before, reading([jumped, yen], at('09:00:05')));

  it('is not used: its pair is halted, with both rates', () => {
    expect(traded(halted)).toEqual({ rates: { EURJPY: '176' }, halted: ['EURUSD'] });
    expect(halted.halts).toMatchObject([{ cause: 'JUMP', jump: { from: '1.1', to: '1.2' } }]);
  });

  it('is compared in both directions, at the bound, and not with a rate of long ago', () => {
    const changes = (mid: string, time = '09:00:05') =>
      typesOf(update(before, reading([quote(mid, at(time), at('23:00:00'))], at(time))));
    expect(changes('1.155')).toEqual(['rates_published']);
    expect(changes('1.1551')).toContain('pair_halted');
    expect(changes('1.045')).toEqual(['rates_published']);
    expect(changes('1.0449')).toContain('pair_halted');
    expect(changes('2', '10:00:00')).toContain('pair_halted');
    expect(changes('2', '10:00:01')).not.toContain('pair_halted');
  });

  it('stays halted while the source repeats it', () => {
    const again = quote('1.21', at('09:00:10'), at('09:01:10'));
    expect(update(halted, reading([again, yen], at('09:00:10')))).toEqual([]);
  });

  it('is used when a dealer confirms it', () => {
    const id = halted.halts[0]!.id;
    const [lifted] = lift(halted, { id, reason: 'Confirmed', now: at('09:00:20'), by: null });
    const confirmed = updated(market.evolve(halted, lifted!), reading([jumped, yen], at('09:00:20')));
    expect([traded(confirmed).rates, confirmed.halts]).toEqual([{ EURUSD: '1.2', EURJPY: '176' }, []]);
  });

  it('ends when the source has returned', () => {
    const returned = quote('1.11', at('09:00:20'), at('09:01:20'));
    const back = updated(halted, reading([returned, yen], at('09:00:20')));
    expect([traded(back).rates, back.halts]).toEqual([{ EURUSD: '1.11', EURJPY: '176' }, []]);
  });
});

describe('a halt of a dealer', () => {
  const ines = { id: 'stf_1', name: 'Ines Almeida' };
  const order = { id: 'hlt_1', reason: 'Election night', now: at('09:00:05'), by: ines };
  const before = after(published([quote('1.1'), yen]));
  const on = (ccyPair: string | null) => {
    const state = halt(before, { ...order, ccyPair }).reduce<State>(market.evolve, before);
    return updated(state, reading([quote('1.1'), yen], at('09:00:05')));
  };

  it.each<[string | null, Record<string, string>, string[]]>([
    ['EURUSD', { EURJPY: '176' }, ['EURUSD']],
    ['USDJPY', { EURJPY: '176', EURUSD: '1.1' }, ['USDJPY']],
    [null, {}, ['EURJPY', 'EURUSD']],
  ])('of %s leaves the other pairs', (ccyPair, rates, halted) =>
    expect(traded(on(ccyPair))).toEqual({ rates, halted }),
  );

  it('is lifted once, and another one for the same pair still holds', () => {
    const halted = on('EURUSD');
    const lifting = { ...order, reason: 'Over' };
    const lifted = lift(halted, lifting).reduce<State>(market.evolve, halted);
    expect(traded(updated(lifted, reading([quote('1.1')], at('09:00:06'))))).toMatchObject({ halted: [] });
    const twice = halt(halted, { ...order, id: 'hlt_2', ccyPair: 'EURUSD' }).reduce<State>(
      market.evolve,
      halted,
    );
    const left = lift(twice, lifting).reduce<State>(market.evolve, twice);
    expect(traded(updated(left, reading([quote('1.1')], at('09:00:06')))).halted).toEqual(['EURUSD']);
    expect(() => lift(lifted, lifting)).toThrow(expect.objectContaining({ code: 'illegal_transition' }));
  });

  it('of a rate that is too old cannot be lifted', () => {
    const stale = updated(before, reading([], at('09:01:00')));
    const { id } = stale.halts[0] as Halt;
    expect(() => lift(stale, { ...order, id })).toThrow(/new rate/);
  });
});

describe('a rate that a dealer enters', () => {
  const entered = { ccyPair: 'EURUSD', bid: '1.3', ask: '1.31', enteredOn: at('09:02:00'), enteredBy: null };
  const stale = updated(after(published([quote('1.1'), yen])), reading([], at('09:02:00')));
  const manual = enterRate(stale, { ...entered, expiresOn: at('10:00:00') }).reduce<State>(
    market.evolve,
    stale,
  );
  const used = updated(manual, reading([yen], at('09:02:00')));

  it('replaces that of the source, also beyond a jump, and ends the halt of a stale one', () => {
    expect(traded(used)).toEqual({ rates: { EURJPY: '176', EURUSD: '1.305' }, halted: [] });
    const source = quote('1.12', at('09:02:30'), at('09:30:00'));
    expect(traded(updated(used, reading([source, yen], at('09:02:30')))).rates).toMatchObject({
      EURUSD: '1.305',
    });
  });

  it('expires, and the source is compared with its own last rate', () => {
    const source = quote('1.12', at('10:00:00'), at('10:01:00'));
    const back = updated(used, reading([source, yen], at('10:00:00')));
    expect([traded(back).rates, back.halts]).toEqual([{ EURUSD: '1.12', EURJPY: '176' }, []]);
  });

  it('is withdrawn once', () => {
    const withdrawal = { ccyPair: 'EURUSD', now: at('09:03:00') };
    const withdrawn = withdrawRate(used, withdrawal).reduce<State>(market.evolve, used);
    expect(traded(updated(withdrawn, reading([yen], at('09:03:00')))).halted).toEqual(['EURUSD']);
    expect(() => withdrawRate(withdrawn, withdrawal)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('dealing hours', () => {
  const hours = hoursFrom('FRI 22:00-SUN 22:00');
  const friday = '2026-11-20T21:59:59.000';
  const always = (now: string) => quote('1.1', now, '2026-11-30T00:00:00.000');

  it('end the validity of quotes, so that nobody uses them while the pair is closed', () => {
    const state = updated(market.initial, reading([always(friday)], friday, { hours }));
    expect(state.published.quotes).toMatchObject([{ validUntil: '2026-11-20T22:00:00.000' }]);
    const closed = updated(state, reading([], '2026-11-20T22:00:00.000', { hours }));
    expect([traded(closed), closed.halts]).toEqual([{ rates: {}, halted: ['EURUSD'] }, []]);
    const opened = updated(closed, reading([always(friday)], '2026-11-22T22:00:00.000', { hours }));
    expect(traded(opened)).toEqual({ rates: { EURUSD: '1.1' }, halted: [] });
  });

  it('can be others for a pair', () => {
    const saturday = '2026-11-21T12:00:00.000';
    const own = setHours(market.initial, { ccyPair: 'EURUSD', hours: null });
    const open = own.reduce<State>(market.evolve, market.initial);
    expect(traded(updated(open, reading([always(saturday), yen], saturday, { hours })))).toEqual({
      rates: { EURUSD: '1.1' },
      halted: ['EURJPY'],
    });
    const cross = setHours(open, { ccyPair: 'GBPUSD', hours }).reduce<State>(market.evolve, open);
    expect(traded(updated(cross, reading([always(saturday)], saturday))).halted).toEqual(['GBPUSD']);
  });
});

describe('the simulated market', () => {
  const simulated = (now: string, asOf = now): Reading => ({
    ...reading([{ ...quote('1.1'), quotedOn: null, validUntil: null }], now),
    isSimulated: true,
    asOfMs: msOf(asOf),
  });
  const before = updated(market.initial, simulated(at('09:00:00')));

  it('is published for the same moments by all, and at once if a dealer halts a pair', () => {
    expect(update(before, simulated(at('09:00:10'), at('09:00:00')))).toEqual([]);
    const halting = { id: 'hlt_1', ccyPair: 'GBPUSD', reason: 'x', now: at('09:00:10'), by: null };
    const halted = halt(before, halting).reduce<State>(market.evolve, before);
    expect(traded(updated(halted, simulated(at('09:00:10'), at('09:00:00')))).halted).toEqual(['GBPUSD']);
  });

  it('is never too old and never jumps', () =>
    expect(updated(before, simulated('2027-11-23T09:00:00.000')).halts).toEqual([]));

  it('leaves nothing to compare with when it is replaced by a source', () => {
    const state = updated(before, reading([quote('2')], at('09:00:30')));
    expect([traded(state).rates, state.halts]).toEqual([{ EURUSD: '2' }, []]);
  });
});
