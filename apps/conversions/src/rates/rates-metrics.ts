import { Clock } from '@corridor/kernel';
import { ServiceMetrics } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { ageInSeconds } from './dealing.view.js';
import { LiveRates } from './live-rates.js';
import type { Halt, State } from './market.js';

const RATES = {
  rate_age_seconds: { help: 'Age of the oldest rate that is traded; 0 for simulated ones' },
  dealing_halts: { help: 'Open halts of pairs, by cause', labels: ['cause'] },
};
const CAUSES: readonly Halt['cause'][] = ['STALE', 'JUMP', 'DEALER'];

/** How old the rates are, and what is not traded because of them. */
@Injectable()
export class RatesMetrics {
  constructor(metrics: ServiceMetrics, live: LiveRates, clock: Clock) {
    metrics.asks('rates', RATES, async () => {
      const { published, halts } = await live.state();
      return {
        rate_age_seconds: ageOf(published, clock.now().getTime()),
        dealing_halts: CAUSES.map((cause) => ({
          cause,
          value: halts.filter((one) => one.cause === cause).length,
        })),
      };
    });
  }
}

/** Null without rates. */
function ageOf({ isSimulated, quotes }: State['published'], nowMs: number): number | null {
  if (isSimulated) return 0;
  const ages = quotes.flatMap(({ quotedOn }) => ageInSeconds(quotedOn, nowMs) ?? []);
  return ages.length > 0 ? Math.max(...ages) : null;
}
