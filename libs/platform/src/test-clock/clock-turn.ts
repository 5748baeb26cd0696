import { type Messages, message } from '@corridor/contracts';
import type { Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';

/** What goes round: the time, and the earliest later time at which something becomes due in the services so far. */
export type ClockTurn = Messages['corridor.clock_turn'];

/** The services that follow test clocks, in the order of their turns. The gateway begins and ends each round. */
export const CLOCK_SERVICES = ['conversions', 'payments', 'webhook-dispatcher'] as const;
export type ClockService = (typeof CLOCK_SERVICES)[number];
export const CLOCK_OWNER = 'gateway';

/** The service whose turn is next. */
export const serviceAfter = (service: string): string =>
  CLOCK_SERVICES[CLOCK_SERVICES.findIndex((one) => one === service) + 1] ?? CLOCK_OWNER;

interface State {
  /** The last turn that is done. */
  readonly turn: number;
}
type Event = { readonly type: 'passed_on' } & ClockTurn;

/** A client's turns in one service. */
export const clockTurn: Aggregate<State, Event> = {
  name: 'clock_turn',
  stateVersion: 1,
  initial: { turn: 0 },
  evolve: (_, { turn }) => ({ turn }),
};

/** What was due is done; a repeated call has no effect. */
export const passOn = (state: State, turn: ClockTurn): Event[] =>
  state.turn >= turn.turn ? [] : [{ type: 'passed_on', ...turn }];

/** For each of the services. */
export const clockTurns: Registration<State, Event, never> = {
  aggregate: clockTurn,
  publish: ({ event: { type: _type, ...turn } }) => message('corridor.clock_turn', turn),
};

/** The stream of a client's turns. */
export const turnsOf = (clientId: string): string => `${clientId}/clock_turn`;

/** SQL of the table with the turns that a service has to take. */
export const CREATE_CLOCK_TURN = `CREATE TABLE clock_turn (
  client_id text PRIMARY KEY,
  turn      integer NOT NULL,
  at        text NOT NULL,
  by_ms     bigint NOT NULL,
  next      text,
  caller    json NOT NULL
)`;
