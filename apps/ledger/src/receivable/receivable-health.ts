import { Database } from '@corridor/event-store';
import { Clock, instantOf, nowOf, refuse, timestamp } from '@corridor/kernel';
import { type PlatformSettings, Readiness, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';

const LATE_DAYS = 7;
const DAY_MS = 86_400_000;

/** PRODUCTION is degraded while a client owes something for more than a week: somebody has to talk to it, or write it off. */
@Injectable()
export class ReceivableHealth {
  constructor(
    database: Database,
    readiness: Readiness,
    clock: Clock,
    @Inject(platformSettings.KEY) { environment }: Pick<PlatformSettings, 'environment'>,
  ) {
    if (environment !== 'PRODUCTION') return;
    readiness.reports('receivables', async () => {
      const late = timestamp(new Date(instantOf(nowOf(clock)).getTime() - LATE_DAYS * DAY_MS));
      const [found] = await database.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM receivable WHERE status = 'OPEN' AND created_on < $1`,
        [late],
      );
      const waiting = found?.waiting ?? 0;
      if (waiting > 0) throw refuse('unavailable', `${waiting} are open for more than ${LATE_DAYS} days`);
    });
  }
}
