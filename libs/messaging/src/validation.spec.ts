import { type Envelope, MessageRegistry, type Message } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { JarTables1700000000001, jar, jars, openTestDatabase, put } from '@corridor/event-store/testing';
import { Type } from 'typebox';
import { MessageConsumer } from './message-consumer.js';

/** Messages are validated against their schema when they are published, and when they are consumed. */
const messages = new MessageRegistry({
  'test.counted': {
    version: 2,
    data: Type.Object({ coins: Type.Number() }, { additionalProperties: false }),
    upcast: { 1: ({ count }: { count: number }) => ({ coins: count }) },
  },
});

let db: OpenDatabase;
beforeAll(async () => (db = await openTestDatabase([JarTables1700000000001])));
afterAll(() => db.close());

const message = (streamId: string, dataversion: number, data: object) =>
  ({
    id: `${streamId}/1`,
    type: 'test.counted',
    source: 'sender',
    streamId,
    version: 1,
    dataversion,
    occurredOn: '2026-11-21T09:30:00.123',
    caller: testCaller,
    data,
  }) as unknown as Envelope;

it('an invalid message is a defect: its command does not commit', async () => {
  const publish = () => ({ type: 'test.counted', data: { coins: 'five' } }) as unknown as Message;
  const store = new EventStore('test', db.database, [{ ...jars, publish }], messages, new TestClock());
  await expect(store.handle(jar, 'jar_wrong', put(5), { caller: testCaller })).rejects.toThrow(
    'test.counted: /data/coins must be number',
  );
  expect(await db.database.query(`SELECT 1 FROM streams WHERE stream_id = 'jar_wrong'`)).toEqual([]);
});

it('a published message contains the version of its data', async () => {
  const publish = () => ({ type: 'test.counted', data: { coins: 5 } }) as unknown as Message;
  const store = new EventStore('test', db.database, [{ ...jars, publish }], messages, new TestClock());
  await store.handle(jar, 'jar_right', put(5), { caller: testCaller });
  const [sent] = await db.database.query(`SELECT message FROM events WHERE stream_id = 'jar_right'`);
  expect(sent?.['message']).toMatchObject({ type: 'test.counted', dataversion: 2, data: { coins: 5 } });
});

it('an invalid message becomes a dead letter at once, with the location as reason; earlier versions are upcast', async () => {
  const handled: unknown[] = [];
  const handle = async ({ data }: Envelope) => void handled.push(data);
  const parked: string[] = [];
  const onDeadLetter = ({ reason }: { reason: string }) => void parked.push(reason);
  const group = { name: 'group', types: messages.types, handle, messages, onDeadLetter };
  const consumer = new MessageConsumer(group, db.database);
  await consumer.deliver([
    message('wrong', 2, { coins: 'five' }),
    message('old', 1, { count: 1 }),
    message('new', 2, { coins: 2, andMore: true }),
  ]);
  // Together first, which the invalid one undoes, then one by one.
  const valid = [{ coins: 1 }, { coins: 2, andMore: true }];
  expect(handled).toEqual([...valid, ...valid]);
  expect(parked).toEqual(['test.counted: /data/coins must be number']);
  expect(await consumer.backlog.counts()).toMatchObject([
    { cause: 'dead_letter', source: 'sender', type: 'test.counted', count: 1 },
  ]);
});

it('a message is validated once, for `concerns` and for its handler', async () => {
  const validated = jest.spyOn(messages, 'read');
  const seen: unknown[] = [];
  const group = {
    name: 'concerned',
    types: messages.types,
    concerns: ({ data }: Envelope) => seen.push(data) > 0,
    handle: async ({ data }: Envelope) => void seen.push(data),
    messages,
  };
  await new MessageConsumer(group, db.database).deliver([message('once', 1, { count: 3 })]);
  expect(seen).toEqual([{ coins: 3 }, { coins: 3 }]);
  expect(validated).toHaveBeenCalledTimes(1);
});
