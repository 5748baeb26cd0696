import type { Aggregate } from '@corridor/kernel';

/** Which fee plan a client has, or all clients without their own. */
export interface State {
  readonly planId: string | null;
}

export interface Event {
  readonly type: 'fee_plan_assigned';
  /** Null for all clients without their own. */
  readonly clientId: string | null;
  /** Null: that of all clients; for all clients, none. */
  readonly planId: string | null;
}

export const clientFeePlan: Aggregate<State, Event> = {
  name: 'client_fee_plan',
  stateVersion: 1,
  initial: { planId: null },
  evolve: (_, { planId }) => ({ planId }),
};

/** The stream of all clients, and that of one. */
export const OF_ALL = 'fees';
export const feesOf = (clientId: string): string => `${OF_ALL}/${clientId}`;

export const assign =
  (clientId: string | null, planId: string | null) =>
  (_: State): Event[] => [{ type: 'fee_plan_assigned', clientId, planId }];
