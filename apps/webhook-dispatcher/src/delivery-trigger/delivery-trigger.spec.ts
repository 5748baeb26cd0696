import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openServiceDatabase, openTestDatabase, serverForServices } from '@corridor/testing/service';
import { Redis } from 'ioredis';
import pg from 'pg';
import { claimedFolder } from '@corridor/tools/servers/leftovers.mjs';
import { obtainRedis, startRedis } from '@corridor/tools/servers/redis.mjs';
import { Unavailable } from '@corridor/tools/servers/unavailable.mjs';
import { until } from '../dispatcher.fixture.js';
import { service } from '../service.js';
import { type EvictingRedis, postgresTrigger, redisTrigger } from './bull-connections.js';
import type { DeliveryTrigger, DueSubscription } from './delivery-trigger.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const dueOf = (n: number | string): DueSubscription => ({ subscriptionId: `whs_${n}`, clientId: 'cli_1' });
const redisProgram = (() => {
  try {
    return obtainRedis();
  } catch (error) {
    if (error instanceof Unavailable) return null;
    throw error;
  }
})();
const whereRedisIs = redisProgram ? describe : describe.skip;

/** Resources of a test, which are always released. */
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A dispatcher and what it has heard. */
async function listening(trigger: DeliveryTrigger) {
  const heard: DueSubscription[] = [];
  ends.push(() => trigger.stop());
  await trigger.start((due) => heard.push(...due));
  return { trigger, heard };
}

/** The queue has unlimited time, so every trigger comes through it, and not from the fallback. */
const timeoutMs = 3_600_000;
/**
 * A trigger needs several round trips, the control one. A trigger that waits for a timer would be hundreds of times
 * slower.
 */
const TIMES_THE_CONTROL = 50;

/** What the server of a backend gives a test. */
interface Backend {
  /** Dispatchers of one installation. */
  readonly open: () => DeliveryTrigger;
  /** All that the backend keeps. */
  readonly jobs: () => Promise<string>;
  /** The control: something is pushed through the same server, and has come. */
  readonly push: () => Promise<unknown>;
}

