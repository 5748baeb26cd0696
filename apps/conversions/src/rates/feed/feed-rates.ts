import { pairOf } from '@corridor/conversions-contract';
import { type Clock, nowOf } from '@corridor/kernel';
import { PolledRates } from '../polled-rates.js';
import { DocumentReader } from '../read-document.js';
import { feedOf } from './feed-document.js';

/** For the whole read. */
const DEADLINE_MS = 3_000;

export interface FeedOptions {
  readonly pollMs: number;
  readonly maxAgeMs: number;
  readonly read?: () => Promise<string | null>;
}

/** The bids and asks of a feed, each with the time at which it was quoted. */
export class FeedRates extends PolledRates {
  private readonly maxAgeMs: number;
  private lastIssue: string | null = null;

  constructor(location: string, clock: Clock, { pollMs, maxAgeMs, read }: FeedOptions) {
    const reader = new DocumentReader(location, DEADLINE_MS);
    super(location, clock, { refreshMs: pollMs, retryMs: pollMs, read: read ?? (() => reader.read()) });
    this.maxAgeMs = maxAgeMs;
  }

  /** A quote that is older than the one before it is not taken. */
  protected override take(document: string): void {
    const { quotes, unknown } = feedOf(document, { now: nowOf(this.clock), maxAgeMs: this.maxAgeMs });
    const before = new Map(this.latest.map((one) => [pairOf(one), one]));
    for (const one of quotes)
      if ((before.get(pairOf(one))?.quotedOn ?? '') <= (one.quotedOn ?? '')) before.set(pairOf(one), one);
    if (this.latest.length === 0 || this.lastIssue !== null)
      this.log.log(news(quotes.length, unknown, this.name));
    this.lastIssue = null;
    this.latest = [...before.values()];
  }

  /** The same issue is logged once. */
  protected override report(issue: string): void {
    if (issue === this.lastIssue) return;
    this.lastIssue = issue;
    if (this.latest.length > 0) this.log.warn(`No new rates: ${issue}`);
    else this.log.error(`No rates: ${issue}`);
  }
}

const news = (count: number, unknown: readonly string[], location: string): string =>
  `Rates of ${count} pairs from ${location}${unknown.length > 0 ? `, without the unknown ${unknown.join(', ')}` : ''}`;
