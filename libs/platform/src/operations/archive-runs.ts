import { Archiver, type ArchiveFileRow, DamagedFile } from '@corridor/event-store';
import { refuse } from '@corridor/kernel';
import type { RunningService } from '../service.js';
import type { RunArguments, RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

const DAY_MS = 86_400_000;

type Position = Readonly<Record<string, unknown>> & {
  /** Of what is archived; the same for the whole run. */
  readonly before: string;
  readonly after: string;
  readonly done: number;
};

/** Moves old events of streams that have ended to the archive (ADR 90). */
export class ArchiveRun implements RunKind {
  readonly name = 'archive';
  private readonly archiver: Archiver;

  constructor(
    private readonly running: RunningService,
    private readonly days: number,
  ) {
    this.archiver = archiverOf(running);
  }

  async plan(): Promise<RunPlan> {
    const before = this.before();
    const { streams, events } = await this.archiver.size(before);
    const effect = `archive at most ${events} events of ${streams} streams from before ${before.toISOString().slice(0, 10)}`;
    const where = this.running.db.database.archive.isThere ? '' : ', once ARCHIVE_FOLDER is set';
    return { effect: `${effect}${where}`, total: events };
  }

  async step(_: RunArguments, position: RunPosition): Promise<RunStep> {
    if (!this.running.db.database.archive.isThere)
      throw refuse('invalid_request', 'ARCHIVE_FOLDER is not set.');
    const at = (position as Position | null) ?? { before: this.before().toISOString(), after: '', done: 0 };
    await this.allHaveRead(new Date(at.before));
    const { last, archived } = await this.archiver.step(at.after, new Date(at.before));
    const next = { ...at, after: last ?? at.after, done: at.done + archived };
    const isEnd = last === null;
    return { position: next, done: next.done, ...(isEnd && { result: `${next.done} events are archived` }) };
  }

  private before(): Date {
    return new Date(Date.now() - this.days * DAY_MS);
  }

  /** @throws Refusal if a consumer has not read messages that may be archived: they could not be published again */
  private async allHaveRead(before: Date): Promise<void> {
    const { carrier, db, service } = this.running;
    const lags = (await carrier.lags()).filter(({ source }) => source === service.name);
    const most = lags.reduce((a, b) => (b.messages > a.messages ? b : a), { consumer: '', messages: 0 });
    if (most.messages === 0) return;
    const [row] = await db.database.query<{ later: number }>(
      `SELECT count(*)::int AS later FROM (
         SELECT FROM events WHERE seq IS NOT NULL AND occurred_on >= $1 ORDER BY seq DESC LIMIT $2) AS kept`,
      [before, most.messages],
    );
    if ((row?.later ?? 0) < most.messages)
      throw refuse('invalid_request', `${most.consumer} has not read messages that would be archived.`);
  }
}

/** Reads every file of the archive. */
export class ArchiveVerify implements RunKind {
  readonly name = 'archive-verify';
  private readonly archiver: Archiver;

  constructor(running: RunningService) {
    this.archiver = archiverOf(running);
  }

  async plan(): Promise<RunPlan> {
    const files = await this.archiver.files();
    return { effect: `read ${files.length} files`, total: files.length };
  }

  async step(_: RunArguments, position: RunPosition): Promise<RunStep> {
    const { done = 0, damaged = [] } = (position ?? {}) as { done?: number; damaged?: readonly string[] };
    const files = await this.archiver.files();
    const file = files[done];
    if (file) {
      const found = await this.damageOf(file);
      const position = { done: done + 1, damaged: found === null ? damaged : [...damaged, found] };
      return { position, done: done + 1 };
    }
    if (damaged.length > 0) throw refuse('invalid_request', `Damaged: ${damaged.join('; ')}.`);
    return { position: { done, damaged }, done, result: `${done} files are as they were written` };
  }

  private async damageOf(file: ArchiveFileRow): Promise<string | null> {
    try {
      await this.archiver.verify(file);
      return null;
    } catch (error) {
      if (error instanceof DamagedFile) return error.message;
      throw error;
    }
  }
}

export const archiverOf = ({ db, service }: RunningService): Archiver =>
  new Archiver(db.database, service.name, service.registrations);
