/**
 * The rules of one kind of record: how its events produce its state. Commands are plain functions in the same file:
 * `(state, input) => events`, or a thrown {@link Refusal}. Nothing here reads a clock, a random source or a database:
 * time, ids, rates and calendars are arguments.
 *
 * State and events must be plain data: the event store writes them with {@link encodeJson}.
 */
export interface Aggregate<State, Event extends DomainEvent> {
  /** The name of its streams in the events table and of the read model's table. */
  readonly name: string;
  /** Raise it when the meaning of a stored state changes: the store then folds the stream again. */
  readonly stateVersion: number;
  readonly initial: State;
  evolve(state: State, event: Event): State;
  /**
   * Upcasters for events stored in an earlier shape, by type: each is a pure function from one version to the next. The
   * current version is the one after the last upcaster; without any it is 1. Never remove one. If an upcaster changes
   * the resulting state, raise {@link stateVersion} as well.
   */
  readonly upcasters?: Upcasters<Event>;
}

export type Upcasters<Event extends DomainEvent> = {
  // Each takes the result of the previous one: shapes that no current type describes.
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

/** The current version of the events of a type. */
export const schemaVersionOf = (aggregate: WithUpcasters, type: string): number =>
  upcastersOf(aggregate, type).length + 1;

/** A stored event in its current shape. @throws Error for an event of a later build, whose meaning is unknown here */
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
