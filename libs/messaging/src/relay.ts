import type { MessageType } from '@corridor/contracts';
import type { Pool, PoolClient } from 'pg';
import type { EventCarrier, Outgoing } from './carrier.js';
import { Loop } from './loop.js';

/** How often a process without the lock tries to get it. */
const STANDBY_MS = 1_000;
/** Pause after a step that failed. */
const RETRY_MS = 100;
const BATCH = 500;

/**
 * Publishes a service's committed messages, in the order of the log, through the carrier.
 *
 * Guarantee: each message at least once, in order within its stream. One relay per service holds an advisory lock on a
 * dedicated connection and marks messages on that connection, only after the carrier has accepted them: a relay that
 * has lost its lock cannot mark anything. It reads unmarked messages instead of those after a position, so transactions
 * that commit out of order are not lost.
 */
export class Relay {
  private readonly loop = new Loop(() => this.step());
  private client: PoolClient | null = null;
  private lastSeq = 0n;

  constructor(
    private readonly service: string,
    private readonly pool: Pool,
    private readonly carrier: EventCarrier,
    /** Called with the errors of failed steps; the step is retried. */
    private readonly onError: (error: unknown) => void,
    /** Called after messages were marked. */
    private readonly onPublished: () => void = () => undefined,
    /** Maximum delay of a commit by another process, or after a lost trigger. */
    private readonly pollMs = 50,
  ) {}

  start(): void {
    this.loop.start();
  }

  /** Something was committed in this process. */
  trigger(): void {
    this.loop.trigger();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    this.drop();
  }

  /** Publishes a batch and returns the delay until the next step. */
  private async step(): Promise<number> {
    try {
      const client = this.client ?? (await this.lock());
      if (!client) return STANDBY_MS;
      return (await this.publish(client)) === BATCH ? 0 : this.pollMs;
    } catch (error) {
      this.onError(error);
      this.drop();
      return RETRY_MS;
    }
  }

  private async lock(): Promise<PoolClient | null> {
    const client = await this.pool.connect();
    client.on('error', () => this.drop(client));
    this.client = client;
    const { rows } = await client.query<{ held: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('relay', 0)) AS held`,
    );
    if (!rows[0]?.held) {
      this.drop();
      return null;
    }
    const last = await client.query<{ seq: string }>(`SELECT coalesce(max(seq), 0) AS seq FROM events`);
    this.lastSeq = BigInt(last.rows[0]?.seq ?? 0);
    return client;
  }

  private async publish(client: PoolClient): Promise<number> {
    const { rows } = await client.query<{
      position: string;
      type: MessageType;
      streamId: string;
      version: number;
      json: string;
    }>(
      `SELECT position, message_type AS type, stream_id AS "streamId", version, message::text AS json
       FROM events WHERE seq IS NULL AND message IS NOT NULL ORDER BY position LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return 0;
    await this.carrier.send(this.service, rows satisfies Outgoing[]);
    const first = this.lastSeq + 1n;
    await client.query(
      `UPDATE events SET seq = marked.seq FROM unnest($1::bigint[], $2::bigint[]) AS marked (position, seq)
       WHERE events.position = marked.position`,
      [rows.map(({ position }) => position), rows.map((_, i) => first + BigInt(i))],
    );
    this.lastSeq += BigInt(rows.length);
    this.onPublished();
    return rows.length;
  }

  /** Releases the lock with its connection. */
  private drop(client = this.client): void {
    if (!client || client !== this.client) return;
    this.client = null;
    client.removeAllListeners('error').on('error', () => undefined);
    client.release(true);
  }
}
