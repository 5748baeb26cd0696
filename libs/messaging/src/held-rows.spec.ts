import { type Envelope, MessageRegistry } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
} from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Type } from 'typebox';
import { Client } from 'pg';
import type { WaitingForLock } from './backlog.js';
import { MessageConsumer } from './message-consumer.js';
import { Retries } from './retries.js';

/**
 * Somebody holds rows that messages of client A need, for as long as they like. Those of A wait, in order, and nothing else
 * does; nothing fails.
 */
const definition = { version: 1, description: 'A.', data: Type.Object({ n: Type.Number() }) };
const messages = new MessageRegistry({ 'test.happened': definition });

/** The n-th message of a client; each is of a stream of its own, as instructions are, or of the given one. */
const of = (client: string, n: number, streamId = `${client} ${n}`, version = 1): Envelope => ({
  id: `${streamId}/${version}`,
  type: 'test.happened' as Envelope['type'],
  source: 'sender',
  streamId,
  version,
  dataversion: 1,
  occurredOn: '2026-11-22T09:30:00.123',
  caller: { ...testCaller, client: { ...testCaller.client, id: client } },
  data: { n } as unknown as Envelope['data'],
});

async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 20)); // the time limit is that of the test
}

/** A process of a consumer that puts coins into the client's jar, as the ledger does, and counts them in a plain row. */
class Process {
  readonly consumer: MessageConsumer;
  readonly retries: Retries;
  readonly dead: string[] = [];
  readonly errors: unknown[] = [];
  readonly told: (readonly WaitingForLock[])[] = [];

  constructor(db: OpenDatabase) {
    const store = new EventStore('group', db.database, [jars], jarMessages, new TestClock());
    const handle = async ({ caller, data }: Envelope) => {
      const { n } = data as unknown as { n: number };
      const { id } = caller.client;
      await store.handle(jar, id, put(n), { caller });
      await db.database.query('UPDATE tally SET count = count + 1 WHERE client = $1', [id]);
    };
    this.consumer = new MessageConsumer(
      {
        name: 'group',
        types: messages.types,
        handle,
        messages,
        onDeadLetter: ({ reason }) => void this.dead.push(reason),
        onLocked: () => this.retries.onLocked(),
      },
      db.database,
    );
    this.retries = new Retries(this.consumer, {
      onWaiting: (waiting) => void this.errors.push(waiting),
      onWaitingForLocks: (waiting) => void this.told.push(waiting),
      onRetryError: (error) => void this.errors.push(error),
    });
  }
}

let db: OpenDatabase;
let holder: Client;
let one: Process;
const processes: Process[] = [];
const start = () => {
  const started = new Process(db);
  processes.push(started);
  started.retries.start();
  return started;
};
beforeEach(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  await db.database.query('CREATE TABLE tally (client text PRIMARY KEY, count int)');
  await db.database.query(`INSERT INTO tally VALUES ('A', 0), ('B', 0)`);
  one = start();
  await one.consumer.deliver([of('A', 0), of('B', 0)]);
  holder = new Client(db.pool.options);
  await holder.connect();
  await holder.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0; BEGIN');
});
afterEach(async () => {
  await holder.end();
  await Promise.all(processes.splice(0).map(({ retries }) => retries.stop()));
  await db.close();
});

const holdStream = () => holder.query(`SELECT FROM streams WHERE stream_id = 'A' FOR UPDATE`);
const holdRow = () => holder.query(`SELECT FROM tally WHERE client = 'A' FOR UPDATE`);
const release = () => holder.query('ROLLBACK');

/** The coins of a client, in the order in which they came. */
const coinsOf = async (client: string) => {
  const rows = await db.database.query<{ coins: number }>(
    `SELECT (data ->> 'coins')::int AS coins FROM events WHERE stream_id = $1 ORDER BY version`,
    [client],
  );
  return rows.map(({ coins }) => coins);
};
const waiting = async () => (await db.database.query('SELECT FROM dead_letter')).length;
const upTo = (n: number) => Array.from({ length: n + 1 }, (_, i) => i);
const allOf = (client: string, from: number, to: number) => upTo(to - from).map((i) => of(client, from + i));
/** In an order that lets neither of them come first. */
const mixed = (from: number, to: number) =>
  upTo(to - from).flatMap((i) => [of('A', from + i), of('B', from + i)]);
const inOrder = (some: readonly number[]) => [...some].sort((a, b) => a - b);

const held: [string, () => Promise<unknown>][] = [
  ['the stream', holdStream],
  ['another row', holdRow],
];

