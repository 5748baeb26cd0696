import { once } from 'node:events';
import { connect } from 'node:net';
import { applyPolicy } from '@corridor/event-store';
import type { AuditedCommandResource } from '@corridor/gateway-contract';
import { until } from '@corridor/testing';
import { ownerOf } from '@corridor/testing/service';
import { ADMINISTRATOR, type Person, TestGateway } from '../gateway.fixture.js';
import { auditedCommands } from './audit.view.js';

let gateway: TestGateway;
let ada: Person;
let owner: Awaited<ReturnType<typeof ownerOf>>;
let bearer: Record<string, string>;
beforeAll(async () => {
  gateway = await TestGateway.start({ FOUR_EYES: 'staff' });
  ada = await gateway.person();
  bearer = await gateway.bearer(ada);
  owner = await ownerOf(gateway.service.db);
});
afterAll(async () => {
  await owner.end();
  await gateway.stop();
});

const search = async (q: string): Promise<AuditedCommandResource[]> =>
  (await gateway.get(`/operator/v1/audit?limit=1000&q=${encodeURIComponent(q)}`, gateway.staff)).data;

/** The entry of a request, once it is written. */
async function entryOf(requestId: string): Promise<AuditedCommandResource> {
  const found = () => search(`requestId == "${requestId}"`);
  await until(async () => (await found()).length > 0);
  const [entry] = await found();
  return entry as AuditedCommandResource;
}

