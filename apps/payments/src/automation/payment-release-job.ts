import { Database, Semaphore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { type CalendarDate, type Caller, Clock, dateOf, nowOf } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { type AcknowledgedInstruction, Fills } from './fills.js';
import { type ApprovedPayment, type FilledInstruction, Releases } from './releases.js';

/** How often the job checks instructions and payments that wait for their date, for funds or for a declined fill. */
const EVERY_MS = 5 * 60_000;
const PAGE = 500;
/** More would make requests wait for connections. */
const CLIENTS_AT_ONCE = 8;
const DAY_MS = 86_400_000;

/**
 * After how long the job tries again what was declined so many times: each attempt is written down, and messages tell what has come. A week
 * of waiting is ten attempts.
 */
const restMs = (declines: number): number => Math.min(EVERY_MS * 8 ** (declines - 1), DAY_MS);

/** So many last events of a record have its last declines. */
const LAST_EVENTS = 12;

/** Waiting records by status; the conditions match those of the partial indexes. */
const waitingIn = {
  ACKNOWLEDGED: `payment_instruction WHERE data ->> 'status' IN ('ACKNOWLEDGED', 'FILLED')`,
  FILLED: `payment_instruction WHERE data ->> 'status' IN ('ACKNOWLEDGED', 'FILLED')`,
  READY_TO_SEND: `payment WHERE data ->> 'status' = 'READY_TO_SEND'`,
};

/** What is read of them. */
interface Waiting {
  readonly ACKNOWLEDGED: AcknowledgedInstruction;
  readonly FILLED: FilledInstruction;
  readonly READY_TO_SEND: ApprovedPayment;
}
/** How often it was declined lately, and when last; null if never. */
interface Tried {
  readonly declines: number;
  readonly declinedOn: Date | null;
}
type Status = keyof typeof waitingIn;

const callerFor = ({ id, client }: Waiting[Status]): Caller => systemCaller('PRODUCTION', client, id);

/**
 * PRODUCTION: fills what waits for the market, and sends filled instructions and approved payments when their date has come. What was
 * ready on its date the desk has sent; the job sends it again while funds are missing, and what the desk could not. What would go to an
 * archived beneficiary, or to a country that is refused since it was created, ends.
 */
@Injectable()
export class PaymentReleaseJob extends Job {
  constructor(
    private readonly database: Database,
    private readonly fills: Fills,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  /** Any number of replicas may run it: steps in flight are skipped by the others. */
  async turn(): Promise<void> {
    const today = dateOf(nowOf(this.clock));
    const { fills, releases } = this;
    await this.forEach('ACKNOWLEDGED', '9999-12-31', (one, isDue) => fills.again(one, callerFor(one), isDue));
    await this.forEach('FILLED', today, (one, isDue) => releases.ofInstruction(one, callerFor(one), isDue));
    await this.forEach('READY_TO_SEND', today, (one, isDue) =>
      releases.ofPayment(one, callerFor(one), isDue),
    );
    // Of what was sent after all.
    await this.database.query(`DELETE FROM funded_in_flight WHERE noted_on < now() - interval '1 hour'`);
  }

  /** Those of one client in their order; several clients at once, because concurrent commands share a commit. One that fails delays no other. */
  private async forEach<In extends Status>(
    status: In,
    until: CalendarDate,
    move: (one: Waiting[In], isDue: boolean) => Promise<unknown>,
  ): Promise<void> {
    for (let page = await this.waiting(status, until, ''); page.length > 0;) {
      const clients = Map.groupBy(page, ({ data }) => data.client.id);
      const moveThose = async (some: typeof page) => {
        for (const { data, ...tried } of some)
          await move(data, this.isDue(tried)).catch((error: unknown) => this.log.error(error, data.id));
      };
      const places = new Semaphore(CLIENTS_AT_ONCE);
      await Promise.all([...clients.values()].map((some) => places.run(() => moveThose(some))));
      page = await this.waiting(status, until, page.at(-1)?.data.id ?? '');
    }
  }

  private isDue({ declines, declinedOn }: Tried): boolean {
    return declinedOn === null || this.clock.now().getTime() - declinedOn.getTime() >= restMs(declines);
  }

  /** Of all clients, the oldest first. */
  private async waiting<In extends Status>(
    status: In,
    until: CalendarDate,
    after: string,
  ): Promise<({ readonly data: Waiting[In] } & Tried)[]> {
    return this.database.query(
      `SELECT data, declines, "declinedOn" FROM (
         SELECT id, data FROM ${waitingIn[status]}
           AND data ->> 'status' = $1 AND data ->> 'paymentDate' <= $2 AND id > $3
         ORDER BY id LIMIT ${PAGE}
       ) AS one, LATERAL (
         SELECT count(*)::integer AS declines, max(occurred_on) AS "declinedOn" FROM (
           SELECT type, occurred_on FROM events WHERE stream_id = one.id ORDER BY version DESC LIMIT ${LAST_EVENTS}
         ) AS last WHERE type = $4
       ) AS tried
       ORDER BY id`,
      [status, until, after, status === 'ACKNOWLEDGED' ? 'fill_declined' : 'send_declined'],
    );
  }
}
