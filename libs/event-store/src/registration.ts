import type { Aggregate, Caller, DomainEvent, Timestamp } from '@corridor/kernel';
import type { Message } from '@corridor/contracts';
import type { SqlTransaction } from './database.js';
import type { Row } from './view-rows.js';

/** An event as stored in the log. */
export interface Recorded<Event> {
  readonly streamId: string;
  /** 1 for the first event of the stream. */
  readonly version: number;
  readonly occurredOn: Timestamp;
  readonly caller: Caller;
  readonly event: Event;
}

/** Folds a stream's events into the public record: the row that a GET reads and a command returns. */
export interface View<Row extends { readonly id: string }, Event> {
  /** The read model's table, see `createReadModel`. */
  readonly table: string;
  /** A view of the database that completes the records from others; records are read from it instead of the table. */
  readonly source?: string;
  project(row: Row | null, recorded: Recorded<Event>): Row | null;
}

/**
 * Further writes that must be consistent with the events: plain SQL in their transaction. The events of many streams may
 * come together, those of one stream in their order.
 */
export type Projection<Event> = (
  sql: SqlTransaction,
  recorded: readonly Recorded<Event>[],
  related: RelatedRows,
) => Promise<void> | void;

/** By id, the records before the events that a registration declares with `reads`. */
export type RelatedRows = ReadonlyMap<string, Row>;

/** The registration of one of a service's aggregates. */
export interface Registration<State, Event extends DomainEvent, Row extends { readonly id: string }> {
  readonly aggregate: Aggregate<State, Event>;
  readonly view?: View<Row, Event>;
  readonly projections?: readonly Projection<Event>[];
  /**
   * The projections write different rows, and none needs what another one writes, or the record or the event: all are
   * written with one statement. What they read is read first.
   */
  readonly projectsJointly?: boolean;
  /**
   * Records that the projections change: those of this read model whose column has the id of the stream. They are read
   * together with the stream; only commands on this stream may change them.
   */
  readonly reads?: { readonly table: string; readonly column: string };
  /**
   * The projections whose tables can be derived again from the log, beside that of the view: they read and write nothing else, and a
   * row follows from the events of one stream alone. All others are in ADR 84, with how they are rebuilt.
   */
  readonly rebuilds?: {
    readonly projections: readonly Projection<Event>[];
    readonly tables: readonly string[];
  };
  /** Some of its records are removed after a time: one that is missing is no difference. */
  readonly removesRecords?: boolean;
  /**
   * Whether the old events of a stream in this state are moved to the archive: it has ended. Nothing but a fold of the whole stream
   * may read its old events. None are without it.
   */
  archives?(state: State): boolean;
  /** The public message of an event, or null. Pure; `row` is the view's row after the event. */
  publish?(recorded: Recorded<Event>, row: Row): Message | null;
}

// Registrations of different aggregates are in one list; each is used only with its own aggregate.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRegistration = Registration<any, any, any>;

interface Model {
  readonly table: string;
  readonly source?: string;
  readonly isOfAllClients?: boolean;
}

/** From where records are read. */
export const sourceOf = ({ source, table }: Model): string => source ?? table;

/** The text of a record: of all clients', with its client at the end. */
export const dataOf = ({ isOfAllClients = false }: Model): string =>
  isOfAllClients ? `left(data::text, -1) || ',"clientId":"' || client_id || '"}'` : 'data::text';

/** From where an aggregate's own records are read; null without a view. */
export const sourceOfOwn = ({ view }: AnyRegistration): string | null =>
  view === undefined ? null : sourceOf(view as Model);
