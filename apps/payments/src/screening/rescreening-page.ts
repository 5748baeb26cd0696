import type { Database } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import type { Caller, Reference } from '@corridor/kernel';
import type { ScreeningHit, ScreeningSubject } from '@corridor/screening';
import { unknownHits } from './screening.js';

/** A subject as it was compared last. */
export interface Screened {
  readonly id: string;
  readonly screeningId: string;
  readonly party: string;
  readonly subject: ScreeningSubject;
  readonly caller: Caller;
  /** Its record has not ended, and nobody is about to compare it with the current lists anyway. */
  readonly isCurrent: boolean;
}

export interface Found extends Screened {
  readonly hits: readonly ScreeningHit[];
}

export async function screenedCount(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM screening');
  return row!.count;
}

/**
 * The next subjects in the order of their ids. Of senders those whose money is held by a case: any other is credited, or compared
 * once more before it is. A comparison that is under way may be with the lists before.
 */
export const pageAfter = (database: Database, position: string | null, size: number): Promise<Screened[]> =>
  database.query<Screened & Record<string, unknown>>(
    `SELECT s.subject_id AS id, s.screening_id AS "screeningId", s.party, s.subject, s.caller,
       s.status <> 'BLOCKED' AND (s.status <> 'WAITING' OR (s.attempts > 0 AND s.failure IS NULL)) AND
       CASE s.subject ->> 'type'
         WHEN 'CLIENT' THEN true
         WHEN 'BENEFICIARY' THEN b.data ->> 'status' <> 'ARCHIVED'
         WHEN 'PAYMENT_INSTRUCTION' THEN i.data ->> 'status' IN ('PENDING', 'ACKNOWLEDGED', 'FILLED')
         WHEN 'PAYMENT' THEN p.data ->> 'status' IN ('DRAFT', 'READY_TO_SEND')
         WHEN 'SENDER' THEN EXISTS (
           SELECT FROM screening_case c
           WHERE c.client_id = $3 AND c.subject_id = s.subject_id AND c.status IN ('OPEN', 'ASSIGNED')
         )
         ELSE false
       END IS TRUE AS "isCurrent"
     FROM (SELECT * FROM screening WHERE subject_id > $1 ORDER BY subject_id LIMIT $2) s
     LEFT JOIN beneficiary b ON b.id = s.subject_id
     LEFT JOIN payment_instruction i ON i.id = s.subject_id
     LEFT JOIN payment p ON p.id = s.subject_id
     ORDER BY s.subject_id`,
    [position ?? '', size, OPERATOR.id],
  );

/** Those with hits that staff have neither cleared for the same party nor before them in a case. */
export async function withNewHits(database: Database, found: readonly Found[]): Promise<Found[]> {
  if (found.length === 0) return [];
  const known = await database.query<{ about: string; hit: ScreeningHit }>(
    `SELECT party AS about, hit FROM cleared_hit WHERE party = ANY ($1)
     UNION ALL
     SELECT subject_id, hit FROM screening_case, json_array_elements(data -> 'hits') AS hit
     WHERE subject_id = ANY ($2) AND status IN ('OPEN', 'ASSIGNED')`,
    [found.map(({ party }) => party), found.map(({ id }) => id)],
  );
  return found.filter(({ id, party, hits }) => {
    const own = known.flatMap(({ about, hit }) => (about === party || about === id ? [hit] : []));
    return unknownHits(hits, own).length > 0;
  });
}

/** Those of them that nobody has requested or compared since; in the open transaction they stay so. @returns their clients by subject */
export async function unchanged(
  database: Database,
  found: readonly Found[],
): Promise<ReadonlyMap<string, Reference>> {
  if (found.length === 0) return new Map();
  const rows = await database.query<{ id: string; client: Reference }>(
    `SELECT s.subject_id AS id, e.data -> 'client' AS client
     FROM screening s JOIN events e ON e.stream_id = s.screening_id AND e.version = 1
     WHERE s.screening_id = ANY ($1) ORDER BY s.subject_id FOR UPDATE OF s`,
    [found.map(({ screeningId }) => screeningId)],
  );
  return new Map(rows.map(({ id, client }) => [id, client]));
}
