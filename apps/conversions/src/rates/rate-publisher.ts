import { EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock } from '@corridor/kernel';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { MARKET, market, publishRates } from './market.js';
import { RateSource } from './rate-source.js';

const EVERY_MS = 30_000;
/** An id that no client has. */
const SYSTEM = { id: 'corridor', name: 'Corridor' };

/**
 * Publishes the market to the other services: once at startup, then every 30 seconds. If that fails they continue with
 * their last quotes.
 */
@Injectable()
export class RatePublisher extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly rates: RateSource,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY) private readonly settings: PlatformSettings,
  ) {
    super(EVERY_MS);
  }

  override async onApplicationBootstrap(): Promise<void> {
    await super.onApplicationBootstrap();
    await this.task.turn();
  }

  /**
   * Any number of replicas may run it at any second: all take the quotes of the same moments, and the stream's lock and
   * its state make one publication of them.
   */
  async turn(): Promise<void> {
    const asOfMs = Math.floor(this.clock.now().getTime() / EVERY_MS) * EVERY_MS;
    const latest = { quotes: this.rates.quotes(new Date(asOfMs)), asOfMs };
    const caller = systemCaller(this.settings.environment, SYSTEM);
    await this.store.handle(market, MARKET, (state) => publishRates(state, latest), { caller });
  }
}
