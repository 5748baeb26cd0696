import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';
import type { RunningService } from '../service.js';
import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

/** Which messages: all, unless a field limits them. */
export interface Republished extends Readonly<Record<string, unknown>> {
  readonly streamId: string | null;
  readonly fromVersion: number | null;
  readonly since: Timestamp | null;
}

/** So many marks are removed in one statement. */
const AT_ONCE = 5_000;
/** How often it looks how many messages wait to be published. */
const LOOK_MS = 500;

const WHICH = `message IS NOT NULL AND ($1::text IS NULL OR stream_id = $1)
  AND ($2::int IS NULL OR version >= $2) AND ($3::text IS NULL OR occurred_on >= $3::timestamptz)`;

const valuesOf = ({ streamId, fromVersion, since }: Republished) => [
  streamId,
  fromVersion,
  since === null ? null : `${since}Z`,
];

const isOfAllStreams = ({ streamId, fromVersion }: Republished) => streamId === null && fromVersion === null;

interface Counts {
  readonly messages: number;
  readonly streams: number;
}

/** First removes the marks of what is published, then waits until the relay has published it again. */
type Position =
  | { readonly after: string; readonly total: number }
  | { readonly upTo: string; readonly total: number };

/**
 * Has the relay of a service publish messages again, in their order, under new numbers of the log. Consumers recognize those that
 * they have handled. It is executed where the relay is: between two of its steps, so that no later message comes before.
 */
export class OutboxRepublish implements RunKind<Republished> {
  readonly name = 'outbox-republish';

  constructor(private readonly running: RunningService) {}

  isHere(): boolean {
    return this.running.relay.isLeader;
  }

  async plan(which: Republished): Promise<RunPlan> {
    const { messages, streams } = await countsOf(this.database, which);
    return { effect: `publish ${messages} messages of ${streams} streams again`, total: messages };
  }

  async step(which: Republished, position: RunPosition): Promise<RunStep> {
    const at = position as Position | null;
    if (at && 'upTo' in at) return this.published(at);
    const total = at?.total ?? (await countsOf(this.database, which)).messages;
    const after = at?.after ?? '0';
    let last: string | null = null;
    if (!at && isOfAllStreams(which)) await this.begin(which);
    await this.running.relay.exclusively(async (sql) => {
      last = await unmark(sql, which, after);
      if (last === null) await sql.query('UPDATE relay_term SET held = false');
    });
    if (last !== null) return { position: { after: last, total }, done: 0 };
    return { position: { upTo: after, total }, done: 0 };
  }

  /** Nothing else is published before all of it is: a later message of a stream would come before those that others have missed. */
  private begin({ since }: Republished): Promise<void> {
    const { relay, carrier, service } = this.running;
    return relay.exclusively(async (sql) => {
      if (carrier.readsLogs) return;
      await carrier.beginAgain(service.name, since);
      await sql.query('UPDATE relay_term SET held = true');
    });
  }

  private async published({ upTo, total }: Extract<Position, { upTo: string }>): Promise<RunStep> {
    await sleep(LOOK_MS);
    const [row] = await this.database.query<{ left: string }>(
      `SELECT count(*) AS left FROM events WHERE seq IS NULL AND message IS NOT NULL AND position <= $1`,
      [upTo],
    );
    const left = Number(row?.left);
    const step = { position: { upTo, total }, done: Math.max(0, total - left) };
    return left > 0 ? step : { ...step, result: `${total} messages are published again` };
  }

  private get database(): Database {
    return this.running.db.database;
  }
}

async function countsOf(sql: Pick<Database, 'query'>, which: Republished): Promise<Counts> {
  const [counts] = await sql.query<{ messages: number; streams: number }>(
    `SELECT count(*)::int AS messages, count(DISTINCT stream_id)::int AS streams FROM events
     WHERE seq IS NOT NULL AND ${WHICH}`,
    valuesOf(which),
  );
  return counts ?? { messages: 0, streams: 0 };
}

/** The relay continues with numbers that it has never used. @returns the position of the last one; null if none is left */
async function unmark(sql: Sql, which: Republished, after: string): Promise<string | null> {
  await sql.query('UPDATE relay_term SET last_seq = greatest(last_seq, (SELECT max(seq) FROM events))');
  const [row] = await sql.query<{ last: string | null }>(
    `WITH next AS (
       SELECT position FROM events WHERE seq IS NOT NULL AND position > $4 AND ${WHICH}
       ORDER BY position LIMIT ${AT_ONCE}
     ), unmarked AS (
       UPDATE events SET seq = NULL FROM next WHERE events.position = next.position RETURNING events.position
     ) SELECT max(position) AS last FROM unmarked`,
    [...valuesOf(which), after],
  );
  return row?.last ?? null;
}
