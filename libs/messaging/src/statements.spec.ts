import { type Envelope, MessageRegistry } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import {
  JarTables1700000000001,
  ownCostOf,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
} from '@corridor/event-store/testing';
import { Type } from 'typebox';
import { MessageConsumer } from './message-consumer.js';

/**
 * The cost of a delivery in addition to its effects. Each statement is a round trip to Postgres, each commit a write to
 * disk.
 */
const declared = { version: 1, description: 'A.', data: Type.Object({}) };
const messages = new MessageRegistry({
  'test.handled': declared,
  'test.of_some': declared,
  'test.of_others': declared,
});
const message = (streamId: string, version: number, type = 'test.handled'): Envelope => ({
  id: `${streamId}/${version}`,
  type: type as Envelope['type'],
  source: 'sender',
  streamId,
  version,
  dataversion: 1,
  occurredOn: '2026-11-21T09:30:00.123',
  caller: testCaller,
  data: {} as Envelope['data'],
});
const batch = (version: number, type?: string) =>
  Array.from({ length: 100 }, (_, i) => message(`s${i}`, version, type));

let db: OpenDatabase;
let consumer: MessageConsumer;
beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  const handle = () => db.database.query('SELECT 1 AS effect');
  const types = ['test.handled', 'test.of_some'];
  const concerns = ({ id, type }: Envelope) => String(type) === 'test.handled' || id.startsWith('s0/');
  consumer = new MessageConsumer({ name: 'counted', types, handle, concerns, messages }, db.database);
});
afterAll(() => db.close());

async function statementsOf(deliver: () => Promise<void>): Promise<string[]> {
  await consumer.generations.interest(); // read at most once a second, whatever is delivered
  const { statements } = await ownCostOf(deliver);
  return statements
    .map((text) => text.trim())
    .filter((text) => !text.endsWith('AS effect'))
    .map((text) => /^\w+( \w+ \w+)?/.exec(text)?.[0] ?? '');
}

test('a batch of new streams', async () => {
  expect(await statementsOf(() => consumer.deliver(batch(1)))).toEqual([
    'BEGIN',
    'SELECT', // moves the checkpoints of the streams, and looks for what is in the way
    'COMMIT',
  ]);
});

test('a batch of known streams', async () => {
  expect(await statementsOf(() => consumer.deliver(batch(2)))).toEqual(['BEGIN', 'SELECT', 'COMMIT']);
});

test('one message', async () => {
  expect(await statementsOf(() => consumer.deliver([message('s0', 3)]))).toEqual([
    'BEGIN',
    'SELECT',
    'COMMIT',
  ]);
});

test('a batch of which all is kept', async () => {
  expect(await statementsOf(() => consumer.deliver(batch(4, 'test.of_tomorrow')))).toEqual([
    'BEGIN',
    'SELECT',
    'INSERT INTO kept_message',
    'COMMIT',
  ]);
});

test('messages for others need no statement, and are not even delivered', async () => {
  expect(await statementsOf(() => consumer.deliver(batch(5, 'test.of_others')))).toEqual([]);
  expect((await consumer.generations.interest()).skipped).toEqual(['test.of_others']);
});

test('messages about records of others need no statement, and one among them is handled', async () => {
  const others = batch(5, 'test.of_some').slice(1);
  expect(await statementsOf(() => consumer.deliver(others))).toEqual([]);
  const { statements } = await ownCostOf(() => consumer.deliver(batch(5, 'test.of_some')));
  expect(statements.filter((text) => text.endsWith('AS effect'))).toHaveLength(1);
});

test('streams with messages kept for a future build need no more statements than others', async () => {
  expect(await statementsOf(() => consumer.deliver(batch(6)))).toHaveLength(3);
});

test('a batch waits for Postgres twice: for its effects and what is known, and for the commit', async () => {
  await consumer.generations.interest();
  expect(await ownCostOf(() => consumer.deliver(batch(7)))).toMatchObject({ roundTrips: 2, commits: 1 });
});

test('a batch of which something is known takes effect without it', async () => {
  await consumer.deliver([message('s5', 8), message('s7', 8)]);
  const effects = jest.fn();
  const handle = ({ id }: Envelope) => {
    db.database.afterCommit(() => effects(id));
    return db.database.query('SELECT 1 AS effect');
  };
  const again = new MessageConsumer(
    { name: 'counted', types: ['test.handled'], handle, messages },
    db.database,
  );
  await again.deliver(batch(8));
  const ids = batch(8).map(({ id }) => id);
  expect(effects.mock.calls.flat()).toEqual(ids.filter((id) => id !== 's5/8' && id !== 's7/8'));
});

test('messages of one stream about different records are one batch of commands', async () => {
  const store = new EventStore('counted', db.database, [jars], jarMessages, new TestClock());
  const handle = ({ version }: Envelope) =>
    store.handle(jar, `jar_${version % 50}`, put(version), { caller: testCaller });
  const recordOf = ({ version }: Envelope) => `jar_${version % 50}`;
  const group = { name: 'jars', types: ['test.handled'], handle, recordOf, messages };
  const many = new MessageConsumer(group, db.database);
  const between = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => message('one', from + i));
  await many.deliver(between(1, 2));
  expect(await ownCostOf(() => many.deliver(between(2, 50)))).toMatchObject({ roundTrips: 2, commits: 1 });
  await many.deliver(between(50, 150));
  expect(await store.state(jar, 'jar_7')).toEqual({ coins: 7 + 57 + 107 });
});
