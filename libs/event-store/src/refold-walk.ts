import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@corridor/kernel';
import { LAST_VERSION } from './archive/archive.js';
import type { Database } from './database.js';
import { type AnyAggregate, PAGE_OF_HISTORY, type Refolds, type StateWrite, storeStates } from './refolds.js';
import { type StoredEvent, eventOf } from './streams.js';

/** How far the streams of a service are examined for states under earlier rules. */
export interface RefoldProgress {
  readonly examined: number;
  /** What Postgres estimates. */
  readonly aboutAll: number;
  /** Streams, and the events of these. */
  readonly refolded: number;
  readonly events: number;
  readonly isEnded: boolean;
}

/** Streams that are examined in one step. */
const STREAMS_AT_ONCE = 1_000;
/** After this time another process continues what one no longer does. */
const LEASE_SECONDS = 30;
const RENEWED_EVERY_MS = 10_000;

interface Examined {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  readonly stateVersion: number;
}

/**
 * Goes once through the streams of a service after its rules have changed, and folds those again that are stored under earlier
 * ones: in steps of about {@link PAGE_OF_HISTORY} events, in one process at a time. After a crash another process continues.
 */
export class RefoldWalk {
  private readonly aggregates: ReadonlyMap<string, AnyAggregate>;
  private readonly rules: string;
  private readonly worker = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly refolds: Refolds,
    aggregates: readonly AnyAggregate[],
  ) {
    this.aggregates = new Map(aggregates.map((one) => [one.name, one]));
    this.rules = aggregates
      .map(({ name, stateVersion }) => `${name} ${stateVersion}`)
      .toSorted()
      .join(', ');
  }

  /** Takes the next step. @returns null while another process does */
  async step(): Promise<RefoldProgress | null> {
    const after = await this.lease();
    if (after === null) return this.endedProgress();
    const streams = await this.database.query<Examined>(
      `SELECT stream_id AS id, kind, version, state_version AS "stateVersion" FROM streams
       WHERE stream_id > $1 ORDER BY stream_id LIMIT $2`,
      [after, STREAMS_AT_ONCE],
    );
    const step = this.stepOf(streams);
    const [first] = step.outdated;
    if (first && first.version > PAGE_OF_HISTORY) await this.foldLong(first);
    else if (first) await this.foldTogether(step.outdated);
    return this.advance(step, streams.length < STREAMS_AT_ONCE && step.examined === streams.length);
  }

  /** @returns the last stream that is examined; null if another process has the lease, or nothing is left to do */
  private async lease(): Promise<string | null> {
    const [row] = await this.database.query<{ after: string }>(
      `INSERT INTO refold AS known (rules, worker, leased_to) VALUES ($1, $2, now() + make_interval(secs => $3))
       ON CONFLICT (rules) DO UPDATE SET worker = excluded.worker, leased_to = excluded.leased_to
       WHERE known.ended_on IS NULL AND (known.worker = excluded.worker OR known.leased_to < now())
       RETURNING after`,
      [this.rules, this.worker, LEASE_SECONDS],
    );
    return row?.after ?? null;
  }

  private async endedProgress(): Promise<RefoldProgress | null> {
    const [row] = await this.database.query<RefoldProgress>(
      `SELECT ${PROGRESS} FROM refold WHERE rules = $1 AND ended_on IS NOT NULL`,
      [this.rules],
    );
    return row ?? null;
  }

  /** The streams up to the last one whose events are folded in this step. */
  private stepOf(streams: readonly Examined[]): Step {
    const outdated: Examined[] = [];
    let events = 0;
    for (const [i, stream] of streams.entries()) {
      const rules = this.aggregates.get(stream.kind);
      if (!rules || stream.stateVersion >= rules.stateVersion) continue;
      if (outdated.length > 0 && events + stream.version > PAGE_OF_HISTORY)
        return { outdated, events, examined: i, last: streams[i - 1]?.id };
      events += stream.version;
      outdated.push(stream);
    }
    return { outdated, events, examined: streams.length, last: streams.at(-1)?.id };
  }

  private async foldLong({ id, kind }: Examined): Promise<void> {
    const renewal = setInterval(() => void this.lease().catch(() => undefined), RENEWED_EVERY_MS);
    try {
      await this.refolds.stored(this.aggregates.get(kind) as AnyAggregate, id);
    } finally {
      clearInterval(renewal);
    }
  }

  private async foldTogether(streams: readonly Examined[]): Promise<void> {
    const rows = await this.database.query<Logged>(
      `SELECT stream_id AS id, version, data::text, schema_version AS "schemaVersion" FROM events
       WHERE stream_id = ANY ($1) ORDER BY stream_id, version`,
      [streams.map(({ id }) => id)],
    );
    const histories = Map.groupBy(rows, ({ id }) => id);
    const archived = await this.archivedOf(streams, histories);
    const states = streams.map(({ id, kind }): StateWrite => {
      const aggregate = this.aggregates.get(kind) as AnyAggregate;
      const events = [...(archived.get(id) ?? []), ...(histories.get(id) ?? [])];
      const state: unknown = events.reduce(
        (before, stored) => aggregate.evolve(before, eventOf<DomainEvent>(aggregate, stored)) as unknown,
        aggregate.initial as unknown,
      );
      this.refolds.counted(aggregate);
      return { id, stateVersion: aggregate.stateVersion, version: events.at(-1)?.version ?? 0, state };
    });
    await storeStates(this.database, states);
  }

  /** What is not in the log any more. */
  private archivedOf(streams: readonly Examined[], histories: ReadonlyMap<string, readonly Logged[]>) {
    const ranges = streams.map(({ id }) => ({
      ...{ id, after: 0 },
      upTo: (histories.get(id)?.[0]?.version ?? LAST_VERSION) - 1,
    }));
    const short = ranges.filter(({ upTo }) => upTo > 0);
    return this.database.archive.read(this.database, short);
  }

  private async advance(
    { outdated, events, examined, last }: Step,
    isEnded: boolean,
  ): Promise<RefoldProgress> {
    const [row] = await this.database.query<RefoldProgress>(
      `UPDATE refold SET after = coalesce($2, after), examined = examined + $3, refolded = refolded + $4,
         events = events + $5, ended_on = CASE WHEN $6::boolean THEN now() END
       WHERE rules = $1 RETURNING ${PROGRESS}`,
      [this.rules, last ?? null, examined, outdated.length, events, isEnded],
    );
    // After a return to an earlier build, and to this one again, the streams are examined again.
    if (isEnded)
      await this.database.query('DELETE FROM refold WHERE rules <> $1 AND ended_on IS NOT NULL', [
        this.rules,
      ]);
    return row as RefoldProgress;
  }
}

interface Step {
  readonly outdated: readonly Examined[];
  readonly events: number;
  readonly examined: number;
  /** The last stream of it. */
  readonly last: string | undefined;
}

interface Logged extends StoredEvent {
  readonly id: string;
  readonly version: number;
}

const PROGRESS = `examined::float8, refolded::float8, events::float8, ended_on IS NOT NULL AS "isEnded",
  (SELECT greatest(reltuples, 0)::float8 FROM pg_class WHERE oid = 'streams'::regclass) AS "aboutAll"`;
