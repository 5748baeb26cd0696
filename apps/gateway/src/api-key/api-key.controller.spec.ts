import { permissions } from '@corridor/http';
import { issues } from '@corridor/testing';
import { type Person, TestGateway } from '../gateway.fixture.js';

let gateway: TestGateway;
let ada: Person;
let bearer: Record<string, string>;
beforeAll(async () => {
  gateway = await TestGateway.start();
  ada = await gateway.person();
  bearer = await gateway.bearer(ada);
});
afterAll(() => gateway.stop());

const create = (body: object, headers: Record<string, string> = bearer) =>
  gateway.post('/v1/api-keys', body, headers);
const list = async (headers: Record<string, string> = bearer) =>
  (await gateway.get('/v1/api-keys', headers)).data as Record<string, unknown>[];
const works = async (secret: string) =>
  (await gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret })).status === 200;

describe('the API keys of a user', () => {
  test('can be created, used with their permissions, listed and revoked', async () => {
    gateway.clock.advance(1000);
    const { status, data } = await create({ label: 'ERP', permissions: ['wallets:read'] });
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^ak_/),
      label: 'ERP',
      userId: ada.userId,
      permissions: ['wallets:read'],
      status: 'ACTIVE',
      createdOn: expect.any(String),
      revokedOn: null,
      expiresOn: null,
      allowedAddresses: [],
      secret: expect.stringMatching(/^ck_sandbox_[\w-]{43}$/),
    });
    const { secret, ...record } = data as { secret: string };
    expect((await list())[0]).toEqual({ ...record, lastUsedOn: null });
    expect(await works(secret)).toBe(true);
    // The use is recorded concurrently with the request.
    while ((await list())[0]?.lastUsedOn === null) await new Promise(setImmediate);
    expect((await list())[0]).toEqual({
      ...record,
      lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}$/),
    });
    const revoked = await gateway.post(`/v1/api-keys/${data.id}/revoke`, undefined, bearer);
    expect(revoked.data).toEqual({ ...record, status: 'REVOKED', revokedOn: expect.any(String) });
    expect(await works(secret)).toBe(false);
    expect((await list())[0]).toMatchObject({ id: data.id, status: 'REVOKED' });
    expect((await gateway.post(`/v1/api-keys/${data.id}/revoke`, undefined, bearer)).data).toEqual(
      revoked.data,
    );
  });

  test('have at most the permissions of their user; by default all of them', async () => {
    expect((await create({ label: 'all' })).data.permissions).toEqual([...permissions]);
    const limited = await gateway.person({ permissions: ['wallets:read', 'api-keys:manage'] });
    const theirs = await gateway.bearer(limited);
    const more = await create({ label: 'x', permissions: ['wallets:read', 'wallets:write'] }, theirs);
    expect(issues(more)).toEqual([400, '#/permissions/1 not_granted']);
    const without = await gateway.bearer(await gateway.person({ permissions: ['wallets:read'] }));
    expect(await create({ label: 'x' }, without)).toMatchObject({
      status: 403,
      problem: { requiredPermission: 'api-keys:manage' },
    });
  });

  test('cannot be managed with a key', async () => {
    const key = { 'x-api-key': ada.secret };
    for (const response of [
      await create({ label: 'x' }, key),
      await gateway.get('/v1/api-keys', key),
      await gateway.post(`/v1/api-keys/${ada.apiKeyId}/revoke`, undefined, key),
    ])
      expect(response).toMatchObject({ status: 403, problem: { code: 'bearer_token_required' } });
    expect(await works(ada.secret)).toBe(true);
    expect((await create({ label: 'x' }, {})).status).toBe(401);
  });

  test('are not visible to other users, of the same client or another', async () => {
    const colleague = await gateway.person({ clientId: ada.clientId });
    const stranger = await gateway.person();
    for (const other of [colleague, stranger]) {
      const theirs = await gateway.bearer(other);
      const revoked = await gateway.post(`/v1/api-keys/${ada.apiKeyId}/revoke`, undefined, theirs);
      expect([revoked.status, revoked.problem?.code]).toEqual([404, 'not_found']);
      expect((await list(theirs)).map(({ id }) => id)).toEqual([other.apiKeyId]);
    }
    expect((await gateway.post('/v1/api-keys/ak_unknown/revoke', undefined, bearer)).status).toBe(404);
    expect(await works(ada.secret)).toBe(true);
  });

  test('return their secret to a repeated request, and do not expose it in the database', async () => {
    const key = { ...bearer, 'x-idempotency-key': 'the key' };
    const first = await create({ label: 'again' }, key);
    const again = await create({ label: 'again' }, key);
    expect([again.text, again.replayed]).toEqual([first.text, true]);
    expect(first.headers['cache-control']).toBe('no-store');
    const other = await create({ label: 'another' }, key);
    expect([other.status, other.problem?.code]).toEqual([422, 'idempotency_key_reused']);
    for (const table of ['events', 'streams', 'idempotency_key', 'api_key', 'credential']) {
      const [row] = await gateway.database.query<{ all: string }>(
        `SELECT string_agg(t::text, '') AS all FROM ${table} t`,
      );
      expect(row?.all).not.toContain(first.data.secret);
    }
  });

  test('do not return a secret to another user of the client with the same key', async () => {
    const first = await create({ label: 'mine' }, { ...bearer, 'x-idempotency-key': 'shared' });
    expect(first.status).toBe(200);
    const colleague = await gateway.bearer(await gateway.person({ clientId: ada.clientId }));
    const theirs = await create({ label: 'mine' }, { ...colleague, 'x-idempotency-key': 'shared' });
    expect([theirs.status, theirs.problem?.code]).toEqual([422, 'idempotency_key_reused']);
    expect(theirs.text).not.toContain(first.data.secret);
  });

  test('with issues are refused, all issues at once', async () => {
    expect(issues(await create({ label: '', permissions: ['everything'], more: 1 }))).toEqual([
      400,
      '#/label too_short',
      '#/more unknown_field',
      '#/permissions/0 not_allowed',
    ]);
    expect(issues(await create({ label: 'x', secret: 'a secret of my own choice' }))).toEqual([
      400,
      '#/secret unknown_field',
    ]);
  });

  test('are limited to 50, despite concurrent requests; the 50th can be repeated', async () => {
    const bob = await gateway.person();
    const his = await gateway.bearer(bob);
    const responses = await Promise.all(
      Array.from({ length: 55 }, (_, n) =>
        create({ label: `${n}` }, { ...his, 'x-idempotency-key': `key ${n}` }),
      ),
    );
    const made = responses.filter(({ status }) => status === 200);
    expect(made).toHaveLength(49);
    for (const { status, problem } of responses.filter((one) => one.status !== 200))
      expect([status, problem?.code]).toEqual([422, 'limit_reached']);
    const fiftieth = responses.findIndex(({ status }) => status === 200);
    const again = await create({ label: `${fiftieth}` }, { ...his, 'x-idempotency-key': `key ${fiftieth}` });
    expect([again.text, again.replayed]).toEqual([responses[fiftieth]?.text, true]);
  });
});
