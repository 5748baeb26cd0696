import { holidaysIn } from '@corridor/calendars';
import {
  CROSS_CURRENCY,
  type CalendarDate,
  type Clock,
  type Timestamp,
  addBusinessDays,
  addDays,
  instantOf,
  timestamp,
  todayOf,
} from '@corridor/kernel';
import { quoteAround } from '@corridor/conversions-contract';
import { Decimal } from 'decimal.js';
import { PolledRates } from '../polled-rates.js';
import { readDocument } from '../read-document.js';
import { type ReferenceSheet, sheetOf } from './reference-sheet.js';

const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 10_000;
/** The bank publishes at 16:00 in Frankfurt. */
const PUBLISHED_AT = 'T14:00:00.000';
/** On the next day on which TARGET is open, a sheet is replaced by then. */
const REPLACED_BY = 'T20:00:00.000';

export interface PublishedOptions {
  /** After how many milliseconds a sheet is too old; null: in the evening of the next TARGET day. */
  readonly maxAgeMs?: number | null;
  readonly read?: (location: string) => Promise<string>;
}

/** When what was published on a day is too old: in the evening of the next TARGET day. */
export const replacedBy = (date: CalendarDate): Timestamp =>
  addBusinessDays(date, 1, holidaysIn(CROSS_CURRENCY)) + REPLACED_BY;

/** The daily reference rates of a central bank as mids, with the system's spread around them. */
export class PublishedRates extends PolledRates {
  private date: CalendarDate | null = null;
  private xml = '';
  private readonly maxAgeMs: number | null;

  constructor(
    location: string,
    clock: Clock,
    { maxAgeMs = null, read = readDocument }: PublishedOptions = {},
  ) {
    super(location, clock, { refreshMs: REFRESH_MS, retryMs: RETRY_MS, read: () => read(location) });
    this.maxAgeMs = maxAgeMs;
  }

  protected override take(xml: string): void {
    if (xml === this.xml) return;
    const sheet = sheetOf(xml);
    this.mustBeCurrent(sheet.date);
    const quotedOn = sheet.date + PUBLISHED_AT;
    const validUntil = this.endOf(sheet.date, quotedOn);
    this.latest = [...sheet.perEuro].map(([currency, rate]) => ({
      ...quoteAround(currency, new Decimal(rate)),
      quotedOn,
      validUntil,
    }));
    [this.date, this.xml] = [sheet.date, xml];
    this.log.log(news(sheet, this.name));
  }

  private endOf(date: CalendarDate, quotedOn: Timestamp): Timestamp {
    if (this.maxAgeMs !== null) return timestamp(new Date(instantOf(quotedOn).getTime() + this.maxAgeMs));
    return replacedBy(date);
  }

  private mustBeCurrent(date: CalendarDate): void {
    // In time zones to the east it may already be tomorrow.
    if (date > addDays(todayOf(this.clock), 1)) throw new Error(`its day, ${date}, has not come`);
    if (this.date && date < this.date) throw new Error(`its day, ${date}, is older than ${this.date}`);
  }

  protected override report(issue: string): void {
    if (this.date) this.log.warn(`Keeping the reference rates of ${this.date}: ${issue}`);
    else this.log.error(`No reference rates: ${issue}`);
  }
}

function news({ date, perEuro, unknown }: ReferenceSheet, location: string): string {
  const count = perEuro.size === 1 ? '1 currency' : `${perEuro.size} currencies`;
  const without = unknown.length > 0 ? `, without the unknown ${unknown.join(', ')}` : '';
  return `Reference rates of ${date}: ${count} from ${location}${without}`;
}
