import { isLocked } from '@corridor/event-store';
import type { StreamName } from '@corridor/messaging';
import type { RunningService } from '../service.js';
import { LETTERS, type WhichLetters, valuesOf } from './dead-letters.js';
import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

/** A discarded message is never handled, so somebody says why. */
export interface DiscardedLetters extends WhichLetters {
  readonly reason: string;
}

interface Counts extends Record<string, unknown> {
  readonly messages: number;
  readonly streams: number;
}

interface Retried extends Readonly<Record<string, unknown>> {
  /** The messages that waited at the beginning, and how many streams of them are tried. */
  readonly total: number;
  readonly after: readonly [source: string, streamId: string];
}

const STREAMS_AT_ONCE = 20;
const MESSAGES_AT_ONCE = 100;

/** Those of another history, and those for a later build, are not tried. */
const TRIABLE = `cause IN ('FAILED', 'BEHIND', 'LOCKED')`;
/** What waits for a lock or a later build will be handled. */
const DISCARDABLE = `cause IN ('FAILED', 'BEHIND', 'FOREIGN')`;

/** Tries the waiting messages of streams again, in their order, each as it is tried every 30 seconds. */
export class DeadLettersRetry implements RunKind<WhichLetters> {
  readonly name = 'dead-letters-retry';

  constructor(private readonly running: RunningService) {}

  async plan(which: WhichLetters): Promise<RunPlan> {
    const { messages, streams } = await countOf(this.running, which, TRIABLE);
    return { effect: `try ${messages} messages of ${streams} streams again`, total: messages };
  }

  async step(which: WhichLetters, position: RunPosition): Promise<RunStep> {
    const { messages: left } = await countOf(this.running, which, TRIABLE);
    const { total, after } = (position as Retried | null) ?? { total: left, after: ['', ''] as const };
    const streams = await this.next(which, after);
    for (const stream of streams) await this.retry(stream);
    const last = streams.at(-1);
    const { messages: still } = await countOf(this.running, which, TRIABLE);
    const done = Math.max(0, total - still);
    if (!last) return { position, done, result: `${done} of ${total} messages are handled` };
    return { position: { total, after: [last.source, last.streamId] }, done };
  }

  private next(which: WhichLetters, after: Retried['after']): Promise<StreamName[]> {
    const { db, service } = this.running;
    return db.database.query<StreamName & Record<string, unknown>>(
      `SELECT DISTINCT source, stream_id AS "streamId" FROM ${LETTERS} AND ${TRIABLE} AND (source, stream_id) > ($7, $8)
       ORDER BY 1, 2 LIMIT ${STREAMS_AT_ONCE}`,
      [...valuesOf(service.name, which), ...after],
    );
  }

  /** If its messages are being delivered now, they are tried with the next ones. */
  private async retry(stream: StreamName): Promise<void> {
    try {
      await this.running.consumer.retry(stream);
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
  }
}

/** Removes messages for ever. Later ones about their records are tried then. */
export class DeadLettersDiscard implements RunKind<DiscardedLetters> {
  readonly name = 'dead-letters-discard';

  constructor(private readonly running: RunningService) {}

  async plan(which: DiscardedLetters): Promise<RunPlan> {
    const { messages, streams } = await countOf(this.running, which, DISCARDABLE);
    return { effect: `discard ${messages} messages of ${streams} streams for ever`, total: messages };
  }

  async step(which: DiscardedLetters, position: RunPosition): Promise<RunStep> {
    const { db, service, consumer } = this.running;
    const before = (position as { readonly discarded: number } | null)?.discarded ?? 0;
    const letters = await db.database.query<StreamName & { version: number } & Record<string, unknown>>(
      `SELECT source, stream_id AS "streamId", version FROM ${LETTERS} AND ${DISCARDABLE}
       ORDER BY source, stream_id, version LIMIT ${MESSAGES_AT_ONCE}`,
      valuesOf(service.name, which),
    );
    if (letters.length === 0) return { position, done: before, result: `${before} messages are discarded` };
    await db.database.transaction(async () => {
      for (const { version, ...stream } of letters) await consumer.discard(stream, version);
    });
    for (const stream of letters) consumer.redrive(stream);
    const discarded = before + letters.length;
    return { position: { discarded }, done: discarded };
  }
}

async function countOf(
  { db, service }: RunningService,
  which: WhichLetters,
  condition: string,
): Promise<Counts> {
  const [counts] = await db.database.query<Counts>(
    `SELECT count(*)::int AS messages, count(DISTINCT (source, stream_id))::int AS streams FROM ${LETTERS} AND ${condition}`,
    valuesOf(service.name, which),
  );
  return counts ?? { messages: 0, streams: 0 };
}
