import { createHash } from 'node:crypto';
import { type LiveQuote, type Publication, pairOf } from '@corridor/conversions-contract';
import { CROSS_CURRENCY, type Quote, type Timestamp, instantOf, makeId, marketPair } from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { type DealingHours, isOpen, nextClosing } from './dealing-hours.js';
import { type Event, type Halt, type ManualRate, type State, market } from './market.js';

/** When a change of a rate is a jump. */
export interface JumpLimits {
  /** The largest accepted change of a pair, as a share of its rate. */
  of(ccyPair: string): number;
  /** A rate that is older than this is not compared with. */
  readonly withinMs: number;
}

/** What a replica has read from its source. */
export interface Reading {
  /** Of currencies against EUR; empty if the source was not read yet. */
  readonly quotes: readonly LiveQuote[];
  readonly isSimulated: boolean;
  /** Of the reading. */
  readonly asOfMs: number;
  readonly now: Timestamp;
  readonly limits: JumpLimits;
  /** Of pairs for which dealers have not set any. */
  readonly hours: DealingHours;
}

/**
 * What follows from the reading of a replica, and from the time: new quotes, halts of pairs whose rate has jumped or is too
 * old, the end of such halts. Every replica tries: the first one succeeds, the others find the same there. One whose clock is
 * behind does not move the market back, one without quotes does not clear it, and no quote replaces a newer one.
 */
export function update(state: State, reading: Reading): Event[] {
  if (reading.asOfMs < state.asOfMs) return [];
  const judged = judge(state, reading);
  const after = judged.events.reduce<State>(market.evolve, state);
  return [...judged.events, ...publication(after, judged.candidates, reading)];
}

interface Judged {
  readonly events: Event[];
  /** The quotes that may be published. */
  readonly candidates: readonly LiveQuote[];
}

function judge(state: State, reading: Reading): Judged {
  const { now, isSimulated } = reading;
  const events: Event[] = [];
  const candidates: LiveQuote[] = [];
  for (const quote of newestOf(state, reading)) {
    const ccyPair = pairOf(quote);
    const before = state.accepted[quote.quote];
    const jumped = !isSimulated && before !== undefined && hasJumped(before, quote, reading);
    const open = openHalt(state, ccyPair, 'JUMP');
    if (jumped && !open) events.push(halted(jumpOf(ccyPair, before, quote, now)));
    if (!jumped && open)
      events.push(lifted(open, 'The source has returned to the rate before the jump.', now));
    if (!jumped) candidates.push(quote);
    events.push(...staleness(state, quote, reading));
  }
  return { events, candidates };
}

/** Of each currency the newest quote: that of the source, or the accepted one. */
function newestOf({ accepted }: State, { quotes, isSimulated }: Reading): readonly LiveQuote[] {
  if (isSimulated) return quotes;
  const newest = new Map(Object.entries(accepted));
  for (const one of quotes)
    if ((newest.get(one.quote)?.quotedOn ?? '') <= (one.quotedOn ?? '')) newest.set(one.quote, one);
  return [...newest.values()].filter(({ quotedOn }) => quotedOn !== null);
}

function hasJumped(
  before: Quote & { readonly quotedOn: Timestamp | null },
  quote: LiveQuote,
  { limits }: Reading,
): boolean {
  const passedMs = msOf(quote.quotedOn) - msOf(before.quotedOn);
  if (passedMs > limits.withinMs) return false;
  const change = new Decimal(quote.mid).div(before.mid).minus(1).abs();
  return change.gt(limits.of(pairOf(quote)));
}

const msOf = (at: Timestamp | null): number => (at === null ? 0 : instantOf(at).getTime());

/** While a pair is closed, nobody waits for its rate. */
function staleness(state: State, quote: LiveQuote, reading: Reading): Event[] {
  const { now } = reading;
  const ccyPair = pairOf(quote);
  const open = openHalt(state, ccyPair, 'STALE');
  const isStale = isOver(quote.validUntil, now) && !manualOf(state, ccyPair, now);
  if (isStale && !open && isOpen(hoursOf(state, ccyPair, reading), now)) {
    const reason = `The source has quoted no rate since ${quote.quotedOn}.`;
    return [halted({ ...automatic(ccyPair, 'STALE', now), reason, jump: null })];
  }
  return !isStale && open ? [lifted(open, 'There is a new rate.', now)] : [];
}

const isOver = (end: Timestamp | null, now: Timestamp): boolean => end !== null && end <= now;

function jumpOf(ccyPair: string, before: Quote, after: Quote, now: Timestamp): Halt {
  const jump = { from: before.mid, to: after.mid };
  const reason = `The rate has jumped from ${jump.from} to ${jump.to}.`;
  return { ...automatic(ccyPair, 'JUMP', now), reason, jump };
}

/** The id follows from pair and time, so that replicas agree on it. */
function automatic(ccyPair: string, cause: Halt['cause'], now: Timestamp) {
  const digest = createHash('sha256').update(`${cause} ${ccyPair} ${now}`).digest();
  return { id: makeId('hlt', msOf(now), digest), ccyPair, cause, haltedOn: now, haltedBy: null };
}

