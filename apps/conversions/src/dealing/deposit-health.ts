import { Database } from '@corridor/event-store';
import { Clock, instantOf, nowOf, refuse, timestamp } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

/** Some turns of the job that closes them out. */
const LATE_MS = 15 * 60_000;

/** PRODUCTION is degraded while a forward whose deposit was missed is open: its loss may grow, and nothing secures it. */
@Injectable()
export class DepositHealth {
  constructor(database: Database, readiness: Readiness, clock: Clock) {
    readiness.reports('deposits', async () => {
      const late = timestamp(new Date(instantOf(nowOf(clock)).getTime() - LATE_MS));
      const [found] = await database.query<{ waiting: number; oldest: string | null }>(
        `SELECT count(*)::int AS waiting, min(data #>> '{deposit,fundByDate}') AS oldest FROM conversion
         WHERE data #>> '{deposit,status}' = 'AWAITING_DEPOSIT' AND data #>> '{deposit,fundByDate}' < $1`,
        [late],
      );
      if (found?.oldest)
        throw refuse(
          'unavailable',
          `${found.waiting} conversions without their deposit are not closed out, the first had until ${found.oldest}`,
        );
    });
  }
}
