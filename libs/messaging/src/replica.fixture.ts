import { type Envelope, type Message, MessageRegistry } from '@corridor/contracts';
import { EventStore, type Registration, type OpenDatabase } from '@corridor/event-store';
import type { Aggregate } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { openTestDatabase } from '@corridor/event-store/testing';
import { Type } from 'typebox';
import type { EventCarrier, ConsumerSubscription } from './carrier.js';
import { EmbeddedCarrier } from './embedded-carrier.js';
import { KafkaCarrier } from './kafka-carrier.js';
import { MessageConsumer } from './message-consumer.js';
import { Relay } from './relay.js';
import { Retries } from './retries.js';

/** Two builds of one consumer, and a sender that is newer than both. */

const GROUP = 'group';
const noError = () => undefined;

/** The contracts of the sender and of the builds of the consumer: each extends the previous one. */
const a = { version: 1, description: 'A.', data: Type.Object({ n: Type.Number() }) };
const b1 = { version: 1, description: 'B.', data: Type.Object({ n: Type.Number() }) };
const b2 = {
  version: 2,
  description: 'B.',
  data: Type.Object({ count: Type.Number() }),
  upcast: { 1: ({ n }: { n: number }) => ({ count: n }) },
};
export const registries = {
  a: new MessageRegistry({ 'test.a': a }),
  b1: new MessageRegistry({ 'test.a': a, 'test.b': b1 }),
  b2: new MessageRegistry({ 'test.a': a, 'test.b': b2 }),
};

interface Said {
  readonly type: 'said';
  readonly message: { readonly type: string; readonly data: object };
}
const speaker: Aggregate<number, Said> = {
  name: 'speaker',
  stateVersion: 1,
  initial: 0,
  evolve: (count) => count + 1,
};
const speakers: Registration<number, Said, { id: string }> = {
  aggregate: speaker,
  publish: ({ event }) => event.message as unknown as Message,
};

/** Publishes messages in the given versions. */
export class Sender {
  readonly carriers: EventCarrier[] = [];
  private readonly relay: Relay;

  private constructor(
    readonly db: OpenDatabase,
    private readonly carrier: EventCarrier,
  ) {
    const feeds = () =>
      this.carriers.flatMap((one) => (one instanceof EmbeddedCarrier ? one.feedOf('sender') : []));
    this.relay = new Relay('sender', db, carrier, noError, {
      published: (messages) => feeds().forEach((feed) => feed.published(messages)),
      marked: (seq) => feeds().forEach((feed) => feed.marked(seq)),
      rewound: () => feeds().forEach((feed) => feed.rewound()),
    });
    this.relay.start();
  }

  static async start(carrierOf: CarrierOf): Promise<Sender> {
    const db = await openTestDatabase();
    return new Sender(db, carrierOf(db, db));
  }

  /** One `a` after the other in each of the streams, and between them one `b`. */
  async say(turns: number, version: 1 | 2, streams = ['x', 'y', 'z']): Promise<void> {
    const registry = version === 1 ? registries.b1 : registries.b2;
    const store = new EventStore(
      'sender',
      this.db.database,
      [speakers],
      registry,
      new TestClock(),
      (streams) => this.relay.appended(streams),
    );
    const say = (stream: string, type: string, data: object) =>
      store.handle(speaker, stream, (): Said[] => [{ type: 'said', message: { type, data } }], {
        caller: testCaller,
      });
    for (let turn = 0; turn < turns; turn++)
      await Promise.all(
        streams.map(async (stream) => {
          await say(stream, 'test.a', { n: turn });
          if (turn % 2 === 0) await say(stream, 'test.b', version === 1 ? { n: turn } : { count: turn });
        }),
      );
  }

  /** What was said, of each stream in order: `a1`, `b2`. */
  async said(): Promise<Record<string, string[]>> {
    return byStream(
      await this.db.database.query(
        `SELECT stream_id AS stream, message_type AS type, version FROM events ORDER BY stream_id, version`,
      ),
    );
  }

  async close(): Promise<void> {
    await this.relay.stop();
    await this.carrier.close();
    await this.db.close();
  }
}

