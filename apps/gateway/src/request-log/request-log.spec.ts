import { applyPolicy } from '@corridor/event-store';
import type { LoggedRequestResource } from '@corridor/gateway-contract';
import { Metrics } from '@corridor/platform';
import { until } from '@corridor/testing';
import { ownerOf } from '@corridor/testing/service';
import { daysAgo } from '../events/event-retention.js';
import { type Person, TestGateway } from '../gateway.fixture.js';
import { loggedRequests } from './request-log.view.js';

let gateway: TestGateway;
let ada: Person;
let owner: Awaited<ReturnType<typeof ownerOf>>;
beforeAll(async () => {
  gateway = await TestGateway.start();
  ada = await gateway.person();
  owner = await ownerOf(gateway.service.db);
});
afterAll(async () => {
  await owner.end();
  await gateway.stop();
});

const withKey = ({ secret }: Person, requestId: string, more: object = {}) => ({
  'x-api-key': secret,
  'x-request-id': requestId,
  ...more,
});
const search = async (q: string, person = ada): Promise<LoggedRequestResource[]> =>
  (
    await gateway.get(`/v1/request-log?limit=1000&q=${encodeURIComponent(q)}`, {
      'x-api-key': person.secret,
    })
  ).data as unknown as LoggedRequestResource[];

/** What is logged of a request, once it is written. */
async function logged(requestId: string): Promise<readonly LoggedRequestResource[]> {
  let found: LoggedRequestResource[] = [];
  await until(async () => (found = await search(`requestId == "${requestId}"`)).length > 0);
  return found;
}

test('a read is logged with its status, and how long it took', async () => {
  await gateway.get('/v1/users?limit=5&q=lastName == "Lovelace"', withKey(ada, 'a-read'));
  expect(await logged('a-read')).toEqual([
    {
      id: expect.stringMatching(/^lrq_/),
      on: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}$/),
      ...{ apiKeyId: ada.apiKeyId, clientUserId: ada.clientUserId },
      ...{ method: 'GET', path: expect.stringMatching(/^\/v1\/users\?limit=5&q=lastName[+=%A-F\d]+/) },
      ...{ status: 200, problem: null, isReplay: false },
      durationMs: expect.any(Number),
      ...{ requestId: 'a-read', body: null },
    },
  ]);
  expect(JSON.stringify(await logged('a-read'))).not.toContain('Lovelace');
});

test('a command is logged without what people have written, and its repetition as a replay', async () => {
  const key = { 'x-idempotency-key': 'logged' };
  for (const id of ['first', 'second'])
    await gateway.put('/v1/client-settings', { baseCcy: 'CHF' }, withKey(ada, id, key));
  const [[first], [second]] = [await logged('first'), await logged('second')];
  expect(first).toMatchObject({ method: 'PUT', status: 200, isReplay: false, body: '{"baseCcy":"CHF"}' });
  expect(second).toMatchObject({ status: 200, isReplay: true });
});

test('a request that was refused has its problem', async () => {
  await gateway.put('/v1/client-settings', { baseCcy: 'GBP', more: 1 }, withKey(ada, 'refused'));
  expect(await logged('refused')).toMatchObject([{ status: 400, problem: 'invalid_request' }]);
});

test('the requests of others, and those with a login, are not in it', async () => {
  const colleague = await gateway.person({ clientId: ada.clientId });
  await gateway.get('/v1/auth/who-am-i', withKey(colleague, 'of-colleague'));
  await gateway.get('/v1/auth/who-am-i', { ...(await gateway.bearer(ada)), 'x-request-id': 'with-login' });
  await gateway.get('/v1/auth/who-am-i', withKey(ada, 'own'));
  await logged('own'); // written after the others, or together with them
  expect(await search('requestId == "with-login"')).toEqual([]);
  expect(await search('requestId == "of-colleague"')).toEqual([]);
  expect(await search('requestId == "of-colleague"', colleague)).toHaveLength(1);
});

const whoAmI = (person: Person, requestId: string) =>
  gateway.get('/v1/auth/who-am-i', withKey(person, requestId));
async function dropped(): Promise<number> {
  const text = await gateway.service.app.get(Metrics).registry.metrics();
  return Number(/^corridor_logged_requests_dropped_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test('while nothing can be written, requests do not wait, and so many of a key are kept that a turn can write', async () => {
  const bob = await gateway.person();
  const before = await dropped();
  await owner.query('BEGIN; LOCK TABLE logged_request IN ACCESS EXCLUSIVE MODE');
  try {
    // 200 may be under way in a turn that waits for the table, and 200 wait for the next one.
    for (let n = 0; n < 450; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, m) => whoAmI(bob, `many-${n + m}`)));
    await whoAmI(ada, 'meanwhile');
  } finally {
    await owner.query('ROLLBACK');
  }
  expect(await logged('meanwhile')).toHaveLength(1);
  const more = (await dropped()) - before;
  expect(more).toBeGreaterThanOrEqual(50);
  await until(async () => (await search('path == "/v1/auth/who-am-i"', bob)).length === 450 - more);
});

test('what could not be written is dropped and counted, and the next is written', async () => {
  const before = await dropped();
  await owner.query('ALTER TABLE logged_request RENAME TO away');
  try {
    expect((await whoAmI(ada, 'while-away')).status).toBe(200);
    await until(async () => (await dropped()) > before);
  } finally {
    await owner.query('ALTER TABLE away RENAME TO logged_request');
  }
  await whoAmI(ada, 'afterwards');
  expect(await logged('afterwards')).toHaveLength(1);
  expect(await search('requestId == "while-away"')).toEqual([]);
});

test('what waits is written when the process ends', async () => {
  const beside = await TestGateway.start({}, [], [], gateway);
  await beside.get('/v1/auth/who-am-i', withKey(ada, 'at-the-end'));
  await beside.service.app.close();
  expect(await search('requestId == "at-the-end"')).toHaveLength(1);
});

test('whoever may not manage keys does not see it', async () => {
  const reader = await gateway.person({ permissions: ['wallets:read'] });
  const { status, problem } = await gateway.get('/v1/request-log', withKey(reader, 'no-permission'));
  expect([status, problem?.requiredPermission]).toEqual([403, 'api-keys:manage']);
});

test('what is older than its days is removed', async () => {
  await gateway.get('/v1/auth/who-am-i', withKey(ada, 'new'));
  await logged('new');
  const remove = () => applyPolicy(gateway.database, loggedRequests(7));
  const age = (days: number) =>
    gateway.database.query(`UPDATE logged_request SET created_on = ${daysAgo('$1')}`, [days]);
  await age(6);
  await remove();
  expect(await search('requestId == "new"')).toHaveLength(1);
  await age(8);
  await remove();
  expect(await search('requestId == "new"')).toEqual([]);
});
