import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archiver, EventStore, type OpenDatabase, type Registration } from '@corridor/event-store';
import {
  type Jar,
  type JarEvent,
  type JarRow,
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openServiceDatabase,
  openTestDatabase,
  put,
  take,
} from '@corridor/event-store/testing';
import { TestClock, testCaller, until } from '@corridor/kernel/testing';
import {
  EmbeddedCarrier,
  type EventCarrier,
  KafkaCarrier,
  MessageConsumer,
  Relay,
  StoredOffsets,
} from '@corridor/messaging';
import type { RunningService } from '../service.js';
import { type Backfilled, ConsumerBackfill } from './consumer-backfill.js';
import type { RunPosition } from './run-kind.js';

/** A jar without coins has ended. */
const archiving: Registration<Jar, JarEvent, JarRow> = { ...jars, archives: ({ coins }) => coins === 0 };
const LONG_AGO = new Date('2020-03-01T09:30:00.000Z');
const NOW = new Date('2026-11-21T09:30:00.000Z');
const ALL: Backfilled = { consumer: 'group', since: null };
const GROUPS = ['group', 'other'] as const;
const JARS = ['x', 'y', 'z'];
const noError = () => undefined;

const brokers = process.env['KAFKA_BROKERS']?.split(',');
const transports = ['embedded', ...(brokers ? ['Kafka'] : [])];

