import { setImmediate } from 'node:timers/promises';
import { Database } from '@corridor/event-store';
import { Job } from '@corridor/platform';
import { type ListEntry, ListMatcher, type ScreenedList } from '@corridor/screening';
import { Injectable } from '@nestjs/common';

/** How soon a process compares with a new version. */
const EVERY_MS = 2_000;
const ROWS_PER_STATEMENT = 1_000;

interface Version {
  readonly list: string;
  readonly number: number;
  readonly version: string;
}

const keyOf = (versions: readonly Version[]) => JSON.stringify(versions);

/** The newest version of each imported list, indexed in the memory of the process; reloaded when another one is imported. */
@Injectable()
export class LoadedLists extends Job {
  private loaded: { readonly matcher: ListMatcher | null; readonly key: string } = {
    matcher: null,
    key: keyOf([]),
  };

  constructor(private readonly database: Database) {
    super(EVERY_MS);
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    await this.task.turn();
  }

  /**
   * With the newest versions, which it loads if another process has just imported one: nobody may be compared with the lists
   * before once the rescreening has begun. Null before a list is imported.
   */
  async current(): Promise<ListMatcher | null> {
    const key = keyOf(await this.versions());
    for (let tries = 0; tries < 2 && key !== this.loaded.key; tries++) await this.task.turn(); // one may have begun before
    if (key !== this.loaded.key) throw new Error('the new version of a list cannot be loaded');
    return this.loaded.matcher;
  }

  async turn(): Promise<void> {
    const versions = await this.versions();
    const key = keyOf(versions);
    if (key === this.loaded.key) return;
    const lists: ScreenedList[] = [];
    for (const { list, number, version } of versions)
      lists.push({ list, version, entries: await this.entries(list, number) });
    const matcher = await ListMatcher.of(lists, () => setImmediate());
    this.loaded = { matcher, key };
    this.log.log(
      `${versions.map(({ list, version }) => `${list} ${version}`).join(', ')}: ${JSON.stringify(matcher.size)}`,
    );
  }

  private versions(): Promise<Version[]> {
    return this.database.query<Version & Record<string, unknown>>(
      `SELECT DISTINCT ON (list) list, number, version FROM screening_list_version ORDER BY list, number DESC`,
    );
  }

  /** Those of one version, also while another one is being imported. */
  private async entries(list: string, number: number): Promise<ListEntry[]> {
    const entries: ListEntry[] = [];
    for (let after = ''; ;) {
      const rows = await this.database.query<{ data: ListEntry }>(
        `SELECT data FROM screening_entry
         WHERE list = $1 AND entry_id > $2 AND since <= $3 AND (until IS NULL OR until > $3)
         ORDER BY entry_id LIMIT ${ROWS_PER_STATEMENT}`,
        [list, after, number],
      );
      entries.push(...rows.map(({ data }) => data));
      if (rows.length < ROWS_PER_STATEMENT) return entries;
      after = rows.at(-1)!.data.id;
    }
  }
}
