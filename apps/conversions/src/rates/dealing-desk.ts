import { pairOf } from '@corridor/conversions-contract';
import { EventStore, type ResponseOf, type StoredResponse } from '@corridor/event-store';
import type { CommandContext } from '@corridor/http';
import { Injectable } from '@nestjs/common';
import type { Comparison } from './dealing.body.js';
import { LiveRates } from './live-rates.js';
import { type Event, MARKET, type State, market } from './market.js';
import type { DealingHours } from './dealing-hours.js';
import { hoursOf, update } from './market-update.js';
import { RatePublisher } from './rate-publisher.js';

/** Carries out the commands of dealers. What follows from one for the market is published in its transaction. */
@Injectable()
export class DealingDesk {
  constructor(
    private readonly store: EventStore,
    private readonly publisher: RatePublisher,
    private readonly live: LiveRates,
  ) {}

  /** What a rate of a pair with EUR is compared with before it is entered. */
  async comparisonFor(ccyPair: string): Promise<Comparison> {
    const { quotes, isSimulated, now, limits } = this.publisher.reading();
    const { accepted } = await this.live.state();
    const known = isSimulated ? quotes : [...Object.values(accepted), ...quotes];
    const mids = known
      .filter((one) => pairOf(one) === ccyPair && (one.validUntil === null || one.validUntil > now))
      .map(({ mid }) => mid);
    return { ccyPair, mids, most: limits.of(ccyPair) };
  }

  async hoursOf(ccyPair: string): Promise<DealingHours> {
    return hoursOf(await this.live.state(), ccyPair, this.publisher.reading());
  }

  /**
   * In this process it is effective with the response, in others within two seconds.
   * @param response the record that the command changes
   */
  async carryOut(
    decide: (state: State) => Event[],
    command: CommandContext,
    response: ResponseOf<{ id: string }>,
  ): Promise<StoredResponse> {
    const reading = this.publisher.reading();
    const decideAll = (state: State) => {
      const events = decide(state);
      const after = events.reduce<State>(market.evolve, state);
      return [...events, ...update(after, { ...reading, asOfMs: Math.max(reading.asOfMs, state.asOfMs) })];
    };
    const done = await this.store.handle(market, MARKET, decideAll, { ...command, response });
    await this.live.refresh();
    return done;
  }
}