const halted = (halt: Halt): Event => ({ type: 'pair_halted', ...halt });
const lifted = (halt: Halt, reason: string, liftedOn: Timestamp): Event => ({
  type: 'halt_lifted',
  halt,
  reason,
  liftedOn,
  liftedBy: null,
});

const openHalt = ({ halts }: State, ccyPair: string, cause: Halt['cause']): Halt | undefined =>
  halts.find((one) => one.cause === cause && one.ccyPair === ccyPair);

const manualOf = ({ manual }: State, ccyPair: string, now: Timestamp): ManualRate | null => {
  const rate = manual[ccyPair];
  return rate && !isOver(rate.expiresOn, now) ? rate : null;
};

/** The publication of what can be traded now, if it is news. */
function publication(state: State, candidates: readonly LiveQuote[], reading: Reading): Event[] {
  const { now, isSimulated, asOfMs } = reading;
  const entered = Object.values(state.manual)
    .filter(({ ccyPair }) => manualOf(state, ccyPair, now))
    .map(quoteOf);
  const replaced = new Set(entered.map(pairOf));
  const all = [...candidates.filter((one) => !replaced.has(pairOf(one))), ...entered];
  const quotes = all
    .filter((one) => isLive(state, one, reading))
    .map((one) => untilClosing(state, one, reading));
  const known = new Set([
    ...all.map(pairOf),
    ...Object.keys(state.accepted).map((one) => CROSS_CURRENCY + one),
  ]);
  for (const one of quotes) known.delete(pairOf(one));
  const halts = state.halts.flatMap(({ ccyPair }) => ccyPair ?? []);
  const closed = Object.keys(state.hours).filter((pair) => !isOpen(hoursOf(state, pair, reading), now));
  const off = [...new Set([...known, ...halts, ...closed])].sort();
  if (all.length === 0 && off.length === 0) return [];
  const next: Publication = { quotes, halted: off, isSimulated };
  return isNews(state, next, reading) ? [{ type: 'rates_published', ...next, asOfMs }] : [];
}

export const hoursOf = ({ hours }: State, ccyPair: string, reading: Reading): DealingHours => {
  const own = hours[ccyPair];
  return own === undefined ? reading.hours : own;
};

function isLive(state: State, quote: LiveQuote, reading: Reading): boolean {
  const ccyPair = pairOf(quote);
  const isHalted = state.halts.some(
    (one) =>
      (one.ccyPair === null || one.ccyPair === ccyPair) &&
      (one.cause === 'DEALER' || !manualOf(state, ccyPair, reading.now)),
  );
  return (
    !isHalted &&
    !isOver(quote.validUntil, reading.now) &&
    isOpen(hoursOf(state, ccyPair, reading), reading.now)
  );
}

function untilClosing(state: State, quote: LiveQuote, reading: Reading): LiveQuote {
  const closing = nextClosing(hoursOf(state, pairOf(quote), reading), reading.now);
  const ends = [quote.validUntil, closing].filter((end) => end !== null).sort();
  return { ...quote, validUntil: ends[0] ?? null };
}

function quoteOf({ ccyPair, bid, ask, enteredOn, expiresOn }: ManualRate): LiveQuote {
  const mid = new Decimal(bid).plus(ask).div(2).toFixed();
  const [base, quote] = [CROSS_CURRENCY, ccyPair.slice(CROSS_CURRENCY.length)];
  return { base, quote, bid, mid, ask, quotedOn: enteredOn, validUntil: expiresOn };
}

/** Other rates or halts, or the same rates for so much longer that the published ones have come to half of their time. */
function isNews({ published, asOfMs }: State, next: Publication, reading: Reading): boolean {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (!isSame(next.halted, published.halted) || next.isSimulated !== published.isSimulated) return true;
  const isMoment = reading.asOfMs === asOfMs && next.isSimulated;
  const rates = ({ quotes }: Publication) =>
    quotes.filter((one) => !isMoment || one.quotedOn !== null).map(rateOf);
  if (!isSame(rates(next), rates(published))) return true;
  const before = new Map(published.quotes.map((one) => [pairOf(one), one]));
  return next.quotes.some((one) => {
    const [end, was] = [one.validUntil, before.get(pairOf(one))?.validUntil ?? null];
    if (end === null || was === null) return end !== was;
    return end > was && msOf(was) - msOf(reading.now) < (msOf(end) - msOf(one.quotedOn)) / 2;
  });
}

const rateOf = ({ base, quote, bid, mid, ask }: Quote) => [base, quote, bid, mid, ask];

/** A pair as dealers write it, in market order. @returns null for the same currency twice */
export function marketOrder(ccyPair: string): string | null {
  const [a, b] = [ccyPair.slice(0, 3), ccyPair.slice(3)];
  return a === b ? null : pairOf(marketPair(a, b));
}
