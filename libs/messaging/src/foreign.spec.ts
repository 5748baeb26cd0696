import { type Envelope, MessageRegistry } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Type } from 'typebox';
import { EmbeddedCarrier } from './embedded-carrier.js';
import { type Heard, whyForeign } from './foreign.js';
import { type DeadLetter, MessageConsumer } from './message-consumer.js';
import { messages as senderMessages, sender, senders, type Sent } from './sender.fixture.js';
import { StoredOffsets } from './stored-offsets.js';

/** A database was restored to an earlier point, and others notice it without being told. */
const declared = { version: 1, description: 'A.', data: Type.Object({}) };
const messages = new MessageRegistry({ 'test.happened': declared });

/** @param second of a minute: the numbers of a restored stream are used again later */
const of = (version: number, second: number, { epoch = 0, streamId = 's' } = {}): Envelope => ({
  id: `${streamId}/${version}`,
  type: 'test.happened' as Envelope['type'],
  source: 'sender',
  streamId,
  version,
  ...(epoch > 0 && { epoch }),
  dataversion: 1,
  occurredOn: `2026-11-22T09:30:${String(second).padStart(2, '0')}.000`,
  caller: testCaller,
  data: {} as Envelope['data'],
});

test.each<[string, Envelope, Heard | null, RegExp | null]>([
  ['the first message of a stream', of(7, 7), null, null],
  ['a new one', of(6, 6), { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn }, null],
  ['one that comes again', of(4, 4), { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn }, null],
  ['the last one again', of(5, 5), { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn }, null],
  [
    'a number again',
    of(4, 30),
    { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn },
    /^happened after version 5/,
  ],
  ['one below what an earlier build has taken', of(4, 30), { version: 5, epoch: 0, heardOn: null }, null],
  ['a clock that was corrected', of(4, 9), { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn }, null],
  [
    'a test clock',
    { ...of(4, 30), caller: { ...testCaller, clientTime: { aheadMs: 25_000 } } },
    { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn },
    null,
  ],
  ['the next epoch', of(101, 9, { epoch: 1 }), { version: 5, epoch: 0, heardOn: of(5, 5).occurredOn }, null],
  ['an earlier epoch again', of(5, 5), { version: 101, epoch: 1, heardOn: of(101, 9).occurredOn }, null],
  [
    'an earlier epoch that goes on',
    of(102, 9),
    { version: 101, epoch: 1, heardOn: of(101, 9).occurredOn },
    /^of epoch 0 of sender, but messages of epoch 1/,
  ],
])('%s', (_, message, heard, reason) => {
  const found = whyForeign(message, heard);
  if (reason) expect(found).toMatch(reason);
  else expect(found).toBeNull();
});

let db: OpenDatabase;
let consumer: MessageConsumer;
let letters: DeadLetter[];
let skipped: string[];
let failing: string | null;
beforeEach(async () => {
  db = await openTestDatabase();
  await db.database.query('CREATE TABLE effect (n serial, id text, second text)');
  letters = [];
  skipped = [];
  failing = null;
  const handle = async ({ id, occurredOn }: Envelope) => {
    if (id === failing) throw new Error('cannot handle it');
    await db.database.query('INSERT INTO effect (id, second) VALUES ($1, $2)', [
      id,
      occurredOn.slice(17, 19),
    ]);
  };
  consumer = new MessageConsumer(
    {
      name: 'group',
      types: messages.types,
      handle,
      messages,
      onDeadLetter: (letter) => letters.push(letter),
      onLost: (lost) => skipped.push(...lost.map(({ id }) => id)),
    },
    db.database,
  );
});
afterEach(() => db.close());

const effects = async () =>
  (await db.database.query<{ id: string; second: string }>('SELECT id, second FROM effect ORDER BY n')).map(
    ({ id, second }) => `${id} ${second}`,
  );

