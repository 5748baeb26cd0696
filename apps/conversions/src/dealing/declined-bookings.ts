import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { type Caller, Clock, type Reference, Refusal, decodeJson, nowOf } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { book } from '../conversion/booking.js';
import { type Event, type Wanted, conversion } from '../conversion/conversion.js';
import { KnownPolicy } from '../rates/known-policy.js';
import { LiveRates } from '../rates/live-rates.js';
import { type Check, Credit } from './credit.js';
import { within } from './within.js';

/** How long an instruction waits at most once it can be filled: for money, a limit, a rate, or the end of another conversion. */
const EVERY_MS = 10_000;
const PAGE = 500;

interface Declined {
  readonly id: string;
  readonly conversionId: string;
  readonly client: Reference;
  readonly wanted: string;
}

/**
 * PRODUCTION: says once which declined bookings could be made now, whatever declined them (ADR 72). Nothing is written down about the
 * others.
 */
@Injectable()
export class DeclinedBookings extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly rates: LiveRates,
    private readonly credit: Credit,
    private readonly policy: KnownPolicy,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  /** The oldest instruction first. Any number of replicas may run it: a row that one has locked is skipped by the others. */
  async turn(): Promise<void> {
    const checks = new Map<string, Promise<Check>>();
    for (let page = await this.declined(''); page.length > 0; page = await this.declined(page.at(-1)!.id))
      for (const one of page)
        await this.look(one, checks).catch((error: unknown) => this.log.error(error, one.id));
  }

  private async look(one: Declined, checks: Map<string, Promise<Check>>): Promise<void> {
    const { id, client } = one;
    const caller = systemCaller('PRODUCTION', client, id);
    const check = checks.get(client.id) ?? this.credit.preview(caller);
    checks.set(client.id, check);
    if (await this.isStillDeclined(one, await check)) return;
    await this.end(one, caller);
  }

  /** A price that has moved meanwhile is news, too: the client can accept it. */
  private async isStillDeclined(
    { id, conversionId, client, wanted }: Declined,
    check: Check,
  ): Promise<boolean> {
    const terms = decodeJson<Wanted>(wanted);
    const booking = {
      ...{ ...terms, conversionId, paymentInstructionId: id, metadata: null, now: nowOf(this.clock) },
      market: await this.rates.offerFor(client.id),
      check: within(await this.policy.now(), terms.order, check),
    };
    try {
      return book(conversion.initial, booking).some(
        (event) => event.type === 'booking_declined' && event.reason !== 'price_moved',
      );
    } catch (error) {
      if (error instanceof Refusal) return true; // before the first rates
      throw error;
    }
  }

  private end({ id, conversionId }: Declined, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const rows = await this.database.query(
        `SELECT FROM declined_booking WHERE payment_instruction_id = $1 AND conversion_id = $2 FOR UPDATE SKIP LOCKED`,
        [id, conversionId],
      );
      if (rows.length === 0) return;
      const ended: Event = { type: 'decline_ended', paymentInstructionId: id };
      await this.store.handle(conversion, conversionId, () => [ended], { caller });
    });
  }

  private declined(after: string): Promise<Declined[]> {
    return this.database.query(
      `SELECT payment_instruction_id AS id, conversion_id AS "conversionId", client, wanted::text
       FROM declined_booking WHERE payment_instruction_id > $1 ORDER BY payment_instruction_id LIMIT ${PAGE}`,
      [after],
    );
  }
}
