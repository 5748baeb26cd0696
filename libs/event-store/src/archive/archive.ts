import type { Timestamp } from '@corridor/kernel';
import type { Sql } from '../database.js';
import { ArchiveFolder, type Member } from './archive-folder.js';

/** An event of the archive, as it was in the log. */
export interface ArchivedEvent {
  readonly version: number;
  readonly schemaVersion: number;
  readonly occurredOn: Timestamp;
  /** JSON. */
  readonly data: string;
  readonly caller: string;
}

/** A message of the archive, as it was published. */
export interface ArchivedMessage {
  readonly type: string;
  readonly streamId: string;
  readonly version: number;
  readonly occurredOn: Timestamp;
  /** Its envelope. */
  readonly json: string;
}

/** A part of a stream in the archive, by the stream and the version before its first one. */
export type PartName = readonly [streamId: string, after: number];

/** The versions of a stream after one, up to another one. */
interface Range {
  readonly id: string;
  readonly after: number;
  readonly upTo: number;
}

/** No stream has a greater version. */
export const LAST_VERSION = 2_147_483_647;

/** Reads what was removed from the log. */
export class Archive {
  private files: ArchiveFolder | null = null;

  /** From a setting; null if there is none. */
  set folder(path: string | null) {
    this.files = path === null ? null : new ArchiveFolder(path);
  }

  get isThere(): boolean {
    return this.files !== null;
  }

  /** @throws Error if there is none */
  get opened(): ArchiveFolder {
    if (this.files) return this.files;
    throw new Error('some events are in the archive: set ARCHIVE_FOLDER');
  }

  /**
   * The archived events of these ranges, by stream, in order. Called after the log was read: what was removed meanwhile is here, and what was not is in both.
   * @throws DamagedFile that names the file
   */
  async read(sql: Sql, ranges: readonly Range[]): Promise<ReadonlyMap<string, readonly ArchivedEvent[]>> {
    const parts = await sql.query<Member & Record<string, unknown> & { id: string; at: string }>(
      `SELECT one.id, file, at, bytes, sha256 FROM unnest($1::text[], $2::int[], $3::int[]) AS one (id, after, up_to)
       JOIN archived_part AS part ON stream_id = one.id AND part.up_to > one.after AND part.after < one.up_to
       WHERE stream_id = ANY ($1) ORDER BY one.id, part.after`,
      [ranges.map(({ id }) => id), ranges.map(({ after }) => after), ranges.map(({ upTo }) => upTo)],
    );
    const found = new Map<string, ArchivedEvent[]>();
    const wanted = new Map(ranges.map((range) => [range.id, range]));
    for (const { id, at, ...member } of parts) {
      const lines = await this.opened.read({ ...member, at: Number(at) });
      const { after, upTo } = wanted.get(id) as Range;
      const events = eventsOf(lines).filter(({ version }) => version > after && version <= upTo);
      found.set(id, [...(found.get(id) ?? []), ...events]);
    }
    return found;
  }

  /** How much was removed from the log. */
  async size(sql: Pick<Sql, 'query'>): Promise<{ readonly files: number; readonly events: number }> {
    const [row] = await sql.query<{ files: number; events: number }>(
      `SELECT count(*)::int AS files, coalesce(sum(events), 0)::int AS events FROM archive_file WHERE removed_on IS NOT NULL`,
    );
    return row ?? { files: 0, events: 0 };
  }

  /**
   * The messages of the next parts that were removed from the log, by stream, in order.
   * @returns null if none follow. @throws DamagedFile that names the file
   */
  async messagesAfter(
    sql: Pick<Sql, 'query'>,
    [streamId, after]: PartName,
  ): Promise<{
    readonly last: PartName;
    readonly events: number;
    readonly messages: readonly ArchivedMessage[];
  } | null> {
    const parts = await sql.query<
      Member & Record<string, unknown> & { id: string; after: number; upTo: number; at: string }
    >(
      `SELECT stream_id AS id, after, up_to AS "upTo", file, at, part.bytes, part.sha256
       FROM archived_part AS part JOIN archive_file ON name = file
       WHERE removed_on IS NOT NULL AND (stream_id, after) > ($1, $2) ORDER BY stream_id, after LIMIT ${PARTS}`,
      [streamId, after],
    );
    const end = parts.at(-1);
    if (!end) return null;
    const messages: ArchivedMessage[] = [];
    for (const { at, ...part } of parts)
      messages.push(...messagesOf(await this.opened.read({ ...part, at: Number(at) })));
    const events = parts.reduce((sum, part) => sum + part.upTo - part.after, 0);
    return { last: [end.id, end.after], events, messages };
  }
}

/** Parts that are read at once. */
const PARTS = 100;

interface Line {
  readonly streamId: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly occurredOn: string;
  readonly data: unknown;
  readonly caller: unknown;
  readonly messageType: string | null;
  readonly message: unknown;
}

const linesIn = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

const timeOf = ({ occurredOn }: Line) => occurredOn.slice(0, 'YYYY-MM-DDTHH:mm:ss.SSS'.length) as Timestamp;

const eventsOf = (lines: string): ArchivedEvent[] =>
  linesIn(lines).map((line) => {
    const { version, schemaVersion, data, caller } = line;
    return {
      ...{ version, schemaVersion, data: JSON.stringify(data), caller: JSON.stringify(caller) },
      occurredOn: timeOf(line),
    };
  });

const messagesOf = (lines: string): ArchivedMessage[] =>
  linesIn(lines).flatMap((line) => {
    const { streamId, version, messageType: type, message } = line;
    if (type === null) return [];
    return { type, streamId, version, occurredOn: timeOf(line), json: JSON.stringify(message) };
  });
