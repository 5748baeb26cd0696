import { type Aggregate, type Outcome, instantOf, refuse, type Timestamp, timestamp } from '@corridor/kernel';

/** How far ahead of real time a clock can be: the settlement calendars know the days until then. */
const MAX_AHEAD_MS = 5 * 366 * 86_400_000;

/**
 * The test clock of a client: real time plus a shift that only grows. It advances in turns, one for each time at which
 * something becomes due, in their order; in between and until the last turn is done it stands still.
 */
export interface State {
  readonly aheadMs: number;
  /** The last turn that has begun; they are counted over all advances. */
  readonly turn: number;
  /** Null while it runs. */
  readonly advance: Advance | null;
}

interface Advance {
  readonly to: Timestamp;
  /** The time of the current turn. */
  readonly at: Timestamp;
}

export type Event =
  | { readonly type: 'advance_begun'; readonly to: Timestamp }
  | { readonly type: 'turn_begun'; readonly turn: number; readonly at: Timestamp; readonly byMs: number }
  | { readonly type: 'advanced'; readonly to: Timestamp; readonly aheadMs: number };

export const clientClock: Aggregate<State, Event> = {
  name: 'client_clock',
  stateVersion: 1,
  initial: { aheadMs: 0, turn: 0, advance: null },
  evolve(state, event) {
    switch (event.type) {
      case 'advance_begun':
        return { ...state, advance: { to: event.to, at: event.to } };
      case 'turn_begun':
        return {
          ...state,
          turn: event.turn,
          advance: state.advance && { ...state.advance, at: event.at },
        };
      case 'advanced':
        return { ...state, aheadMs: event.aheadMs, advance: null };
    }
  },
};

/** The present of the client. */
export const presentOf = ({ aheadMs, advance }: Pick<State, 'aheadMs' | 'advance'>, now: Date): Timestamp =>
  advance?.at ?? timestamp(new Date(now.getTime() + aheadMs));

/**
 * The first turn is at the present, for what has become due in real time.
 * @throws Refusal `step_in_progress` while it advances; `time_has_passed`, `time_too_far_ahead`
 */
export function advance(state: State, { to, now }: { readonly to: Timestamp; readonly now: Date }): Event[] {
  if (state.advance) throw refuse('step_in_progress', `The clock is advancing to ${state.advance.to}.`);
  const present = presentOf(state, now);
  if (to < present) throw refuse('time_has_passed', `It is ${present} for this client.`);
  if (instantOf(to).getTime() - now.getTime() > MAX_AHEAD_MS) throw refuse('time_too_far_ahead');
  return [
    { type: 'advance_begun', to },
    { type: 'turn_begun', turn: state.turn + 1, at: present, byMs: 0 },
  ];
}

export interface TurnDone {
  readonly turn: number;
  /** When something becomes due next; null for never. */
  readonly next: Timestamp | null;
  readonly now: Date;
}

/** All services have taken their turn. A repeated call has no effect. */
export function endTurn({ turn, aheadMs, advance: current }: State, done: TurnDone): Event[] {
  if (!current || done.turn !== turn) return [];
  const { to, at } = current;
  if (at === to)
    return [
      { type: 'advanced', to, aheadMs: Math.max(aheadMs, instantOf(to).getTime() - done.now.getTime()) },
    ];
  const time = done.next !== null && done.next > at && done.next < to ? done.next : to;
  const byMs = instantOf(time).getTime() - instantOf(at).getTime();
  return [{ type: 'turn_begun', turn: turn + 1, at: time, byMs }];
}

export const outcomeOfAdvance = ({ advance: current }: State): Outcome => (current ? 'pending' : 'done');

/** The stream of a client's clock. */
export const clockOf = (clientId: string): string => `${clientId}/clock`;
