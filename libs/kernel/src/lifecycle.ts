import type { DomainEvent } from './aggregate.js';
import { type ProblemCode, refuse } from './refusal.js';

/** One row of the specification's status table: the transition of a command. */
export interface Transition<Status extends string = string> {
  /** The statuses in which the command is legal; `NEW` is the status of a record that does not exist yet. */
  readonly from: readonly (Status | 'NEW')[];
  /** The event that completes the command. */
  readonly event: string;
  /** The resulting status. */
  readonly to: Status;
  /** The resulting sub-status, of records that have one. */
  readonly subStatus?: string;
  /** The sub-statuses in which the command is legal; omitted if it is legal in all of the statuses `from`. */
  readonly fromSubStatus?: readonly string[];
  /**
   * The refusal in every other status, also while a step is in flight. By default `step_in_progress` and
   * `illegal_transition`.
   */
  readonly refusal?: ProblemCode;
}

/** By command. */
export type Transitions = Readonly<Record<string, Transition>>;
type StatusIn<Table extends Transitions> = Table[keyof Table]['to'];
type SubStatusIn<Table extends Transitions> = Extract<
  Table[keyof Table],
  { readonly subStatus: string }
>['subStatus'];
/** A status in `from`, or a sub-status in `fromSubStatus`, that no command leads to is a type error. */
type Closed<Table extends Transitions> = {
  readonly [Command in keyof Table]: {
    readonly from: readonly (StatusIn<Table> | 'NEW')[];
    readonly fromSubStatus?: readonly SubStatusIn<Table>[];
  };
};

export type EventIn<Table extends Transitions> = Table[keyof Table]['event'];
type LineOf<Table extends Transitions, Type extends string> = Extract<
  Table[keyof Table],
  { readonly event: Type }
>;
export type CompletingIn<Table extends Transitions, Event> = Extract<
  Event,
  { readonly type: EventIn<Table> }
>;

/** The part of a state that these rules need: its status, and whether a step is in flight. */
export interface Staged {
  readonly status: string;
  /** Omitted if the record has none. */
  readonly subStatus?: string;
  /** Omitted if no command has steps. */
  readonly step?: unknown;
}

/** The state of an existing record. */
export type Existing<State extends Staged> = Exclude<State, { readonly status: 'NEW' }>;

/**
 * The table status × command of one kind of record (interface-spec 3). The fold, the view, the public messages and the
 * check of legal commands all read it, so each status is defined in one place.
 * ```ts
 * export const lifecycle = lifecycleOf('payment', {
 *   create: { from: ['NEW'], event: 'created', to: 'DRAFT' },
 *   cancel: { from: ['DRAFT'], event: 'cancelled', to: 'CANCELLED' },
 * });
 * ```
 * @param noun names the record in problem details
 */
export const lifecycleOf = <const Table extends Transitions>(
  noun: string,
  table: Table & Closed<Table>,
): Lifecycle<Table> => new Lifecycle(noun, table);

export class Lifecycle<const Table extends Transitions> {
  private readonly byEvent: ReadonlyMap<string, Transition>;

  constructor(
    private readonly noun: string,
    readonly table: Table,
  ) {
    const lines = Object.values<Transition>(table);
    this.byEvent = new Map(lines.map((line) => [line.event, line]));
    if (this.byEvent.size < lines.length) throw new Error(`${noun}: one event completes two commands`);
  }

  /** Whether the event completes a command; other events do not change the status. */
  changesStatus<Event extends DomainEvent>(event: Event): event is CompletingIn<Table, Event> {
    return this.byEvent.has(event.type);
  }

  /** The row of the command that the event completes. */
  completedBy<Type extends EventIn<Table>>({ type }: { readonly type: Type }): LineOf<Table, Type> {
    return this.byEvent.get(type) as LineOf<Table, Type>;
  }

  statusAfter<Type extends EventIn<Table>>(event: { readonly type: Type }): LineOf<Table, Type>['to'] {
    return this.completedBy(event).to;
  }

  /** Whether the command is legal in the status and the sub-status of the record. */
  allows<State extends Staged>(state: State, command: keyof Table): state is Existing<State> {
    const { from, fromSubStatus } = this.table[command] as Transition;
    if (!from.includes(state.status)) return false;
    return !fromSubStatus || (state.subStatus !== undefined && fromSubStatus.includes(state.subStatus));
  }

  /**
   * The state, if the command is legal and no step is in flight.
   * @throws Refusal `not_found`, `step_in_progress`, `illegal_transition`, or the one in the table
   */
  requireStatus<State extends Staged>(state: State, command: keyof Table): Existing<State> {
    const isLegal = this.allows(state, command);
    const { from, refusal } = this.table[command] as Transition;
    if (!isLegal && state.status === 'NEW') throw refuse('not_found');
    if (!isLegal && refusal) throw refuse(refusal);
    if (state.step && !from.includes('NEW')) throw refuse('step_in_progress');
    if (!isLegal) throw refuse('illegal_transition', `The ${this.noun} is ${obstacle(state, from)}.`);
    return state as Existing<State>;
  }

  /**
   * The state, if it has one of these statuses and no step is in flight: for a change that leads to no status.
   * @throws Refusal `not_found`, `step_in_progress`, `illegal_transition`
   */
  requireOneOf<State extends Staged>(state: State, statuses: readonly StatusIn<Table>[]): Existing<State> {
    if (state.status === 'NEW') throw refuse('not_found');
    if (state.step) throw refuse('step_in_progress');
    if (!statuses.some((one) => one === state.status))
      throw refuse('illegal_transition', `The ${this.noun} is ${state.status}.`);
    return state as Existing<State>;
  }

  /** For periodic automation: decides if the command is legal and no step is in flight, and does nothing otherwise. */
  whenResting =
    <State extends Staged, Event, Input extends unknown[]>(
      command: keyof Table,
      decide: (state: State, ...input: Input) => Event[],
      ...input: Input
    ) =>
    (state: State): Event[] =>
      this.allows(state, command) && !state.step ? decide(state, ...input) : [];
}

/** The sub-status if the status alone would allow the command. */
const obstacle = ({ status, subStatus }: Staged, from: readonly string[]): string =>
  from.includes(status) ? (subStatus ?? status) : status;

/** @throws Refusal `not_found` */
export function existing<State extends Staged>(state: State): Existing<State> {
  if (state.status === 'NEW') throw refuse('not_found');
  return state as Existing<State>;
}
