import type { ConversionResource } from '@corridor/conversions-contract';
import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, type Timestamp, dateOf, nowOf } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { conversion } from './conversion/conversion.js';
import { comeDue } from './conversion/ending.js';
import { LiveRates } from './rates/live-rates.js';

/**
 * How often the exchange is retried on the value date; a conversion is cancelled at most this long after its
 * fundByDate.
 */
const EVERY_MS = 5 * 60_000;
const PAGE = 500;

type Due = Pick<ConversionResource, 'id' | 'client' | 'valueDate' | 'deposit'>;

/**
 * PRODUCTION: exchanges booked conversions on their value date, and closes out those not funded by their cut-off or
 * without their deposit at its deadline.
 */
@Injectable()
export class DueDates extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly rates: LiveRates,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  /**
   * Each due conversion once, the oldest value date first; one that fails does not delay the others. Any number of
   * replicas may run it: the stream's lock lets one of them act, and the others see the result.
   */
  async turn(): Promise<void> {
    const now = nowOf(this.clock);
    for (const read of [this.overdue, this.due])
      for (let page = await read(now); page.length > 0; page = await read(now, page.at(-1)))
        for (const one of page) await this.move(one).catch((error: unknown) => this.log.error(error, one.id));
  }

  /** What is due of a conversion, if anything. */
  async move({ id, client }: Pick<Due, 'id' | 'client'>, caller = systemCaller('PRODUCTION', client)) {
    const due = { now: nowOf(this.clock), market: await this.rates.offerFor(client.id) };
    return this.store.handle(conversion, id, (state) => comeDue(state, due), { caller });
  }

  /** Of all clients, those whose deposit was not paid in time. */
  private readonly overdue = async (now: Timestamp, after?: Due): Promise<Due[]> => {
    const rows = await this.database.query<{ data: Due }>(
      `SELECT data FROM conversion
       WHERE data #>> '{deposit,status}' = 'AWAITING_DEPOSIT' AND data #>> '{deposit,fundByDate}' < $1
         AND (data #>> '{deposit,fundByDate}', id) > ($2, $3)
       ORDER BY data #>> '{deposit,fundByDate}', id LIMIT ${PAGE}`,
      [now, after?.deposit.fundByDate ?? '', after?.id ?? ''],
    );
    return rows.map(({ data }) => data);
  };

  /** Of all clients, those whose value date has come. */
  private readonly due = async (now: Timestamp, after?: Due): Promise<Due[]> => {
    const rows = await this.database.query<{ data: Due }>(
      `SELECT data FROM conversion
       WHERE data ->> 'status' = 'BOOKED' AND data ->> 'valueDate' <= $1 AND (data ->> 'valueDate', id) > ($2, $3)
       ORDER BY data ->> 'valueDate', id LIMIT ${PAGE}`,
      [dateOf(now), after?.valueDate ?? '', after?.id ?? ''],
    );
    return rows.map(({ data }) => data);
  };
}
