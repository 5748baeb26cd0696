import { EventStore } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { Config, Every } from '@corridor/platform';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { actingItself } from '../acting-itself.js';
import { MARKET, market, publishRates } from './market.js';
import { RateSource } from './rate-source.js';

const EVERY_MS = 30_000;
/** An id that no client has. */
const HOUSE = { id: 'house', name: 'Corridor' };

/**
 * Tells the other services what the market says: once at the start, then every 30 seconds. When that fails they keep
 * working with the quotes they have.
 */
@Injectable()
export class RatePublisher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(RatePublisher.name);
  private readonly every = new Every(
    EVERY_MS,
    () => this.publish(),
    (error) => this.log.error(error),
  );

  constructor(
    private readonly store: EventStore,
    private readonly rates: RateSource,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.every.start();
    await this.every.turn();
  }

  onModuleDestroy(): Promise<void> {
    return this.every.stop();
  }

  /**
   * Any number of replicas may do so at whatever second: all take the quotes of the same moments, and the stream's lock
   * and its state make one publication of them.
   */
  async publish(): Promise<void> {
    const asOfMs = Math.floor(this.clock.now().getTime() / EVERY_MS) * EVERY_MS;
    const latest = { quotes: this.rates.quotes(new Date(asOfMs)), asOfMs };
    const caller = actingItself(this.config.environment, HOUSE);
    await this.store.handle(market, MARKET, (state) => publishRates(state, latest), { caller });
  }
}
