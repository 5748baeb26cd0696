import { settlementDate } from '@corridor/calendars';
import type { PaymentInstructionResource } from '@corridor/contracts';
import { Database, EventStore } from '@corridor/event-store';
import { traceparent } from '@corridor/http';
import { type CalendarDate, Clock, dateOf, nowOf, type Timestamp } from '@corridor/kernel';
import { Every, Ids } from '@corridor/platform';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { fill, paymentInstruction, resting, send } from '../payment-instruction/payment-instruction.js';
import { onSchedule } from './house.js';

/** How often instructions are looked at that wait for their date, for funds or for a fill that was declined. */
const EVERY_MS = 5 * 60_000;
const PAGE = 500;

type Waiting = Pick<
  PaymentInstructionResource,
  'id' | 'client' | 'sellCcyCode' | 'buyCcyCode' | 'paymentDate'
>;

/** PRODUCTION: sends what was filled once the date of departure has come, and again while funds are missing. */
@Injectable()
export class Departures implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(Departures.name);
  private readonly every = new Every(
    EVERY_MS,
    () => this.turn(),
    (error) => this.log.error(error),
  );

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.every.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.every.stop();
  }

  /** Any number of replicas may do so: what one has begun rests for the others. */
  async turn(): Promise<void> {
    const now = nowOf(this.clock);
    await this.forEach('ACKNOWLEDGED', '9999-12-31', (one) => this.fill(one, now));
    await this.forEach('FILLED', dateOf(now), (one) => this.sendWhenDue(one, now));
  }

  /** One that cannot be moved holds nobody else up. */
  private async forEach(
    status: 'ACKNOWLEDGED' | 'FILLED',
    until: CalendarDate,
    move: (one: Waiting) => Promise<unknown>,
  ): Promise<void> {
    for (let page = await this.waiting(status, until, ''); page.length > 0;) {
      for (const one of page) await move(one).catch((error: unknown) => this.log.error(error, one.id));
      page = await this.waiting(status, until, page.at(-1)?.id ?? '');
    }
  }

  private fill({ id, client }: Waiting, now: Timestamp) {
    const order = { conversionId: this.ids.next('con'), now, atIndicativePrice: false };
    return this.store.handle(
      paymentInstruction,
      id,
      resting('ACKNOWLEDGED', (state) => fill(state, order)),
      { caller: onSchedule(client, id, traceparent(undefined)) },
    );
  }

  /** Not on a holiday of one of its currencies, and not after their cut-off. */
  private async sendWhenDue(one: Waiting, now: Timestamp): Promise<void> {
    if (settlementDate(one, one.paymentDate, now) === dateOf(now)) await this.send(one);
  }

  private send({ id, client }: Waiting) {
    const paymentId = this.ids.next('pmt');
    return this.store.handle(
      paymentInstruction,
      id,
      resting('FILLED', (state) => send(state, { paymentId })),
      { caller: onSchedule(client, id, traceparent(undefined)) },
    );
  }

  /** Of all clients, the oldest first. */
  private async waiting(status: string, until: CalendarDate, after: string): Promise<Waiting[]> {
    const rows = await this.database.query<{ data: Waiting }>(
      `SELECT data FROM payment_instruction
       WHERE data ->> 'status' IN ('ACKNOWLEDGED', 'FILLED')
         AND data ->> 'status' = $1 AND data ->> 'paymentDate' <= $2 AND id > $3
       ORDER BY id LIMIT ${PAGE}`,
      [status, until, after],
    );
    return rows.map(({ data }) => data);
  }
}
