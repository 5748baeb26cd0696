import { EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, type Quote } from '@corridor/kernel';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { MARKET, market, publishRates } from './market.js';
import { RateSource } from './rate-source.js';

/** How often new quotes are looked for. */
const EVERY_MS = 1_000;
/** The simulated market is known to all for every moment; a publication says that it is in use. */
const SIMULATED_EVERY_MS = 30_000;
/** An id that no client has. */
const SYSTEM = { id: 'corridor', name: 'Corridor' };

/**
 * Publishes the market to the other services: at startup, and within a second of a change. If that fails they continue
 * with their last quotes, and it is repeated.
 */
@Injectable()
export class RatePublisher extends Job {
  /** Of the last turn that succeeded. */
  private lastAsOfMs = 0;
  private lastQuotes: readonly Quote[] | null = null;

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
    const { isSimulated } = this.rates;
    const everyMs = isSimulated ? SIMULATED_EVERY_MS : EVERY_MS;
    const asOfMs = Math.floor(this.clock.now().getTime() / everyMs) * everyMs;
    if (asOfMs === this.lastAsOfMs) return;
    const quotes = this.rates.quotes(new Date(asOfMs));
    if (quotes !== this.lastQuotes) {
      const caller = systemCaller(this.settings.environment, SYSTEM);
      const latest = { quotes, asOfMs, isSimulated };
      await this.store.handle(market, MARKET, (state) => publishRates(state, latest), { caller });
    }
    this.lastAsOfMs = asOfMs;
    this.lastQuotes = quotes;
  }
}
