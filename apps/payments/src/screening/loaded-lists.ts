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

/** The newest version of each imported list, indexed in the memory of the process; reloaded when another one is imported. */
@Injectable()
export class LoadedLists extends Job {
  private loaded: { readonly matcher: ListMatcher; readonly key: string } | null = null;

  constructor(private readonly database: Database) {
    super(EVERY_MS);
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    await this.task.turn();
  }

  /** Null before a list is imported. */
  get matcher(): ListMatcher | null {
    return this.loaded?.matcher ?? null;
  }

  async turn(): Promise<void> {
    const versions = await this.database.query<Version & Record<string, unknown>>(
      `SELECT DISTINCT ON (list) list, number, version FROM screening_list_version ORDER BY list, number DESC`,
    );
    const key = JSON.stringify(versions);
    if (versions.length === 0 || key === this.loaded?.key) return;
    const lists: ScreenedList[] = [];
    for (const { list, number, version } of versions)
      lists.push({ list, version, entries: await this.entries(list, number) });
    const matcher = await ListMatcher.of(lists, () => setImmediate());
    this.loaded = { matcher, key };
    this.log.log(
      `${versions.map(({ list, version }) => `${list} ${version}`).join(', ')}: ${JSON.stringify(matcher.size)}`,
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
