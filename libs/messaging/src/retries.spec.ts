import { type Envelope, MessageRegistry } from '@corridor/contracts';
import type { OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { testCaller } from '@corridor/kernel/testing';
import { Type } from 'typebox';
import type { WaitingCount } from './backlog.js';
import { MessageConsumer } from './message-consumer.js';
import { Retries } from './retries.js';

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const definition = { version: 1, description: 'A.', data: Type.Object({}) };
const earlier = new MessageRegistry({ 'test.a': definition });
const later = new MessageRegistry({ 'test.a': definition, 'test.b': definition });
const consumerOf = (messages: MessageRegistry) =>
  new MessageConsumer(
    { name: 'group', types: messages.types, handle: async () => {}, messages },
    db.database,
  );

const message = (streamId: string, type: string) =>
  ({
    id: `${streamId}/1`,
    type,
    source: 'sender',
    streamId,
    version: 1,
    dataversion: 1,
    occurredOn: '2026-11-21T09:30:00.123',
    caller: testCaller,
    data: {},
  }) as unknown as Envelope;

/** What a process reports in its first turn. */
async function reportOf(consumer: MessageConsumer): Promise<(readonly WaitingCount[])[]> {
  const reports: (readonly WaitingCount[])[] = [];
  const errors: unknown[] = [];
  const retries = new Retries(consumer, {
    onWaiting: (waiting) => void reports.push(waiting),
    onWaitingForLocks: (waiting) => void errors.push(waiting),
    onRetryError: (error) => void errors.push(error),
  });
  retries.start();
  await retries.stop();
  expect(errors).toEqual([]);
  return reports;
}

it('reports how many messages of each type wait and since when, until a build comes that handles them', async () => {
  const old = consumerOf(earlier);
  expect(await reportOf(old)).toEqual([]);
  await old.deliver(['x', 'y'].map((stream) => message(stream, 'test.b')));
  expect(await reportOf(old)).toEqual([
    [{ cause: 'kept', source: 'sender', type: 'test.b', count: 2, since: expect.any(Date) }],
  ]);
  expect(await reportOf(consumerOf(later))).toEqual([]);
});
