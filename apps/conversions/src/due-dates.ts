import type { ConversionResource } from '@corridor/conversions-contract';
import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, type ProblemCode, type Timestamp, dateOf, fromResource, nowOf } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { conversion } from './conversion/conversion.js';
import { comeDue } from './conversion/ending.js';
import { LiveRates } from './rates/live-rates.js';

/** How often it looks for what is due; a conversion is cancelled at most this long after its fundByDate. */
const EVERY_MS = 5 * 60_000;
const PAGE = 500;
const DAY_MS = 86_400_000;

/** After how long an exchange that was declined so many times is requested again, whatever the reason: as in ADR 72. */
const restMs = (declines: number): number => Math.min(EVERY_MS * 8 ** (declines - 1), DAY_MS);

/** So many last events of a conversion have its last declines. */
const LAST_EVENTS = 12;

type Due = Pick<ConversionResource, 'id' | 'client' | 'valueDate' | 'deposit' | 'fundsRequired'>;

interface Found {
  readonly data: Due;
}

/** With what its last attempts came to, and the balance of the wallet; null for none. */
interface FoundDue extends Found {
  readonly declines: number;
  readonly declinedOn: Date | null;
  readonly balance: string | null;
}

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
    await this.each<Found>(this.overdue, now, ({ data }) => this.move(data));
    await this.each<FoundDue>(this.due, now, (one) =>
      this.move(one.data, undefined, (declined) => this.isTriedAgain(one, declined)),
    );
  }

  /** What is due of a conversion, if anything. */
  async move(
    { id, client }: Pick<Due, 'id' | 'client'>,
    caller = systemCaller('PRODUCTION', client),
    isTriedAgain?: (declined: ProblemCode) => boolean,
  ) {
    const due = {
      now: nowOf(this.clock),
      market: await this.rates.offerFor(client.id),
      ...(isTriedAgain && { isTriedAgain }),
    };
    return this.store.handle(conversion, id, (state) => comeDue(state, due), { caller });
  }

  private async each<One extends Found>(
    read: (now: Timestamp, after?: Due) => Promise<One[]>,
    now: Timestamp,
    move: (one: One) => Promise<unknown>,
  ): Promise<void> {
    for (let page = await read(now); page.length > 0; page = await read(now, page.at(-1)?.data))
      for (const one of page) await move(one).catch((error: unknown) => this.log.error(error, one.data.id));
  }

  /** Money that comes exchanges it at once; this finds money of which the message was lost, or which was held for a payment. */
  private isTriedAgain({ data, declines, declinedOn, balance }: FoundDue, declined: ProblemCode): boolean {
    if (declined === 'insufficient_funds' && BigInt(balance ?? 0) >= fromResource(data.fundsRequired).minor)
      return true;
    return declinedOn === null || this.clock.now().getTime() - declinedOn.getTime() >= restMs(declines);
  }

  /** Of all clients, those whose deposit was not paid in time. */
  private readonly overdue = (now: Timestamp, after?: Due): Promise<Found[]> =>
    this.database.query<{ data: Due }>(
      `SELECT data FROM conversion
       WHERE data #>> '{deposit,status}' = 'AWAITING_DEPOSIT' AND data #>> '{deposit,fundByDate}' < $1
         AND (data #>> '{deposit,fundByDate}', id) > ($2, $3)
       ORDER BY data #>> '{deposit,fundByDate}', id LIMIT ${PAGE}`,
      [now, after?.deposit.fundByDate ?? '', after?.id ?? ''],
    );

  /** Of all clients, those whose value date has come. */
  private readonly due = (now: Timestamp, after?: Due): Promise<FoundDue[]> =>
    this.database.query<FoundDue & Record<string, unknown>>(
      `SELECT data, declines, "declinedOn", balance_minor::text AS balance FROM (
         SELECT id, client_id, data FROM conversion
         WHERE data ->> 'status' = 'BOOKED' AND data ->> 'valueDate' <= $1 AND (data ->> 'valueDate', id) > ($2, $3)
         ORDER BY data ->> 'valueDate', id LIMIT ${PAGE}
       ) AS one
       LEFT JOIN funds ON funds.client_id = one.client_id AND ccy_code = data #>> '{sellAmount,ccyCode}',
       LATERAL (
         SELECT count(*)::integer AS declines, max(occurred_on) AS "declinedOn" FROM (
           SELECT type, occurred_on FROM events WHERE stream_id = one.id ORDER BY version DESC LIMIT ${LAST_EVENTS}
         ) AS last WHERE type = 'exchange_declined'
       ) AS tried
       ORDER BY data ->> 'valueDate', id`,
      [dateOf(now), after?.valueDate ?? '', after?.id ?? ''],
    );
}
