import { Database } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { type CalendarDate, type Caller, Clock, dateOf, nowOf } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { type AcknowledgedInstruction, Fills } from './fills.js';
import { type ApprovedPayment, type FilledInstruction, Releases } from './releases.js';

/** How often the job checks instructions and payments that wait for their date, for funds or for a declined fill. */
const EVERY_MS = 5 * 60_000;
const PAGE = 500;

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
    await this.forEach('ACKNOWLEDGED', '9999-12-31', (one) => this.fills.again(one, callerFor(one)));
    await this.forEach('FILLED', today, (one) => this.releases.ofInstruction(one, callerFor(one)));
    await this.forEach('READY_TO_SEND', today, (one) => this.releases.ofPayment(one, callerFor(one)));
    // Of what was sent after all.
    await this.database.query(`DELETE FROM funded_in_flight WHERE noted_on < now() - interval '1 hour'`);
  }

  /** One that fails does not delay the others. */
  private async forEach<In extends Status>(
    status: In,
    until: CalendarDate,
    move: (one: Waiting[In]) => Promise<unknown>,
  ): Promise<void> {
    for (let page = await this.waiting(status, until, ''); page.length > 0;) {
      for (const one of page) await move(one).catch((error: unknown) => this.log.error(error, one.id));
      page = await this.waiting(status, until, page.at(-1)?.id ?? '');
    }
  }

  /** Of all clients, the oldest first. */
  private async waiting<In extends Status>(
    status: In,
    until: CalendarDate,
    after: string,
  ): Promise<Waiting[In][]> {
    const rows = await this.database.query<{ data: Waiting[In] }>(
      `SELECT data FROM ${waitingIn[status]}
         AND data ->> 'status' = $1 AND data ->> 'paymentDate' <= $2 AND id > $3
       ORDER BY id LIMIT ${PAGE}`,
      [status, until, after],
    );
    return rows.map(({ data }) => data);
  }
}
