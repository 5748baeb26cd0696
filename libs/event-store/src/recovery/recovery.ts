import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseName } from '../migrate-database.js';
import { databaseUrl } from '../server-connection.js';
import { endFence, fence } from './fence.js';
import { CHECKPOINTS, type LostStream, type Witness, listLost, lostStreams } from './lost-history.js';
import { beginEpoch, release } from './next-epoch.js';
import { accept, setLostAside } from './waiting-letters.js';

/** Consumers look so often for what was lost, at least. */
const UNTIL_ALL_KNOW_MS = 1_500;

/** What a recovery has to know of a service. */
export interface RecoveredService {
  readonly name: string;
  /**
   * Kinds of streams that nobody changes after their database has lost events, until staff have compared them: a step that is
   * repeated would move money twice.
   */
  readonly frozenAfterLoss?: readonly string[];
  /** What it knows of the streams of other services beside its checkpoints, as the statement of a {@link Witness}. */
  readonly knows?: string;
}

/** A database as `corridor dr` shows it. */
export interface DatabaseState {
  readonly service: string;
  readonly epoch: number;
  readonly isFenced: boolean;
  /** Of which other services know more. */
  readonly lost: readonly LostStream[];
  /** Streams that wait for staff. */
  readonly frozen: readonly string[];
  /** Messages of another history that stop their streams. */
  readonly foreign: number;
}

/**
 * Brings the databases of all services to one story after one of them was restored to an earlier point. It needs the server only,
 * and a user who owns the databases; no service has to run.
 */
export class Recovery {
  private readonly clients = new Map<string, Client>();

  private constructor(private readonly services: readonly RecoveredService[]) {}

  /** @throws Error if a database cannot be reached */
  static async open(serverUrl: string, services: readonly RecoveredService[]): Promise<Recovery> {
    const recovery = new Recovery(services);
    for (const { name } of services) {
      const connectionString = databaseUrl(serverUrl, databaseName(name));
      const client = new Client({ connectionString, application_name: 'corridor dr' });
      client.on('error', () => undefined); // the current statement reports it
      await client.connect();
      await client.query(
        'SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0',
      );
      recovery.clients.set(name, client);
    }
    return recovery;
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await client.end();
  }

  /** Nothing is accepted, published or handled anywhere. */
  async fence(): Promise<void> {
    for (const { name } of this.services) await fence(this.of(name));
  }

  async status(): Promise<DatabaseState[]> {
    const states: DatabaseState[] = [];
    for (const { name } of this.services) states.push(await this.stateOf(name));
    return states;
  }

  /**
   * A new epoch for each database that has lost events; then all services continue.
   * @param emptyTopic removes what a service has published, if that is elsewhere: its log is published again
   * @returns the databases that have begun an epoch
   * @throws Error if something is not fenced: what others know would change meanwhile
   */
  async resume(emptyTopic?: (service: string) => Promise<void>): Promise<DatabaseState[]> {
    const states = await this.status();
    const open = states.filter(({ isFenced }) => !isFenced).map(({ service }) => service);
    if (open.length > 0) throw new Error(`not fenced: ${open.join(', ')}. Run corridor dr fence first`);
    const restored = states.filter(({ lost }) => lost.length > 0);
    for (const { service, lost } of restored) {
      const { frozenAfterLoss = [] } = this.services.find(({ name }) => name === service) ?? {};
      await emptyTopic?.(service);
      const publishAgain = emptyTopic !== undefined;
      const epoch = await beginEpoch(this.of(service), lost, frozenAfterLoss, { publishAgain });
      await this.listenAgainTo(service, lost, epoch);
    }
    if (restored.length > 0) await sleep(UNTIL_ALL_KNOW_MS);
    for (const { name } of this.services) await endFence(this.of(name));
    return restored;
  }

  /** Lets a stream change again. What it has published since it was restored, and others have refused, is handled then. */
  async release(service: string, streamId: string): Promise<void> {
    const log = this.of(service);
    await release(log, streamId);
    for (const { name } of this.services) await accept(this.of(name), log, service, streamId);
  }

  private async stateOf(service: string): Promise<DatabaseState> {
    const { rows } = await this.of(service).query<Omit<DatabaseState, 'service' | 'lost'>>(
      `SELECT number AS epoch, fenced_on IS NOT NULL AS "isFenced",
         ARRAY(SELECT stream_id FROM lost_history WHERE is_frozen ORDER BY 1) AS frozen,
         (SELECT count(*)::int FROM dead_letter WHERE is_foreign) AS foreign
       FROM epoch`,
    );
    const [state] = rows;
    if (!state) throw new Error(`the database of ${service} has no epoch`);
    return { service, ...state, lost: await this.lostBy(service) };
  }

  /** What was listed when an epoch began is known. */
  private async lostBy(service: string): Promise<LostStream[]> {
    const log = this.of(service);
    const lost = await lostStreams(log, service, this.witnessesOf(service));
    const { rows } = await log.query<{ streamId: string; heard: number }>(
      'SELECT stream_id AS "streamId", heard FROM lost_history',
    );
    const listed = new Map(rows.map(({ streamId, heard }) => [streamId, heard]));
    return lost.filter(({ streamId, heard }) => (listed.get(streamId) ?? 0) < heard);
  }

  /** A database that was restored knows nothing that its log does not. */
  private witnessesOf(service: string): Witness[] {
    const others = this.services.filter(({ name }) => name !== service);
    return others.flatMap(({ name, knows }) => [
      { client: this.of(name), statement: CHECKPOINTS },
      ...(knows ? [{ client: this.of(name), statement: knows }] : []),
    ]);
  }

  /** Its log is read again from the beginning; checkpoints recognize what was handled, and what is listed was lost. */
  private async listenAgainTo(service: string, lost: readonly LostStream[], epoch: number): Promise<void> {
    for (const { name } of this.services) {
      const reader = this.of(name);
      await listLost(reader, service, lost, epoch);
      await reader.query('DELETE FROM consumer_offset WHERE source = $1', [service]);
      await setLostAside(reader, this.of(service), service);
    }
  }

  private of(service: string): Client {
    const client = this.clients.get(service);
    if (!client) throw new Error(`there is no service ${service}`);
    return client;
  }
}
