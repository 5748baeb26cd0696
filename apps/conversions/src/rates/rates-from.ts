import type { Clock } from '@corridor/kernel';
import { SIMULATED } from '@corridor/platform';
import { FeedRates } from './feed/feed-rates.js';
import { PublishedRates } from './published/published-rates.js';
import { FEED, type RateSettings } from './rate-settings.js';
import type { RateSource } from './rate-source.js';
import { SimulatedRates } from './simulated-rates.js';

/** A feed is quoted every second or so. */
const FEED_MAX_AGE_SECONDS = 60;

/** The source that RATES names. */
export function ratesFrom({ source, pollSeconds, maxAgeSeconds }: RateSettings, clock: Clock): RateSource {
  if (source === SIMULATED) return new SimulatedRates();
  if (!source.startsWith(FEED)) {
    const maxAgeMs = maxAgeSeconds === null ? null : maxAgeSeconds * 1000;
    return new PublishedRates(source, clock, { maxAgeMs });
  }
  const maxAgeMs = (maxAgeSeconds ?? FEED_MAX_AGE_SECONDS) * 1000;
  return new FeedRates(source.slice(FEED.length), clock, { pollMs: pollSeconds * 1000, maxAgeMs });
}
