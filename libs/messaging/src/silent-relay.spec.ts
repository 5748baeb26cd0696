import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStore, type OpenDatabase, openDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { EventCarrier, type Published } from './carrier.js';
import { Relay } from './relay.js';
import { type Sent, messages, sender, senders } from './sender.fixture.js';

/** A connection that holds the lock of the relay and reports no error, although nobody responds any more. */

class OfLogs extends EventCarrier {
  override readonly readsLogs = true;

  override async send(): Promise<void> {}
  override async subscribe(): Promise<void> {}
  override async close(): Promise<void> {}
  override silentMs(): number {
    return 0;
  }
}
const carrier = new OfLogs();

/** A service with its relay, and what it has published and reported. */
class Publishing {
  readonly published: string[] = [];
  readonly reports: string[] = [];
  readonly relay: Relay;
  private readonly store: EventStore;

  constructor(readonly db: OpenDatabase) {
    const feed = {
      published: (some: readonly Published[]) =>
        void this.published.push(...some.map(({ streamId }) => streamId)),
    };
    const report = (error: unknown) =>
      void this.reports.push(error instanceof Error ? String(error) : 'works again');
    this.relay = new Relay('sender', db, carrier, report, feed);
    this.store = new EventStore('sender', db.database, [senders], messages, new TestClock(), (streams) =>
      this.relay.appended(streams),
    );
  }

  async publishes(stream: string): Promise<void> {
    await this.store.handle(sender, stream, (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
    while (!(await this.isMarked(stream)) || !this.published.includes(stream)) await sleep(5); // the relay hears of its mark later than others
  }

  private async isMarked(stream: string): Promise<boolean> {
    const marked = await this.db.database.query(
      'SELECT FROM events WHERE stream_id = $1 AND seq IS NOT NULL',
      [stream],
    );
    return marked.length > 0;
  }

  async close(): Promise<void> {
    await this.relay.stop();
    await this.db.close();
  }
}

const FAILURE = 'Error: its connection to Postgres does not respond';

async function holderOf({ pool }: OpenDatabase): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (rows[0]) return rows[0].pid;
    await sleep(5);
  }
}

const isRunning = async ({ pool }: OpenDatabase, pid: number) =>
  (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount === 1;

test('the backend is stopped: another one takes over, and the stopped one does no harm when it continues', async () => {
  const service = new Publishing(await openTestDatabase());
  service.relay.start();
  await service.publishes('before');
  const stopped = await holderOf(service.db);
  process.kill(stopped, 'SIGSTOP');
  try {
    await service.publishes('meanwhile');
    expect(service.reports).toEqual([FAILURE, 'works again']);
    expect(service.relay.failure).toBeNull();
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
  while (await isRunning(service.db, stopped)) await sleep(20);
  await service.publishes('after');
  expect(service.reports).toEqual([FAILURE, 'works again']);
  await service.close();
});

/** A network that forgets its connections: their two ends hear nothing of each other any more. New ones work. */
async function forgetful(target: URL) {
  let forgotten = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => forgotten.has(from) || to.write(bytes));
      from.on('close', () => forgotten.has(from) || to.destroy());
      from.on('error', () => undefined);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  [url.hostname, url.port] = ['127.0.0.1', String((server.address() as AddressInfo).port)];
  return {
    url: url.href,
    forget: () => (forgotten = new WeakSet(sockets)),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('the network has forgotten its connection: the backend is ended, and the lock is free', async () => {
  const network = await forgetful(new URL(process.env['DATABASE_URL'] ?? ''));
  const name = `test-${randomBytes(6).toString('hex')}`;
  const service = new Publishing(await openDatabase(network.url, { name, migrations: [] }, { poolSize: 2 }));
  service.relay.start();
  await service.publishes('before');
  network.forget();
  while (service.reports.length < 2) await sleep(20);
  await service.publishes('after');
  expect(service.reports).toEqual([FAILURE, 'works again']);
  await service.close();
  network.close();
});

test('a standby takes over from a process that is gone without a word', async () => {
  const db = await openTestDatabase();
  const gone = await db.pool.connect();
  gone.on('error', () => undefined);
  await gone.query(`SELECT pg_advisory_lock(hashtextextended('relay', 0))`);
  const standby = new Publishing(db);
  standby.relay.start();
  await standby.publishes('after');
  expect(standby.reports).toEqual([]);
  await expect(gone.query('SELECT 1')).rejects.toThrow();
  gone.release(true);
  await standby.close();
});
