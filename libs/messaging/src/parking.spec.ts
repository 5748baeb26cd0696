import { type Envelope, MessageRegistry } from '@corridor/contracts';
import type { OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { testCaller } from '@corridor/kernel/testing';
import { Type } from 'typebox';
import { Interest } from './disposition.js';
import { MessageConsumer } from './message-consumer.js';

/**
 * A message that fails is parked with the later ones about its record. Messages of the same stream about other records are
 * handled, as those of a ledger whose stream is a client.
 */
const declared = { version: 1, description: 'A.', data: Type.Object({ record: Type.Any() }) };
const messages = new MessageRegistry({ 'test.happened': declared });
/** Of a record of the stream; null for an unknown one. */
const of = (record: string | null, version: number, streamId = 'client'): Envelope => ({
  id: `${streamId}/${version}`,
  type: 'test.happened' as Envelope['type'],
  source: 'sender',
  streamId,
  version,
  dataversion: 1,
  occurredOn: '2026-11-22T09:30:00.123',
  caller: testCaller,
  data: { record } as unknown as Envelope['data'],
});
const recordOf = ({ data }: Envelope) => (data as unknown as { record: string | null }).record;

/** A process of a consumer whose handler fails for some records. */
class Process {
  readonly consumer: MessageConsumer;
  readonly failing = new Set<string | null>();

  constructor(db: OpenDatabase) {
    const handle = async (message: Envelope) => {
      const record = recordOf(message);
      if (this.failing.has(record)) throw new Error(`cannot handle ${record}`);
      await db.database.query('INSERT INTO effect (record, version) VALUES ($1, $2)', [
        record,
        message.version,
      ]);
    };
    const group = { name: 'group', types: messages.types, handle, recordOf, messages };
    this.consumer = new MessageConsumer(group, db.database);
  }

  deliver(...some: readonly Envelope[]): Promise<void> {
    return this.consumer.deliver(some);
  }
}

let db: OpenDatabase;
let one: Process;
beforeEach(async () => {
  db = await openTestDatabase();
  await db.database.query('CREATE TABLE effect (n serial, record text, version int)');
  one = new Process(db);
});
afterEach(() => db.close());

const effects = async () => {
  const rows = await db.database.query<{ record: string | null; version: number }>(
    'SELECT record, version FROM effect ORDER BY n',
  );
  return rows.map(({ record, version }) => `${record} ${version}`);
};
const parked = async () => {
  const rows = await db.database.query<{ record: string | null; version: number }>(
    'SELECT record, version FROM dead_letter ORDER BY version',
  );
  return rows.map(({ record, version }) => `${record} ${version}`);
};

it('stops the later messages about the same record, and those about no other', async () => {
  one.failing.add('a');
  await one.deliver(of('b', 1), of('a', 2), of('b', 3), of('a', 4));
  await one.deliver(of('c', 5), of('a', 6), of('b', 7));
  expect(await effects()).toEqual(['b 1', 'b 3', 'c 5', 'b 7']);
  expect(await parked()).toEqual(['a 2', 'a 4', 'a 6']);
});

it('stops messages of its stream about an unknown record, and these stop all later ones', async () => {
  one.failing.add('a');
  await one.deliver(of('a', 1), of('b', 2));
  await one.deliver(of(null, 3), of('b', 4), of('x', 1, 'another client'));
  expect(await effects()).toEqual(['b 2', 'x 1']);
  expect(await parked()).toEqual(['a 1', 'null 3', 'b 4']);
});

it('is handled with what waited behind it, once and in order, when the cause is removed', async () => {
  one.failing.add('a').add('b');
  await one.deliver(of('a', 1), of('b', 2), of('a', 3), of('b', 4), of('a', 5));
  one.failing.delete('a');
  await one.consumer.retryAll();
  expect(await effects()).toEqual(['a 1', 'a 3', 'a 5']);
  expect(await parked()).toEqual(['b 2', 'b 4']);
  await one.consumer.retryAll();
  one.failing.clear();
  await one.deliver(of('a', 6), of('b', 7)); // b waits until it is retried
  await one.consumer.retryAll();
  expect(await effects()).toEqual(['a 1', 'a 3', 'a 5', 'a 6', 'b 2', 'b 4', 'b 7']);
  expect(await parked()).toEqual([]);
});

it('is handled once if two processes retry it at once while others are delivered', async () => {
  one.failing.add('a');
  await one.deliver(of('a', 1), of('a', 2), of('b', 3));
  const [two, three] = [new Process(db), new Process(db)];
  await Promise.all([
    two.consumer.retryAll(),
    three.consumer.retryAll(),
    two.deliver(of('a', 4), of('b', 5)),
    three.deliver(of('a', 4), of('b', 5)),
  ]);
  await Promise.all([two.consumer.retryAll(), three.consumer.retryAll()]);
  const all = await effects();
  expect(all.filter((effect) => effect.startsWith('a'))).toEqual(['a 1', 'a 2', 'a 4']);
  expect(all.filter((effect) => effect.startsWith('b'))).toEqual(['b 3', 'b 5']);
});

it('stays parked when the process is restarted', async () => {
  one.failing.add('a');
  await one.deliver(of('a', 1));
  const restarted = new Process(db);
  await restarted.deliver(of('a', 2), of('b', 3));
  expect(await effects()).toEqual(['b 3']);
  expect(await parked()).toEqual(['a 1', 'a 2']);
});

it('does not hide others that can be handled, however many are parked', async () => {
  const records = Array.from({ length: 520 }, (_, i) => `r${i}`);
  for (const record of records) one.failing.add(record);
  await one.deliver(...records.map((record, i) => of(record, i + 1)));
  one.failing.delete('r519');
  await one.consumer.retryAll();
  expect(await effects()).toEqual(['r519 520']);
  expect(await parked()).toHaveLength(519);
});

it('parked by a build that did not name the record, it stops its whole stream as that build did', async () => {
  one.failing.add('a');
  await one.deliver(of('a', 1));
  await db.database.query('UPDATE dead_letter SET record = NULL');
  await one.deliver(of('b', 2));
  expect(await effects()).toEqual([]);
  one.failing.clear();
  await one.consumer.retryAll();
  expect(await effects()).toEqual(['a 1', 'b 2']);
});

it('asks once per message what this build does with it', async () => {
  await one.consumer.generations.interest();
  const asked = jest.spyOn(Interest.prototype, 'of');
  await one.deliver(of('a', 1), of('b', 2), of('c', 3));
  expect(asked).toHaveBeenCalledTimes(3);
  asked.mockRestore();
});

it('discards a parked message for ever, and handles what waited behind it', async () => {
  one.failing.add('a');
  await one.deliver(of('a', 1), of('a', 2));
  one.failing.delete('a');
  const discard = (version: number) =>
    db.database.transaction(() => one.consumer.discard({ source: 'sender', streamId: 'client' }, version));
  await Promise.all([discard(1), discard(1), discard(7)]);
  await one.consumer.redrive({ source: 'sender', streamId: 'client' });
  await one.deliver(of('a', 1), of('a', 2), of('a', 3));
  expect(await effects()).toEqual(['a 2', 'a 3']);
  expect(await parked()).toEqual([]);
});

it('discards nothing that is not parked', async () => {
  await one.deliver(of('a', 1));
  await db.database.transaction(() => one.consumer.discard({ source: 'sender', streamId: 'client' }, 2));
  await one.deliver(of('a', 2));
  expect(await effects()).toEqual(['a 1', 'a 2']);
});
