import { Database } from '@corridor/event-store';
import { Clock, refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LISTS, type ScreeningSettings, screeningSettings } from './screening-settings.js';

/** Publishers change their lists several times a week. */
const OLD_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** Reports that there is no list to compare with, or that one was imported long ago. */
@Injectable()
export class ListsHealth {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(screeningSettings.KEY) { provider }: ScreeningSettings,
    readiness: Readiness,
  ) {
    if (provider === LISTS) readiness.reports('sanctions lists', () => this.mustBeNew());
  }

  /** @throws Refusal that names them */
  private async mustBeNew(): Promise<void> {
    const lists = await this.database.query<{ list: string; on: string }>(
      'SELECT list, max(imported_on) AS on FROM screening_list_version GROUP BY list ORDER BY list',
    );
    if (lists.length === 0) throw refuse('unavailable', 'no sanctions list has been imported');
    const old = lists
      .map(({ list, on }) => ({
        list,
        days: Math.floor((this.clock.now().getTime() - Date.parse(`${on}Z`)) / DAY_MS),
      }))
      .filter(({ days }) => days >= OLD_DAYS);
    if (old.length === 0) return;
    throw refuse(
      'unavailable',
      old.map(({ list, days }) => `${list} was imported ${days} days ago`).join(', '),
    );
  }
}
