import type { Envelope } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedCarrier } from './embedded-carrier.js';
import { Relay } from './relay.js';
import { type Sent, messages, sender, senders } from './sender.fixture.js';

const NEVER = 2 ** 30;

let db: OpenDatabase;
let received: string[];
let carrier: EmbeddedCarrier;
let relay: Relay;
let store: EventStore;
/** Deliveries end when it does. */
let held: Promise<void>;
beforeEach(async () => {
  db = await openTestDatabase();
  received = [];
  const noError = () => undefined;
  carrier = new EmbeddedCarrier(noError);
  carrier.addService('sender', db.database);
  held = Promise.resolve();
  const deliver = async (some: readonly Envelope[]) => {
    await held;
    received.push(...some.map((one) => one.streamId));
  };
  await carrier.subscribe({ consumer: 'sender', skipped: async () => [], deliver });
  carrier.start();
  relay = new Relay('sender', db, carrier, noError, carrier.feedOf('sender'), undefined, NEVER);
  relay.start();
  store = new EventStore('sender', db.database, [senders], messages, new TestClock(), (streams) =>
    relay.appended(streams),
  );
});
afterEach(async () => {
  await carrier.close();
  await relay.stop();
  await db.close();
});

function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return resolve;
}

const send = (stream: string) =>
  store.handle(sender, stream, (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
async function untilMarked(count: number): Promise<void> {
  const marked = () => db.pool.query('SELECT 1 FROM events WHERE seq IS NOT NULL');
  while ((await marked()).rowCount !== count) await sleep(5);
}
async function untilReceived(stream: string): Promise<void> {
  while (!received.includes(stream)) await sleep(5);
}

test('a group that is up to date reads nothing', async () => {
  await send('first');
  await untilReceived('first');
  await sleep(20);
  const read = jest.spyOn(db.database, 'query');
  await send('second');
  await untilReceived('second');
  expect(read.mock.calls.filter(([text]) => text.includes('FROM events'))).toEqual([]);
  read.mockRestore();
});

test('knows how far a group is behind, and when it has last gone on', async () => {
  const lag = (count: number) => [{ consumer: 'sender', source: 'sender', messages: count }];
  expect(await carrier.lags()).toEqual(lag(0));
  expect(carrier.moved).toEqual([]);
  const release = hold();
  const before = Date.now();
  await send('first');
  await send('second');
  await untilMarked(2);
  expect(await carrier.lags()).toEqual(lag(2));
  expect(carrier.moved).toEqual([]);

  release();
  await untilReceived('second');
  while ((await carrier.lags())[0]?.messages !== 0) await sleep(5);
  expect(carrier.moved).toEqual([{ consumer: 'sender', source: 'sender', at: expect.any(Date) }]);
  expect(carrier.moved[0]?.at.getTime()).toBeGreaterThanOrEqual(before);
});

test('a group that skips all messages goes on, and one that fails does not', async () => {
  await send('first');
  await untilReceived('first');
  const never = () => Promise.reject(new Error('a planted failure'));
  const group = { service: 'sender', deliver: never };
  await carrier.subscribe({ ...group, consumer: 'skipping', skipped: async () => ['test.sent'] });
  await carrier.subscribe({ ...group, consumer: 'failing', skipped: async () => [] });
  const moved = () => carrier.moved.map(({ consumer }) => consumer).sort();
  while (!moved().includes('skipping')) await sleep(5);
  await sleep(20);
  expect(moved()).toEqual(['sender', 'skipping']);
});

test('what this process commits is delivered without being read, and marked soon after', async () => {
  await send('first');
  await untilReceived('first');
  await untilMarked(1);
  const query = jest.spyOn(Client.prototype, 'query');
  for (const stream of ['second', 'third', 'fourth']) {
    await send(stream);
    await untilReceived(stream);
  }
  const texts = query.mock.calls.map(([one]) => (one as unknown as { text?: string }).text ?? '');
  query.mockRestore();
  expect(texts.filter((text) => text.includes('FROM events'))).toEqual([]);
  await untilMarked(4);
});

test('a group that is behind gets what was published from memory when it is marked', async () => {
  await send('first');
  await untilReceived('first');
  await untilMarked(1);
  const late: string[] = [];
  const deliver = async (some: readonly Envelope[]) => void late.push(...some.map((one) => one.streamId));
  await send('second');
  await carrier.subscribe({ consumer: 'sender', skipped: async () => [], deliver });
  while (!late.includes('second')) await sleep(5);
  expect(late).toEqual(['first', 'second']);
});

test('a message that was published from memory, and whose mark is lost, is delivered again before later ones', async () => {
  await send('one');
  await untilReceived('one');
  await untilMarked(1);
  const { client, pid } = await marksWait();
  await send('lost');
  await untilReceived('lost');
  await untilMarkWaits();
  received = [];
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> $1
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [pid],
  );
  await client.query('SELECT pg_advisory_unlock(1)');
  client.release();
  await send('later');
  await untilReceived('later');
  expect(received).toEqual(['lost', 'later']);
  await untilMarked(3);
});

/** Before, it would not be lost with its connection. */
async function untilMarkWaits(): Promise<void> {
  const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while ((await db.pool.query(waiting)).rowCount === 0) await sleep(5);
}

/** From now on marks wait for an advisory lock, which this connection holds. */
async function marksWait() {
  const client = await db.pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_advisory_lock(1), pg_backend_pid() AS pid');
  await client.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$`);
  await client.query('CREATE TRIGGER wait BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION wait()');
  return { client, pid: rows[0]?.pid };
}

test('a message that takes the place of one whose mark a crash has undone is delivered', async () => {
  await send('one');
  await untilReceived('one');
  const earlier = await db.pool.connect();
  await earlier.query('BEGIN');
  await earlier.query(
    `INSERT INTO events (stream_id, version, type, data, caller, occurred_on, message_type, message)
     SELECT 'earlier', 1, type, data, caller, occurred_on, message_type, replace(message::text, 'one', 'earlier')::json
     FROM events WHERE stream_id = 'one'`,
  );
  await send('late');
  await untilReceived('late');
  // What the crash leaves: the commit of the earlier position, and not the mark of the later one, which was not synchronous.
  await earlier.query(`UPDATE events SET seq = NULL WHERE stream_id = 'late'`);
  await earlier.query('COMMIT');
  earlier.release();
  await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await untilReceived('earlier');
  await send('after');
  await untilReceived('after');
});

/** As when an index is filled again: what is saved later must not put the deleted progress back. */
test('a group whose progress is deleted while it runs begins again', async () => {
  let later = 0;
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
  const saved = async () => (await db.pool.query('SELECT FROM consumer_offset')).rowCount === 1;
  await send('first');
  await untilReceived('first');
  later += 10_000;
  await send('second');
  while (!(await saved())) await sleep(5);
  await db.pool.query('DELETE FROM consumer_offset');
  received = [];
  later += 10_000;
  await send('third');
  await untilReceived('first');
  while (received.length < 4) await sleep(5);
  clock.mockRestore();
  expect(received).toEqual(['third', 'first', 'second', 'third']);
});
