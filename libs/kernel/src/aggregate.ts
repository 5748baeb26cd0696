/**
 * The rules of one kind of thing: how its events make its state.
 * Commands are plain functions beside it: `(state, input) => events`, or a thrown {@link Refusal}.
 * Nothing here reads a clock, chance or a database: time, ids, rates and calendars are arguments.
 *
 * State and events must be plain data: the event store writes them with {@link encodeJson}.
 */
export interface Aggregate<State, Event extends DomainEvent> {
  /** Names the streams of this kind in the events table, and the read model's table. */
  readonly name: string;
  /** Raise it when the meaning of a stored state changes: the store then folds the stream anew. */
  readonly stateVersion: number;
  readonly initial: State;
  evolve(state: State, event: Event): State;
}

/** Something that happened, past tense. `type` is unique within its aggregate. */
export interface DomainEvent {
  readonly type: string;
}

/** Folds a history; the store does the same one step at a time. */
export function fold<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => aggregate.evolve(state, event), aggregate.initial);
}