/** What both backends promise. */
function contract(backend: () => Promise<Backend>) {
  let { open, jobs, push } = {} as Backend;
  beforeEach(async () => ({ open, jobs, push } = await backend()));

  it('is pushed to a dispatcher, without polling', async () => {
    const { trigger, heard } = await listening(open());
    const took = { trigger: [] as number[], push: [] as number[] };
    const timed = async (what: keyof typeof took, work: () => Promise<unknown>) => {
      const startedMs = performance.now();
      await work();
      took[what].push(performance.now() - startedMs);
    };
    for (let n = 0; n < 50; n++) {
      await timed('push', push);
      await timed('trigger', async () => {
        trigger.trigger([dueOf(n)]);
        while (heard.length === n) await new Promise(setImmediate);
      });
    }
    expect(heard).toEqual(Array.from({ length: 50 }, (_, n) => dueOf(n)));
    const median = (times: number[]) => times.sort((a, b) => a - b)[25] ?? 0;
    expect(median(took.trigger) / median(took.push)).toBeLessThan(TIMES_THE_CONTROL);
  });

  it('reaches one of several dispatchers', async () => {
    const all = [await listening(open()), await listening(open()), await listening(open())];
    for (let n = 0; n < 60; n++) {
      all[n % 3]?.trigger.trigger([dueOf(n)]);
      await sleep(5);
    }
    const heard = () => all.flatMap((one) => one.heard.map(({ subscriptionId }) => subscriptionId));
    await until(() => heard().length >= 60);
    await sleep(100);
    expect(heard().sort()).toEqual(Array.from({ length: 60 }, (_, n) => `whs_${n}`).sort());
  });

  it('triggers all of a burst, in few jobs', async () => {
    const { trigger, heard } = await listening(open());
    for (let n = 0; n < 1_000; n++) trigger.trigger([dueOf(n), dueOf(n % 10)]);
    await until(() => new Set(heard.map(({ subscriptionId }) => subscriptionId)).size === 1_000);
    expect(heard.length).toBeLessThan(1_200);
  });

  it('arrives at its time, not before', async () => {
    const { trigger, heard } = await listening(open());
    const delaysMs = [600, 200, 400];
    const startedMs = Date.now();
    delaysMs.forEach((delayMs, n) => trigger.trigger([dueOf(n)], delayMs));
    for (const [count, delayMs] of [200, 400, 600].entries()) {
      await until(() => heard.length > count);
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(delayMs - 1);
    }
    expect(new Set(heard)).toEqual(new Set(delaysMs.map((_, n) => dueOf(n))));
  });

  it('reaches the next dispatcher if the triggering one has stopped', async () => {
    // If the first one stops too slowly on a busy machine, the test retries with a longer delay.
    for (let delayMs = 300; ; delayMs *= 2) {
      const first = await listening(open());
      first.trigger.trigger([dueOf(delayMs)], delayMs);
      await until(async () => (await jobs()).includes(`whs_${delayMs}`) || first.heard.length > 0);
      await first.trigger.stop();
      if (first.heard.length > 0) continue;
      const { heard } = await listening(open());
      await until(() => heard.length === 1);
      expect([heard, first.heard]).toEqual([[dueOf(delayMs)], []]);
      break;
    }
  });

  it('responds to a ping while it runs, and not before', async () => {
    const trigger = open();
    await expect(trigger.ping()).rejects.toThrow('the queue of triggers is not open');
    await listening(trigger);
    await trigger.ping();
  });

  it('triggers nothing after it is stopped', async () => {
    const { trigger, heard } = await listening(open());
    await trigger.stop();
    trigger.trigger([dueOf(1)]);
    trigger.trigger([dueOf(1)], 1);
    await sleep(100);
    expect(heard).toEqual([]);
  });

  it('writes only ids, and removes completed jobs', async () => {
    const { trigger, heard } = await listening(open());
    trigger.trigger([dueOf('later')], 60_000);
    await until(async () => (await jobs()).includes('whs_later'));
    expect(JSON.parse(/\{"due":.*?\]\}/.exec(await jobs())?.[0] ?? '')).toEqual({
      due: [dueOf('later')],
    });
    trigger.trigger([dueOf('now')]);
    await until(() => heard.length === 1);
    await until(async () => !(await jobs()).includes('whs_now'));
  });
}

describe.each([
  ['its owner', () => process.env.DATABASE_URL ?? '', () => openTestDatabase()],
  ['the user of the service', serverForServices, () => openServiceDatabase(service)],
])('triggers through Postgres as %s', (_, server, opened) => {
  contract(async () => {
    const { database, close } = await opened();
    ends.push(close);
    const [{ name = '' } = {}] = await database.query<{ name: string }>(`SELECT current_database() AS name`);
    const url = new URL(server());
    url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    ends.push(() => client.end());
    await client.query('LISTEN control');
    return {
      open: () => postgresTrigger(url.href, () => undefined, timeoutMs),
      push: () => Promise.all([once(client, 'notification'), client.query('NOTIFY control')]),
      jobs: async () => {
        const rows = await database.query<{ data: object }>(`SELECT data FROM bullmq.job`);
        return JSON.stringify(rows.map(({ data }) => data));
      },
    };
  });
});

