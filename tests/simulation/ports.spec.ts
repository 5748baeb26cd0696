import { Database } from '@corridor/event-store';
import type { Envelope } from '@corridor/contracts';
import type { EventCarrier, Outgoing } from '@corridor/messaging';
import { Chance } from '@corridor/testing';
import { Pool } from 'pg';
import { type FaultRates, Faults, NO_FAULTS } from './faults.js';
import { Life, Machine } from './machine.js';
import { Postgres, type ServiceDatabase } from './postgres.js';
import { Broker, SimulatedCarrier } from './simulated-carrier.js';
import { SimulatedPool } from './simulated-pool.js';

/** The simulated store keeps the promises of the real one, by the same tests, and the simulated carrier those of `EventCarrier`. */

/** Lets happen what happens, until it is so. */
type Until = (isSo: () => boolean) => Promise<void>;

interface OpenCarrier {
  readonly carrier: EventCarrier;
  readonly until: Until;
}

const STREAMS = 8;
const VERSIONS = 12;
const GROUP_COUNT = 2;

const simulated = (rates: Partial<FaultRates>) => async (): Promise<OpenCarrier> => {
  const machine = new Machine(new Chance(7));
  const life = new Life('gateway', machine.source('life'));
  const faults = new Faults(machine.source('faults'), { ...NO_FAULTS, ...rates });
  return {
    carrier: new SimulatedCarrier({ machine, broker: new Broker(), faults, bug: {} }, life),
    until: (isSo) => machine.run(isSo, 600_000, 'the condition of the test'),
  };
};

const carriers: [string, () => Promise<OpenCarrier>][] = [
  ['simulated, without faults', simulated({})],
  ['simulated, with faults', simulated({ duplicate: 0.2, refusedMessage: 0.2, lostAcknowledgement: 0.2 })],
];
const messageOf = (stream: number, version: number): Outgoing => ({
  type: 'ledger.wallet_opened',
  streamId: `stream ${stream}`,
  version,
  json: JSON.stringify({
    type: 'ledger.wallet_opened',
    source: 'gateway',
    streamId: `stream ${stream}`,
    version,
  }),
});

/** Sends as a relay does: a batch that fails is sent again. */
async function sendAll(carrier: EventCarrier, messages: readonly Outgoing[]): Promise<void> {
  for (let isSent = false; !isSent;)
    isSent = await carrier.send('gateway', messages).then(
      () => true,
      () => false,
    );
}

/** What a group has got; every fifth delivery fails. */
class Group {
  readonly versions = new Map<string, number[]>();
  private deliveries = 0;

  async deliver(messages: readonly Envelope[]): Promise<void> {
    if (++this.deliveries % 5 === 0) throw new Error('this delivery fails');
    for (const { streamId, version } of messages)
      this.versions.set(streamId, [...(this.versions.get(streamId) ?? []), version]);
  }

  /** Whether every message has arrived. */
  get isComplete(): boolean {
    const all = [...this.versions.values()];
    return all.length === STREAMS && all.every((versions) => new Set(versions).size === VERSIONS);
  }
}

describe.each(carriers)('the %s carrier', (_, open) => {
  it('brings every message to every group, those of a stream in order, also what was sent before the group', async () => {
    const { carrier, until } = await open();
    const groups = Array.from({ length: GROUP_COUNT }, () => new Group());
    const join = (n: number) => {
      const deliver = (messages: readonly Envelope[]) => (groups[n] as Group).deliver(messages);
      return carrier.subscribe({ consumer: `group-${n}`, skipped: async () => [], deliver });
    };
    await join(0);
    let isSent = false;
    const sending = async () => {
      for (let version = 1; version <= VERSIONS; version++)
        await sendAll(
          carrier,
          Array.from({ length: STREAMS }, (__, stream) => messageOf(stream, version)),
        );
      isSent = true;
    };
    void sending();
    await until(() => isSent);
    await join(1);
    await until(() => groups.every((group) => group.isComplete));
    await carrier.close();
    for (const group of groups)
      for (const versions of group.versions.values()) {
        const firsts = versions.filter((version, n) => versions.indexOf(version) === n);
        expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
      }
  });
});

interface OpenStore {
  readonly database: Database;
  /** Lets happen what the promise waits for. */
  readonly settle: <T>(promise: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

let postgres: Postgres;
let stored: ServiceDatabase;
beforeAll(async () => {
  postgres = await Postgres.open(process.env.DATABASE_URL as string, `ports-${process.pid}`);
  stored = postgres.of('gateway');
  await stored.rows('CREATE TABLE counter (name text PRIMARY KEY, value integer NOT NULL)');
});
afterAll(() => postgres.close());
beforeEach(() => stored.rows('TRUNCATE counter'));

const stores: [string, () => OpenStore][] = [
  [
    'simulated',
    () => {
      const machine = new Machine(new Chance(7));
      const life = new Life('gateway', machine.source('life'));
      const faults = new Faults(machine.source('faults'), NO_FAULTS);
      const pool = new SimulatedPool({ machine, faults, bug: {} }, life, stored, 3);
      const settle = async <T>(promise: Promise<T>): Promise<T> => {
        let isOver = false;
        void promise.catch(() => undefined).finally(() => (isOver = true));
        await machine.run(() => isOver, 60_000, 'the store');
        return promise;
      };
      return { database: new Database(pool.asPool), settle, close: () => pool.abandon() };
    },
  ],
  [
    'real',
    () => {
      const pool = new Pool({ connectionString: stored.url, max: 3 });
      return { database: new Database(pool), settle: (promise) => promise, close: () => pool.end() };
    },
  ],
];

const ADD = `INSERT INTO counter VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET value = counter.value + 1`;

describe.each(stores)('the %s store', (_, open) => {
  let store: OpenStore;
  beforeEach(() => (store = open()));
  afterEach(() => store.close());
  const values = () => stored.rows<{ value: number }>('SELECT value FROM counter ORDER BY name');

  it('keeps what is committed, and nothing else', async () => {
    const { database, settle } = store;
    await settle(database.transaction((sql) => sql.query(ADD, ['kept'])));
    const failing = database.transaction(async (sql) => {
      await sql.query(ADD, ['lost']);
      throw new Error('changed its mind');
    });
    await expect(settle(failing)).rejects.toThrow('changed its mind');
    expect(await values()).toEqual([{ value: 1 }]);
  });

  it('rejects a commit after an error that was swallowed', async () => {
    const { database, settle } = store;
    const swallowing = database.transaction(async (sql) => {
      await sql.query(ADD, ['lost']);
      await sql.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(settle(swallowing)).rejects.toThrow('ROLLBACK');
    expect(await values()).toEqual([]);
  });

  it('makes transactions on one row wait for each other, more of them than it has connections', async () => {
    const { database, settle } = store;
    const adding = Array.from({ length: 8 }, () =>
      database.transaction(async (sql) => {
        await sql.query(ADD, ['one']);
        await sql.query(ADD, ['one']);
      }),
    );
    await settle(Promise.all(adding));
    expect(await values()).toEqual([{ value: 16 }]);
  });

  it('ends the wait for a lock after the timeout of the transaction', async () => {
    const { database, settle } = store;
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const first = database.transaction(async (sql) => {
      await sql.query(ADD, ['one']);
      locked();
      await isOver;
    });
    await settle(isLocked);
    const second = database.transaction((sql) => sql.query(ADD, ['one']), { lockTimeoutMs: 50 });
    await expect(settle(second)).rejects.toMatchObject({ code: '55P03' });
    end();
    await settle(first);
    expect(await values()).toEqual([{ value: 1 }]);
  });
});
