import { type CalendarDate, type Clock, type Quote, addDays, todayOf } from '@corridor/kernel';
import { PeriodicTask } from '@corridor/platform';
import { quoteAround } from '@corridor/conversions-contract';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Decimal } from 'decimal.js';
import { RateSource } from '../rate-source.js';
import { readDocument } from './read-document.js';
import { type ReferenceSheet, sheetOf } from './reference-sheet.js';

/** How often new rates are read, and how often while there are none. */
const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 10_000;

/**
 * The daily reference rates of a central bank as mids, with the system's spread around them. Quotes come from the last
 * valid rates, however old: an unavailable or invalid source changes nothing and is logged.
 */
export class PublishedRates extends RateSource implements OnModuleInit, OnModuleDestroy {
  override readonly isSimulated = false;
  private readonly log = new Logger(PublishedRates.name);
  private readonly task = new PeriodicTask(
    RETRY_MS,
    () => this.turn(),
    (error) => this.log.error(error),
  );
  private date: CalendarDate | null = null;
  private latest: readonly Quote[] = [];
  private xml = '';
  private dueAtMs = 0;

  constructor(
    private readonly location: string,
    private readonly clock: Clock,
    private readonly read: (location: string) => Promise<string> = readDocument,
  ) {
    super();
  }

  /** With rates the process starts ready; without them it starts too. */
  async onModuleInit(): Promise<void> {
    this.task.start();
    await this.task.turn();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  override quotes(): readonly Quote[] {
    return this.latest;
  }

  override trouble(): string | null {
    return this.date ? null : 'There are no rates: the source in RATES could not be read yet.';
  }

  /** Reads new rates when they are due. */
  async turn(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (nowMs < this.dueAtMs) return;
    try {
      this.take(await this.read(this.location));
    } catch (error) {
      this.report((error as Error).message);
    }
    this.dueAtMs = nowMs + (this.date ? REFRESH_MS : RETRY_MS);
  }

  private take(xml: string): void {
    if (xml === this.xml) return;
    const sheet = sheetOf(xml);
    this.mustBeCurrent(sheet.date);
    this.latest = [...sheet.perEuro].map(([currency, rate]) => quoteAround(currency, new Decimal(rate)));
    [this.date, this.xml] = [sheet.date, xml];
    this.log.log(news(sheet, this.location));
  }

  private mustBeCurrent(date: CalendarDate): void {
    // In time zones to the east it may already be tomorrow.
    if (date > addDays(todayOf(this.clock), 1)) throw new Error(`its day, ${date}, has not come`);
    if (this.date && date < this.date) throw new Error(`its day, ${date}, is older than ${this.date}`);
  }

  private report(reason: string): void {
    const issue = `${this.location} could not be used: ${reason}`;
    if (this.date) this.log.warn(`Keeping the reference rates of ${this.date}: ${issue}`);
    else this.log.error(`No reference rates: ${issue}`);
  }
}

function news({ date, perEuro, unknown }: ReferenceSheet, location: string): string {
  const count = perEuro.size === 1 ? '1 currency' : `${perEuro.size} currencies`;
  const without = unknown.length > 0 ? `, without the unknown ${unknown.join(', ')}` : '';
  return `Reference rates of ${date}: ${count} from ${location}${without}`;
}
