import { SimulatedMarket } from '@corridor/conversions-contract';
import type { Clock } from '@corridor/kernel';
import { SIMULATED } from '@corridor/platform';
import { PublishedRates } from './published/published-rates.js';
import type { RateSettings } from './rate-settings.js';
import type { RateSource } from './rate-source.js';

/** The source that RATES names. */
export const ratesFrom = ({ source }: RateSettings, clock: Clock): RateSource =>
  source === SIMULATED ? new SimulatedMarket() : new PublishedRates(source, clock);
