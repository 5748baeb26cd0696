import {
  ReadModelRebuild,
  StateCheck,
  WHOLE_TABLES,
  isLocked,
  isUnavailable,
  nameOfDifference,
} from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import type { RunKind, RunPlan, RunPosition, RunStep, RunningService } from '@corridor/platform';
import { PROOF_TIMEOUT_MS, checks, foundBy } from './proof.js';

/** Of what is wrong. */
const MOST_NAMED = 20;

/** Where it continues. Plain data. */
interface Position extends Readonly<Record<string, unknown>> {
  readonly part: number;
  /** The last stream of it; empty at its beginning, null when all are folded. */
  readonly after: string | null;
  readonly isCompared: boolean;
  readonly done: number;
  readonly faults: number;
  readonly named: readonly string[];
}

const BEGINNING: Position = { part: 0, after: '', isCompared: false, done: 0, faults: 0, named: [] };

/**
 * Compares the ledger with its log: the checks of the proof of the books, then the states of the streams, then the records, which are
 * derived again beside the live ones. Each of these is a part with steps of its own; `done` counts checks and events.
 */
export class LedgerVerify implements RunKind {
  readonly name = 'ledger-verify';
  private readonly rebuild: ReadModelRebuild;
  private readonly states: StateCheck;

  constructor(private readonly running: RunningService) {
    const { registrations } = running.service;
    this.rebuild = new ReadModelRebuild(running.db.database, registrations);
    this.states = new StateCheck(running.db.database, registrations);
  }

  async plan(): Promise<RunPlan> {
    const made = await this.rebuild.shadow();
    if (made.length > 0)
      throw refuse('invalid_request', `There is a shadow of ${made.join(', ')}: swap or abort it first.`);
    const events = await this.states.size();
    let total = checks.length + events;
    for (const { kind } of this.rebuild.units) total += (await this.rebuild.size(kind)).events;
    const effect = `make the ${checks.length} checks of the books, and compare the states and records of the ledger with its ${events} events`;
    return { effect, total };
  }

  async step(_: object, position: RunPosition): Promise<RunStep> {
    const at = (position as Position | null) ?? BEGINNING;
    const check = checks[at.part];
    if (check) {
      const { database } = this.running.db;
      const { faults, examples } = await database.exclusively(
        'proof of the books',
        async (sql) => {
          await sql.query(WHOLE_TABLES);
          return foundBy(sql, check);
        },
        { statementTimeoutMs: PROOF_TIMEOUT_MS },
      );
      return next(
        found(
          at,
          1,
          faults,
          examples.map((what) => `${check.name}: ${what}`),
        ),
      );
    }
    if (at.part === checks.length) return this.compareStates(at);
    const unit = this.rebuild.units[at.part - checks.length - 1];
    return unit ? this.compareRecords(unit.kind, at) : end(at);
  }

  /** Its shadow, if it may have made one: before that, there can be one of others. */
  async abandon(_: object, position: RunPosition): Promise<void> {
    if (((position as Position | null)?.part ?? 0) > checks.length) await this.rebuild.abort();
  }

  private async compareStates(at: Position): Promise<RunStep> {
    const { events, faults, last } = await this.states.next(at.after ?? '');
    const after = found(
      at,
      events,
      faults.length,
      faults.map((what) => `STATE: ${what}`),
    );
    return last === null ? next(after) : step({ ...after, after: last });
  }

  /** Compares what is folded before it drops it, so that a step that is repeated finds it. */
  private async compareRecords(kind: string, at: Position): Promise<RunStep> {
    if (at.isCompared) {
      await this.rebuild.abort();
      return next(at);
    }
    try {
      return await this.derive(kind, at);
    } catch (error) {
      if (!(error instanceof Error) || isUnavailable(error) || isLocked(error)) throw error;
      const what = `RECORD: those of ${kind} cannot be derived: ${error.message}`;
      return step({ ...found(at, 0, 1, [what]), isCompared: true });
    }
  }

  private async derive(kind: string, at: Position): Promise<RunStep> {
    if (at.after === null) {
      const { differences, first } = await this.rebuild.compare(kind, MOST_NAMED);
      const named = first.map((one) => `RECORD: ${nameOfDifference(one)}`);
      return step({ ...found(at, 0, differences, named), isCompared: true });
    }
    if (at.after === '') {
      await this.rebuild.abort();
      await this.rebuild.begin(kind);
    }
    const { last, events } = await this.rebuild.foldNext(kind, at.after);
    return step({ ...at, after: last, done: at.done + events });
  }
}

const step = (position: Position): RunStep => ({ position, done: position.done });

const next = (at: Position): RunStep => step({ ...at, part: at.part + 1, after: '', isCompared: false });

const found = (at: Position, done: number, faults: number, named: readonly string[]): Position => ({
  ...at,
  done: at.done + done,
  faults: at.faults + faults,
  named: [...at.named, ...named].slice(0, MOST_NAMED),
});

function end(at: Position): RunStep {
  const { faults, named } = at;
  const result =
    faults === 0
      ? 'OK: the ledger is what its log says'
      : `${faults} findings: ${named.join('; ')}${faults > named.length ? '; …' : ''}`;
  return { ...step(at), result };
}