describe('numbers that are used again', () => {
  const history = [1, 2, 3, 4, 5].map((version) => of(version, version));

  it.each([
    ['together', null],
    ['one by one', 'other/1'],
  ])('stop their stream loudly, in deliveries %s', async (_, fails) => {
    failing = fails;
    await consumer.deliver(history);
    const another = of(1, 31, { streamId: 'other' });
    await consumer.deliver([of(4, 30), another, of(5, 31), of(6, 32)]);
    const before = ['s/1 01', 's/2 02', 's/3 03', 's/4 04', 's/5 05'];
    const others = fails ? [] : ['other/1 31'];
    expect(await effects()).toEqual([...before, ...others]);
    expect(letters.filter(({ message }) => message.streamId === 's')).toMatchObject([
      { message: { id: 's/4' }, reason: expect.stringContaining('happened after version 5') },
      { message: { id: 's/5' } },
      { message: { id: 's/6' }, reason: expect.stringContaining('waits behind') },
    ]);

    await consumer.deliver([...history, of(4, 30), of(7, 33)]); // again
    await consumer.retryAll();
    expect(await effects()).toEqual([...before, ...others]);
    expect(await consumer.backlog.counts()).toEqual(
      expect.arrayContaining([expect.objectContaining({ cause: 'foreign', source: 'sender', count: 2 })]),
    );

    // An operator decides: their effect was made good by other means.
    for (const version of [4, 5])
      await db.database.transaction(() => consumer.discard({ source: 'sender', streamId: 's' }, version));
    await consumer.retryAll();
    expect(await effects()).toEqual([...before, ...others, 's/6 32', 's/7 33']);
  });

  it('are known after they were discarded, when they come again', async () => {
    await consumer.deliver(history);
    await consumer.deliver([of(5, 31)]);
    await db.database.transaction(() => consumer.discard({ source: 'sender', streamId: 's' }, 5));
    await consumer.deliver([...history, of(5, 31)]);
    await consumer.deliver([of(6, 32)]);
    expect(letters.map(({ message }) => message.id)).toEqual(['s/5']);
    expect(await effects()).toHaveLength(6);
  });

  it('are recognized in the delivery of new messages of their stream', async () => {
    await consumer.deliver(history);
    await consumer.deliver([of(6, 30), of(5, 29)]);
    expect(letters.map(({ message }) => message.id)).toEqual(['s/5', 's/6']);
    expect(await effects()).toHaveLength(5);
  });

  it('are not suspected behind what a replica of an earlier build has taken', async () => {
    await consumer.deliver(history);
    await db.database.query('UPDATE checkpoint SET version = 6'); // its build knows no times
    await consumer.deliver([of(6, 6)]);
    await consumer.deliver([of(7, 7), of(6, 6)]);
    expect(letters).toEqual([]);
    expect(await effects()).toHaveLength(6);
  });
});

test('an earlier epoch that goes on stops its stream; the current one continues before', async () => {
  await consumer.deliver([of(1, 1)]);
  await consumer.deliver([of(101, 20, { epoch: 1 }), of(1, 1)]);
  await consumer.deliver([of(102, 21)]); // of a copy that somebody has left running
  await consumer.deliver([of(102, 22, { epoch: 1 })]);
  expect(await effects()).toEqual(['s/1 01', 's/101 20']);
  expect(letters.map(({ reason }) => reason.slice(0, 5))).toEqual(['of ep', 'waits']);
});

test('messages of lost events are skipped by name, and stop nothing', async () => {
  await db.database.query(`INSERT INTO lost_event VALUES ('sender', 's', 3, 1), ('sender', 'gone', 0, 1)`);
  await db.database.query(`INSERT INTO source_epoch VALUES ('sender', 1)`);
  const gone = of(1, 4, { streamId: 'gone' });
  const other = of(4, 4, { streamId: 'other' });
  const elsewhere = { ...of(4, 4), source: 'another' };
  await consumer.deliver([of(3, 3), of(4, 4), gone, other, elsewhere]);
  await consumer.deliver([of(4, 4)]);
  await consumer.deliver([of(101, 20, { epoch: 1 })]);
  expect(skipped).toEqual(['s/4', 'gone/1', 's/4']);
  expect(letters).toEqual([]);
  expect(await effects()).toEqual(['s/3 03', 'other/4 04', 's/4 04', 's/101 20']);
  expect(await db.database.query(`SELECT FROM checkpoint WHERE stream_id = 'gone'`)).toEqual([]);
});

test('a log that ends before what a group has read of it delivers nothing, and says so', async () => {
  const store = new EventStore('sender', db.database, [senders], senderMessages, new TestClock());
  await store.handle(sender, 'one', (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
  await db.database.query('UPDATE events SET seq = 1');
  await db.database.query(`INSERT INTO consumer_offset VALUES ('sender', 'sender', 2)`);
  const errors: unknown[] = [];
  const delivered = Promise.withResolvers<void>();
  const reported = Promise.withResolvers<void>();
  const carrier = new EmbeddedCarrier((error) => {
    errors.push(error);
    reported.resolve();
  });
  carrier.addService('sender', db.database);
  await carrier.subscribe({
    consumer: 'sender',
    skipped: async () => [],
    deliver: async () => delivered.resolve(),
  });
  expect(carrier.whyStopped('sender')).toBeNull();
  carrier.start();
  await reported.promise;
  expect(String(errors[0])).toContain('the log of sender ends at 1, and sender has read it up to 2');
  expect(carrier.whyStopped('sender')).toBe('restored: sender has read more than the log has');

  await db.database.query('DELETE FROM consumer_offset');
  await delivered.promise;
  expect(carrier.whyStopped('sender')).toBeNull();
  await carrier.close();
});

test('a group whose broker is further than its database reads again what that does not know', async () => {
  const offsets = new StoredOffsets('group', db.database);
  const at = (partition: number, offset: bigint) => ({ topic: 'events', partition, offset });
  const known = (partition: number, offset: bigint) => ({ ...at(partition, offset), heardOn: null });
  expect(await offsets.of([at(0, 5n), at(1, 0n)])).toEqual([known(0, 5n), known(1, 0n)]); // never stored
  const heard = { ...at(0, 9n), heardOn: '2026-11-21T09:30:00.000Z' };
  await offsets.save([heard]);
  expect(await offsets.of([at(0, 9n), at(1, 3n)])).toEqual([heard, known(1, 0n)]);
  expect(await offsets.of([at(0, 2n)])).toEqual([heard]); // rewound by an operator
});