describe.each(held)('while %s of A is held', (_, hold) => {
  test('its messages wait, and those of B in the same delivery are handled', async () => {
    await hold();
    await one.consumer.deliver(mixed(1, 3));
    await one.consumer.deliver(mixed(4, 6));
    expect(inOrder(await coinsOf('B'))).toEqual(upTo(6));
    expect(await coinsOf('A')).toEqual([0]);
    await release();
    await until(async () => (await waiting()) === 0);
    expect(inOrder(await coinsOf('A'))).toEqual(upTo(6));
    expect([one.dead, one.errors]).toEqual([[], []]);
  });

  test('they wait for as long as it takes, in order, and are handled once', async () => {
    await hold();
    const stream = (n: number) => of('A', n, 'one stream', n);
    await one.consumer.deliver([stream(1), of('B', 1), stream(2)]);
    await one.consumer.deliver([stream(2), of('B', 2), stream(3)]);
    await until(async () => one.told.length > 0);
    await one.consumer.deliver([stream(4)]);
    await release();
    await until(async () => (await waiting()) === 0);
    await one.consumer.deliver([1, 2, 3, 4].map(stream)); // the carrier was rewound
    await one.consumer.deliver([stream(5)]);
    expect(await coinsOf('A')).toEqual(upTo(5));
    expect([one.dead, one.errors]).toEqual([[], []]);
  });

  test('after five minutes they are parked, and handled when it is free', async () => {
    await hold();
    await one.consumer.deliver([of('A', 1), of('A', 2)]);
    await db.database.query(`UPDATE dead_letter SET parked_on = now() - interval '5 minutes 1 second'`);
    await until(async () => one.dead.length === 2);
    expect(one.dead[0]).toBe('another transaction has held a lock that it needs for 5 minutes');
    await one.consumer.retryAll();
    expect([await waiting(), one.dead.length]).toEqual([2, 2]);
    await release();
    await one.consumer.retryAll();
    expect([await waiting(), inOrder(await coinsOf('A'))]).toEqual([0, upTo(2)]);
  });
});

test('it is told once when they begin to wait, and once when they no longer do', async () => {
  await holdStream();
  for (const n of [1, 2, 3]) await one.consumer.deliver([of('A', n)]);
  await until(async () => one.told.length === 1);
  await one.consumer.retryLocked();
  await release();
  await until(async () => one.told.length === 2);
  expect(one.told[0]).toMatchObject([{ lock: expect.stringContaining('A'), since: expect.any(Date) }]);
  expect(one.told[1]).toEqual([]);
});

test('a process that is started later handles them, if theirs is gone', async () => {
  await holdStream();
  await one.consumer.deliver([of('A', 1), of('B', 1)]);
  await one.retries.stop();
  const two = start();
  await two.consumer.deliver([of('A', 1), of('B', 1), of('A', 2), of('B', 2)]);
  await release();
  await until(async () => (await waiting()) === 0);
  expect([inOrder(await coinsOf('A')), inOrder(await coinsOf('B'))]).toEqual([upTo(2), upTo(2)]);
});

test('two processes handle each of them once', async () => {
  await holdStream();
  const two = start();
  await Promise.all([one.consumer.deliver(mixed(1, 10)), two.consumer.deliver(mixed(11, 20))]);
  expect(inOrder(await coinsOf('B'))).toEqual(upTo(20));
  await release();
  await Promise.all([one.consumer.retryLocked(), two.consumer.retryLocked()]);
  await until(async () => (await waiting()) === 0);
  expect(inOrder(await coinsOf('A'))).toEqual(upTo(20));
  expect([...one.errors, ...two.errors, ...one.dead, ...two.dead]).toEqual([]);
});

test('hundreds of messages of A wait without being tried one by one, and take no memory', async () => {
  await holdStream();
  for (let from = 1; from < 500; from += 100) await one.consumer.deliver(allOf('A', from, from + 99));
  expect(await waiting()).toBe(500);
  await one.consumer.deliver(allOf('B', 1, 100));
  expect(inOrder(await coinsOf('B'))).toEqual(upTo(100));
  await release();
  await until(async () => (await waiting()) === 0);
  expect(inOrder(await coinsOf('A'))).toEqual(upTo(500));
  expect([one.dead, one.errors]).toEqual([[], []]);
});

test('a lock that is free in time is waited for', async () => {
  await holdStream();
  const delivered = one.consumer.deliver(mixed(1, 3));
  await until(async () => {
    const [row] = await holder
      .query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      .then(({ rows }) => rows);
    return row?.count === '1';
  });
  await release();
  await delivered;
  expect([await waiting(), inOrder(await coinsOf('A'))]).toEqual([0, upTo(3)]);
});
