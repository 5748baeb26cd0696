import { Database } from '@corridor/event-store';
import { Clock, instantOf, nowOf, refuse, timestamp } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

const LATE_MS = 60 * 60_000;

/** PRODUCTION is degraded while an instruction waits with another price for more than an hour: somebody has to ask its client. */
@Injectable()
export class MovedPriceHealth {
  constructor(database: Database, readiness: Readiness, clock: Clock) {
    readiness.reports('moved prices', async () => {
      const late = timestamp(new Date(instantOf(nowOf(clock)).getTime() - LATE_MS));
      const [found] = await database.query<{ waiting: number; oldest: string | null }>(
        `SELECT count(*)::int AS waiting, min(data #>> '{newPrice,on}') AS oldest FROM payment_instruction
         WHERE data #>> '{newPrice,status}' = 'AWAITING_CONSENT' AND data #>> '{newPrice,on}' < $1`,
        [late],
      );
      if (found?.oldest)
        throw refuse(
          'unavailable',
          `${found.waiting} instructions wait with another price for more than an hour, the first since ${found.oldest}`,
        );
    });
  }
}
