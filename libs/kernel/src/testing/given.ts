import {
  type Aggregate,
  type DomainEvent,
  Refusal,
  type ProblemCode,
  decodeJson,
  encodeJson,
} from '../index.js';

/**
 * A test of one aggregate, for Jest: `given(history).when(command, input).then(events)` or `.refuses(code)`. State and
 * events are encoded to JSON and back as in the event store, so data that it could not store fails here.
 */
export function given<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  ...history: NoInfer<Event>[]
) {
  const state = history.reduce(
    (before, event) => stored(aggregate.evolve(before, stored(event))),
    aggregate.initial,
  );
  return {
    /** `command` is `(state, input) => events`; one that needs no input takes none here. */
    when: <Input extends unknown[]>(
      command: (state: State, ...input: Input) => readonly NoInfer<Event>[],
      ...input: Input
    ) => ({
      /** Exactly these events, in this order; none for no effect. */
      then(...expected: NoInfer<Event>[]): void {
        const events = command(state, ...input);
        expect(events).toEqual(expected);
        expect(stored(events)).toEqual(events);
      },

      /** A {@link Refusal} with this code. Anything else that is thrown is a defect and passes through. */
      refuses(code: ProblemCode): void {
        expect(outcome(() => command(state, ...input))).toEqual({ refused: code });
      },
    }),
  };
}

function outcome<Event>(decide: () => readonly Event[]) {
  try {
    return { events: decide() };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw error;
  }
}

const stored = <Data>(data: Data): Data => decodeJson<Data>(encodeJson(data));
