import { refuse } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { RateSource } from './rate-source.js';

/** Lets nobody send requests here while there are no rates at all. */
@Injectable()
export class RatesReady {
  constructor(rates: RateSource, readiness: Readiness) {
    readiness.needs(async () => {
      const trouble = rates.trouble();
      if (trouble !== null) throw refuse('unavailable', trouble);
    });
  }
}
