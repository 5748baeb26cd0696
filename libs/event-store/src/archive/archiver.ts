import { decodeJson } from '@corridor/kernel';
import type { Database } from '../database.js';
import { WHOLE_TABLES } from '../limits.js';
import type { AnyRegistration } from '../registration.js';
import type { Lines, WrittenFile } from './archive-folder.js';

/** Streams that are examined in one step, and events that are archived in one. */
const STREAMS_AT_ONCE = 1_000;
const EVENTS_AT_ONCE = 5_000;

/** How far a service has archived its log. */
export interface ArchiveStep {
  /** The last stream that is examined; null if none follow. */
  readonly last: string | null;
  readonly archived: number;
}

interface Examined extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly stateVersion: number;
  readonly after: number;
  readonly upTo: number | null;
  readonly events: number;
}

/** A file of the archive, as its database knows it. */
export interface ArchiveFileRow {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly streams: number;
  readonly events: number;
  readonly writtenOn: Date;
  /** Null until its events are removed from the log. */
  readonly removedOn: Date | null;
}

/**
 * Moves old events from the log into files: of streams that have ended, those before a time. A file is written and read back, then recorded, and
 * only then its events are removed; whoever continues after a crash repeats a step without losing or doubling anything.
 */
export class Archiver {
  private readonly registrations: ReadonlyMap<string, AnyRegistration>;

  constructor(
    private readonly database: Database,
    private readonly service: string,
    registrations: readonly AnyRegistration[],
  ) {
    const archiving = registrations.filter(({ archives }) => archives);
    this.registrations = new Map(archiving.map((one) => [one.aggregate.name as string, one]));
  }

  /** Of which aggregates events are archived. */
  get kinds(): readonly string[] {
    return [...this.registrations.keys()];
  }

  /** How many events there are of these aggregates before a time: at most, for some of their streams may not have ended. */
  async size(before: Date): Promise<{ readonly streams: number; readonly events: number }> {
    const [row] = await this.database.transaction(
      (sql) => {
        sql.write(WHOLE_TABLES);
        return sql.query<{ streams: number; events: number }>(
          `SELECT count(DISTINCT stream_id)::int AS streams, count(*)::int AS events
           FROM events JOIN streams USING (stream_id) WHERE kind = ANY ($1) AND occurred_on < $2`,
          [this.kinds, before],
        );
      },
      { statementTimeoutMs: 10 * 60_000 },
    );
    return row ?? { streams: 0, events: 0 };
  }

  /** The next step. @param after the last stream of the step before; empty at first */
  async step(after: string, before: Date): Promise<ArchiveStep> {
    await this.removeRecorded();
    const examined = await this.examine(after, before);
    const chosen: Examined[] = [];
    let events = 0;
    let last = after;
    let isRest = false;
    for (const one of examined) {
      if (this.isArchived(one)) {
        isRest = events > 0 && events + one.events > EVENTS_AT_ONCE;
        if (isRest) break;
        chosen.push(one);
        events += one.events;
        isRest = one.events === EVENTS_AT_ONCE; // it may have more
        if (isRest) break;
      }
      last = one.id;
    }
    if (chosen.length > 0) await this.archive(chosen);
    return { last: isRest || examined.length === STREAMS_AT_ONCE ? last : null, archived: events };
  }

  /** Whoever wrote these files did not come to this. @returns how many events were removed */
  async removeRecorded(): Promise<number> {
    const files = await this.database.query<{ name: string }>(
      'SELECT name FROM archive_file WHERE removed_on IS NULL ORDER BY name',
    );
    let sum = 0;
    for (const { name } of files) {
      const [row] = await this.database.query<{ removed: number }>('SELECT remove_archived($1) AS removed', [
        name,
      ]);
      sum += row?.removed ?? 0;
    }
    return sum;
  }

  files(): Promise<ArchiveFileRow[]> {
    return this.database.query<ArchiveFileRow & Record<string, unknown>>(
      `SELECT name, sha256, bytes::float8, streams, events, written_on AS "writtenOn", removed_on AS "removedOn"
       FROM archive_file ORDER BY written_on, name`,
    );
  }

