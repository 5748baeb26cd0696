import { Clock, nowOf, refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { pairsWithout } from '../points/forward-points.js';
import { LiveRates } from './live-rates.js';
import { RateSource } from './rate-source.js';

/** The service is not ready while it has no rates at all, and degraded while some are halted because of their source. */
@Injectable()
export class RatesHealth {
  constructor(rates: RateSource, live: LiveRates, clock: Clock, readiness: Readiness) {
    readiness.requires('rates', async () => {
      const trouble = rates.trouble();
      if (trouble !== null) throw refuse('unavailable', trouble);
    });
    readiness.reports('forward points', async () => {
      const stale = pairsWithout(await live.points(), nowOf(clock));
      if (stale.length > 0)
        throw refuse(
          'unavailable',
          `Not traded beyond spot, because their points are too old: ${stale.join(', ')}.`,
        );
    });
    readiness.reports('halts', async () => {
      const { halts } = await live.state();
      const own = halts.filter(({ cause }) => cause !== 'DEALER');
      const pairs = own.map(({ ccyPair, cause }) => `${ccyPair} (${cause})`).sort();
      if (pairs.length > 0)
        throw refuse('unavailable', `Not traded because of their source: ${pairs.join(', ')}.`);
    });
  }
}
