import { readFileSync } from 'node:fs';
import { Api, type Reply } from './support/api.js';
import { createSubscription, subscriptionFor } from './support/subscription.js';
import { type TestClient, newClient, operator, url } from './support/system.js';

/** Access to webhooks: every operation, its permission, and the isolation of clients. */
const table = `
  GET  /v1/webhook-subscriptions                            webhook-subscriptions:read
  POST /v1/webhook-subscriptions                            webhook-subscriptions:write
  POST /v1/webhook-subscriptions/search                     webhook-subscriptions:read
  GET  /v1/webhook-subscriptions/{id}                       webhook-subscriptions:read
  PUT  /v1/webhook-subscriptions/{id}                       webhook-subscriptions:write
  POST /v1/webhook-subscriptions/{id}/pause                 webhook-subscriptions:write
  POST /v1/webhook-subscriptions/{id}/rotate-secret         webhook-subscriptions:write
  POST /v1/webhook-subscriptions/{id}/resume                webhook-subscriptions:write
  POST /v1/webhook-subscriptions/{id}/ping                  webhook-subscriptions:write
  GET  /v1/webhook-subscriptions/{id}/notifications         webhook-notifications:read
  POST /v1/webhook-subscriptions/{id}/notifications/search  webhook-notifications:read
  GET  /v1/webhook-subscriptions/{id}/deliveries            webhook-notifications:read
  GET  /v1/webhook-deliveries                               webhook-notifications:read
  GET  /v1/webhook-notifications                            webhook-notifications:read
  POST /v1/webhook-notifications/search                     webhook-notifications:read
  GET  /v1/webhook-notifications/{id}                       webhook-notifications:read
  GET  /v1/webhook-notifications/{id}/attempts              webhook-notifications:read
  POST /v1/webhook-notifications/{id}/attempts/search       webhook-notifications:read
  POST /v1/webhook-notifications/{id}/redeliver             webhook-notifications:write
  POST /v1/webhook-subscriptions/{id}/unsubscribe           webhook-subscriptions:write
`
  .trim()
  .split('\n')
  .map(
    (line) => line.trim().split(/\s+/) as [method: 'GET' | 'POST' | 'PUT', path: string, permission: string],
  );

let client: TestClient;
let subscription: string;
let ping: string;
beforeAll(async () => {
  client = await newClient();
  subscription = await createSubscription(client.api, {}, 'pause');
  ping = (await client.api.post(`/v1/webhook-subscriptions/${subscription}/ping`)).body.data.id as string;
});

const pathOf = (path: string) =>
  path === '/v1/webhook-deliveries'
    ? `${path}?relatedEntityIds=pi_1`
    : path.replace('{id}', path.startsWith('/v1/webhook-notifications') ? ping : subscription);
function send(api: Api, method: string, path: string): Promise<Reply> {
  const body = path === '/v1/webhook-subscriptions' || method === 'PUT' ? subscriptionFor() : {};
  const key = path.endsWith('/search') ? null : undefined;
  if (method === 'GET') return api.get(pathOf(path));
  return method === 'PUT' ? api.put(pathOf(path), body) : api.post(pathOf(path), body, { key });
}

it('covers every webhook operation', () => {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { tags?: string[] }>>;
  };
  const documented = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/v1/clients/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags = [] }]) => tags.includes('Webhooks'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
  expect(table.map(([method, path]) => `${method} ${path}`).sort()).toEqual(documented.sort());
});

describe('a key', () => {
  const permissions = [...new Set(table.map(([, , permission]) => permission))];
  const keyWith = async (allowed: readonly string[]) => {
    const made = await operator.post(`/operator/v1/users/${client.userId}/api-keys`, {
      label: 'narrow',
      permissions: allowed,
    });
    return new Api(url, { 'x-api-key': made.body.data.secret as string });
  };
  let without: Record<string, Api>;
  let only: Record<string, Api>;
  beforeAll(async () => {
    const keys = (allowed: (one: string) => readonly string[]) =>
      Promise.all(permissions.map(async (one) => [one, await keyWith(allowed(one))] as const));
    without = Object.fromEntries(await keys((one) => permissions.filter((other) => other !== one)));
    only = Object.fromEntries(await keys((one) => [one]));
  });

  it.each(table)('%s %s needs %s, and nothing else', async (method, path, permission) => {
    const refused = await send(without[permission] as Api, method, path);
    expect([refused.status, refused.body.code, refused.body.requiredPermission]).toEqual([
      403,
      'permission_required',
      permission,
    ]);
    const allowed = await send(only[permission] as Api, method, path);
    expect([200, 409]).toContain(allowed.status);
  });
});

it('of another client finds and changes nothing', async () => {
  const { api, clientId } = client;
  subscription = await createSubscription(api, {}, 'pause');
  ping = (await api.post(`/v1/webhook-subscriptions/${subscription}/ping`)).body.data.id as string;
  const before = await Promise.all(
    [`/v1/webhook-subscriptions/${subscription}`, '/v1/webhook-notifications'].map((path) => api.get(path)),
  );
  const { api: stranger } = await newClient();
  for (const [method, path] of table.filter(([, one]) => one.includes('{id}'))) {
    const reply = await send(stranger, method, path);
    expect([method, path, reply.status, reply.body.code]).toEqual([method, path, 404, 'not_found']);
    expect(reply.text).not.toContain(clientId);
  }
  for (const [method, path] of table.filter(([, one]) => /s(\/search)?$/.test(one) && !one.includes('{id}')))
    if (!(method === 'POST' && path === '/v1/webhook-subscriptions'))
      expect([path, (await send(stranger, method, path)).body.data]).toEqual([path, []]);
  for (const path of ['webhook-subscriptions', 'webhook-notifications'])
    expect((await stranger.get(`/v1/clients/${clientId}/${path}`)).status).toBe(404);
  const after = await Promise.all(
    [`/v1/webhook-subscriptions/${subscription}`, '/v1/webhook-notifications'].map((path) => api.get(path)),
  );
  expect(after.map(({ body }) => body.data)).toEqual(before.map(({ body }) => body.data));
});
