import type { LiveQuote } from '@corridor/conversions-contract';
import {
  CROSS_CURRENCY,
  type Timestamp,
  instantOf,
  isCurrency,
  timestamp,
  timestampFrom,
} from '@corridor/kernel';
import { Decimal } from 'decimal.js';
import { MOST_SPREAD, isTooWide } from '../spread.js';

/** The quotes of a feed at one moment. */
export interface FeedDocument {
  readonly quotes: readonly LiveQuote[];
  /** Pairs with unknown currencies. */
  readonly unknown: readonly string[];
}

/** Up to 15 digits: no rate of any currency has more. */
const RATE = /^(?=.{1,16}$)\d{1,9}(\.\d{1,14})?$/;
/** Clocks differ. */
const AHEAD_MS = 5_000;

/**
 * Reads a document of a feed, as a whole or not at all: `{ "quotes": [{ "pair": "EURUSD", "bid": 1.1577, "ask": 1.1591,
 * "time": "2026-11-20T09:30:00.250Z" }] }`. Rates are numbers or decimal text. @throws Error with the reason
 */
export function feedOf(
  text: string,
  { now, maxAgeMs }: { readonly now: Timestamp; readonly maxAgeMs: number },
): FeedDocument {
  const document = parsed(text);
  const rows = isRecord(document) ? document['quotes'] : undefined;
  if (!Array.isArray(rows)) throw new Error('it has no list "quotes"');
  const latest = timestamp(new Date(instantOf(now).getTime() + AHEAD_MS));
  const found = new Map<string, LiveQuote>();
  for (const row of rows as readonly unknown[]) {
    const [pair, quote] = quoteOf(row, latest, maxAgeMs);
    if (found.has(pair)) throw new Error(`${pair} stands there twice`);
    found.set(pair, quote);
  }
  const unknown = [...found.keys()].filter((pair) => !isCurrency(pair.slice(CROSS_CURRENCY.length)));
  for (const pair of unknown) found.delete(pair);
  if (found.size === 0) throw new Error('it has no rate');
  return { quotes: [...found.values()], unknown };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function quoteOf(row: unknown, latest: Timestamp, maxAgeMs: number): [string, LiveQuote] {
  const { pair, bid, ask, time } = isRecord(row) ? row : ({} as Readonly<Record<string, unknown>>);
  if (typeof pair !== 'string' || !/^EUR(?!EUR)[A-Z]{3}$/.test(pair))
    throw new Error(`${shown(pair)} is no pair of EUR and another currency`);
  const [low, high] = [rateOf(bid, pair), rateOf(ask, pair)];
  if (low.gt(high)) throw new Error(`the bid of ${pair} is above its ask`);
  if (isTooWide(low, high)) throw new Error(`the spread of ${pair} is above ${MOST_SPREAD * 100} %`);
  const quotedOn = typeof time === 'string' ? timestampFrom(time) : null;
  if (quotedOn === null) throw new Error(`${shown(time)} is no time of ${pair}`);
  if (quotedOn > latest) throw new Error(`the time of ${pair}, ${quotedOn}, has not come`);
  const validUntil = timestamp(new Date(instantOf(quotedOn).getTime() + maxAgeMs));
  const [base, quote] = [CROSS_CURRENCY, pair.slice(CROSS_CURRENCY.length)];
  const mid = low.plus(high).div(2).toFixed();
  return [pair, { base, quote, bid: low.toFixed(), mid, ask: high.toFixed(), quotedOn, validUntil }];
}

function rateOf(value: unknown, pair: string): Decimal {
  const text = typeof value === 'number' && Number.isFinite(value) ? new Decimal(value).toFixed() : value;
  if (typeof text !== 'string' || !RATE.test(text) || !(Number(text) > 0))
    throw new Error(`${shown(value)} is no rate of ${pair}`);
  return new Decimal(text);
}

/** A value of the document, truncated for the log. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 40);
