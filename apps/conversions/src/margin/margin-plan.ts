import type { MarginPlan } from '@corridor/conversions-contract';
import { type Aggregate, refuse } from '@corridor/kernel';

/** What staff set: each version replaces the one before. */
export interface Terms extends Omit<MarginPlan, 'id'> {
  readonly name: string;
}

export interface State {
  readonly exists: boolean;
}

export type Event = ({ readonly type: 'created' } & Terms) | ({ readonly type: 'changed' } & Terms);

export const marginPlan: Aggregate<State, Event> = {
  name: 'margin_plan',
  stateVersion: 1,
  initial: { exists: false },
  evolve: () => ({ exists: true }),
};

export const create =
  (terms: Terms) =>
  (_: State): Event[] => [{ type: 'created', ...terms }];

/** @throws Refusal not_found */
export const change =
  (terms: Terms) =>
  ({ exists }: State): Event[] => {
    if (!exists) throw refuse('not_found');
    return [{ type: 'changed', ...terms }];
  };
