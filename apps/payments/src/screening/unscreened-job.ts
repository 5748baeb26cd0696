import { Database } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, type Reference, timestamp } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import type { ScreeningSubject } from '@corridor/screening';
import { Injectable } from '@nestjs/common';
import { Screenings } from './screenings.js';

const EVERY_MS = 10 * 60_000;
/** What is newer is about to be screened anyway. */
const OLD_MS = 10 * 60_000;
const PAGE = 100;

interface Unscreened {
  readonly id: string;
  readonly type: Exclude<ScreeningSubject['type'], 'CLIENT' | 'SENDER'>;
  readonly client: Reference;
}

/**
 * PRODUCTION: has everybody screened who never was, because there was no screening when the record was created. Clients are
 * announced by the gateway.
 */
@Injectable()
export class UnscreenedJob extends Job {
  constructor(
    private readonly database: Database,
    private readonly screenings: Screenings,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  async turn(): Promise<void> {
    let count = 0;
    for (let page = await this.pageAfter(''); page.length > 0; page = await this.pageAfter(page.at(-1)!.id)) {
      for (const one of page) await this.request(one);
      count += page.length;
    }
    if (count > 0) this.log.log(`${count} that were never screened`);
  }

  private request({ id, type, client }: Unscreened): Promise<void> {
    const caller = systemCaller('PRODUCTION', client, id);
    return this.database.transaction(() =>
      type === 'BENEFICIARY'
        ? this.screenings.ofBeneficiary(id, caller)
        : this.screenings.ofDeparting({ type, id }, caller),
    );
  }

  /** What waits for a checker is screened when it is approved; what has been acknowledged, before it is sent. */
  private pageAfter(id: string): Promise<Unscreened[]> {
    const before = timestamp(new Date(this.clock.now().getTime() - OLD_MS));
    return this.database.query<Unscreened & Record<string, unknown>>(
      `SELECT id, type, client FROM (
         SELECT id, created_on, 'BENEFICIARY' AS type, data -> 'client' AS client
         FROM beneficiary WHERE data ->> 'status' <> 'ARCHIVED'
         UNION ALL
         SELECT id, created_on, 'PAYMENT_INSTRUCTION', data -> 'client'
         FROM payment_instruction WHERE data ->> 'status' = 'PENDING'
         UNION ALL
         SELECT id, created_on, 'PAYMENT', data -> 'client' FROM payment WHERE data ->> 'status' = 'DRAFT'
       ) r
       WHERE id > $1 AND created_on < $2 AND NOT EXISTS (SELECT FROM screening s WHERE s.subject_id = r.id)
       ORDER BY id LIMIT ${PAGE}`,
      [id, before],
    );
  }
}