/** While nobody else can use a table. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  try {
    await work();
  } finally {
    await owner.query('ROLLBACK');
  }
}

const sent = (id: string, more: object = {}) => ({ 'x-request-id': id, 'user-agent': 'audited/1', ...more });
const person = (email: string) => ({
  ...{ firstName: 'One', lastName: 'Person', roles: ['support'] },
  ...{ email, password: 'correct horse battery' },
});
const newKey = { label: 'Audited' };

describe('a command of staff', () => {
  test('is in the audit when its response comes: who, what, when, from where, and its outcome', async () => {
    const { data } = await gateway.post(`/operator/v1/users/${ada.userId}/api-keys`, newKey, {
      ...gateway.staff,
      ...sent('of-staff', { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }),
    });
    const [entry] = await search('requestId == "of-staff"');
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      on: expect.any(String),
      by: { id: expect.stringMatching(/^stf_/), name: 'Ines Almeida' },
      apiKeyId: expect.stringMatching(/^sk_/),
      client: null,
      operation: 'createApiKey',
      method: 'POST',
      path: `/operator/v1/users/${ada.userId}/api-keys`,
      recordId: data.id,
      ...{ outcome: 'SUCCEEDED', status: 200, problem: null, durationMs: expect.any(Number) },
      ...{ address: '127.0.0.1', userAgent: 'audited/1', requestId: 'of-staff' },
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      approvalId: null,
    });
  });

  test('that is refused says why', async () => {
    await gateway.post('/operator/v1/clients', {}, { ...gateway.staff, ...sent('refused') });
    const [entry] = await search('requestId == "refused"');
    expect(entry).toMatchObject({
      operation: 'createClient',
      outcome: 'REFUSED',
      status: 400,
      problem: 'invalid_request',
    });
  });

  test('is written before it is executed: without an outcome it was begun', async () => {
    let response: Promise<unknown> | undefined;
    const { id } = await gateway.client();
    await without('events', async () => {
      const path = `/operator/v1/clients/${id}/suspend`;
      response = gateway.post(path, { reason: 'Asked' }, { ...gateway.staff, ...sent('begun') });
      const entry = await entryOf('begun');
      expect(entry).toMatchObject({ outcome: 'BEGUN', status: null, by: { name: 'Ines Almeida' } });
    });
    await response;
    expect((await entryOf('begun')).outcome).not.toBe('BEGUN');
  });

  test('is not executed if it cannot be written', async () => {
    const email = 'never@corridor.example';
    await without('audited_command', async () => {
      const response = await gateway.post('/operator/v1/staff', person(email), gateway.staff);
      expect(response).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
    });
    const { rows } = await owner.query(`SELECT 1 FROM events WHERE data::text LIKE '%${email}%'`);
    expect(rows).toEqual([]);
  });

  test('that was approved has the approval, and the asker as its author', async () => {
    const ines = await gateway.staffBearer(ADMINISTRATOR);
    const all = { ...person('bo@corridor.example'), roles: ['administrator'] };
    const { data: bo } = await gateway.post('/operator/v1/staff', all, { ...ines, ...sent('asked') });
    expect((await search('requestId == "asked"'))[0]).toMatchObject({ recordId: bo.id });
    const second = await gateway.staffBearer({ email: all.email, password: all.password });
    const asked = await gateway.post('/operator/v1/staff', person('cy@corridor.example'), {
      ...ines,
      ...sent('asked-again'),
    });
    const { data } = await gateway.post(`/operator/v1/approvals/${asked.data.id}/approve`, {}, second);
    const entries = await search('requestId == "asked-again"');
    expect(entries).toHaveLength(2);
    // Both have the same time here, and so any order.
    const [carriedOut, first] = ['SUCCEEDED', 'AWAITING_APPROVAL'].map((outcome) =>
      entries.find((one) => one.outcome === outcome),
    ) as [AuditedCommandResource, AuditedCommandResource];
    expect(first).toMatchObject({
      recordId: asked.data.id,
      outcome: 'AWAITING_APPROVAL',
      status: 202,
      approvalId: null,
    });
    expect(carriedOut).toMatchObject({
      ...{ operation: 'createStaff', status: 200, recordId: data.outcome.response.id },
      ...{ approvalId: asked.data.id, by: { name: 'Ines Almeida' }, address: null, userAgent: null },
    });
    expect(await search(`operation == "approveCommand"`)).toEqual([
      expect.objectContaining({ recordId: asked.data.id, by: { id: bo.id, name: 'One Person' } }),
    ]);
  });
});

describe('a command of a client', () => {
  test('is in the audit soon, with the user and the key', async () => {
    const { data } = await gateway.post('/v1/api-keys', newKey, { ...bearer, ...sent('of-client') });
    const ofAda = {
      ...{ by: { id: ada.clientUserId, name: 'Ada Lovelace' }, client: { id: ada.clientId } },
      operation: 'createOwnApiKey',
    };
    expect(await entryOf('of-client')).toMatchObject({ ...ofAda, recordId: data.id, status: 200 });
    await gateway.post('/v1/api-keys', newKey, { 'x-api-key': ada.secret, ...sent('by-key') });
    expect(await entryOf('by-key')).toMatchObject({
      ...{ ...ofAda, apiKeyId: ada.apiKeyId },
      ...{ recordId: null, status: 403 },
    });
  });

  test('neither fails nor waits while nothing can be written', async () => {
    await without('audited_command', async () => {
      const headers = { ...bearer, ...sent('while-away') };
      expect((await gateway.post('/v1/api-keys', newKey, headers)).status).toBe(200);
    });
    expect(await entryOf('while-away')).toMatchObject({ status: 200 });
  });

  test('is written when the process ends', async () => {
    const beside = await TestGateway.start({}, [], [], gateway);
    await beside.post('/v1/api-keys', newKey, { 'x-api-key': ada.secret, ...sent('at-the-end') });
    await beside.service.app.close();
    expect(await search('requestId == "at-the-end"')).toHaveLength(1);
  });
});

test('one whose sender is gone before its body is complete says from where it came', async () => {
  await gateway.service.app.listen(0, '127.0.0.1');
  const { port } = new URL(await gateway.service.app.getUrl());
  const arrived = once(gateway.service.app.getHttpServer(), 'request');
  const socket = connect(Number(port), '127.0.0.1');
  const head = ['POST /v1/auth/token HTTP/1.1', 'host: x', 'content-type: application/json'];
  socket.write([...head, 'x-request-id: gone', 'content-length: 9', '', '{"email'].join('\r\n'));
  await arrived;
  socket.resetAndDestroy();
  expect(await entryOf('gone')).toMatchObject({ outcome: 'REFUSED', address: '127.0.0.1' });
});

test('a login names the account, and whether it was rejected', async () => {
  await gateway.post('/v1/auth/token', { email: ada.email, password: 'wrong password' }, sent('wrong'));
  expect(await entryOf('wrong')).toMatchObject({
    ...{ by: null, client: null, operation: 'issueToken', recordId: ada.userId },
    ...{ status: 401, problem: 'unauthenticated' },
  });
  await gateway.post('/v1/auth/token', { email: ada.email, password: ada.password }, sent('right'));
  expect(await entryOf('right')).toMatchObject({ by: { id: ada.clientUserId }, status: 200 });
  const wrong = { email: ADMINISTRATOR.email, password: 'wrong password' };
  await gateway.post('/operator/v1/auth/token', wrong, sent('wrong-staff'));
  expect(await entryOf('wrong-staff')).toMatchObject({
    ...{ by: null, operation: 'issueStaffToken', recordId: expect.stringMatching(/^stf_/), status: 401 },
  });
  await gateway.post('/operator/v1/auth/token', ADMINISTRATOR, sent('right-staff'));
  expect(await search('requestId == "right-staff"')).toMatchObject([{ by: { name: 'Ines Almeida' } }]);
  await gateway.post('/v1/api-keys', newKey, { 'x-api-key': 'unknown', ...sent('unknown-key') });
  expect(await entryOf('unknown-key')).toMatchObject({ by: null, operation: 'createOwnApiKey', status: 401 });
});

test('reads, searches, and what reaches no operation are not in it', async () => {
  const id = sent('not-there');
  await gateway.get('/operator/v1/clients', { ...gateway.staff, ...id });
  await gateway.post('/operator/v1/clients/search', {}, { ...gateway.staff, ...id });
  await gateway.post('/v1/nothing', {}, { 'x-api-key': ada.secret, ...id });
  await gateway.post('/v1/api-keys', newKey, { 'x-api-key': ada.secret, ...sent('later') });
  await entryOf('later');
  expect(await search('requestId == "not-there"')).toEqual([]);
});

test('nothing of bodies, queries and credentials is in it', async () => {
  const canary = 'canary-7f3a9';
  const headers = { 'x-idempotency-key': canary, cookie: canary, ...sent('with-canary') };
  await gateway.post(`/operator/v1/staff?q=${canary}`, person(`${canary}@corridor.example`), {
    ...gateway.staff,
    ...headers,
  });
  await gateway.post('/v1/auth/token', { email: canary, password: canary }, sent('canary-login'));
  await gateway.post('/v1/api-keys', { label: canary }, { 'x-api-key': canary, ...sent('canary-key') });
  for (const id of ['with-canary', 'canary-login', 'canary-key']) await entryOf(id);
  const { data } = await gateway.post('/v1/api-keys', newKey, { ...bearer, ...sent('secret') });
  await entryOf('secret');
  const { rows } = await owner.query<{ text: string }>(
    'SELECT audited_command::text AS text FROM audited_command',
  );
  const all = rows.map(({ text }) => text).join('\n');
  for (const secret of [canary, data.secret, ada.secret, ada.password, ADMINISTRATOR.password])
    expect(all).not.toContain(secret);
});

describe('the database', () => {
  const service = (text: string) => gateway.database.query(text);

  test('keeps entries as they are', async () => {
    await expect(service(`DELETE FROM audited_command`)).rejects.toMatchObject({ code: '42501' });
    await expect(service(`UPDATE audited_command SET by_id = 'x'`)).rejects.toMatchObject({ code: '42501' });
    await expect(service(`UPDATE audited_command SET problem = 'x'`)).rejects.toMatchObject({
      code: '23001',
    });
    await expect(owner.query('TRUNCATE audited_command')).rejects.toMatchObject({ code: '23001' });
  });

  test('lets the service remove what is old enough, and nobody what is not', async () => {
    const insert = (id: string, age: string) =>
      owner.query(
        `INSERT INTO audited_command (id, client_id, created_on, outcome, status, request_id, data)
         VALUES ('${id}', 'operator', to_char(now() AT TIME ZONE 'UTC' - interval '${age}', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), 'SUCCEEDED', 200, 'r', '{}')`,
      );
    for (const [id, age] of [
      ['aud_old', '200 days'],
      ['aud_older', '400 days'],
      ['aud_new', '80 days'],
    ] as const)
      await insert(id, age);
    const left = async () =>
      (
        await owner.query<{ id: string }>(`SELECT id FROM audited_command WHERE request_id = 'r' ORDER BY 1`)
      ).rows.map(({ id }) => id);
    await applyPolicy(gateway.database, auditedCommands(300));
    expect(await left()).toEqual(['aud_new', 'aud_old']);
    await applyPolicy(gateway.database, auditedCommands(0));
    expect(await left()).toEqual(['aud_new']);
    await expect(owner.query(`DELETE FROM audited_command WHERE id = 'aud_new'`)).rejects.toMatchObject({
      code: '23001',
    });
  });
});

describe('the export', () => {
  const exported = (q: string, headers = gateway.staff) =>
    gateway.get(`/operator/v1/audit/export?q=${encodeURIComponent(q)}`, headers);

  test('has every entry that the query finds, one a line', async () => {
    await owner.query(
      `INSERT INTO audited_command (id, client_id, created_on, operation, outcome, status, request_id, data)
       SELECT id, 'operator', made, 'manyTimes', 'SUCCEEDED', 200, 'r-' || n,
         ('{"id":"' || id || '","on":"' || made || '","n":' || n || '}')::json
       FROM (SELECT n, 'aud_' || lpad(n::text, 26, '0') AS id, '2026-11-23T10:00:00.' || lpad((n % 7)::text, 3, '0') AS made
             FROM generate_series(1, 2345) AS n) AS many`,
    );
    const { status, headers, text } = await exported('operation == "manyTimes"');
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { n: number });
    expect(new Set(lines.map(({ n }) => n)).size).toBe(2345);
    expect(lines).toHaveLength(2345);
  });

  test('of nothing is empty, and of a wrong query refused', async () => {
    expect(await exported('operation == "never"')).toMatchObject({ status: 200, text: '' });
    expect(await exported('nothing == "x"')).toMatchObject({
      status: 400,
      problem: { code: 'invalid_request' },
    });
  });
});

test('what comes without a credential cannot crowd out clients; lost entries are counted', async () => {
  const health = async () =>
    JSON.stringify((await gateway.get('/health/ready')).data ?? (await gateway.get('/health/ready')).text);
  expect(await health()).not.toContain('lost since');
  await without('audited_command', async () => {
    const unknown = () => gateway.post('/v1/auth/token', {}, { 'x-forwarded-for': '192.0.2.1' });
    for (let n = 0; n < 12; n++) await Promise.all(Array.from({ length: 100 }, unknown));
    await gateway.post('/v1/api-keys', newKey, { 'x-api-key': ada.secret, ...sent('not-lost') });
  });
  await entryOf('not-lost');
  await until(async () => (await health()).includes('lost since the process started: 200'));
});
