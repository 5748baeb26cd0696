import type { Envelope } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedCarrier } from './embedded-carrier.js';
import { Relay } from './relay.js';
import { type Sent, messages, sender, senders } from './sender.fixture.js';

let db: OpenDatabase;
let received: string[];
let carrier: EmbeddedCarrier;
let relay: Relay;
let store: EventStore;
beforeEach(async () => {
  db = await openTestDatabase();
  received = [];
  const noError = () => undefined;
  carrier = new EmbeddedCarrier(noError);
  carrier.addService('sender', db.database);
  const deliver = async (some: readonly Envelope[]) => void received.push(...some.map((one) => one.streamId));
  await carrier.subscribe({ consumer: 'sender', skipped: async () => [], deliver });
  carrier.start();
  relay = new Relay('sender', db, carrier, noError, (some) => carrier.published('sender', some));
  relay.start();
  store = new EventStore('sender', db.database, [senders], messages, new TestClock(), () => relay.trigger());
});
afterEach(async () => {
  await carrier.close();
  await relay.stop();
  await db.close();
});

const send = (stream: string) =>
  store.handle(sender, stream, (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
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
