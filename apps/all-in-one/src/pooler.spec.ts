import { randomBytes } from 'node:crypto';
import type { Envelope } from '@corridor/contracts';
import {
  EventStore,
  type OpenDatabase,
  ReadModels,
  directUrl,
  openDatabase,
  requireSessions,
} from '@corridor/event-store';
import { JarTables1700000000001, jar, jarMessages, jars, put } from '@corridor/event-store/testing';
import { EmbeddedCarrier, MessageConsumer, Relay } from '@corridor/messaging';
import { TestClock, testCaller, until } from '@corridor/testing';
import { obtainPgBouncer, startPgBouncer } from '@corridor/tools/servers/pgbouncer.mjs';
import { ifAvailable } from '@corridor/tools/servers/unavailable.mjs';
import { obstaclesTo } from './obstacles.js';

/** Services behind a PgBouncer in transaction mode, with fewer connections to Postgres than the services have to it. */

const SERVERS = 2;
const STREAMS = 8;
const COINS = 10;

const installed = ifAvailable('PgBouncer', obtainPgBouncer);
const withPooler = installed === null ? describe.skip : describe;

const failed = (error: unknown) => {
  if (error) throw error as Error;
};

withPooler('behind PgBouncer in transaction mode', () => {
  const server = process.env['DATABASE_URL'] ?? '';
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let db: OpenDatabase;
  beforeAll(async () => {
    pooler = await startPgBouncer(installed ?? '', server, { servers: SERVERS });
    const name = `pooled-${randomBytes(6).toString('hex')}`;
    const owner = { name, migrations: [JarTables1700000000001] };
    const options = { preparedStatements: false, connectionTimeoutMs: 60_000, lockTimeoutMs: 20_000 };
    db = await openDatabase(pooler.url, owner, { ...options, directUrl: directUrl(pooler.url, server) });
  });
  afterAll(async () => {
    await db.close();
    await pooler.stop();
  });

  test('what a search sets holds for the search alone', async () => {
    const settings = `SELECT current_setting('transaction_read_only') AS "readOnly", current_setting('enable_seqscan') AS "wholeTables"`;
    const searching = { readOnly: 'on', wholeTables: 'on' };
    const commanding = { readOnly: 'off', wholeTables: 'off' };
    for (let n = 0; n < 3 * SERVERS; n++) {
      expect(await db.searches.query(settings)).toEqual([searching]);
      expect(await db.database.query(settings)).toEqual([commanding]);
      expect(await db.database.transaction((sql) => sql.query(settings))).toEqual([commanding]);
    }
    await expect(db.searches.query('DELETE FROM jar')).rejects.toThrow('read-only transaction');
  });

  test('commands, searches, a relay and a consumer work at once, and no message is lost or comes twice', async () => {
    await db.database.query('CREATE TABLE effect (stream_id text, version int)');
    const carrier = new EmbeddedCarrier(failed);
    for (const name of ['jars', 'effects']) carrier.addService(name, db.database);
    const handle = async ({ streamId, version }: Envelope) => {
      await db.database.query('INSERT INTO effect VALUES ($1, $2)', [streamId, version]);
    };
    const group = { name: 'effects', types: jarMessages.types, handle, messages: jarMessages };
    const consumer = new MessageConsumer(group, db.database);
    const deliver = (messages: readonly Envelope[]) => consumer.deliver(messages);
    await carrier.subscribe({ consumer: group.name, skipped: async () => [], deliver });
    const relay = new Relay('jars', db, carrier, failed, carrier.feedOf('jars'));
    const clock = new TestClock();
    const store = new EventStore('jars', db.database, [jars], jarMessages, clock, (streams) =>
      relay.appended(streams),
    );
    const records = new ReadModels(db.database, db.searches, clock);
    relay.start();
    carrier.start();
    try {
      await Promise.all(
        Array.from({ length: STREAMS }, async (_, n) => {
          for (let coins = 1; coins <= COINS; coins++) {
            await store.handle(jar, `jar_${n}`, put(1), { caller: testCaller });
            const [[found], row] = await Promise.all([
              db.searches.query(`SELECT data ->> 'coins' AS coins FROM jar WHERE id = $1`, [`jar_${n}`]),
              records.find<{ coins: number }>({ table: 'jar' }, `jar_${n}`, testCaller),
            ]);
            expect([found, row?.coins]).toEqual([{ coins: String(coins) }, coins]);
          }
        }),
      );
      const effects = () => db.database.query('SELECT stream_id, version FROM effect');
      await until(async () => (await effects()).length >= STREAMS * COINS);
      expect(await effects()).toHaveLength(STREAMS * COINS);
      expect(relay.isLeader).toBe(true);
      expect(db.pool.totalCount + db.searchPool.totalCount).toBeGreaterThan(SERVERS);
      const connections = await db.database.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
      );
      expect(connections.length).toBeLessThanOrEqual(SERVERS + 1); // and that of the relay
    } finally {
      await carrier.close();
      await relay.stop();
    }
  });

  test('statements are not prepared where others do not find them: it says so before anything is executed', async () => {
    const owner = { name: `prepared-${randomBytes(6).toString('hex')}`, migrations: [] };
    const opened = openDatabase(pooler.url, owner, { directUrl: directUrl(pooler.url, server) });
    const what = `${new URL(pooler.url).host} is a connection pooler without prepared statements: set DATABASE_PREPARED_STATEMENTS=false, or max_prepared_statements of PgBouncer 1.21 or later`;
    await expect(opened).rejects.toThrow(what);
    const left = await db.database.query(`SELECT FROM pg_prepared_statements WHERE statement = 'SELECT 1'`);
    expect(left).toEqual([]);
    const direct = await openDatabase(server, owner, { directUrl: new URL('?direct', server).href });
    await direct.close();
  });

  test('it is refused where sessions are needed, before a lock is taken that holds nothing', async () => {
    const owner = { name: `refused-${randomBytes(6).toString('hex')}`, migrations: [] };
    const what = `${new URL(pooler.url).host} is a connection pooler that keeps no sessions, such as PgBouncer in transaction mode: set DATABASE_DIRECT_URL to the address of Postgres itself`;
    await expect(openDatabase(pooler.url, owner)).rejects.toThrow(what);
    const start = { settings: [], supplied: [] };
    const { databases } = await obstaclesTo(start, { DATABASE_URL: pooler.url });
    expect(databases).toEqual([what]);
    const besides = await obstaclesTo(start, { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server });
    expect(besides.databases).toEqual([]);
  });
});

withPooler('behind PgBouncer in session mode', () => {
  test('nothing else has to be set', async () => {
    const server = process.env['DATABASE_URL'] ?? '';
    const pooler = await startPgBouncer(installed ?? '', server, { servers: 3, mode: 'session' });
    try {
      await expect(requireSessions(pooler.url)).resolves.toBeUndefined();
      const owner = { name: `session-${randomBytes(6).toString('hex')}`, migrations: [] };
      const db = await openDatabase(pooler.url, owner, { directUrl: directUrl(pooler.url, server) });
      await db.close();
    } finally {
      await pooler.stop();
    }
  });
});