describe.each(transports)('by the %s carrier', (transport) => {
  const prefix = `backfill-${Date.now()}-${transport}`;
  let test = 0;
  let folder: string;
  let source: OpenDatabase;
  let groups: OpenDatabase;
  let store: EventStore;
  let clock: TestClock;
  let carrier: EventCarrier;
  let running: RunningService;
  /** Loses what it is delivered, for whatever reason. */
  let isDeaf: boolean;
  let delivered: Record<string, number>;
  beforeEach(async () => {
    test++;
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
    const service = { name: 'backfilled-jars', migrations: [JarTables1700000000001] };
    source = await openServiceDatabase(service, { archiveFolder: folder });
    groups = await openTestDatabase();
    await groups.database.query('CREATE TABLE effect (n serial, consumer text, stream text, version int)');
    clock = new TestClock(NOW);
    isDeaf = false;
    delivered = { group: 0, other: 0 };
    await start();
  });
  afterEach(async () => {
    await end();
    await source.close();
    await groups.close();
    await rm(folder, { recursive: true });
  });

  /** All processes. */
  async function start(): Promise<void> {
    const embedded = transport === 'embedded' ? new EmbeddedCarrier(noError) : null;
    const kafka = { brokers: brokers ?? [], prefix: `${prefix}-${test}`, services: ['jars'], partitions: 2 };
    carrier = embedded ?? new KafkaCarrier(kafka, noError);
    embedded?.addService('jars', source.database);
    for (const name of GROUPS) embedded?.addService(name, groups.database);
    for (const name of GROUPS) await subscribe(name);
    embedded?.start();
    const relay = new Relay('jars', source, carrier, noError, embedded?.feedOf('jars'));
    relay.start();
    store = new EventStore('jars', source.database, [archiving], jarMessages, clock, (streams) =>
      relay.appended(streams),
    );
    running = { db: source, carrier, relay, service: { name: 'jars' } } as unknown as RunningService;
    await until(async () => relay.isLeader);
  }

  const end = async () => {
    await carrier.close();
    await running.relay.stop();
  };

  function subscribe(name: (typeof GROUPS)[number]): Promise<void> {
    const { database } = groups;
    const consumer = new MessageConsumer(
      {
        ...{ name, types: ['conversions.exchange_requested'], messages: jarMessages },
        handle: ({ streamId, version }) =>
          database.query('INSERT INTO effect (consumer, stream, version) VALUES ($1, $2, $3)', [
            ...[name, streamId, version],
          ]),
      },
      database,
    );
    return carrier.subscribe({
      consumer: name,
      offsets: new StoredOffsets(name, database),
      skipped: async () => [],
      deliver: async (messages) => {
        if (name === 'group' && isDeaf) return;
        await consumer.deliver(messages);
        delivered[name] = (delivered[name] ?? 0) + messages.length;
      },
    });
  }

  const goTo = (time: Date) => clock.advance(time.getTime() - clock.now().getTime());

  async function say(times: number, streams = JARS): Promise<void> {
    for (let time = 0; time < times; time++)
      for (const id of streams) await store.handle(jar, id, put(1), { caller: testCaller });
  }

  async function effectsOf(consumer: string): Promise<Record<string, number[]>> {
    const rows = await groups.database.query<{ stream: string; versions: number[] }>(
      `SELECT stream, array_agg(version ORDER BY n) AS versions FROM effect WHERE consumer = $1 GROUP BY stream ORDER BY stream`,
      [consumer],
    );
    return Object.fromEntries(rows.map(({ stream, versions }) => [stream, versions]));
  }
  const upTo = (version: number, streams = JARS) =>
    Object.fromEntries(streams.map((id) => [id, Array.from({ length: version }, (_, n) => n + 1)]));
  const untilHeard = (consumer: string, effects: Record<string, number[]>) =>
    until(async () => JSON.stringify(await effectsOf(consumer)) === JSON.stringify(effects));

  /** The versions 3 to 6 of all jars have been lost. */
  async function withHole(): Promise<void> {
    await say(2);
    for (const name of GROUPS) await untilHeard(name, upTo(2));
    isDeaf = true;
    await say(4);
    await untilHeard('other', upTo(6));
    await until(async () => (await carrier.lagOf('group'))?.every(({ messages }) => messages === 0) ?? false);
    isDeaf = false;
    expect(await effectsOf('group')).toEqual(upTo(2));
  }

  /** Small steps; each may be done twice, as after a crash before its position was saved. */
  class Run {
    position: RunPosition = null;
    result: string | undefined;

    constructor(private readonly which = ALL) {}

    async step(times = 1): Promise<this> {
      for (let time = 1; time <= times; time++) {
        const { position, result } = await new ConsumerBackfill(running, 4).step(this.which, this.position);
        if (time < times) continue;
        [this.position, this.result] = [position, result];
      }
      return this;
    }

    async end(times = 1): Promise<void> {
      while (this.result === undefined) await this.step(times);
    }
  }

  it('brings one consumer what it lacks while events arrive and processes end, in order, and others nothing', async () => {
    await withHole();
    await areMarked();
    const plan = await new ConsumerBackfill(running).plan(ALL);
    expect(plan).toEqual({ effect: 'send 18 messages to group', total: 18 });
    const run = await new Run().step(2); // it has begun
    await say(2);
    await untilHeard('other', upTo(8));
    await run.step(2);
    await run.step(2);
    await end();
    await start();
    await say(1);
    await run.end(2);
    await untilHeard('group', upTo(9));
    expect(run.result).toMatch(/^\d+ messages are sent to group$/);
    await say(1);
    await untilHeard('group', upTo(10));
    await untilHeard('other', upTo(10));
    expect(carrier.whyStopped('group')).toBeNull();
  });

  it('sends nothing to others', async () => {
    await withHole();
    await new Run().end();
    await untilHeard('group', upTo(6));
    await say(1);
    await untilHeard('other', upTo(7));
    expect(delivered['other']).toBe(21);
  });

  it('two at once, of which one ends sooner and sends less, bring everything', async () => {
    await withHole();
    clock.advance(60_000);
    await say(1, ['w']);
    const few = new Run({ consumer: 'group', since: '2026-11-21T09:30:30.000' as never });
    const all = new Run();
    await all.step();
    await few.step();
    await say(1);
    await all.step();
    await few.end();
    await say(1);
    await untilHeard('other', { ...upTo(1, ['w']), ...upTo(8) });
    await all.end();
    await untilHeard('group', { ...upTo(1, ['w']), ...upTo(8) });
  });

  it('leaves a consumer waiting that has got a part of it, and says so, until it is repeated', async () => {
    await withHole();
    const cancelled = await new Run().step();
    await cancelled.step();
    await say(1);
    await untilHeard('other', upTo(7));
    await until(async () =>
      /takes nothing of jars but.*--consumer group/.test(carrier.whyStopped('group') ?? ''),
    );
    await end();
    await start();
    await until(async () => carrier.whyStopped('group') !== null);
    expect(Math.max(...Object.values(await effectsOf('group')).flat())).toBeLessThan(7);
    await new Run().end();
    await untilHeard('group', upTo(7));
    await until(async () => carrier.whyStopped('group') === null);
  });

  it('brings what is archived, also if that happens meanwhile', async () => {
    isDeaf = true;
    goTo(LONG_AGO);
    const old = ['a', 'b', 'c'];
    const empty = async (id: string) => {
      await say(2, [id]);
      await store.handle(jar, id, take(2), { caller: testCaller });
    };
    for (const id of old) await empty(id);
    await untilHeard('other', upTo(3, old));
    await archive();
    goTo(NOW);
    await say(1, old);
    goTo(LONG_AGO);
    for (const id of JARS) await empty(id);
    await untilHeard('other', { ...upTo(4, old), ...upTo(3) });
    goTo(NOW);
    await until(async () => (await carrier.lagOf('group'))?.every(({ messages }) => messages === 0) ?? false);
    isDeaf = false;
    await areMarked();
    expect((await new ConsumerBackfill(running).plan(ALL)).effect).toBe(
      'send 12 messages, and those of 9 archived events, to group',
    );
    const run = await new Run().step();
    await run.step(2);
    await archive();
    await say(1);
    await run.end();
    await untilHeard('group', { ...upTo(4, old), ...upTo(4) });
  });

  const areMarked = () =>
    until(async () => (await source.database.query('SELECT FROM events WHERE seq IS NULL')).length === 0);

  async function archive(): Promise<void> {
    await until(
      async () => (await source.database.query('SELECT FROM events WHERE seq IS NULL')).length === 0,
    );
    const archiver = new Archiver(source.database, 'jars', [archiving]);
    for (let after: string | null = ''; after !== null;)
      ({ last: after } = await archiver.step(after, new Date('2021-01-01T00:00:00Z')));
  }

  it('refuses a consumer that is not there', async () => {
    await until(async () => (await carrier.groups()).length === GROUPS.length);
    await expect(
      new ConsumerBackfill(running).plan({ consumer: 'nobody', since: null }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      detail: '#/consumer: Must be one of group, other.',
    });
  });
});
