import { Database, EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller, type ModuleMetadata, type Type } from '@nestjs/common';
import type { ClockService } from './clock-turn.js';
import { ClockTurns } from './clock-turns.js';
import { DueWork } from './due-work.js';

/** SANDBOX: lets the test clocks of clients do what becomes due in a service. */
export const followsTestClocks = (
  service: ClockService,
  work: Type<DueWork>,
): Required<Pick<ModuleMetadata, 'controllers' | 'providers'>> => ({
  controllers: [turnReactions(service)],
  providers: [
    { provide: DueWork, useClass: work },
    {
      provide: ClockTurns,
      useFactory: (database: Database, store: EventStore, due: DueWork) =>
        new ClockTurns(service, database, store, due),
      inject: [Database, EventStore, DueWork],
    },
  ],
});

function turnReactions(name: ClockService): Type {
  const On = reactionsOf(name);

  @Controller()
  class TurnReactions {
    constructor(private readonly turns: ClockTurns) {}

    @On('corridor.clock_turn', { concerns: ({ service }) => (service === name ? 'clock' : null) })
    onTurn({ data, caller }: Concerning<'corridor.clock_turn'>) {
      return this.turns.receive(data, caller);
    }
  }
  return TurnReactions;
}
