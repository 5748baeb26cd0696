import type { Curve } from '@corridor/conversions-contract';
import type { Aggregate } from '@corridor/kernel';

/** The forward points: one stream for all replicas of this service. */
export const FORWARD_POINTS = 'forward-points';

export interface State {
  /** By pair. Null: later dates are priced like spot. */
  readonly curves: readonly Curve[] | null;
  /** The number of events. */
  readonly revision: number;
}

export interface Event {
  readonly type: 'points_published';
  readonly curves: readonly Curve[] | null;
}

export const forwardPoints: Aggregate<State, Event> = {
  name: 'forward_points',
  stateVersion: 1,
  initial: { curves: null, revision: 0 },
  evolve: ({ revision }, { curves }) => ({ curves, revision: revision + 1 }),
};

/**
 * What follows from the reading of a replica. Any number of them may try: a curve is replaced by a newer one, and one that the source
 * does not have any more becomes too old.
 * @param read null if later dates are priced like spot; empty if the source was not read yet
 */
export function update({ curves: known }: State, read: readonly Curve[] | null): Event[] {
  if (read === null) return known === null ? [] : [{ type: 'points_published', curves: null }];
  const newest = new Map((known ?? []).map((one) => [one.ccyPair, one]));
  const fresh = read.filter((one) => (newest.get(one.ccyPair)?.quotedOn ?? '') < one.quotedOn);
  if (known !== null && fresh.length === 0) return [];
  for (const one of fresh) newest.set(one.ccyPair, one);
  const curves = [...newest.values()].sort((a, b) => (a.ccyPair < b.ccyPair ? -1 : 1));
  return [{ type: 'points_published', curves }];
}
