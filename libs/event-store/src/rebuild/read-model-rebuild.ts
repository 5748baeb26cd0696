import type { Database, SqlTransaction } from '../database.js';
import { WHOLE_TABLES } from '../limits.js';
import type { AnyRegistration } from '../registration.js';
import { type Difference, compareTables, removeExtra, replaceRows } from './compared-tables.js';
import { type Piece, inSteps, nextStreams, readPieces } from './histories.js';
import { leftOut } from './left-out.js';
import { type ReadModelUnit, unitsOf } from './read-model-unit.js';
import { dropShadow, makeShadow, shadowTables } from './shadow.js';
import { foldIntoShadow } from './shadow-fold.js';

export interface RebuildProgress {
  readonly streams: number;
  readonly events: number;
}

export interface Verdict {
  readonly rows: number;
  readonly differences: number;
  /** The first ones. */
  readonly first: readonly Difference[];
}

export interface Swapped {
  readonly written: number;
  readonly removed: number;
  /** Tables with rows that follow from no event, which this user may not delete. */
  readonly left: readonly string[];
}

/** A statement that reads a whole table. */
const PATIENT = { statementTimeoutMs: 10 * 60_000 };
/** Live writes continue meanwhile, so there are always a few streams that the shadow does not have yet. */
const FEW_STREAMS = 100;
const CATCH_UPS = 10;
const STEPS_AT_ONCE = 3;
/** Commands that write to the tables wait while the shadow is swapped. */
const MOST_AT_ONCE = 50_000;

/**
 * Derives read models from the log, with the code that writes them: into a shadow, beside the live rows and while commands go on; then
 * compares both, or replaces the live rows in one transaction.
 */
export class ReadModelRebuild {
  readonly units: readonly ReadModelUnit[];

  constructor(
    private readonly database: Database,
    registrations: Iterable<AnyRegistration>,
  ) {
    this.units = unitsOf(registrations);
  }

  /** The tables that have a shadow. */
  shadow(): Promise<string[]> {
    return shadowTables(this.database);
  }

  /** Tables with what does not follow from one stream alone: they are not derived. */
  leftOut(): Promise<string[]> {
    return leftOut(this.database, this.units);
  }

  /** How many streams and events there are to fold. */
  async size(kind: string): Promise<RebuildProgress> {
    const [row] = await this.database.transaction((sql) => {
      sql.write(WHOLE_TABLES);
      return sql.query<RebuildProgress>(
        `SELECT count(*)::float8 AS streams, coalesce(sum(version), 0)::float8 AS events FROM streams WHERE kind = $1`,
        [this.unitOf(kind).kind],
      );
    }, PATIENT);
    return row ?? { streams: 0, events: 0 };
  }

  /** Makes a shadow without rows. @throws Error if there is one, or if the aggregate has no read model */
  async begin(kind: string): Promise<void> {
    await makeShadow(this.database, this.unitOf(kind).tables);
  }

  /**
   * Folds the next streams into the shadow. A step that is repeated, after a crash, folds only what the shadow does not have.
   * @param after the last one of the step before; empty at first
   */
  async foldNext(kind: string, after: string): Promise<RebuildProgress & { readonly last: string | null }> {
    const unit = this.unitOf(kind);
    const { streams, last } = await nextStreams(this.database, kind, after);
    const events = await this.fold(unit, streams);
    if (last === null) await this.catchUp(unit);
    return { streams: streams.length, events, last };
  }

  /** Folds the log into a new shadow. */
  async rebuild(
    kind: string,
    onProgress: (progress: RebuildProgress) => void = () => undefined,
  ): Promise<void> {
    await this.begin(kind);
    let [streams, events] = [0, 0];
    for (let after: string | null = ''; after !== null;) {
      const step: RebuildProgress & { readonly last: string | null } = await this.foldNext(kind, after);
      streams += step.streams;
      events += step.events;
      after = step.last;
      onProgress({ streams, events });
    }
  }

  /** Compares the shadow with the live rows, as of one moment. @param limit of the differences that are returned */
  compare(kind: string, limit = 20): Promise<Verdict> {
    const unit = this.unitOf(kind);
    return this.withoutWriters(unit, async (sql) => {
      const compared = [];
      for (const table of unit.tables)
        compared.push(await compareTables(sql, table, limit, this.mayMiss(unit)));
      return {
        rows: compared.reduce((sum, { rows }) => sum + rows, 0),
        differences: compared.reduce((sum, { differences }) => sum + differences, 0),
        first: compared.flatMap(({ first }) => first).slice(0, limit),
      };
    });
  }

