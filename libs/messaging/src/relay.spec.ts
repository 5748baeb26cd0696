import type { OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedCarrier } from './embedded-carrier.js';
import { Relay } from './relay.js';

const NEVER = 2 ** 30;

let db: OpenDatabase;
let relays: Relay[];
beforeEach(async () => {
  relays = [];
  db = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await db.close();
});

test('a commit of a process without the lock is published without a poll, and its connection is kept', async () => {
  const published: string[] = [];
  const removed = jest.fn();
  db.pool.on('remove', removed);
  relayTo(published);
  while (!(await isLockHeld())) await sleep(5);
  const other = relayTo(published);
  for (const stream of ['first', 'second', 'third']) {
    await commit(stream);
    other.trigger();
    while (published.at(-1) !== stream) await sleep(5);
  }
  expect(published).toEqual(['first', 'second', 'third']);
  expect(removed).not.toHaveBeenCalled();
});

function relayTo(published: string[]): Relay {
  const onError = (error: unknown) => {
    throw error;
  };
  const relay = new Relay(
    'sender',
    db.pool,
    new EmbeddedCarrier(onError),
    onError,
    (messages) => void published.push(...messages.map(({ streamId }) => streamId)),
    NEVER,
  );
  relays.push(relay);
  relay.start();
  return relay;
}

async function isLockHeld(): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rowCount === 1;
}

const commit = (stream: string) =>
  db.pool.query(
    `INSERT INTO events (stream_id, version, type, data, caller, occurred_on, message_type, message)
     VALUES ($1, 1, 'sent', '{}', '{}', now(), 'test.sent', '{}')`,
    [stream],
  );
