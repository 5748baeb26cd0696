import type { Clock } from '@corridor/kernel';
import type { Config } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import { PublishedRates } from './published/published-rates.js';
import type { RateSource } from './rate-source.js';
import { SimulatedMarket } from './simulated-market.js';

/**
 * The source that RATES names: `simulated`, or the file or http address of a daily sheet of the euro reference rates.
 * @throws Error for what is none of these
 */
export function ratesFrom(config: Config, clock: Clock): RateSource {
  const source = config.text('RATES', 'simulated');
  if (source === 'simulated') {
    if (config.environment === 'PRODUCTION')
      new Logger('Rates').warn('PRODUCTION on simulated rates: set RATES');
    return new SimulatedMarket();
  }
  if (/^https?:/.test(source) && !URL.canParse(source)) throw new Error(`RATES is no address: "${source}"`);
  if (!/^(https?:|file:)|\/|\.xml$/.test(source))
    throw new Error(`RATES must be "simulated", the path of a file or an http address, not "${source}"`);
  return new PublishedRates(source, clock);
}