  /** Compares the live rows with what the log results in, and leaves no shadow. */
  async verify(
    kind: string,
    limit?: number,
    onProgress?: (progress: RebuildProgress) => void,
  ): Promise<Verdict> {
    await this.rebuild(kind, onProgress);
    try {
      return await this.compare(kind, limit);
    } finally {
      await this.abort();
    }
  }

  /** Replaces the live rows that differ, all or none of them, and drops the shadow. */
  async swap(kind: string): Promise<Swapped> {
    const unit = this.unitOf(kind);
    const { differences } = await this.compare(kind, 1);
    if (differences > MOST_AT_ONCE)
      throw new Error(
        `${differences} rows differ, and at most ${MOST_AT_ONCE} are replaced under live writes`,
      );
    const swapped = await this.withoutWriters(unit, async (sql) => {
      let [written, removed] = [0, 0];
      const left: string[] = [];
      for (const table of unit.tables) {
        written += await replaceRows(sql, table, this.mayMiss(unit));
        const extra = await removeExtra(sql, table);
        if (extra === null) left.push(table);
        removed += extra ?? 0;
      }
      return { written, removed, left };
    });
    await this.abort();
    return swapped;
  }

  /** Drops the shadow. */
  async abort(): Promise<void> {
    await dropShadow(this.database);
  }

  private mayMiss({ registration }: ReadModelUnit): boolean {
    return registration.removesRecords ?? false;
  }

  private unitOf(kind: string): ReadModelUnit {
    const unit = this.units.find((one) => one.kind === kind);
    if (unit) return unit;
    throw new Error(
      `${kind} has no read model that can be rebuilt: one of ${this.units.map((one) => one.kind).join(', ')}`,
    );
  }

  /**
   * Several steps at once: while one is read there, another is folded here, and a third one written there. None is left when this ends.
   * @param atOnce one in a transaction, which has one connection
   */
  private async fold(
    unit: ReadModelUnit,
    streams: readonly Piece[],
    atOnce = STEPS_AT_ONCE,
  ): Promise<number> {
    const steps = inSteps(streams);
    const folded: Promise<number>[] = [];
    const foldSteps = async () => {
      for (let n = folded.length; n < steps.length; n = folded.length) {
        folded[n] = this.foldStep(unit, steps[n] as Piece[], folded[n - 1]);
        await folded[n];
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, foldSteps));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return (await Promise.all(folded)).reduce((sum, events) => sum + events, 0);
  }

  /** @param before the step before it, which may have an earlier part of the first stream */
  private async foldStep(
    unit: ReadModelUnit,
    step: readonly Piece[],
    before?: Promise<number>,
  ): Promise<number> {
    const { aggregate } = unit.registration;
    const reads = await readPieces(this.database, this.database.archive, aggregate, step);
    if (reads.some(({ after }) => after > 0)) await before;
    await foldIntoShadow(this.database, unit, reads);
    return reads.reduce((sum, { recorded }) => sum + recorded.length, 0);
  }

  /** Folds what was appended meanwhile, until little is left. */
  private async catchUp(unit: ReadModelUnit, few = FEW_STREAMS): Promise<void> {
    for (let n = 0; n < CATCH_UPS; n++) {
      const behind = await this.database.transaction((sql) => streamsBehind(sql, unit.kind), PATIENT);
      await this.fold(unit, behind);
      if (behind.length <= few) return;
    }
  }

  /** In a transaction during which nobody writes to the tables, and with a shadow that has all events. */
  private async withoutWriters<T>(
    unit: ReadModelUnit,
    work: (sql: SqlTransaction) => Promise<T>,
  ): Promise<T> {
    const made = await this.shadow();
    if (unit.tables.some((table) => !made.includes(table)))
      throw new Error(`there is no shadow of ${unit.kind}: rebuild it first`);
    await this.catchUp(unit);
    return this.database.transaction(async (sql) => {
      await sql.query(
        `LOCK TABLE ${unit.tables.map((table) => `public.${table}`).join(', ')} IN SHARE ROW EXCLUSIVE MODE`,
      );
      await this.fold(unit, await streamsBehind(sql, unit.kind), 1);
      return work(sql);
    }, PATIENT);
  }
}

/** Those with events that the shadow does not have. */
async function streamsBehind(sql: SqlTransaction, kind: string): Promise<Piece[]> {
  sql.write(WHOLE_TABLES);
  return sql.query(
    `SELECT streams.stream_id AS id, coalesce(progress.version, 0) AS after, streams.version AS "upTo"
     FROM streams LEFT JOIN shadow.progress USING (stream_id)
     WHERE kind = $1 AND streams.version > coalesce(progress.version, 0)`,
    [kind],
  );
}
