import { Database } from '@corridor/event-store';
import type { Caller } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { Repeated } from './post.js';

/** As the index over declines says it, for any values. A transfer that is excluded has no postings. */
const BEFORE = `SELECT EXISTS (SELECT FROM events WHERE type IN ('transfer_declined', 'transfers_declined')
    AND caller ->> 'causationId' = $1) AS "isDeclined",
  ARRAY(SELECT DISTINCT transfer_id FROM posting WHERE transfer_id = ANY ($2)) AS posted`;

/**
 * Requests whose messages are delivered again without a checkpoint that recognizes them. The database refuses to post what was posted
 * or declined, and only then they are looked for.
 */
@Injectable()
export class RepeatedRequests {
  constructor(private readonly database: Database) {}

  /** @param caller whose cause is the message. @param transferIds that it asks for */
  async find({ causationId }: Caller, transferIds: readonly string[]): Promise<Repeated> {
    const [found] = await this.database.query<{ isDeclined: boolean; posted: readonly string[] }>(BEFORE, [
      causationId,
      transferIds,
    ]);
    return { isDeclined: found?.isDeclined ?? false, posted: new Set(found?.posted) };
  }
}
