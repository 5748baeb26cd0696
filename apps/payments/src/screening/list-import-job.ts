import { Database, EventStore, type SqlTransaction } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Clock, type Environment, timestamp } from '@corridor/kernel';
import { Job, platformSettings, type PlatformSettings } from '@corridor/platform';
import { UnreadableFile } from '@corridor/iso20022';
import { Inject, Injectable } from '@nestjs/common';
import { type Event, type StoredImport, finish, listImport } from './list-import.js';
import { type ReadVersion, readVersion } from './list-files.js';
import { type ScreeningSettings, screeningSettings } from './screening-settings.js';

const EVERY_MS = 1_000;
/** A version with a smaller share of the entries before was probably cut. */
const LEAST_SHARE = 0.8;
const ROWS_PER_STATEMENT = 2_000;

type Finished = Exclude<Event, { type: 'requested' }>;

/**
 * Imports the versions of lists that staff have requested, each in one transaction: a file that is refused changes nothing.
 * Any number of processes may run it; they read the same files, and one writes.
 */
@Injectable()
export class ListImportJob extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(screeningSettings.KEY) private readonly settings: ScreeningSettings,
    @Inject(platformSettings.KEY) private readonly platform: PlatformSettings,
  ) {
    super(EVERY_MS);
  }

  async turn(): Promise<void> {
    const requested = await this.database.query<{ data: StoredImport }>(
      `SELECT data FROM screening_list WHERE data ->> 'status' = 'REQUESTED' ORDER BY created_on, id`,
    );
    for (const { data } of requested) await this.import(data);
  }

  private async import(requested: StoredImport): Promise<void> {
    try {
      const read = await readVersion(requested.list, this.settings.folder, requested.files);
      if (requested.checksum !== null && read.checksum !== requested.checksum)
        throw new UnreadableFile('the files are not those that the second person has approved');
      await this.database.exclusively('screening_lists', (sql) => this.write(sql, requested, read));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.log.warn(`${requested.list} is refused: ${error.message}`);
      await this.finish(requested.id, { type: 'refused', reason: error.message });
    }
  }

  private async write(sql: SqlTransaction, { id, list, force }: StoredImport, read: ReadVersion) {
    const [row] = await sql.query<{ status: string }>(
      `SELECT data ->> 'status' AS status FROM screening_list WHERE id = $1`,
      [id],
    );
    if (row?.status !== 'REQUESTED') return;
    const known = await entriesOf(sql, list);
    if (!force && read.entries.size < known.size * LEAST_SHARE)
      throw new UnreadableFile(
        `it has ${read.entries.size} entries, the version before has ${known.size}; use "force" if that is right`,
      );
    const [added, changed, removed] = difference(known, read.entries);
    const importedOn = timestamp(this.clock.now());
    const version = `${read.publishedOn ?? importedOn.slice(0, 10)} ${read.checksum.slice(0, 8)}`;
    const number = await numberOfNext(sql, list);
    await close(sql, list, number, [...changed, ...removed]);
    await add(sql, list, number, read.entries, [...added, ...changed]);
    await sql.query(
      `INSERT INTO screening_list_version (list, number, version, published_on, imported_on, checksum, entries)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [list, number, version, read.publishedOn, importedOn, read.checksum, read.entries.size],
    );
    const counts = {
      total: read.entries.size,
      added: added.length,
      changed: changed.length,
      removed: removed.length,
    };
    const { publishedOn, checksum } = read;
    await this.finish(id, { type: 'imported', version, publishedOn, checksum, counts });
    this.log.log(`${list} ${version}: ${JSON.stringify(counts)}`);
  }

  private finish(id: string, event: Finished) {
    const caller = systemCaller(this.platform.environment as Environment, OPERATOR, id);
    return this.store.handle(listImport, id, finish(event), { caller });
  }
}

async function entriesOf(sql: SqlTransaction, list: string): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; data: string }>(
    `SELECT entry_id AS id, data::text AS data FROM screening_entry WHERE list = $1 AND until IS NULL`,
    [list],
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}

const difference = (known: ReadonlyMap<string, string>, read: ReadonlyMap<string, string>) =>
  [
    [...read.keys()].filter((id) => !known.has(id)),
    [...read].filter(([id, data]) => known.has(id) && known.get(id) !== data).map(([id]) => id),
    [...known.keys()].filter((id) => !read.has(id)),
  ] as const;

async function numberOfNext(sql: SqlTransaction, list: string): Promise<number> {
  const [row] = await sql.query<{ next: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS next FROM screening_list_version WHERE list = $1',
    [list],
  );
  return row!.next;
}

const close = (sql: SqlTransaction, list: string, number: number, ids: readonly string[]) =>
  sql.query(
    'UPDATE screening_entry SET until = $2 WHERE list = $1 AND until IS NULL AND entry_id = ANY ($3)',
    [list, number, ids],
  );

async function add(
  sql: SqlTransaction,
  list: string,
  number: number,
  entries: ReadonlyMap<string, string>,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_PER_STATEMENT) {
    const page = ids.slice(from, from + ROWS_PER_STATEMENT);
    await sql.query(
      `INSERT INTO screening_entry (list, entry_id, since, data)
       SELECT $1, entry_id, $2, data::json FROM unnest($3::text[], $4::text[]) AS added (entry_id, data)`,
      [list, number, page, page.map((id) => entries.get(id))],
    );
  }
}
