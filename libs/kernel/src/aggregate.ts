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
  /**
   * For events that are stored in an earlier shape, by type: each function makes one version into the next, pure.
   * What is written today has the version after the last of them; without any it is version 1. Never remove one.
   * When the state that follows is another one than before, raise {@link stateVersion} as well.
   */
  readonly upcasters?: Upcasters<Event>;
}

export type Upcasters<Event extends DomainEvent> = {
  // Each takes what the one before it has made: shapes that no type of today describes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [Type in Event['type']]?: readonly ((old: any) => object)[];
};

/** Something that happened, past tense. `type` is unique within its aggregate. */
export interface DomainEvent {
  readonly type: string;
}

type WithUpcasters = Pick<Aggregate<never, DomainEvent>, 'name' | 'upcasters'>;

const upcastersOf = ({ upcasters }: WithUpcasters, type: string) =>
  (upcasters as Upcasters<DomainEvent> | undefined)?.[type] ?? [];

/** The version in which events of a type are written today. */
export const schemaVersionOf = (aggregate: WithUpcasters, type: string): number =>
  upcastersOf(aggregate, type).length + 1;

/**
 * An event as it was stored, in the shape of today.
 * @throws Error for one that a later build has written: what it means is not known here
 */
export function upcast<Event extends DomainEvent>(
  aggregate: WithUpcasters,
  stored: DomainEvent,
  version: number,
): Event {
  const { type } = stored;
  const today = schemaVersionOf(aggregate, type);
  if (version > today)
    throw new Error(
      `${aggregate.name}: a stored event ${type} has version ${version}, this build reads up to ${today}: start the later build`,
    );
  const steps = upcastersOf(aggregate, type).slice(version - 1);
  return steps.reduce<object>((event, step) => step(event), stored) as Event;
}

/** Folds a history; the store does the same one step at a time. */
export function fold<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => aggregate.evolve(state, event), aggregate.initial);
}