whereRedisIs('triggers through Redis', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis(redisProgram ?? { command: '' }, await claimedFolder());
    redis = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  let errors: unknown[] = [];
  let evicting: EvictingRedis[] = [];
  const opening = (prefix = randomUUID(), more: { timeoutMs?: number } = {}) => {
    [errors, evicting] = [[], []];
    return () =>
      redisTrigger({
        ...more,
        url: server.url,
        prefix,
        onError: (error) => errors.push(error),
        onEvicting: (error) => evicting.push(error),
      });
  };

  contract(async () => {
    const prefix = randomUUID();
    const listener = redis.duplicate({ lazyConnect: true });
    ends.push(async () => listener.disconnect());
    return {
      open: opening(prefix, { timeoutMs }),
      push: () => Promise.all([listener.blpop(`${prefix} control`, 0), redis.lpush(`${prefix} control`, '')]),
      jobs: async () => {
        const keys = await redis.keys(`${prefix}:*`);
        const hashes = await Promise.all(
          keys.map(async (key) => ((await redis.type(key)) === 'hash' ? redis.hgetall(key) : null)),
        );
        return hashes.map((hash) => hash?.data ?? '').join('\n');
      },
    };
  });

  /** Triggered through Redis, not by the fallback in this process: the other dispatcher receives it. */
  async function expectToWork(
    trigger: DeliveryTrigger,
    other: { heard: DueSubscription[] },
    own: { heard: DueSubscription[] },
  ) {
    let n = 0;
    await until(() => {
      trigger.trigger([dueOf(`again ${n++}`)]);
      return other.heard.length > 0;
    });
    expect(own.heard.length + other.heard.length).toBeGreaterThan(0);
  }

  it('continues after FLUSHALL', async () => {
    const open = opening();
    const [one, two] = [await listening(open()), await listening(open())];
    one.trigger.trigger([dueOf('lost')], 60_000);
    await sleep(50);
    await redis.flushall();
    await expectToWork(one.trigger, two, one);
  });

  it('reaches this process while Redis is unavailable, and continues when it is back', async () => {
    const open = opening();
    const [one, two] = [await listening(open()), await listening(open())];
    await server.kill9();
    for (let n = 0; n < 20; n++) {
      one.trigger.trigger([dueOf(n)]);
      one.trigger.trigger([dueOf(n)], 10);
      await sleep(20);
    }
    await until(() => one.heard.length === 20);
    await expect(one.trigger.ping()).rejects.toThrow();
    expect(one.heard).toEqual(Array.from({ length: 20 }, (_, n) => dueOf(n)));
    expect(two.heard).toEqual([]);
    await server.start();
    one.heard.length = 0;
    await expectToWork(one.trigger, two, one);
  });

  it('reaches this process while Redis is full', async () => {
    const open = opening();
    const [one, two] = [await listening(open()), await listening(open())];
    await redis.config('SET', 'maxmemory', '1mb');
    for (let n = 0; n < 20; n++) {
      one.trigger.trigger([dueOf(n)]);
      await sleep(20);
    }
    await until(() => one.heard.length === 20);
    expect(errors.map(String).join()).toMatch(/OOM/);
    await redis.config('SET', 'maxmemory', '0');
    one.heard.length = 0;
    await expectToWork(one.trigger, two, one);
  });

  it('starts without Redis and uses it when it is available', async () => {
    await server.stop();
    const open = opening();
    const starting = [listening(open()), listening(open())] as const;
    const [one, two] = [await starting[0], await starting[1]];
    one.trigger.trigger([dueOf(1)]);
    await until(() => one.heard.length === 1);
    await server.start();
    one.heard.length = 0;
    await expectToWork(one.trigger, two, one);
  });

  it.each(['allkeys-lru', 'volatile-ttl'])('refuses a Redis that evicts: %s', async (policy) => {
    await redis.config('SET', 'maxmemory-policy', policy);
    ends.push(() => redis.config('SET', 'maxmemory-policy', 'noeviction'));
    const trigger = opening()();
    ends.push(() => trigger.stop());
    await expect(trigger.start(() => undefined)).rejects.toThrow(/noeviction/);
  });

  it('reports a replaced Redis that evicts', async () => {
    await listening(opening()());
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    ends.push(() => redis.config('SET', 'maxmemory-policy', 'noeviction'));
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(() => evicting.length > 0);
    expect(evicting[0]?.message).toContain('noeviction');
  });
});
