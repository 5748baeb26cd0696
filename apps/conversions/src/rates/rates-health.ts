import { refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { RateSource } from './rate-source.js';

/** The service is not ready while it has no rates at all. */
@Injectable()
export class RatesHealth {
  constructor(rates: RateSource, readiness: Readiness) {
    readiness.requires('rates', async () => {
      const trouble = rates.trouble();
      if (trouble !== null) throw refuse('unavailable', trouble);
    });
  }
}
