import { EventStore } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { Config } from '@corridor/platform';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { actingItself } from '../acting-itself.js';
import { MARKET, market, publishRates } from './market.js';
import { RateSource } from './rate-source.js';

const EVERY_MS = 30_000;
/** An id that no client has. */
const HOUSE = { id: 'house', name: 'Corridor' };

/** Tells the other services what the market says: once at the start, then every 30 seconds. */
@Injectable()
export class RatePublisher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(RatePublisher.name);
  private timer: NodeJS.Timeout;
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly rates: RateSource,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => {
      this.underWay = this.tryToPublish();
    }, EVERY_MS).unref();
    await (this.underWay = this.tryToPublish());
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
  }

  /** Any number of replicas may do so: the stream's lock and its state make one publication of the same quotes. */
  async publish(): Promise<void> {
    const now = this.clock.now();
    const latest = { quotes: this.rates.quotes(now), asOfMs: now.getTime() };
    const caller = actingItself(this.config.environment, HOUSE);
    await this.store.handle(market, MARKET, (state) => publishRates(state, latest), { caller });
  }

  /** The others keep working with the quotes they have; the next turn tries again. */
  private tryToPublish(): Promise<void> {
    return this.publish().catch((error: unknown) => this.log.error(error));
  }
}
