import { EventStore } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { CLOCK_OWNER } from '@corridor/platform';
import { Controller } from '@nestjs/common';
import { clientClock, clockOf, endTurn } from './client-clock.js';

const On = reactionsOf(CLOCK_OWNER);

/** SANDBOX: begins the next turn of a test clock when all services have taken the last one. */
@Controller()
export class ClockReactions {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  @On('corridor.clock_turn', { concerns: ({ service }) => (service === CLOCK_OWNER ? 'clock' : null) })
  async onTurnDone({ data, caller }: Concerning<'corridor.clock_turn'>) {
    const done = { ...data, now: this.clock.now() };
    const id = clockOf(caller.client.id);
    await this.store.handle(clientClock, id, (state) => endTurn(state, done), { caller });
  }
}
