import { type Messages, message } from '@corridor/contracts';
import type { Registration } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';

/** What goes round: what is in the way in the services so far. */
export type ClosingTurn = Messages['corridor.client_closing'];
export type ClosingObstacle = ClosingTurn['obstacles'][number];

/** Who is asked, in this order. The ledger is the last: if nothing is in the way, no money moves from its turn on. */
export const CLOSING_SERVICES = ['conversions', 'payments', 'inbound-funds', 'ledger'] as const;
export const CLOSING_OWNER = 'gateway';

/** Maximum number of obstacles that are named. */
export const MOST_OBSTACLES = 100;

/** The service whose turn is next. */
export const closesAfter = (service: string): string =>
  CLOSING_SERVICES[CLOSING_SERVICES.findIndex((one) => one === service) + 1] ?? CLOSING_OWNER;

interface State {
  /** The last attempt that was passed on. */
  readonly attempt: number;
}
type Event = { readonly type: 'passed_on' } & ClosingTurn;

/** The attempts to close a client, in one service. */
export const closingTurn: Aggregate<State, Event> = {
  name: 'closing_turn',
  stateVersion: 1,
  initial: { attempt: 0 },
  evolve: (_, { attempt }) => ({ attempt }),
};

/** A repeated call has no effect. */
export const passClosingOn = (state: State, turn: ClosingTurn): Event[] =>
  state.attempt >= turn.attempt ? [] : [{ type: 'passed_on', ...turn }];

/** For each of the services but the ledger, which decides in the books of the client. */
export const closingTurns: Registration<State, Event, never> = {
  aggregate: closingTurn,
  publish: ({ event: { type: _type, ...turn } }) => message('corridor.client_closing', turn),
};

/** The stream of the attempts for a client. */
export const closingsOf = (clientId: string): string => `${clientId}/closing`;
