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
}

interface Line {
  readonly version: number;
  readonly schemaVersion: number;
  readonly occurredOn: string;
  readonly data: unknown;
  readonly caller: unknown;
}

const eventsOf = (lines: string): ArchivedEvent[] =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const { version, schemaVersion, occurredOn, data, caller } = JSON.parse(line) as Line;
      return {
        ...{ version, schemaVersion, data: JSON.stringify(data), caller: JSON.stringify(caller) },
        occurredOn: occurredOn.slice(0, 'YYYY-MM-DDTHH:mm:ss.SSS'.length) as Timestamp,
      };
    });
