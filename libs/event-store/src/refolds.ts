import { type Aggregate, type DomainEvent, decodeJson, encodeJson } from '@corridor/kernel';
import type { Archive } from './archive/archive.js';
import { type CommandObserver, UNOBSERVED } from './command-observer.js';
import type { Database, Sql } from './database.js';
import { WORTH_KEEPING, keepState, readKeptStates } from './kept-states.js';
import { type StreamRow, eventOf, historyPage } from './streams.js';

/** The events of a stream that are read and folded at once. */
export const PAGE_OF_HISTORY = 1_000;
/** After so many pages what is folded is kept, so that a crash repeats only these. */
const PAGES_BETWEEN_STATES = 10;

// Each is used with its own streams only.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyAggregate = Aggregate<any, any>;

/** The state of a stream at a version. */
export interface Folded {
  readonly version: number;
  readonly state: unknown;
}

/** From where the streams of an aggregate are folded again: the state that is kept, or the initial one. */
export async function startsOf(
  sql: Sql,
  aggregates: ReadonlyMap<string, AnyAggregate>,
): Promise<ReadonlyMap<string, Folded>> {
  const wanted = [...aggregates].map(([id, { stateVersion }]) => ({ id, stateVersion }));
  const kept = await readKeptStates(sql, wanted);
  return new Map(
    [...aggregates].map(([id, { initial }]) => {
      const known = kept.get(id);
      return [
        id,
        known
          ? { version: known.version, state: decodeJson(known.state) }
          : { version: 0, state: initial as unknown },
      ];
    }),
  );
}

/** Folds the events of a stream after that state, page by page: at most two pages are in memory. */
export async function foldOn(
  sql: Sql,
  archive: Archive,
  aggregate: AnyAggregate,
  id: string,
  from: Folded,
  onPage: (folded: Folded, isLast: boolean) => Promise<unknown> | void = () => undefined,
): Promise<Folded> {
  const read = (after: number) => historyPage(sql, archive, id, after, PAGE_OF_HISTORY);
  let folded = from;
  for (let next = read(from.version); ;) {
    const page = await next;
    const last = page.at(-1);
    const isLast = page.length < PAGE_OF_HISTORY;
    if (last && !isLast) {
      next = read(last.version); // while this one is folded
      next.catch(() => undefined); // thrown when it is awaited
    }
    if (last) {
      const state: unknown = page.reduce(
        (before, stored) => aggregate.evolve(before, eventOf<DomainEvent>(aggregate, stored)) as unknown,
        folded.state,
      );
      folded = { version: last.version, state };
    }
    await onPage(folded, isLast);
    if (isLast) return folded;
  }
}

/**
 * Folds streams again whose state is stored under other rules than those of this build: outside of the transactions of commands,
 * in pages, each stream once at a time in this process. The result is stored, so that nobody folds the same events again.
 *
 * A row of `streams` with the rules of a later build stays as it is: replicas of that build need it. What this build has folded
 * is kept beside it, also for when a replica of an earlier build replaces the row.
 */
export class Refolds {
  private readonly underWay = new Map<string, Promise<Folded>>();
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly observer: Pick<CommandObserver, 'refolded'> = UNOBSERVED,
  ) {}

  get archive(): Archive {
    return this.database.archive;
  }

  /** How many streams this process has folded again, by aggregate. */
  get count(): ReadonlyMap<string, number> {
    return this.counts;
  }

  counted({ name }: { readonly name: string }, streams = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + streams);
    this.observer.refolded(name, streams);
  }

  /** The committed state of a stream, as of its row or later. */
  async stateAt(aggregate: AnyAggregate, id: string, row: StreamRow): Promise<unknown> {
    if (row.stateVersion === aggregate.stateVersion) return decodeJson(row.state);
    if (this.database.isOpen()) return this.inTransaction(aggregate, id);
    for (;;) {
      const folded = await this.stored(aggregate, id);
      if (folded.version >= row.version) return folded.state;
    }
  }

  /** Resolves when the stream is folded under the rules of this build, and that is stored. */
  stored(aggregate: AnyAggregate, id: string): Promise<Folded> {
    const folding =
      this.underWay.get(id) ??
      this.database.apart(() => this.foldAndStore(aggregate, id)).finally(() => this.underWay.delete(id));
    this.underWay.set(id, folding);
    return folding;
  }

  private async inTransaction(aggregate: AnyAggregate, id: string): Promise<unknown> {
    const starts = await startsOf(this.database, new Map([[id, aggregate]]));
    this.counted(aggregate);
    return (await foldOn(this.database, this.archive, aggregate, id, starts.get(id) as Folded)).state;
  }

  private async foldAndStore(aggregate: AnyAggregate, id: string): Promise<Folded> {
    const { stateVersion } = aggregate;
    const start = (await startsOf(this.database, new Map([[id, aggregate]]))).get(id) as Folded;
    this.counted(aggregate);
    const keep = ({ version, state }: Folded) =>
      keepState(this.database, { id, stateVersion, version, state: encodeJson(state) });
    let pages = 0;
    const folded = await foldOn(this.database, this.archive, aggregate, id, start, (sofar, isLast) =>
      ++pages % PAGES_BETWEEN_STATES === 0 && !isLast ? keep(sofar) : undefined,
    );
    await storeStates(this.database, [{ id, stateVersion, ...folded }]);
    if (folded.version - start.version > WORTH_KEEPING) await keep(folded);
    return folded;
  }
}

/** A stream's state under the rules of this build. */
export interface StateWrite extends Folded {
  readonly id: string;
  readonly stateVersion: number;
}

/**
 * Replaces states of earlier rules in `streams`, and keeps them for replicas that have these rules. Streams that have new events, or
 * that others have locked, stay as they are.
 * @returns the streams that were changed
 */
export const storeStates = (sql: Sql, states: readonly StateWrite[]): Promise<{ id: string }[]> =>
  sql.query(
    `WITH folded AS (
       SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::json[]) AS one (stream_id, version, state_version, state)
     ), held AS MATERIALIZED (
       SELECT streams.stream_id, streams.version, streams.state_version, streams.state
       FROM streams JOIN folded ON folded.stream_id = streams.stream_id AND folded.version = streams.version
         AND folded.state_version > streams.state_version
       WHERE streams.stream_id = ANY ($1) ORDER BY streams.stream_id FOR UPDATE OF streams SKIP LOCKED
     ), kept AS (
       INSERT INTO kept_state AS known (stream_id, state_version, version, state)
       SELECT stream_id, state_version, version, state FROM held WHERE version > ${WORTH_KEEPING}
       ON CONFLICT (stream_id, state_version) DO UPDATE
       SET version = excluded.version, state = excluded.state, kept_on = now() WHERE known.version < excluded.version
     )
     UPDATE streams SET state = folded.state, state_version = folded.state_version
     FROM folded JOIN held USING (stream_id)
     WHERE streams.stream_id = folded.stream_id AND streams.stream_id = ANY ($1)
     RETURNING streams.stream_id AS id`,
    [
      states.map(({ id }) => id),
      states.map(({ version }) => version),
      states.map(({ stateVersion }) => stateVersion),
      states.map(({ state }) => encodeJson(state)),
    ],
  );
