import {
  ReadModelRebuild,
  type RebuildProgress,
  type Verdict,
  nameOfDifference,
} from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import type { RunningService } from '../service.js';
import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

export interface OfKind extends Readonly<Record<string, unknown>> {
  /** The aggregate whose records are derived. */
  readonly kind: string;
}

type Position = Readonly<Record<string, unknown>> & RebuildProgress & { readonly after: string | null };

/** Of the differences that a result names. */
const MOST_NAMED = 20;

/** Derives records from the log into a shadow beside the live ones, and compares both (ADR 84). */
export class ProjectionRebuild implements RunKind<OfKind> {
  readonly name: string = 'projection-rebuild';
  protected readonly rebuild: ReadModelRebuild;

  constructor({ db, service }: RunningService) {
    this.rebuild = new ReadModelRebuild(db.database, service.registrations);
  }

  async plan({ kind }: OfKind): Promise<RunPlan> {
    const unit = unitOf(this.rebuild, kind);
    const made = await this.rebuild.shadow();
    if (made.length > 0)
      throw refuse('invalid_request', `There is a shadow of ${made.join(', ')}: swap or abort it first.`);
    const { streams, events } = await this.rebuild.size(kind);
    const effect = `fold ${events} events of ${streams} streams into a shadow of ${unit.tables.join(', ')}, and compare it`;
    return { effect, total: events };
  }

  async step({ kind }: OfKind, position: RunPosition): Promise<RunStep> {
    const at = position as Position | null;
    if (!at) {
      const unit = unitOf(this.rebuild, kind);
      const made = await this.rebuild.shadow();
      if (!unit.tables.every((table) => made.includes(table))) await this.rebuild.begin(kind);
      return { position: { after: '', streams: 0, events: 0 }, done: 0 };
    }
    if (at.after === null) return { position: at, done: at.events, result: await this.compared(kind) };
    const { last, streams, events } = await this.rebuild.foldNext(kind, at.after);
    const next = { after: last, streams: at.streams + streams, events: at.events + events };
    return { position: next, done: next.events };
  }

  protected async compared(kind: string): Promise<string> {
    return textOf(await this.rebuild.compare(kind, MOST_NAMED));
  }
}

/** The same, and leaves no shadow. */
export class ProjectionVerify extends ProjectionRebuild {
  override readonly name = 'projection-verify';

  protected override async compared(kind: string): Promise<string> {
    const found = await super.compared(kind);
    await this.rebuild.abort();
    return found;
  }

  abandon(): Promise<void> {
    return this.rebuild.abort();
  }
}

/** Replaces the live rows by those of the shadow, all or none. */
export class ProjectionSwap implements RunKind<OfKind> {
  readonly name = 'projection-swap';
  private readonly rebuild: ReadModelRebuild;

  constructor({ db, service }: RunningService) {
    this.rebuild = new ReadModelRebuild(db.database, service.registrations);
  }

  async plan({ kind }: OfKind): Promise<RunPlan> {
    const { tables } = unitOf(this.rebuild, kind);
    const made = await this.rebuild.shadow();
    if (!tables.every((table) => made.includes(table)))
      return { effect: `replace nothing: there is no shadow of ${kind}`, total: null };
    return {
      effect: `replace the rows of ${tables.join(', ')} that differ from the shadow, and drop it`,
      total: null,
    };
  }

  async step({ kind }: OfKind): Promise<RunStep> {
    if ((await this.rebuild.shadow()).length === 0)
      return { position: null, done: 0, result: 'there is no shadow: nothing, or all, was replaced before' };
    const { written, removed, left } = await this.rebuild.swap(kind);
    const kept = left.length > 0 ? `; rows of ${left.join(', ')} without events are kept` : '';
    return {
      position: null,
      done: written + removed,
      result: `${written} rows written, ${removed} removed${kept}`,
    };
  }
}

/** Drops the shadow. */
export class ProjectionAbort implements RunKind {
  readonly name = 'projection-abort';
  private readonly rebuild: ReadModelRebuild;

  constructor({ db, service }: RunningService) {
    this.rebuild = new ReadModelRebuild(db.database, service.registrations);
  }

  async plan(): Promise<RunPlan> {
    const made = await this.rebuild.shadow();
    const effect =
      made.length > 0 ? `drop the shadow of ${made.join(', ')}` : 'drop nothing: there is no shadow';
    return { effect, total: null };
  }

  async step(): Promise<RunStep> {
    await this.rebuild.abort();
    return { position: null, done: 0, result: 'the shadow is dropped' };
  }
}

/** @throws Refusal that names the kinds */
function unitOf({ units }: ReadModelRebuild, kind: string) {
  const unit = units.find((one) => one.kind === kind);
  if (!unit)
    throw refuse('invalid_request', `The kinds of the service: ${units.map((one) => one.kind).join(', ')}.`);
  return unit;
}

function textOf({ rows, differences, first }: Verdict): string {
  if (differences === 0) return `${rows} rows are as the log says`;
  const more = differences > first.length ? ', …' : '';
  return `${differences} of ${rows} rows differ: ${first.map(nameOfDifference).join(', ')}${more}`;
}
