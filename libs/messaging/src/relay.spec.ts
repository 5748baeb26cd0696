import { EventStore, type OpenDatabase } from '@corridor/event-store';
import { openTestDatabase } from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type QueryConfig } from 'pg';
import { CarrierElsewhere, EventCarrier, type Published } from './carrier.js';
import { Relay } from './relay.js';
import { type Sent, messages, sender, senders } from './sender.fixture.js';

/** A carrier that accepts everything. */
class Accepting extends EventCarrier {
  constructor(override readonly readsLogs: boolean) {
    super();
  }

  override async send(): Promise<void> {}
  override async subscribe(): Promise<void> {}
  override async close(): Promise<void> {}
  override silentMs(): number {
    return 0;
  }
}
const carrier = (readsLogs: boolean): EventCarrier => new Accepting(readsLogs);

/** The statements about the log that the relay sends to publish one message. */
async function statementsOfRelay(preparedStatements: boolean, readsLogs: boolean): Promise<QueryConfig[]> {
  const db = await openTestDatabase([], { preparedStatements });
  const store = new EventStore('sender', db.database, [senders], messages, new TestClock());
  await store.handle(sender, 'one', (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
  const query = jest.spyOn(Client.prototype, 'query');
  const published = Promise.withResolvers<unknown>();
  const relay = new Relay('sender', db, carrier(readsLogs), published.reject, {
    published: published.resolve,
  });
  relay.start();
  await published.promise;
  await relay.stop();
  await db.close();
  const sent = query.mock.calls.map(([statement]) => statement as unknown as QueryConfig);
  query.mockRestore();
  return sent.filter(({ text }) => text?.includes('seq IS NULL') || text?.startsWith('UPDATE events'));
}

describe.each([
  ['marks what readers of the log may read', true, 1],
  ['sends to a broker and marks what was sent', false, 2],
])('a relay that %s', (_, readsLogs, kinds) => {
  const namesOf = async (prepared: boolean) =>
    new Set((await statementsOfRelay(prepared, readsLogs)).map(({ text, name }) => `${text} ${name}`));

  test('has its statements planned once', async () => {
    const names = await namesOf(true);
    expect(names.size).toBe(kinds);
    for (const one of names) expect(one).not.toMatch(/ undefined$/);
  });

  test('has none of them prepared behind a pooler that does not support it', async () => {
    const names = await namesOf(false);
    expect(names.size).toBe(kinds);
    for (const one of names) expect(one).toMatch(/ undefined$/);
  });
});

const NEVER = 2 ** 30;
const noError = () => undefined;

test('a commit of a process without the lock is published without a poll, and its connection is kept', async () => {
  const db = await openTestDatabase();
  const onError = jest.fn();
  const published: string[] = [];
  const relays = Array.from({ length: 2 }, () => {
    const feed = {
      published: (some: readonly Published[]) => void published.push(...some.map(({ streamId }) => streamId)),
    };
    return new Relay('sender', db, carrier(true), onError, feed, undefined, NEVER);
  });
  const [holder, other] = relays as [Relay, Relay];
  const store = new EventStore('sender', db.database, [senders], messages, new TestClock(), (streams) =>
    other.appended(streams),
  );
  const removed = jest.fn();
  db.pool.on('remove', removed);
  try {
    holder.start();
    while (!(await isLockHeld(db))) await sleep(5);
    other.start();
    for (const stream of ['first', 'second', 'third']) {
      await store.handle(sender, stream, (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
      while (published.at(-1) !== stream) await sleep(5);
    }
    expect(published).toEqual(['first', 'second', 'third']);
    expect(removed).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  } finally {
    for (const relay of relays) await relay.stop();
    await db.close();
  }
});

test('a process whose carrier is elsewhere never publishes, and hears what is published for it', async () => {
  const db = await openTestDatabase();
  const onError = jest.fn();
  const heard: string[] = [];
  const elsewhere = new Relay(
    'sender',
    db,
    new CarrierElsewhere(),
    onError,
    undefined,
    (streamId) => void heard.push(streamId),
  );
  const published: string[] = [];
  const feed = {
    published: (some: readonly Published[]) => void published.push(...some.map(({ streamId }) => streamId)),
  };
  const here = new Relay('sender', db, carrier(true), onError, feed, undefined, NEVER);
  const store = new EventStore('sender', db.database, [senders], messages, new TestClock(), () =>
    elsewhere.trigger(),
  );
  const send = (stream: string) =>
    store.handle(sender, stream, (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
  try {
    elsewhere.start();
    await send('first');
    expect(await isLockHeld(db)).toBe(false);
    here.start();
    while (published.length < 1) await sleep(5);
    for (let n = 0; heard.length === 0; n++) {
      await send(`later ${n}`);
      while (published.at(-1) !== `later ${n}`) await sleep(5);
    }
    expect(published).toContain(heard[0]);
    expect(onError).not.toHaveBeenCalled();
  } finally {
    await elsewhere.stop();
    await here.stop();
    await db.close();
  }
});

test('a relay without other processes notifies nobody', async () => {
  const db = await openTestDatabase();
  const store = new EventStore('sender', db.database, [senders], messages, new TestClock());
  await store.handle(sender, 'one', (): Sent[] => [{ type: 'sent' }], { caller: testCaller });
  const query = jest.spyOn(Client.prototype, 'query');
  const published = Promise.withResolvers<unknown>();
  const relay = new Relay('sender', db, carrier(true), published.reject, { published: published.resolve });
  relay.start();
  await published.promise;
  await relay.stop();
  const sent = query.mock.calls.map(([statement]) => {
    const one = statement as unknown as QueryConfig | string;
    return typeof one === 'string' ? one : one.text;
  });
  query.mockRestore();
  await db.close();
  expect(sent.filter((text) => /NOTIFY|pg_notify/.test(text))).toEqual([]);
});

test('a process holds one connection while it waits for the lock, also after the holder was killed, and one with it', async () => {
  const db = await openTestDatabase();
  const names = ['replica 1', 'replica 2'];
  const pools = names.map(
    (application_name) =>
      new Pool({
        connectionString: db.pool.options.connectionString,
        application_name,
        allowExitOnIdle: true,
      }),
  );
  const relays = pools.map(
    (sessionPool) => new Relay('sender', { ...db, sessionPool }, carrier(true), noError),
  );
  const [first, second] = relays as [Relay, Relay];
  const connections = () =>
    db.database.query<{ name: string; count: number; changed: string }>(
      `SELECT application_name AS name, count(*)::int, max(state_change)::text AS changed FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [names],
    );
  /** While the process without the lock has several turns. */
  const eachHasOne = async (standby: string) => {
    const turns = new Set<string | undefined>();
    while (turns.size < 6) {
      const found = await connections();
      expect(found.map(({ name, count }) => ({ name, count }))).toEqual(
        names.map((name) => ({ name, count: 1 })),
      );
      turns.add(found.find(({ name }) => name === standby)?.changed);
      await sleep(20);
    }
  };
  try {
    first.start();
    while (!first.isLeader) await sleep(5);
    second.start();
    while ((await connections()).length < 2) await sleep(5);
    await eachHasOne('replica 2');
    await db.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'replica 1'`,
    );
    while (!(second.isLeader || first.isLeader) || (await connections()).length < 2) await sleep(5);
    const standby = second.isLeader ? 'replica 1' : 'replica 2';
    await eachHasOne(standby);
  } finally {
    for (const relay of relays) await relay.stop();
    for (const pool of pools) await pool.end();
    await db.close();
  }
});

async function isLockHeld({ database }: OpenDatabase): Promise<boolean> {
  const held = await database.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return held.length > 0;
}
