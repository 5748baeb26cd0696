import { randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { Api } from '../support/api.js';
import { instructionFor } from '../support/instruction.js';
import { DEMO_STAFF } from '../support/staff.js';
import { type TestClient, fundedClient, newClient, operator, url } from '../support/system.js';

/** production.md §2: every command of staff and clients, also of those that another service executes. */

const AUDIT = '/operator/v1/audit';
const searched = async (q: string): Promise<any[]> =>
  (await operator.get(`${AUDIT}?limit=1000&q=${encodeURIComponent(q)}`)).body.data;

/** The entry of a request: that of a client is written soon after its response. */
async function entryOf(requestId: string): Promise<any> {
  const found = () => searched(`requestId == "${requestId}"`);
  await until(async () => (await found()).length > 0);
  const entries = await found();
  expect(entries).toHaveLength(1);
  return entries[0];
}

const sent = (requestId: string) => ({ 'x-request-id': requestId, 'user-agent': 'contract/1' });

let client: TestClient & { beneficiaryId: string };
beforeAll(async () => {
  client = await fundedClient({ GBP: 100 });
});

it('has what a client asked another service for, with its author and its record', async () => {
  const requestId = randomUUID();
  const created = await client.api.post('/v1/payment-instructions', instructionFor(client.beneficiaryId), {
    headers: sent(requestId),
  });
  expect(created.headers.get('x-corridor-outcome')).toBeNull();
  expect(await entryOf(requestId)).toEqual({
    id: expect.stringMatching(/^aud_/),
    on: expect.any(String),
    by: { id: expect.stringMatching(/^cu_/), name: expect.stringContaining('Ada') },
    apiKeyId: expect.stringMatching(/^ak_/),
    client: { id: client.clientId, name: client.name },
    ...{ operation: 'createPaymentInstruction', method: 'POST', path: '/v1/payment-instructions' },
    ...{ recordId: created.body.data.id, outcome: 'SUCCEEDED', status: 200, problem: null },
    durationMs: expect.any(Number),
    ...{ address: expect.any(String), userAgent: 'contract/1', requestId },
    ...{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), approvalId: null },
  });
});

it('has what staff asked another service for as soon as they have the response', async () => {
  const requestId = randomUUID();
  const path = `/operator/v1/dealing/limits/${client.clientId}`;
  const limits = { clientExposure: 1_000_000, maximumDeal: null, deposits: null };
  const { status } = await operator.put(path, limits, { headers: sent(requestId) });
  const [entry] = await searched(`requestId == "${requestId}"`);
  expect(entry).toMatchObject({
    by: { id: expect.stringMatching(/^stf_/) },
    apiKeyId: expect.stringMatching(/^sk_/),
    client: null,
    ...{ operation: 'setClientDealingLimits', recordId: client.clientId, status, outcome: 'SUCCEEDED' },
  });
});

it.each([
  ['a body that is wrong', 400, 'invalid_request', '/v1/payments', {}],
  ['a record that is not there', 404, 'not_found', '/v1/conversions/cnv_unknown/cancel', { reason: 'No' }],
])('has what was refused, and why: %s', async (_, status, problem, path, body) => {
  const requestId = randomUUID();
  await client.api.post(path, body, { headers: sent(requestId) });
  expect(await entryOf(requestId)).toMatchObject({ status, problem, outcome: 'REFUSED', path });
});

it('has what somebody may not do, of clients and of staff', async () => {
  const reader = await newClient(['wallets:read']);
  const [first, second] = [randomUUID(), randomUUID()];
  await reader.api.post('/v1/wallets', { ccyCode: 'EUR' }, { headers: sent(first) });
  const refused = { outcome: 'REFUSED', status: 403, problem: 'permission_required' };
  expect(await entryOf(first)).toMatchObject({ ...refused, client: { id: reader.clientId } });

  const login = { email: `${randomUUID()}@corridor.example`, password: 'correct horse battery' };
  const person = { ...login, firstName: 'Bo', lastName: 'Chen', roles: ['support'] };
  const { body: hired } = await operator.post('/operator/v1/staff', person);
  const { body } = await new Api(url, {}).post('/operator/v1/auth/token', login, { key: null });
  const member = new Api(url, { authorization: `Bearer ${body.data.accessToken}` });
  await member.put(`/operator/v1/dealing/limits/${client.clientId}`, {}, { headers: sent(second) });
  expect(await entryOf(second)).toMatchObject({ ...refused, by: { id: hired.data.id, name: 'Bo Chen' } });
  expect((await member.get(AUDIT)).body).toMatchObject({ status: 403, requiredPermission: 'audit:read' });
});

it('has a command whose credential is not valid, without an author', async () => {
  const requestId = randomUUID();
  const nobody = new Api(url, { 'x-api-key': 'nobody knows it' });
  await nobody.post('/v1/wallets', { ccyCode: 'EUR' }, { headers: sent(requestId) });
  expect(await entryOf(requestId)).toMatchObject({ by: null, client: null, outcome: 'REFUSED', status: 401 });
});

it('has a repeated command each time, with the same record', async () => {
  const key = randomUUID();
  const [first, second] = [randomUUID(), randomUUID()];
  const create = (requestId: string) =>
    client.api.post('/v1/payment-instructions', instructionFor(client.beneficiaryId), {
      key,
      headers: sent(requestId),
    });
  const { body } = await create(first);
  await create(second);
  for (const one of [first, second]) expect((await entryOf(one)).recordId).toBe(body.data.id);
});

it('has no read, no secret, and nothing that clients can see', async () => {
  const canary = `canary-${randomUUID()}`;
  const [key, token, read] = [randomUUID(), randomUUID(), randomUUID()];
  expect((await client.api.post('/v1/payments/search', {}, { key: null, headers: sent(read) })).status).toBe(
    200,
  );
  await client.api.get('/v1/wallets', sent(read));
  const issued = await operator.post(
    `/operator/v1/users/${client.userId}/api-keys?q=${canary}`,
    { label: canary },
    { key: canary, headers: { ...sent(key), cookie: canary } },
  );
  const login = { ...client.login, password: canary };
  await new Api(url, {}, false).post('/v1/auth/token', login, { key: null, headers: sent(token) });
  const entries = JSON.stringify([await entryOf(key), await entryOf(token)]);
  const secrets = [canary, client.login.password, DEMO_STAFF['x-api-key'], issued.body.data?.secret];
  for (const secret of secrets) expect(entries).not.toContain(secret ?? canary);
  expect(await searched(`requestId == "${read}"`)).toEqual([]);
  for (const path of [AUDIT, `${AUDIT}/export`]) expect((await client.api.get(path)).status).toBe(401);
});

it('is searched in both forms, and exported one entry a line', async () => {
  const q = `AND(client.id == "${client.clientId}",outcome == "REFUSED")`;
  const found = await searched(q);
  expect(found.length).toBeGreaterThan(0);
  const equals = (field: string, value: string) => ({ field, operator: 'Equals', value });
  const conditions = [equals('client.id', client.clientId), equals('outcome', 'REFUSED')];
  const query = { groupOperator: 'AND', conditions };
  const byBody = await operator.post(`${AUDIT}/search`, { query, limit: 1000 }, { key: null });
  expect(byBody.body.data).toEqual(found);
  const exported = await operator.get(`${AUDIT}/export?q=${encodeURIComponent(q)}`);
  expect(exported.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(
    exported.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(found);
});
