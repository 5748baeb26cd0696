import { type Curve, type ForwardPoints, type Tenor, tenors } from '@corridor/conversions-contract';
import {
  CROSS_CURRENCY,
  type Timestamp,
  instantOf,
  isCurrency,
  timestamp,
  timestampFrom,
} from '@corridor/kernel';
import { Decimal } from 'decimal.js';

/** The curves of a document. */
export interface PointsDocument {
  readonly curves: readonly Curve[];
  /** Pairs with unknown currencies. */
  readonly unknown: readonly string[];
}

/** Up to 15 digits, also below zero. */
const POINTS = /^-?(?=.{1,16}$)\d{1,9}(\.\d{1,14})?$/;
/** Clocks differ. */
const AHEAD_MS = 5_000;

export interface Reading {
  readonly now: Timestamp;
  /** Until when points of a time are used. */
  validUntil(quotedOn: Timestamp): Timestamp;
}

/**
 * Reads a document of forward points, as a whole or not at all: `{ "curves": [{ "pair": "EURUSD", "time": "2026-11-20T09:30:00Z",
 * "points": [{ "tenor": "1M", "bid": 0.00182, "ask": 0.00187 }] }] }`. Points are in quote units for one base unit, numbers or decimal
 * text. @throws Error with the reason
 */
export function pointsOf(text: string, reading: Reading): PointsDocument {
  const document = parsed(text);
  const rows = isRecord(document) ? document['curves'] : undefined;
  if (!Array.isArray(rows)) throw new Error('it has no list "curves"');
  const curves = (rows as readonly unknown[]).map((row) => curveOf(row, reading));
  const twice = curves.find(({ ccyPair }, i) => curves.findIndex((one) => one.ccyPair === ccyPair) < i);
  if (twice) throw new Error(`${twice.ccyPair} stands there twice`);
  const isKnown = ({ ccyPair }: Curve) => isCurrency(ccyPair.slice(CROSS_CURRENCY.length));
  const known = curves.filter(isKnown);
  if (known.length === 0) throw new Error('it has no curve');
  return { curves: known, unknown: curves.filter((one) => !isKnown(one)).map(({ ccyPair }) => ccyPair) };
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

function curveOf(row: unknown, { now, validUntil }: Reading): Curve {
  const { pair, time, points: rows } = isRecord(row) ? row : ({} as Readonly<Record<string, unknown>>);
  if (typeof pair !== 'string' || !/^EUR(?!EUR)[A-Z]{3}$/.test(pair))
    throw new Error(`${shown(pair)} is no pair of EUR and another currency`);
  const quotedOn = typeof time === 'string' ? timestampFrom(time) : null;
  if (quotedOn === null) throw new Error(`${shown(time)} is no time of ${pair}`);
  if (quotedOn > timestamp(new Date(instantOf(now).getTime() + AHEAD_MS)))
    throw new Error(`the time of ${pair}, ${quotedOn}, has not come`);
  if (!Array.isArray(rows) || rows.length === 0) throw new Error(`${pair} has no points`);
  const points = (rows as readonly unknown[]).map((one) => pointOf(one, pair));
  const order = points.map(({ tenor }) => tenors.indexOf(tenor));
  if (order.some((one, i) => i > 0 && one <= (order[i - 1] ?? 0)))
    throw new Error(`the tenors of ${pair} are not in order`);
  return { ccyPair: pair, points, quotedOn, validUntil: validUntil(quotedOn) };
}

function pointOf(row: unknown, pair: string): ForwardPoints {
  const { tenor, bid, ask } = isRecord(row) ? row : ({} as Readonly<Record<string, unknown>>);
  if (!tenors.slice(1).includes(tenor as Tenor)) throw new Error(`${shown(tenor)} is no tenor of ${pair}`);
  const [low, high] = [decimalOf(bid, pair), decimalOf(ask, pair)];
  if (low.gt(high)) throw new Error(`the bid of ${pair} is above its ask`);
  return { tenor: tenor as Tenor, bid: low.toFixed(), ask: high.toFixed() };
}

function decimalOf(value: unknown, pair: string): Decimal {
  const text = typeof value === 'number' && Number.isFinite(value) ? new Decimal(value).toFixed() : value;
  if (typeof text !== 'string' || !POINTS.test(text))
    throw new Error(`${shown(value)} are no points of ${pair}`);
  return new Decimal(text);
}

/** A value of the document, truncated for the log. */
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 40);
