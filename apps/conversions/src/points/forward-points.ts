import {
  type Curve,
  type EnteredPoints,
  type PublishedPoints,
  type Tenor,
  curvesAt,
} from '@corridor/conversions-contract';
import { type Aggregate, type Timestamp, refuse } from '@corridor/kernel';
import type { Person } from '../rates/market.js';

/** The forward points: one stream for all replicas of this service. */
export const FORWARD_POINTS = 'forward-points';

export interface State extends PublishedPoints {
  /** One for each pair and tenor; those that have expired are removed with the next ones. */
  readonly entered: readonly ManualPoints[];
  /** The number of events. */
  readonly revision: number;
}

/** Points that dealers have entered; they replace those of the source. */
export interface ManualPoints extends EnteredPoints {
  readonly enteredBy: Person | null;
}

export type Event =
  | {
      readonly type: 'points_published';
      /** By pair. Null: later dates are priced like spot. */
      readonly curves: readonly Curve[] | null;
      /** What lies over them; missing for nothing. */
      readonly entered?: readonly ManualPoints[];
    }
  | ({ readonly type: 'points_entered' } & ManualPoints)
  /** They have expired with that. */
  | ({ readonly type: 'points_withdrawn' } & ManualPoints);

export const forwardPoints: Aggregate<State, Event> = {
  name: 'forward_points',
  stateVersion: 2,
  initial: { curves: null, entered: [], revision: 0 },
  evolve: (state, event) => ({ ...changed(state, event), revision: state.revision + 1 }),
};

function changed(state: State, event: Event): State {
  switch (event.type) {
    case 'points_published':
      return { ...state, curves: event.curves };
    case 'points_entered': {
      const { type: _, ...points } = event;
      return { ...state, entered: [...others(state, points, points.enteredOn), points] };
    }
    case 'points_withdrawn':
      return { ...state, entered: others(state, event, event.expiresOn) };
  }
}

/** The live points of other pairs and tenors. */
const others = ({ entered }: State, { ccyPair, tenor }: OfTenor, now: Timestamp) =>
  entered.filter((one) => one.expiresOn > now && idOfPoints(one) !== idOfPoints({ ccyPair, tenor }));

interface OfTenor {
  readonly ccyPair: string;
  readonly tenor: Tenor;
}

/** `EURUSD-1M` */
export const idOfPoints = ({ ccyPair, tenor }: OfTenor): string => `${ccyPair}-${tenor}`;

/**
 * What follows from the reading of a replica. Any number of them may try: a curve is replaced by a newer one, and one that the source
 * does not have any more becomes too old.
 * @param read null if later dates are priced like spot; empty if the source was not read yet
 */
export function update(state: State, read: readonly Curve[] | null): Event[] {
  const { curves: known } = state;
  if (read === null) return known === null ? [] : [publication(state, null)];
  const newest = new Map((known ?? []).map((one) => [one.ccyPair, one]));
  const fresh = read.filter((one) => (newest.get(one.ccyPair)?.quotedOn ?? '') < one.quotedOn);
  if (known !== null && fresh.length === 0) return [];
  for (const one of fresh) newest.set(one.ccyPair, one);
  return [
    publication(
      state,
      [...newest.values()].sort((a, b) => (a.ccyPair < b.ccyPair ? -1 : 1)),
    ),
  ];
}

const publication = ({ entered }: State, curves: readonly Curve[] | null): Event => ({
  ...{ type: 'points_published', curves },
  ...(entered.length > 0 && { entered }),
});

/** The pairs whose curve is too old, and for which dealers have entered nothing. */
export function pairsWithout(points: PublishedPoints, now: Timestamp): readonly string[] {
  const used = new Set(curvesAt(points, now)?.map(({ ccyPair }) => ccyPair));
  return (points.curves ?? []).map(({ ccyPair }) => ccyPair).filter((one) => !used.has(one));
}

/** A dealer's command. */
export const enterPoints = (state: State, points: ManualPoints): Event[] =>
  published(state, { type: 'points_entered', ...points });

export interface Withdrawal {
  /** See {@link idOfPoints}. */
  readonly id: string;
  readonly now: Timestamp;
}

export function withdrawPoints(state: State, { id, now }: Withdrawal): Event[] {
  const points = state.entered.find((one) => idOfPoints(one) === id);
  if (!points || points.expiresOn <= now) throw refuse('not_found', 'No points are entered for this tenor.');
  return published(state, { type: 'points_withdrawn', ...points, expiresOn: now });
}

/** With what follows for the other services. */
const published = (state: State, event: Event): Event[] => [
  event,
  publication(changed(state, event), state.curves),
];
