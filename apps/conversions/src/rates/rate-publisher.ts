import { EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, timestamp } from '@corridor/kernel';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LiveRates } from './live-rates.js';
import { MARKET, market } from './market.js';
import { type JumpLimits, type Reading, update } from './market-update.js';
import { type RateSettings, rateSettings } from './rate-settings.js';
import { RateSource } from './rate-source.js';

/** How often new quotes are looked for. */
const EVERY_MS = 1_000;
/** The simulated market is known to all for every moment; a publication says that it is in use. */
const SIMULATED_EVERY_MS = 30_000;
/** An id that no client has. */
const SYSTEM = { id: 'corridor', name: 'Corridor' };

/**
 * Publishes the market to all replicas and to the other services: at startup, and within a second of a change. If that fails
 * they continue with the last quotes until those are too old, and it is repeated.
 */
@Injectable()
export class RatePublisher extends Job {
  private readonly limits: JumpLimits;

  constructor(
    private readonly store: EventStore,
    private readonly rates: RateSource,
    private readonly live: LiveRates,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY) private readonly platform: PlatformSettings,
    @Inject(rateSettings.KEY) private readonly settings: RateSettings,
  ) {
    super(EVERY_MS);
    const { jumpPercent, jumpSeconds } = settings;
    this.limits = {
      of: (ccyPair) => (jumpPercent.byPair[ccyPair] ?? jumpPercent.default) / 100,
      withinMs: jumpSeconds * 1000,
    };
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    await this.task.turn();
  }

  /** What the source of this process says now. All replicas take the quotes of the simulated market at the same moments. */
  reading(): Reading {
    const now = this.clock.now();
    const { isSimulated } = this.rates;
    const everyMs = isSimulated ? SIMULATED_EVERY_MS : EVERY_MS;
    const asOfMs = Math.floor(now.getTime() / everyMs) * everyMs;
    return {
      quotes: this.rates.quotes(new Date(asOfMs)),
      isSimulated,
      asOfMs,
      now: timestamp(now),
      limits: this.limits,
      hours: this.settings.dealingHours,
    };
  }

  /** Any number of replicas may run it at any second: the stream's lock and its state make one publication of them. */
  async turn(): Promise<void> {
    const reading = this.reading();
    if (update(await this.live.refresh(), reading).length === 0) return;
    const caller = systemCaller(this.platform.environment, SYSTEM);
    await this.store.handle(market, MARKET, (state) => update(state, reading), { caller });
    await this.live.refresh();
  }
}
