import { type DomainEvent, encodeJson } from '@corridor/kernel';
import type { Database } from '../database.js';
import { EPOCH_BOUNDS } from '../epoch.js';
import type { AnyAggregate } from '../refolds.js';
import type { AnyRegistration, Recorded } from '../registration.js';
import { inSteps, readPieces } from './histories.js';

const STREAMS_AT_ONCE = 500;

interface Stored extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  readonly stateVersion: number;
  readonly state: string;
}

export interface ComparedStates {
  readonly streams: number;
  readonly events: number;
  /** What is wrong, by stream. */
  readonly faults: readonly string[];
  /** Null if none follow. */
  readonly last: string | null;
}

/** Compares the stored states of streams with what their events come to. Changes nothing; commands go on. */
export class StateCheck {
  private readonly aggregates: ReadonlyMap<string, AnyAggregate>;

  constructor(
    private readonly sql: Pick<Database, 'query' | 'archive'>,
    registrations: Iterable<AnyRegistration>,
  ) {
    this.aggregates = new Map(
      [...registrations].map(({ aggregate }) => [aggregate.name as string, aggregate as AnyAggregate]),
    );
  }

  /** How many events there are to fold. Numbers that were left out where an epoch begins count, too. */
  async size(): Promise<number> {
    const [row] = await this.sql.query<{ events: number }>(
      'SELECT coalesce(sum(version), 0)::float8 AS events FROM streams WHERE kind = ANY ($1)',
      [[...this.aggregates.keys()]],
    );
    return row?.events ?? 0;
  }

  /**
   * The next streams. A state under the rules of another build is not compared: it is folded again when it is used.
   * @param after the last stream of the step before; empty at first
   */
  async next(after: string): Promise<ComparedStates> {
    const streams = await this.sql.query<Stored>(
      `SELECT stream_id AS id, kind, version, state_version AS "stateVersion", state::text FROM streams
       WHERE stream_id > $1 AND kind = ANY ($2) ORDER BY stream_id LIMIT ${STREAMS_AT_ONCE}`,
      [after, [...this.aggregates.keys()]],
    );
    const faults: string[] = [];
    for (const [kind, aggregate] of this.aggregates)
      faults.push(
        ...(await this.faultsOf(
          aggregate,
          streams.filter((one) => one.kind === kind && one.stateVersion === aggregate.stateVersion),
        )),
      );
    return {
      streams: streams.length,
      events: streams.reduce((sum, { version }) => sum + version, 0),
      faults,
      last: streams.length < STREAMS_AT_ONCE ? null : (streams.at(-1)?.id ?? null),
    };
  }

  private async faultsOf(aggregate: AnyAggregate, streams: readonly Stored[]): Promise<string[]> {
    const pieces = streams.map(({ id, version }) => ({ id, after: 0, upTo: version }));
    const bounds = await this.bounds();
    const folds = new Map(streams.map(({ id }) => [id, new Fold(aggregate, bounds)]));
    for (const step of inSteps(pieces))
      for (const { id, recorded } of await readPieces(this.sql, this.sql.archive, aggregate, step))
        folds.get(id)?.add(recorded);
    return streams.flatMap(({ id, version, state }) => {
      const fold = folds.get(id) as Fold;
      const missing = fold.missingUpTo(version);
      if (missing !== null) return [`stream ${id}: version ${version}, without event ${missing}`];
      return fold.json === inOrder(state) ? [] : [`stream ${id}: its state is not what its events come to`];
    });
  }

  private async bounds(): Promise<ReadonlySet<number>> {
    const rows = await this.sql.query<{ bound: number }>(EPOCH_BOUNDS);
    return new Set(rows.map(({ bound }) => bound));
  }
}

/** The fold of one stream, piece by piece. */
class Fold {
  private last = 0;
  private missing: number | null = null;
  private state: unknown;
  private isPossible = true;

  /** @param bounds versions after which numbers may have been left out */
  constructor(
    private readonly aggregate: AnyAggregate,
    private readonly bounds: ReadonlySet<number>,
  ) {
    this.state = aggregate.initial;
  }

  add(recorded: readonly Recorded<DomainEvent>[]): void {
    for (const { version } of recorded) {
      if (version !== this.last + 1 && !this.bounds.has(version - 1)) this.missing ??= this.last + 1;
      this.last = version;
    }
    try {
      for (const { event } of recorded) this.state = this.aggregate.evolve(this.state, event);
    } catch {
      this.isPossible = false; // the rules expect another event before this one
    }
  }

  /** The number of the first event that is not there; null if there are all. */
  missingUpTo(version: number): number | null {
    return this.missing ?? (this.last < version ? this.last + 1 : null);
  }

  /** Null if the events cannot be folded. */
  get json(): string | null {
    return this.isPossible ? inOrder(encodeJson(this.state)) : null;
  }
}

/** Two ways to one state may have written its fields in another order. */
const inOrder = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