  /** Reads a file. @throws DamagedFile */
  async verify(file: { readonly name: string; readonly sha256: string }): Promise<void> {
    const parts = await this.database.query<{ at: string; bytes: number; sha256: string }>(
      'SELECT at, bytes, sha256 FROM archived_part WHERE file = $1 ORDER BY at',
      [file.name],
    );
    const members = parts.map((part) => ({ ...part, at: Number(part.at) }));
    await this.database.archive.opened.verify({ ...file, members });
  }

  private isArchived({ kind, state, stateVersion, upTo }: Examined): boolean {
    const { aggregate, archives } = this.registrations.get(kind) ?? {};
    return (
      upTo !== null && stateVersion === aggregate?.stateVersion && archives?.(decodeJson(state)) === true
    );
  }

  /** The next streams, with what is old and published at the beginning of each. */
  private examine(after: string, before: Date): Promise<Examined[]> {
    return this.database.query<Examined>(
      `SELECT id, kind, state::text, "stateVersion", after, "upTo", events FROM (
         SELECT stream_id AS id, kind, state, state_version AS "stateVersion",
           (SELECT coalesce(max(up_to), 0) FROM archived_part AS part WHERE part.stream_id = streams.stream_id) AS after
         FROM streams WHERE stream_id > $1 AND NOT is_frozen ORDER BY stream_id LIMIT ${STREAMS_AT_ONCE}
       ) AS one CROSS JOIN LATERAL (
         SELECT max(version) FILTER (WHERE fits) AS "upTo", (count(*) FILTER (WHERE fits))::int AS events FROM (
           SELECT version, bool_and(occurred_on < $3 AND (message IS NULL OR seq IS NOT NULL)) OVER (ORDER BY version) AS fits
           FROM (SELECT * FROM events WHERE stream_id = one.id AND version > one.after AND one.kind = ANY ($2)
                 ORDER BY version LIMIT ${EVENTS_AT_ONCE}) AS next
         ) AS old
       ) AS prefix ORDER BY id`,
      [after, this.kinds, before],
    );
  }

  private async archive(chosen: readonly Examined[]): Promise<void> {
    const parts = await this.linesOf(chosen);
    const [position] = await this.database.query<{ first: string; last: string; events: number }>(
      `SELECT min(position) AS first, max(position) AS last, count(*)::int AS events
       FROM unnest($1::text[], $2::int[], $3::int[]) AS one (id, after, up_to)
       JOIN events ON stream_id = one.id AND version > one.after AND version <= one.up_to WHERE stream_id = ANY ($1)`,
      columnsOf(chosen),
    );
    const { first = '0', last = '0', events = 0 } = position ?? {};
    const manifest = {
      ...{ service: this.service, streams: chosen.length, events },
      ...{ firstPosition: Number(first), lastPosition: Number(last) },
    };
    const file = await this.database.archive.opened.write(
      `${this.service}-${first}-${last}`,
      parts,
      manifest,
    );
    await this.record(chosen, file, manifest);
    await this.removeRecorded();
  }

  private linesOf(chosen: readonly Examined[]): Promise<Lines[]> {
    return this.database.query<Lines & Record<string, unknown>>(
      `SELECT lines, log_digest(lines) AS sha256 FROM unnest($1::text[], $2::int[], $3::int[])
         WITH ORDINALITY AS one (id, after, up_to, n)
       CROSS JOIN LATERAL log_lines(id, after, up_to) AS lines ORDER BY n`,
      columnsOf(chosen),
    );
  }

  private async record(
    chosen: readonly Examined[],
    { name, sha256, bytes, members }: WrittenFile,
    { streams, events, firstPosition, lastPosition }: Manifest,
  ): Promise<void> {
    await this.database.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO archive_file (name, sha256, bytes, streams, events, first_position, last_position)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [name, sha256, bytes, streams, events, firstPosition, lastPosition],
      );
      await sql.query(
        `INSERT INTO archived_part (file, stream_id, after, up_to, at, bytes, sha256)
         SELECT $7, * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::int[], $6::text[])`,
        [
          ...columnsOf(chosen),
          members.map(({ at }) => at),
          members.map((member) => member.bytes),
          members.map((member) => member.sha256),
          name,
        ],
      );
    });
  }
}

interface Manifest {
  readonly streams: number;
  readonly events: number;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

const columnsOf = (chosen: readonly Examined[]) => [
  chosen.map(({ id }) => id),
  chosen.map(({ after }) => after),
  chosen.map(({ upTo }) => upTo),
];
