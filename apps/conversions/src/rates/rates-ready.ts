import { refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { RateSource } from './rate-source.js';

/** Makes the service not ready while there are no rates. */
@Injectable()
export class RatesReady {
  constructor(rates: RateSource, readiness: Readiness) {
    readiness.needs(async () => {
      const trouble = rates.trouble();
      if (trouble !== null) throw refuse('unavailable', trouble);
    });
  }
}
