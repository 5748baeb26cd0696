import { randomUUID } from 'node:crypto';
import type { Database } from '@corridor/event-store';
import type { RunResource } from '@corridor/services';
import type { RunArguments, RunPosition, RunStep } from './run-kind.js';

/** A process that does not renew its lease for this time is gone: another one continues its runs. */
const LEASE_SECONDS = 20;
/** How often a process renews it. */
export const RENEW_MS = 5_000;
/** Of the list of runs. */
const MOST_LISTED = 100;

/** A run that this process executes. */
export interface TakenRun {
  readonly id: string;
  readonly kind: string;
  readonly arguments: RunArguments;
  readonly position: RunPosition;
}

type StoredRun = Omit<TakenRun, 'position'> & { readonly position: string | null };

const takenFrom = (row: StoredRun): TakenRun => ({
  ...row,
  position: row.position === null ? null : (JSON.parse(row.position) as RunPosition),
});

interface ProgressRow {
  readonly data: string;
  readonly done: string | null;
  readonly seconds: number | null;
}

/** How far the runs of a service are, and which process executes which. */
export class RunProgress {
  /** This process, in this service. */
  private readonly holder = randomUUID();

  constructor(private readonly database: Database) {}

  /** Takes the runs that no process executes. @param kinds those that this build knows */
  async take(kinds: readonly string[]): Promise<TakenRun[]> {
    const rows = await this.database.query<StoredRun>(
      `UPDATE run_progress AS taken SET holder = $1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
         started_on = coalesce(started_on, now())
       FROM operations_run AS one WHERE one.id = taken.run_id AND run_id IN (
         SELECT run_id FROM run_progress WHERE ended_on IS NULL AND kind = ANY ($2)
           AND (holder IS NULL OR leased_until < now()) FOR UPDATE SKIP LOCKED)
       RETURNING run_id AS id, kind, one.data -> 'arguments' AS arguments, position::text`,
      [this.holder, kinds],
    );
    return rows.map(takenFrom);
  }

  /** @returns false if the run has ended, or another process executes it */
  async save(id: string, { position, done }: RunStep): Promise<boolean> {
    return this.renewed(id, `, position = $3, done = $4, moved_on = now()`, [JSON.stringify(position), done]);
  }

  /** @returns false as {@link save} does */
  renew(id: string): Promise<boolean> {
    return this.renewed(id);
  }

  /** Whether it has not ended. */
  async isOpen(id: string): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT FROM run_progress WHERE run_id = $1 AND ended_on IS NULL',
      [id],
    );
    return rows.length > 0;
  }

  /** A run that has begun, and has ended while no process executed it; null for another one. */
  async leftBehind(id: string): Promise<TakenRun | null> {
    const [row] = await this.database.query<StoredRun>(
      `SELECT id, kind, data -> 'arguments' AS arguments, position::text
       FROM run_progress JOIN operations_run ON id = run_id
       WHERE id = $1 AND ended_on IS NOT NULL AND leased_until <= now()`,
      [id],
    );
    return row ? takenFrom(row) : null;
  }

  /** Another process, or this one later, continues it. */
  async release(id: string): Promise<void> {
    await this.database.query(
      'UPDATE run_progress SET holder = NULL, leased_until = now() WHERE run_id = $1 AND holder = $2',
      [id, this.holder],
    );
  }

  /** The newest first. */
  async list(): Promise<RunResource[]> {
    return (await this.read(`ORDER BY created_on DESC, id DESC LIMIT ${MOST_LISTED}`)).map(withProgress);
  }

  async find(id: string): Promise<RunResource | null> {
    const [row] = await this.read('WHERE id = $1', [id]);
    return row ? withProgress(row) : null;
  }

  private read(which: string, values: readonly unknown[] = []): Promise<ProgressRow[]> {
    return this.database.query<ProgressRow & Record<string, unknown>>(
      `SELECT data::text, done, extract(epoch FROM coalesce(moved_on, started_on) - started_on)::float AS seconds
       FROM operations_run LEFT JOIN run_progress ON run_id = id ${which}`,
      values,
    );
  }

  private async renewed(id: string, set = '', values: readonly unknown[] = []): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE run_progress SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})${set}
       WHERE run_id = $1 AND holder = $2 AND ended_on IS NULL RETURNING 1`,
      [id, this.holder, ...values],
    );
    return rows.length > 0;
  }
}

/** The rate is that since its start, with the time in which nobody executed it. */
function withProgress({ data, done, seconds }: ProgressRow): RunResource {
  const run = JSON.parse(data) as RunResource;
  const sum = Number(done ?? 0);
  const rate = seconds && sum > 0 ? sum / seconds : null;
  const rest = run.status === 'RUNNING' && run.total !== null ? Math.max(0, run.total - sum) : null;
  return {
    ...run,
    done: sum,
    ratePerSecond: rate === null ? null : Math.round(rate * 10) / 10,
    secondsLeft: rate === null || rest === null ? null : Math.ceil(rest / rate),
  };
}
