import type { Envelope } from '@corridor/contracts';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
} from '@corridor/event-store/testing';
import { TestClock, sized, testCaller, until } from '@corridor/kernel/testing';
import type { EventCarrier } from './carrier.js';
import { MessageConsumer } from './message-consumer.js';
import { EmbeddedCarrier } from './embedded-carrier.js';
import { KafkaCarrier } from './kafka-carrier.js';
import { Relay } from './relay.js';

/**
 * The promise of relay, carrier and delivery, on real Postgres and, where KAFKA_BROKERS is set, on real Kafka: nothing
 * lost, nothing duplicated, nothing out of order within a stream.
 */
const STREAMS = 40;
const WRITERS = 24;
const EVENTS = sized({ small: 1_000, full: 3_000 });
const noError = () => undefined;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A group that records each effect in the transaction of its delivery. */
async function ledgerOf(name: string, fail?: (message: Envelope) => void) {
  const db = await openTestDatabase();
  await db.database.query(`CREATE TABLE effect (n serial, stream_id text, version int)`);
  const handle = async (message: Envelope) => {
    fail?.(message);
    await db.database.query(`INSERT INTO effect (stream_id, version) VALUES ($1, $2)`, [
      message.streamId,
      message.version,
    ]);
  };
  const group = { name, types: jarMessages.types, handle, messages: jarMessages };
  const delivery = new MessageConsumer(group, db.database);
  const effects = () =>
    db.database.query<{ stream: string; versions: number[] }>(
      `SELECT stream_id AS stream, array_agg(version ORDER BY n) AS versions FROM effect GROUP BY stream_id`,
    );
  const total = async () => (await effects()).reduce((sum, { versions }) => sum + versions.length, 0);
  return { name, db, delivery, effects, total };
}

const carriers: [
  string,
  (source: OpenDatabase, groups: Awaited<ReturnType<typeof ledgerOf>>[]) => Promise<EventCarrier>,
][] = [
  [
    'embedded',
    async (source, groups) => {
      const carrier = new EmbeddedCarrier(noError);
      carrier.addService('jars', source.database);
      for (const { name, db } of groups) carrier.addService(name, db.database);
      await subscribe(carrier, groups);
      carrier.start();
      return carrier;
    },
  ],
];
if (process.env.KAFKA_BROKERS) {
  carriers.push([
    'Kafka',
    async (_, groups) => {
      const carrier = new KafkaCarrier(
        {
          brokers: process.env.KAFKA_BROKERS?.split(',') ?? [],
          prefix: `test-${Date.now()}`,
          services: ['jars'],
        },
        noError,
      );
      await subscribe(carrier, groups);
      return carrier;
    },
  ]);
}

async function subscribe(carrier: EventCarrier, groups: Awaited<ReturnType<typeof ledgerOf>>[]) {
  for (const { name, delivery } of groups) {
    const deliver = async (messages: readonly Envelope[]) => {
      await delivery.deliver(messages);
      if (Math.random() < 0.2) await delivery.deliver(messages.slice(-3)); // a redelivery
      if (Math.random() < 0.1) throw new Error('the process died after its commit');
    };
    await carrier.subscribe({ consumer: name, skipped: async () => [], deliver });
  }
}

