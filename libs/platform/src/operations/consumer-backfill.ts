import type { Database, PartName } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';
import type { Backfill, Outgoing } from '@corridor/messaging';
import type { RunningService } from '../service.js';
import { unknown } from './consumer-rewind.js';
import type { RunKind, RunPlan, RunPosition, RunStep } from './run-kind.js';

/** Which consumer; everything, or from the first message that happened since then on. */
export interface Backfilled extends Readonly<Record<string, unknown>> {
  readonly consumer: string;
  readonly since: Timestamp | null;
}

/** So many messages of the log are sent in one step. */
const AT_ONCE = 500;

interface Position extends Readonly<Record<string, unknown>> {
  /** How many files the archive had at the beginning. */
  readonly files: number;
  /** Of the archive, the last part that was sent; null if all were. */
  readonly part: PartName | null;
  /** Of the log, the number of the last message that was sent. */
  readonly seq: string;
  readonly done: number;
}

/**
 * Sends what a service has published to one consumer that lacks some of it: from the archive and the log, whatever the broker has kept.
 * The consumer takes nothing else of the service meanwhile, so that no later message of a stream takes the place of those that it lacks;
 * what is published meanwhile follows in the run. The last step is done between two steps of the relay: nothing is published between
 * what it sends and the end (ADR 55).
 */
export class ConsumerBackfill implements RunKind<Backfilled> {
  readonly name = 'consumer-backfill';

  constructor(
    private readonly running: RunningService,
    private readonly atOnce = AT_ONCE,
  ) {}

  isHere(): boolean {
    return this.running.relay.isLeader;
  }

  async plan(which: Backfilled): Promise<RunPlan> {
    const groups = await this.running.carrier.groups();
    if (!groups.includes(which.consumer)) throw unknown(groups.toSorted());
    const [published, { events }] = await Promise.all([this.published(which), this.archiveSize()]);
    const archived = events === 0 ? '' : `, and those of ${events} archived events,`;
    return {
      effect: `send ${published} messages${archived} to ${which.consumer}`,
      total: published + events,
    };
  }

  async step(which: Backfilled, position: RunPosition): Promise<RunStep> {
    if (position === null) return this.begin(which);
    const at = position as Position;
    return at.part === null ? this.sendPublished(which, at) : this.sendArchived(which, at, at.part);
  }

  private async begin(which: Backfilled): Promise<RunStep> {
    const { carrier, relay } = this.running;
    let position: RunPosition = null;
    await relay.exclusively(async () => {
      const { files } = await this.archiveSize();
      const seq = await this.seqBefore(which);
      await carrier.beginBackfill(this.backfill(which));
      position = { files, part: ['', 0], seq, done: 0 } satisfies Position;
    });
    return { position, done: 0 };
  }

  private async sendArchived(which: Backfilled, at: Position, part: PartName): Promise<RunStep> {
    const { carrier, relay } = this.running;
    const next = await this.database.archive.messagesAfter(this.database, part);
    if (next === null) return { position: { ...at, part: null }, done: at.done };
    const { since } = which;
    const messages = next.messages.filter(({ occurredOn }) => since === null || occurredOn >= since);
    await relay.exclusively(() => carrier.sendTo(this.backfill(which), messages as readonly Outgoing[]));
    const done = at.done + next.events;
    return { position: { ...at, part: next.last, done }, done };
  }

  private async sendPublished(which: Backfilled, at: Position): Promise<RunStep> {
    const { carrier, relay } = this.running;
    const backfill = this.backfill(which);
    let step: RunStep = { position: null, done: 0 };
    await relay.exclusively(async () => {
      const messages = carrier.readsLogs ? [] : await this.next(at.seq);
      // What was archived meanwhile is no longer in the log: it begins again.
      if ((await this.archiveSize()).files !== at.files) return;
      await carrier.sendTo(backfill, messages);
      const done = carrier.readsLogs ? at.done + (await this.published(which)) : at.done + messages.length;
      step = { position: { ...at, seq: messages.at(-1)?.seq ?? at.seq, done }, done };
      if (messages.length === this.atOnce) return;
      await carrier.endBackfill(backfill);
      step = { ...step, result: `${done} messages are sent to ${which.consumer}` };
    });
    return step;
  }

  private backfill({ consumer, since }: Backfilled): Backfill {
    return { source: this.running.service.name, consumer, since };
  }

  private next(seq: string): Promise<(Outgoing & { seq: string })[]> {
    return this.database.query<Outgoing & { seq: string } & Record<string, unknown>>(
      `SELECT seq, message_type AS type, stream_id AS "streamId", version, message::text AS json
       FROM events WHERE seq > $1 ORDER BY seq LIMIT $2`,
      [seq, this.atOnce],
    );
  }

  private async published(which: Backfilled): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      'SELECT count(*)::int FROM events WHERE seq > $1',
      [await this.seqBefore(which)],
    );
    return row?.count ?? 0;
  }

  /** The number before the first message since then; the last one if there is none. */
  private async seqBefore({ since }: Backfilled): Promise<string> {
    if (since === null) return '0';
    const [row] = await this.database.query<{ seq: string }>(
      `SELECT coalesce((SELECT min(seq) - 1 FROM events WHERE occurred_on >= $1::timestamptz), max(seq), 0) AS seq FROM events`,
      [`${since}Z`],
    );
    return row?.seq ?? '0';
  }

  private archiveSize() {
    return this.database.archive.size(this.database);
  }

  private get database(): Database {
    return this.running.db.database;
  }
}
