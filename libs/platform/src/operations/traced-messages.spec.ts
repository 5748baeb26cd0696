import type { Envelope } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openServiceDatabase,
  put,
} from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { MessageConsumer } from '@corridor/messaging';
import { namesIn, textOfNames, tracedMessagesOf } from './traced-messages.js';

const service = { name: 'traced-jars', migrations: [JarTables1700000000001], registrations: [jars] };
const TRACE = testCaller.traceparent.split('-')[1] ?? '';

let db: OpenDatabase;
beforeAll(async () => {
  db = await openServiceDatabase(service);
  const store = new EventStore('jars', db.database, [jars], jarMessages, new TestClock());
  for (const id of ['jar_1', 'jar_1', 'jar_2']) await store.handle(jar, id, put(5), { caller: testCaller });
  await db.database.query(`UPDATE events SET seq = 7 WHERE stream_id = 'jar_1' AND version = 1`);
});
afterAll(() => db.close());

const sent = async (id: string, ...names: { streamId: string; version: number }[]) => {
  const messages = names.map((one) => ({ service: 'jars', ...one }));
  const found = await tracedMessagesOf(db.database, 'jars', id, messages);
  return found.sent.map(({ streamId, version, position }) => [`${streamId}/${version}`, position]);
};

it('tells what a service has published, and what of it waits to be published', async () => {
  const [first] = (
    await tracedMessagesOf(db.database, 'jars', '', [{ service: 'jars', streamId: 'jar_1', version: 1 }])
  ).sent;
  expect(first).toEqual({
    ...{ service: 'jars', streamId: 'jar_1', version: 1, type: expect.any(String), position: 7 },
    ...{ occurredOn: expect.any(String), requestId: testCaller.correlationId },
  });
  const published = ['jar_1/1', 7];
  expect(await sent('', { streamId: 'jar_1', version: 1 })).toEqual([published, ['jar_1/2', null]]);
  expect(await sent('jar_2')).toEqual([['jar_2/1', null]]);
  for (const id of [testCaller.correlationId, TRACE])
    expect(await sent(id)).toEqual([
      ['jar_1/2', null],
      ['jar_2/1', null],
    ]);
  expect(await sent('nothing')).toEqual([]);
});

it('tells what a service has taken of others, and what waits in it and why', async () => {
  const of = (version: number): Envelope => ({
    id: `cli_1/${version}`,
    type: 'conversions.exchange_requested',
    source: 'ledger',
    ...{ streamId: 'cli_1', version, dataversion: 1, occurredOn: '2026-11-22T09:30:00.123' },
    ...{ caller: testCaller, data: { conversionId: 'con_1', holdFor: null } },
  });
  const handle = async ({ version }: Envelope) => {
    if (version === 2) throw new Error('cannot handle it');
  };
  const consumer = new MessageConsumer(
    { name: 'jars', types: jarMessages.types, handle, messages: jarMessages },
    db.database,
  );
  await consumer.deliver([of(1), of(2), of(3)]);
  const named = [1, 2, 3, 4].map((version) => ({ service: 'ledger', streamId: 'cli_1', version }));
  const { heard } = await tracedMessagesOf(db.database, 'jars', '', named);
  expect(heard.map(({ version, waits }) => [version, waits]).sort()).toEqual([
    [1, null],
    [2, 'FAILED'],
    [3, 'BEHIND'],
  ]);
});

it('names messages in an address', () => {
  const names = [
    { service: 'ledger', streamId: 'cli_1', version: 7 },
    { service: 'inbound-funds', streamId: 'parked ledger cli_1/7', version: 1 },
  ];
  expect(namesIn(decodeURIComponent(textOfNames(names)))).toEqual(names);
  expect(namesIn('')).toEqual([]);
  expect(namesIn('ledger,ledger:cli_1,:/1')).toEqual([]);
});
