import { Database } from '@corridor/event-store';
import { Clock, refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { ScreeningProvider } from '@corridor/screening';
import { Inject, Injectable } from '@nestjs/common';
import { LISTS, type ScreeningSettings, screeningSettings } from './screening-settings.js';
import { WatchmanProvider } from './watchman-provider.js';

/** Publishers change their lists several times a week. */
export const OLD_DAYS = 7;

/** Reports that there is no list to compare with, that one was imported long ago, or that the service does not respond. */
@Injectable()
export class ScreeningHealth {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(screeningSettings.KEY) settings: ScreeningSettings,
    provider: ScreeningProvider,
    readiness: Readiness,
  ) {
    if (settings.provider === LISTS) readiness.reports('sanctions lists', () => this.mustBeNew());
    if (provider instanceof WatchmanProvider)
      readiness.reports('screening provider', () => mustBeAsked(provider));
  }

  /** @throws Refusal that names them */
  private async mustBeNew(): Promise<void> {
    const lists = await this.database.query<{ list: string; on: string }>(
      'SELECT list, max(imported_on) AS on FROM screening_list_version GROUP BY list ORDER BY list',
    );
    if (lists.length === 0) throw refuse('unavailable', 'no sanctions list has been imported');
    const old = lists
      .map(({ list, on }) => ({ list, days: daysSince(on, this.clock) }))
      .filter(({ days }) => days >= OLD_DAYS);
    if (old.length === 0) return;
    throw refuse(
      'unavailable',
      old.map(({ list, days }) => `${list} was imported ${days} days ago`).join(', '),
    );
  }
}

/** @throws Refusal while the circuit breaker is open */
function mustBeAsked({ isLeftAlone }: WatchmanProvider): Promise<void> {
  const why = 'it has failed repeatedly, and is left alone for some seconds';
  return isLeftAlone ? Promise.reject(refuse('unavailable', why)) : Promise.resolve();
}

const DAY_MS = 24 * 60 * 60_000;

const daysSince = (time: string, clock: Clock): number =>
  Math.floor((clock.now().getTime() - Date.parse(`${time}Z`)) / DAY_MS);
