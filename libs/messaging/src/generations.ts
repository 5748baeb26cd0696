import type { Database, Sql } from '@corridor/event-store';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HandledTypes, Interest } from './disposition.js';

/** How long a process may use the builds that it has read. */
export const LEASE_MS = 1_000;
/** A new build waits this long before it consumes: afterwards every process of an earlier one knows of it. */
const GRACE_MS = 1.5 * LEASE_MS;
/**
 * A build without a heartbeat for this time no longer runs. Its processes send one with every turn of their retries.
 */
const ALIVE_SECONDS = 90;
/** A build that is restarted within this time is the same generation: a restart, or a rollback. */
const SAME_SECONDS = 24 * 60 * 60;

/** By service that has lost events, its last epoch. */
export type SourceEpochs = Readonly<Record<string, number>>;

interface Registered {
  readonly epochs: SourceEpochs;
  readonly generation: number;
  readonly types: HandledTypes;
  readonly isAlive: boolean;
  /** Seen within {@link SAME_SECONDS}. */
  readonly isRecent: boolean;
}

interface Others {
  readonly interest: Interest;
  readonly areAlive: boolean;
  readonly epochs: SourceEpochs;
}

/**
 * The builds of one consumer: which message types each handles. During a rolling upgrade an earlier build keeps the
 * messages that a later one handles.
 *
 * A process reads the list at most {@link LEASE_MS} before it uses it, and a new build starts to consume only later
 * than that after its registration. So every message published after that is either handled by the new build or kept
 * for it.
 */
export class Generations {
  private joined: Promise<number> | null = null;
  private reading: { readonly startedAt: number; readonly others: Promise<Others> } | null = null;

  constructor(
    private readonly consumer: string,
    private readonly database: Database,
    private readonly handled: HandledTypes,
    private readonly known: readonly string[],
  ) {}

  /** Registers this build if it is new; resolves when it may consume. @returns its number, from 1 */
  join(): Promise<number> {
    this.joined ??= this.register().catch((error: unknown) => {
      this.joined = null;
      throw error;
    });
    return this.joined;
  }

  /** The current dispositions of this process, at most {@link LEASE_MS} old. */
  async interest(): Promise<Interest> {
    return (await this.others()).interest;
  }

  /** As old as {@link interest}. `corridor dr resume` waits longer before anything is delivered again. */
  async sourceEpochs(): Promise<SourceEpochs> {
    return (await this.others()).epochs;
  }

  /** Whether processes of another build run: then kept messages are retried more often. */
  async areOthersAlive(): Promise<boolean> {
    return (await this.others()).areAlive;
  }

  /** A heartbeat. */
  async seen(): Promise<void> {
    await sawGeneration(this.database, this.consumer, await this.join());
  }

  private others(): Promise<Others> {
    const now = performance.now();
    if (!this.reading || now - this.reading.startedAt > LEASE_MS) {
      const others = this.readOthers();
      this.reading = { startedAt: now, others };
      others.catch(() => (this.reading = null));
    }
    return this.reading.others;
  }

  private async readOthers(): Promise<Others> {
    const own = await this.join();
    const registered = await registeredBuilds(this.database, this.consumer);
    const later = registered.filter(({ generation }) => generation > own);
    return {
      interest: new Interest(this.handled, this.known, later),
      areAlive: registered.some(({ generation, isAlive }) => isAlive && generation !== own),
      epochs: registered[0]?.epochs ?? {},
    };
  }

  private async register(): Promise<number> {
    const { own, isAlone } = await this.database.exclusively(`generation ${this.consumer}`, async (sql) => {
      const registered = await registeredBuilds(sql, this.consumer);
      const found = sameBuild(registered, this.handled);
      if (found !== null) {
        await sawGeneration(sql, this.consumer, found);
        return { own: found, isAlone: true };
      }
      const own = (registered.at(-1)?.generation ?? 0) + 1;
      await sql.query(`INSERT INTO consumer_generation (consumer, generation, types) VALUES ($1, $2, $3)`, [
        this.consumer,
        own,
        JSON.stringify(this.handled),
      ]);
      return { own, isAlone: !registered.some(({ isAlive }) => isAlive) };
    });
    if (!isAlone) await sleep(GRACE_MS);
    return own;
  }
}

const registeredBuilds = (sql: Sql | Database, consumer: string): Promise<Registered[]> =>
  sql.query<Registered & Record<string, unknown>>(
    `SELECT generation, types, seen_on > now() - interval '${ALIVE_SECONDS} seconds' AS "isAlive",
       seen_on > now() - interval '${SAME_SECONDS} seconds' AS "isRecent",
       coalesce((SELECT json_object_agg(source, number) FROM source_epoch), '{}') AS epochs
     FROM consumer_generation WHERE consumer = $1 ORDER BY generation`,
    [consumer],
  );

const sawGeneration = (sql: Sql | Database, consumer: string, generation: number) =>
  sql.query(`UPDATE consumer_generation SET seen_on = now() WHERE consumer = $1 AND generation = $2`, [
    consumer,
    generation,
  ]);

/**
 * The existing generation of a build with these types. An earlier build that was seen recently keeps its generation:
 * otherwise the types of the later one would count as dropped.
 */
export function sameBuild(
  registered: readonly Pick<Registered, 'generation' | 'types' | 'isRecent'>[],
  handled: HandledTypes,
): number | null {
  const same = registered.findLast(({ types }) => textOf(types) === textOf(handled));
  return same && (same === registered.at(-1) || same.isRecent) ? same.generation : null;
}

const textOf = (types: HandledTypes) => JSON.stringify(Object.entries(types).sort());
