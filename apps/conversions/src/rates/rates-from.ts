import { SimulatedMarket } from '@corridor/conversions-contract';
import type { Clock } from '@corridor/kernel';
import type { PlatformSettings } from '@corridor/platform';
import { Logger } from '@nestjs/common';
import { PublishedRates } from './published/published-rates.js';
import { type RateSettings, SIMULATED } from './rate-settings.js';
import type { RateSource } from './rate-source.js';

/** The source that RATES names. */
export function ratesFrom(
  { source }: RateSettings,
  { environment }: Pick<PlatformSettings, 'environment'>,
  clock: Clock,
): RateSource {
  if (source !== SIMULATED) return new PublishedRates(source, clock);
  if (environment === 'PRODUCTION') new Logger('Rates').warn('PRODUCTION on simulated rates: set RATES');
  return new SimulatedMarket();
}
