import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { sized, until } from '@corridor/testing';
import { Api } from '../../support/api.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { createAndMove, instructionFor } from '../../support/instruction.js';
import { Receiver, responding, hanging } from '../../support/receiver.js';
import { fundedClient } from '../../support/system.js';
import { SERVICES } from '../../support/composition/composition.js';
import { allRecords } from '../support/records.js';
import { composition, acknowledged } from '../support/shared.js';

/** After two crashes of a worker, the queue alone would give up the job. */
const KILLS = sized({ small: 3, full: 5 });
const FLUSHES = sized({ small: 3, full: 8 });
/** How long instructions are created while Redis is unavailable, then nothing, then instructions again. */
const REDIS_AWAY_MS = {
  first: sized({ small: 3_000, full: 15_000 }),
  silent: sized({ small: 2_000, full: 100_000 }),
  again: sized({ small: 2_000, full: 10_000 }),
};
const REDIS_FULL_MS = sized({ small: 2_000, full: 4_000 });

let client: Awaited<ReturnType<typeof fundedClient>>;
let receiver: Receiver;
let redis: Redis;
const events = ['payment_instruction.pending', 'payment_instruction.acknowledged'];
const subscribe = async () => {
  const { body } = await client.api.post('/v1/webhook-subscriptions', { targetUrl: receiver.url, events });
  return body.data as { id: string; signingSecret: string };
};
const notificationsOf = async (id: string) =>
  (await client.api.get(`/v1/webhook-subscriptions/${id}/notifications?limit=1000`)).body.data as any[];

/** Creates instructions, one after the other, until a promise resolves. */
async function instructionsDuring(something: () => Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const ids: string[] = [];
  const making = (async () => {
    for (; !isOver; await sleep(50)) {
      const id = await createAndMove(client.api, instructionFor(client.beneficiaryId), 'acknowledge');
      acknowledged.set(id, 'ACKNOWLEDGED');
      ids.push(id);
    }
  })();
  await something();
  isOver = true;
  await making;
  return ids;
}

/** Every instruction was delivered, in order, with a valid signature, and the records agree. */
async function expectAllOf(
  ids: readonly string[],
  { id, signingSecret }: { id: string; signingSecret: string },
) {
  await until(async () => {
    const all = await notificationsOf(id);
    return all.length === 2 * ids.length && all.every(({ sentOn }) => sentOn !== null);
  });
  const verified = receiver.verified(signingSecret);
  for (const instruction of ids) {
    const own = verified.filter(({ relatedEntityId }) => relatedEntityId === instruction);
    const first = [...new Set(own.map(({ eventType }) => eventType))];
    expect(first).toEqual(events);
  }
  expect(new Set(verified.map((one) => one.id)).size).toBe(2 * ids.length);
}