describe.each(carriers)('under 24 writers, relay kills and redelivery, by the %s carrier', (_, open) => {
  it('nothing is lost, duplicated or out of order, in two groups', async () => {
    const source = await openTestDatabase([JarTables1700000000001], { poolSize: 30 });
    const groups = [await ledgerOf('first'), await ledgerOf('second')];
    const carrier = await open(source, groups);
    let relay = newRelay();
    function newRelay() {
      const feed = carrier instanceof EmbeddedCarrier ? carrier.feedOf('jars') : undefined;
      const next: Relay = new Relay('jars', source, carrier, noError, feed);
      next.start();
      return next;
    }
    const store = new EventStore('jars', source.database, [jars], jarMessages, new TestClock(), (streams) =>
      relay.appended(streams),
    );

    let writing = true;
    const killing = (async () => {
      while (writing) {
        await pause(60 + Math.random() * 120);
        await killRelay(source); // as in a crash: the lock and the marks of the batch are lost
        if (Math.random() < 0.3) {
          const old = relay;
          relay = newRelay();
          await old.stop();
        }
      }
    })();
    let left = EVENTS;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (left-- > 0)
          await store.handle(jar, `jar_${Math.floor(Math.random() * STREAMS)}`, put(1), {
            caller: testCaller,
          });
      }),
    );
    writing = false;
    await killing;

    for (const group of groups) await until(async () => (await group.total()) >= EVENTS);
    await pause(300); // time for possible duplicates
    const history = await source.database.query<{ stream: string; versions: number[] }>(
      `SELECT stream_id AS stream, array_agg(version ORDER BY version) AS versions FROM events GROUP BY stream_id`,
    );
    const byStream = (rows: typeof history) =>
      Object.fromEntries(rows.map(({ stream, versions }) => [stream, versions]));
    for (const group of groups) expect(byStream(await group.effects())).toEqual(byStream(history));

    await relay.stop();
    await carrier.close();
    await Promise.all([source, ...groups.map(({ db }) => db)].map((db) => db.close()));
  });
});

const envelope = (streamId: string, version: number): Envelope => ({
  id: `${streamId}/${version}`,
  type: 'conversions.exchange_requested',
  source: 'jars',
  streamId,
  version,
  dataversion: 1,
  occurredOn: '2026-11-21T09:30:00.123',
  caller: testCaller,
  data: { conversionId: streamId, holdFor: null },
});

const onKafka = process.env.KAFKA_BROKERS ? it : it.skip;

onKafka(
  'a backlog of one stream that is larger than a broker takes at once gets through, in order',
  async () => {
    const carrier = new KafkaCarrier(
      {
        brokers: process.env.KAFKA_BROKERS?.split(',') ?? [],
        prefix: `large-${Date.now()}`,
        services: ['jars'],
      },
      noError,
    );
    const arrived: number[] = [];
    const deliver = (messages: readonly Envelope[]) =>
      Promise.resolve(void arrived.push(...messages.map(({ version }) => version)));
    await carrier.subscribe({ consumer: 'large', skipped: async () => [], deliver });
    const messages = Array.from({ length: 500 }, (_, i) => {
      const one = { ...envelope('a', i + 1), data: { conversionId: 'x'.repeat(5_000) } };
      return { type: one.type, streamId: one.streamId, version: one.version, json: JSON.stringify(one) };
    });
    await carrier.prepare('jars');
    await carrier.send('jars', messages);
    await until(() => arrived.length >= 500);
    expect(arrived).toEqual(messages.map(({ version }) => version));
    await carrier.close();
  },
  60_000,
);

/** Ends the connection that holds the relay's lock, in whatever it is doing. */
async function killRelay({ pool }: OpenDatabase): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = hashtextextended('relay', 0)
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
}

