import { EventStore, type ResponseOf, type StoredResponse } from '@corridor/event-store';
import type { CommandContext } from '@corridor/http';
import { Injectable } from '@nestjs/common';
import { LiveRates } from './live-rates.js';
import { type Event, MARKET, type State, market } from './market.js';
import { update } from './market-update.js';
import { RatePublisher } from './rate-publisher.js';

/** Carries out the commands of dealers. What follows from one for the market is published in its transaction. */
@Injectable()
export class DealingDesk {
  constructor(
    private readonly store: EventStore,
    private readonly publisher: RatePublisher,
    private readonly live: LiveRates,
  ) {}

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