describe('of webhooks', () => {
  beforeAll(async () => {
    client = await fundedClient({ GBP: 1_000 }, new Api(composition.url, DEMO_STAFF));
    redis = new Redis(composition.redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 100 });
    redis.on('error', () => undefined);
  });
  afterAll(() => redis?.disconnect());
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(() => receiver.close());

  test('dispatchers that crash one after the other during one notification do not lose it', async () => {
    const { id, signingSecret } = await subscribe();
    receiver.behaviour = hanging;
    const { body } = await client.api.post(`/v1/webhook-subscriptions/${id}/ping`, { message: 'survive' });
    for (let kills = 1; kills <= KILLS; kills++) {
      await receiver.has(kills);
      await composition.kill9('webhook-dispatcher');
      if (kills === KILLS) receiver.behaviour = responding(200);
      await composition.restart('webhook-dispatcher');
    }
    await receiver.has(KILLS + 1);
    await until(async () => (await notificationsOf(id))[0]?.sentOn !== null);
    const verified = receiver.verified(signingSecret);
    expect(new Set(verified.map((one) => one.id))).toEqual(new Set([body.data.id]));
    expect((await notificationsOf(id))[0].attemptCount).toBeGreaterThanOrEqual(KILLS + 1);
  });

  describe('with two dispatchers, nothing is lost', () => {
    beforeAll(() => composition.replicate('webhook-dispatcher'));

    test('when Redis loses all data repeatedly', async () => {
      const subscription = await subscribe();
      let n = 0;
      receiver.behaviour = (received, response) => responding(n++ % 7 === 0 ? 503 : 200)(received, response);
      const ids = await instructionsDuring(async () => {
        for (let times = 0; times < FLUSHES; times++) {
          await sleep(700);
          await redis.flushall();
        }
      });
      await expectAllOf(ids, subscription);
      process.stdout.write(`webhooks: ${ids.length} instructions, FLUSHALL ${FLUSHES} times\n`);
    });

    test('while Redis is unavailable, and webhooks are still sent', async () => {
      const subscription = await subscribe();
      await composition.killRedis();
      const tookMs: number[] = [];
      const ids = await instructionsDuring(() => sleep(REDIS_AWAY_MS.first));
      await until(async () => receiver.received.length >= 2 * ids.length);
      for (const { atMs, body } of receiver.received) tookMs.push(atMs - Date.parse(`${body.createdOn}Z`));
      await sleep(REDIS_AWAY_MS.silent);
      ids.push(...(await instructionsDuring(() => sleep(REDIS_AWAY_MS.again))));
      await composition.startRedis();
      const after = await instructionsDuring(() => sleep(3_000));
      await expectAllOf([...ids, ...after], subscription);
      tookMs.sort((a, b) => a - b);
      process.stdout.write(
        `webhooks: Redis away, ${ids.length} instructions, ` +
          `p50 ${tookMs[tookMs.length >> 1]} ms meanwhile\n`,
      );
    });

    test('while Redis is full', async () => {
      const subscription = await subscribe();
      await redis.config('SET', 'maxmemory', '1mb');
      const full = await instructionsDuring(() => sleep(REDIS_FULL_MS));
      await redis.config('SET', 'maxmemory', '0');
      const after = await instructionsDuring(() => sleep(1_000));
      await expectAllOf([...full, ...after], subscription);
    });

    test('when one of them dies under load', async () => {
      const subscription = await subscribe();
      receiver.behaviour = (_, response) => void setTimeout(() => response.writeHead(200).end(), 100);
      const ids = await instructionsDuring(async () => {
        await sleep(1_500);
        await composition.kill9('webhook-dispatcher');
        await composition.restart('webhook-dispatcher');
        await sleep(1_500);
      });
      await expectAllOf(ids, subscription);
    });
  });

  test('no process ended unexpectedly, and no secret occurs in a log, a table, a job or a topic', async () => {
    expect(composition.endedUnexpectedly).toEqual([]);
    const { signingSecret, id } = await subscribe();
    await client.api.post(`/v1/webhook-subscriptions/${id}/pause`);
    const { body } = await client.api.post(`/v1/webhook-subscriptions/${id}/rotate-secret`);
    await client.api.post(`/v1/webhook-subscriptions/${id}/resume`);
    await client.api.post(`/v1/webhook-subscriptions/${id}/ping`);
    await receiver.has(1);
    const places = await everywhere();
    expect(places.length).toBeGreaterThan(10_000);
    for (const secret of [signingSecret, body.data.signingSecret] as string[]) {
      expect(places).not.toContain(secret.slice('whsec_'.length));
      expect(places).not.toContain(JSON.stringify(secret).slice('"whsec_'.length, -1));
    }
  });
});

/** All stored data and output: rows of all services, the logs of all processes, jobs, and Kafka topics. */
async function everywhere(): Promise<string> {
  const keys = await redis.keys('*');
  const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  const published = await messages();
  expect(published).toContain(client.clientId);
  return [
    ...(await rows()),
    readFileSync(composition.logFile, 'utf8'),
    ...dumps.map((dump) => dump?.toString('latin1')),
    published,
  ].join('\n');
}

async function rows(): Promise<string[]> {
  const found: string[] = [];
  for (const service of SERVICES) {
    const url = new URL(composition.databaseUrl);
    url.pathname = `/corridor_${service.replaceAll('-', '_')}`;
    const pg = new Client({ connectionString: url.href });
    await pg.connect();
    const tables = await pg.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    for (const { name } of tables.rows) {
      const all = await pg.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" AS t`);
      found.push(...all.rows.map(({ row }) => row));
    }
    await pg.end();
  }
  return found;
}

/** Headers and values of all topics. */
const messages = async (): Promise<string> =>
  (await allRecords(composition.brokers))
    .map(({ message }) => `${message.value} ${Object.values(message.headers ?? {}).join(' ')}`)
    .join('\n');