describe('a delivery', () => {
  it('of a repeated or earlier message has no effect', async () => {
    const group = await ledgerOf('rewound');
    const messages = [1, 2, 3].map((version) => envelope('a', version));
    await group.delivery.deliver(messages);
    await group.delivery.deliver(messages);
    await group.delivery.deliver([envelope('a', 2), envelope('a', 4)]);
    expect(await group.effects()).toEqual([{ stream: 'a', versions: [1, 2, 3, 4] }]);
    await group.db.close();
  });

  it('of a batch in which earlier messages come again has each effect once, also when it is repeated', async () => {
    const group = await ledgerOf('republished');
    const messages = [1, 2, 3, 1, 2].map((version) => envelope('a', version));
    await group.delivery.deliver(messages);
    await group.delivery.deliver(messages);
    await group.delivery.deliver([3, 4].map((version) => envelope('a', version)));
    expect(await group.effects()).toEqual([{ stream: 'a', versions: [1, 2, 3, 4] }]);
    await group.db.close();
  });

  it('at two processes at once has one effect', async () => {
    const group = await ledgerOf('rebalanced');
    const messages = Array.from({ length: 50 }, (_, i) => envelope('a', i + 1));
    await Promise.all([group.delivery.deliver(messages), group.delivery.deliver(messages)]);
    expect(await group.total()).toBe(50);
    await group.db.close();
  });

  it('of overlapping batches at several processes has one effect each, in order', async () => {
    const group = await ledgerOf('overlapping');
    const all = Array.from({ length: 20 }, (_, i) =>
      ['a', 'b', 'c', 'd'].map((stream) => envelope(stream, i + 1)),
    ).flat();
    const process = async () => {
      for (let from = 0; from < all.length;) {
        const size = 2 + Math.floor(Math.random() * 20);
        await group.delivery.deliver(all.slice(Math.max(from - 5, 0), from + size));
        from += size;
      }
    };
    await Promise.all([process(), process(), process()]);
    const versions = Array.from({ length: 20 }, (_, i) => i + 1);
    for (const effect of await group.effects()) expect(effect.versions).toEqual(versions);
    expect(await group.total()).toBe(80);
    await group.db.close();
  });

  it('of a whole batch needs a few statements in addition to its effects', async () => {
    const group = await ledgerOf('batched');
    const messages = Array.from({ length: 100 }, (_, i) => envelope(`s${i % 50}`, 1 + Math.floor(i / 50)));
    const requested = jest.spyOn(group.db.database, 'query');
    await group.delivery.deliver(messages);
    expect(requested.mock.calls.length - messages.length).toBeLessThan(5);
    requested.mockClear();
    await group.delivery.deliver(messages.map((one) => ({ ...one, version: one.version + 2 })));
    expect(requested.mock.calls.length - messages.length).toBeLessThan(5);
    requested.mockRestore();
    expect(await group.total()).toBe(200);
    await group.db.close();
  });

  it('moves failing messages and later ones of their stream to the dead letters, and continues all other streams', async () => {
    let poisoned = true;
    const group = await ledgerOf('poisoned', ({ streamId, version }) => {
      if (poisoned && streamId === 'bad' && version === 2) throw new Error('cannot digest this');
    });
    await group.delivery.deliver([
      envelope('bad', 1),
      envelope('bad', 2),
      envelope('good', 1),
      envelope('bad', 3),
    ]);
    expect(await group.effects()).toEqual(
      expect.arrayContaining([
        { stream: 'bad', versions: [1] },
        { stream: 'good', versions: [1] },
      ]),
    );
    const parked = await group.db.database.query(`SELECT version, reason FROM dead_letter ORDER BY version`);
    expect(parked).toEqual([
      { version: 2, reason: expect.stringContaining('cannot digest this') as string },
      { version: 3, reason: 'waits behind an earlier message of its stream' },
    ]);

    poisoned = false;
    await group.delivery.retryAll();
    expect((await group.effects()).find(({ stream }) => stream === 'bad')?.versions).toEqual([1, 2, 3]);
    expect(await group.db.database.query('SELECT 1 FROM dead_letter')).toEqual([]);
    await group.db.close();
  });

  it('is rolled back and retried if the database fails', async () => {
    let failures = 1;
    const group = await ledgerOf('deadlocked', ({ version }) => {
      if (version === 2 && failures-- > 0)
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    await group.delivery.deliver([envelope('a', 1), envelope('a', 2)]);
    expect(await group.effects()).toEqual([{ stream: 'a', versions: [1, 2] }]);
    expect(await group.db.database.query('SELECT 1 FROM dead_letter')).toEqual([]);
    await group.db.close();
  });
});