export type CarrierOf = (sender: OpenDatabase, group: OpenDatabase) => EventCarrier;

export const carriersOf: [string, () => CarrierOf][] = [
  [
    'embedded',
    () => (sender, group) => {
      const carrier = new EmbeddedCarrier(noError);
      carrier.addService('sender', sender.database);
      carrier.addService(GROUP, group.database);
      carrier.start();
      return carrier;
    },
  ],
];
const brokers = process.env['KAFKA_BROKERS']?.split(',');
if (brokers)
  carriersOf.push([
    'Kafka',
    () => {
      const prefix = `upgrade-${Date.now()}-${Math.random().toString(36).slice(2)}`;
      return () => new KafkaCarrier({ brokers, prefix, services: ['sender'] }, noError);
    },
  ]);

/** The consumer's database, and the effects in it in the order in which they came about. */
export class Group {
  private constructor(readonly db: OpenDatabase) {}

  static async open(): Promise<Group> {
    const db = await openTestDatabase();
    await db.database.query(`CREATE TABLE effect (n serial, stream text, version int, type text, data json)`);
    return new Group(db);
  }

  async effects(): Promise<Record<string, string[]>> {
    return byStream(await this.db.database.query(`SELECT stream, type, version FROM effect ORDER BY n`));
  }

  /** Of the messages of version 2, whichever version they had when they were sent. */
  async counts(): Promise<number[]> {
    const rows = await this.db.database.query<{ count: number }>(
      `SELECT (data ->> 'count')::int AS count FROM effect WHERE type = 'test.b'`,
    );
    return rows.map(({ count }) => count);
  }

  kept = () =>
    this.db.database.query<{ type: string; dataversion: number; count: number }>(
      `SELECT type, dataversion, count(*)::int FROM kept_message GROUP BY 1, 2 ORDER BY 1, 2`,
    );

  close = () => this.db.close();
}

/** `{ x: ['a1', 'b2', 'a3'] }` */
function byStream(rows: readonly Record<string, unknown>[]): Record<string, string[]> {
  const streams: Record<string, string[]> = {};
  for (const { stream, type, version } of rows)
    (streams[String(stream)] ??= []).push(`${String(type).replace('test.', '')}${String(version)}`);
  return streams;
}

export interface Build {
  readonly types: readonly string[];
  readonly messages: MessageRegistry;
  /** Delivers only messages with a handler, as consumers did before generations existed. */
  readonly isNaive?: boolean;
}

/** What a process of the consumer delivers by. */
export function consumerOf({ db: { database } }: Group, { types, messages }: Build): MessageConsumer {
  const handle = ({ streamId, version, type, data }: Envelope) =>
    database.query(`INSERT INTO effect (stream, version, type, data) VALUES ($1, $2, $3, $4)`, [
      streamId,
      version,
      type,
      JSON.stringify(data),
    ]);
  return new MessageConsumer({ name: GROUP, types, handle, messages }, database);
}

/** A process of the consumer. */
export class Replica {
  readonly consumer: MessageConsumer;
  private readonly retries: Retries;
  private isDead = false;

  constructor(
    group: Group,
    build: Build,
    private readonly carrier: EventCarrier,
  ) {
    this.consumer = consumerOf(group, build);
    this.retries = new Retries(this.consumer, {
      onWaiting: noError,
      onWaitingForLocks: noError,
      onRetryError: noError,
    });
    void carrier.subscribe(this.subscription(build));
    if (!build.isNaive) this.retries.start();
  }

  /** Whatever it has delivered last comes again, to another process. */
  async kill(): Promise<void> {
    this.isDead = true;
    await Promise.all([this.carrier.close(), this.retries.stop()]);
  }

  private subscription({ types, isNaive }: Build): ConsumerSubscription {
    return {
      consumer: GROUP,
      skipped: async () => (isNaive ? [] : (await this.consumer.generations.interest()).skipped),
      deliver: async (all) => {
        const some = isNaive ? all.filter(({ type }) => types.includes(type)) : all;
        if (some.length > 0) await this.consumer.deliver(some);
        if (this.isDead) throw new Error('the process died after its commit');
      },
    };
  }
}
