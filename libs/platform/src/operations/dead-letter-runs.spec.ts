import type { Envelope } from '@corridor/contracts';
import type { OpenDatabase } from '@corridor/event-store';
import { jarMessages as messages, openTestDatabase } from '@corridor/event-store/testing';
import { testCaller } from '@corridor/kernel/testing';
import { MessageConsumer } from '@corridor/messaging';
import type { RunningService } from '../service.js';
import { DeadLettersDiscard, DeadLettersRetry } from './dead-letter-runs.js';
import { ALL_LETTERS, deadLettersOf, deadLettersOfStream } from './dead-letters.js';
import type { RunArguments, RunKind, RunPosition } from './run-kind.js';

const TYPE = 'conversions.exchange_requested';
const of = (record: string, version: number, streamId = 'client'): Envelope => ({
  id: `${streamId}/${version}`,
  type: TYPE,
  source: 'sender',
  ...{ streamId, version, dataversion: 1, occurredOn: '2026-11-22T09:30:00.123', caller: testCaller },
  data: { conversionId: record, holdFor: null },
});
const recordOf = ({ data }: Envelope) => (data as { conversionId: string }).conversionId;

let db: OpenDatabase;
let failing: Set<string>;
let handled: string[];
let consumer: MessageConsumer;
let running: RunningService;
beforeEach(async () => {
  db = await openTestDatabase();
  [failing, handled] = [new Set(['a', 'b']), []];
  const handle = async (message: Envelope) => {
    const record = recordOf(message);
    if (failing.has(record)) throw new Error(`cannot handle ${record}\nnor say more`);
    handled.push(`${record} ${message.version}`);
  };
  consumer = new MessageConsumer(
    { name: 'payments', types: messages.types, handle, recordOf, messages },
    db.database,
  );
  const { retry, discard } = {
    retry: consumer.redrive.bind(consumer),
    discard: consumer.discard.bind(consumer),
  };
  running = {
    db,
    service: { name: 'payments' },
    consumer: { retry, discard, redrive: () => undefined },
  } as unknown as RunningService;
});
afterEach(() => db.close());

/** Each step in a new process, and each twice, as after a crash before its position was saved. */
async function resultOf(kindOf: () => unknown, args: RunArguments): Promise<string> {
  const { signal } = new AbortController();
  for (let position: RunPosition = null; ;) {
    const kind = kindOf() as RunKind;
    if (position !== null) await kind.step(args, position, signal);
    const { result, ...next } = await kind.step(args, position, signal);
    if (result !== undefined) return result;
    position = next.position;
  }
}
const listed = async () =>
  (await deadLettersOf(db.database, 'payments')).map((one) => [
    `${one.streamId}/${one.version}`,
    one.cause,
    one.attempts,
    one.reason,
  ]);
const BEHIND = 'waits behind an earlier message of its stream';

it('lists what waits with cause, attempts and error, and counts each attempt', async () => {
  await consumer.deliver([of('a', 1), of('a', 2), of('c', 3)]);
  expect(await listed()).toEqual([
    ['client/1', 'FAILED', 3, 'Error: cannot handle a'],
    ['client/2', 'BEHIND', 0, BEHIND],
  ]);
  await consumer.retryAll();
  expect((await listed())[0]).toEqual(['client/1', 'FAILED', 6, 'Error: cannot handle a']);
  await db.database.query(`UPDATE dead_letter SET lock = 'cli_1' WHERE version = 2`);
  await db.database.query(`UPDATE dead_letter SET is_foreign = true WHERE version = 1`);
  await db.database.query(
    `INSERT INTO kept_message (consumer, source, stream_id, version, type, dataversion, message)
     SELECT consumer, source, stream_id, 9, 'later', 1, message FROM dead_letter WHERE version = 1`,
  );
  expect((await listed()).map(([, cause]) => cause).sort()).toEqual(['FOREIGN', 'KEPT', 'LOCKED']);
});

it('returns those of a stream with error and message, and the content only to whom may read it', async () => {
  await consumer.deliver([of('a', 1), of('a', 2), of('b', 1, 'other')]);
  const whole = await deadLettersOfStream(db.database, 'payments', 'client', true);
  expect(whole).toMatchObject({
    ...{ service: 'payments', streamId: 'client' },
    messages: [
      {
        ...{ type: TYPE, recordId: 'a', ageSeconds: expect.any(Number) },
        ...{ clientId: testCaller.client.id, requestId: testCaller.correlationId },
        message: { id: 'client/1', data: { conversionId: 'a' } },
        error: expect.stringContaining('nor say more'),
      },
      { version: 2, error: BEHIND },
    ],
  });
  const hidden = await deadLettersOfStream(db.database, 'payments', 'client', false);
  expect(hidden.messages.map(({ message }) => message)).toEqual(
    whole.messages.map(({ message }) => ({ ...message, data: null })),
  );
  expect((await deadLettersOfStream(db.database, 'payments', 'nothing', true)).messages).toEqual([]);
});

it('tries again what is asked for, each once, and says what is left', async () => {
  await consumer.deliver([of('a', 1), of('a', 2), of('b', 1, 'other'), of('b', 2, 'other')]);
  failing.clear();
  const ofOther = { ...ALL_LETTERS, streamId: 'other' };
  expect(await new DeadLettersRetry(running).plan(ofOther)).toEqual({
    effect: 'try 2 messages of 1 streams again',
    total: 2,
  });
  expect(await resultOf(() => new DeadLettersRetry(running), ofOther)).toBe('2 of 2 messages are handled');
  expect(handled).toEqual(['b 1', 'b 2']);
  failing.add('a');
  expect(await resultOf(() => new DeadLettersRetry(running), ALL_LETTERS)).toBe(
    '0 of 2 messages are handled',
  );
  failing.clear();
  expect(await resultOf(() => new DeadLettersRetry(running), ALL_LETTERS)).toBe(
    '2 of 2 messages are handled',
  );
  expect(handled).toEqual(['b 1', 'b 2', 'a 1', 'a 2']);
});

it('leaves a stream whose messages are being delivered', async () => {
  await consumer.deliver([of('a', 1)]);
  failing.clear();
  const locked = {
    ...running,
    consumer: { retry: () => Promise.reject(Object.assign(new Error(), { code: '55P03' })) },
  };
  const retry = () => new DeadLettersRetry(locked as unknown as RunningService);
  expect(await resultOf(retry, ALL_LETTERS)).toBe('0 of 1 messages are handled');
});

it('discards what is asked for and nothing else: not what waits for a lock or a later build', async () => {
  await consumer.deliver([of('a', 1), of('a', 2), of('b', 3), of('b', 1, 'other'), of('b', 2, 'other')]);
  await db.database.query(`UPDATE dead_letter SET lock = 'cli_1' WHERE stream_id = 'other' AND version = 2`);
  const discarded = { ...ALL_LETTERS, recordId: 'a', streamId: 'client', reason: 'Corrected by hand' };
  expect(await new DeadLettersDiscard(running).plan(discarded)).toEqual({
    effect: 'discard 2 messages of 1 streams for ever',
    total: 2,
  });
  expect(await resultOf(() => new DeadLettersDiscard(running), discarded)).toMatch('messages are discarded');
  expect((await listed()).map(([id]) => id)).toEqual(['client/3', 'other/1', 'other/2']);
  const ofType = { ...ALL_LETTERS, type: TYPE, reason: 'Corrected by hand' };
  await resultOf(() => new DeadLettersDiscard(running), ofType);
  expect((await listed()).map(([id, cause]) => [id, cause])).toEqual([['other/2', 'LOCKED']]);
});
