import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '@corridor/embedded-postgres';
import { Database } from '@corridor/event-store';
import { ForwardingModule, GatewayModule, forwardingSettings, service as gateway } from '@corridor/gateway';
import { Authenticator, SignedCaller, SignedCallerAuthenticator } from '@corridor/http';
import { EmbeddedCarrier } from '@corridor/messaging';
import { PaymentsModule, service as payments } from '@corridor/payments';
import { type Application, type Composition, PinoLogger, startApplication } from '@corridor/platform';
import { SERVICES, addressVariable } from '@corridor/services';
import type { DynamicModule } from '@nestjs/common';
import { staffOf } from './staff.fixture.js';

/**
 * The two ways of a request, on the same databases: in one process the router calls the controllers of all services, and
 * otherwise the gateway forwards the request to its service. Clients cannot tell which.
 */

const CALLER_SECRET = 'a secret for specs with its 32 bytes';
const OPERATOR_KEY = 'forwarded-operator-key';

/** Delivers nothing: the application under comparison does. */
class Still extends EmbeddedCarrier {
  override start(): void {}
}

const authenticator: DynamicModule = {
  module: class AuthenticatorModule {},
  providers: [
    { provide: Authenticator, useValue: new SignedCallerAuthenticator(new SignedCaller(CALLER_SECRET)) },
  ],
  exports: [Authenticator],
};

let dataDir: string;
let postgres: EmbeddedPostgres;
let inMemory: Application;
let service: Application;
let forwarding: Application;
let key: string;
let reader: string;
let userId: string;

const started = (more: Partial<Composition>, variables: Record<string, string> = {}) =>
  startApplication({
    variables: { DATABASE_URL: postgres.url, PORT: '0', OPERATOR_KEY, CALLER_SECRET, ...variables },
    settings: [...gateway.settings, ...payments.settings],
    logger: new PinoLogger('silent', 'forwarded'),
    carrier: new Still(() => undefined),
    modules: [],
    rateLimit: null,
    ...more,
  });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'corridor-spec-'));
  chmodSync(dataDir, 0o755);
  postgres = await startPostgres({ dataDir });
  const carrier = new EmbeddedCarrier(() => undefined);
  const modules = [GatewayModule, PaymentsModule.in('SANDBOX')];
  inMemory = await started({ carrier, modules });
  service = await started({ modules: [PaymentsModule.in('SANDBOX'), authenticator] });
  forwarding = await started(
    {
      modules: [GatewayModule, ForwardingModule],
      settings: [...gateway.settings, forwardingSettings],
    },
    Object.fromEntries(SERVICES.map((one) => [addressVariable(one), service.url])),
  );
  [key, reader] = await newKeys();
});
afterAll(async () => {
  for (const one of [forwarding, service, inMemory]) await one?.close();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Without a client library, so that nothing is added to the request or read into the response. */
const send = (url: string, { method, path, headers = {}, body }: Sent) =>
  new Promise<Received>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

async function operate(path: string, body: object) {
  const headers = {
    ...(await staffOf(inMemory.url, OPERATOR_KEY)),
    'x-idempotency-key': randomUUID(),
    'content-type': 'application/json',
  };
  const sent = { method: 'POST', path: `/operator/v1${path}`, headers, body: JSON.stringify(body) };
  const response = await send(inMemory.url, sent);
  return (JSON.parse(response.body) as { data: { id: string; secret: string } }).data;
}

/** Of a new client: one with all permissions, and one that may only read payments. */
async function newKeys(): Promise<[string, string]> {
  const client = await operate('/clients', {
    name: 'Forwarded Ltd',
    code: 'forwarded',
    address: { lines: ['1 Router Street'], countryCode: 'GB' },
    clientType: 'Business',
    settings: { baseCcy: 'GBP' },
  });
  const user = await operate(`/clients/${client.id}/users`, {
    firstName: 'Ada',
    lastName: 'Router',
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
  userId = user.id;
  const all = await operate(`/users/${user.id}/api-keys`, { label: 'all' });
  const few = await operate(`/users/${user.id}/api-keys`, { label: 'few', permissions: ['payments:read'] });
  return [all.secret, few.secret];
}

const beneficiary = JSON.stringify({
  beneficiaryType: 'COMPANY',
  company: { name: 'Müller GmbH' },
  address: { lines: ['Lindenstraße 5'], city: 'Berlin', postalCode: '10969', countryCode: 'DE' },
  bankAccount: {
    bankName: 'Commerzbank',
    bankCountryCode: 'DE',
    ccyCode: 'EUR',
    accountHolderName: 'Müller GmbH',
    bicSwiftCode: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
  },
});

const BENEFICIARIES = '/v1/beneficiaries';
const asked = (path: string, headers: Record<string, string> = {}, method = 'GET'): Sent => ({
  method,
  path,
  headers: { 'x-api-key': key, 'x-request-id': 'request-1', ...headers },
});
const posted = (path: string, body: string, headers: Record<string, string> = {}): Sent => ({
  ...asked(path, { 'content-type': 'application/json', 'x-idempotency-key': 'key-1', ...headers }, 'POST'),
  body,
});

/** What differs between any two responses: when they were sent, and what belongs to the connection. */
function comparable({ status, headers, body }: Received) {
  const { date: _, connection: __, 'keep-alive': ___, ...others } = headers;
  return { status, headers: others, body: body.replace(/"timestamp":"[^"]+"/, '"timestamp":"now"') };
}

async function both(sent: Sent) {
  const [first, second] = [await send(inMemory.url, sent), await send(forwarding.url, sent)];
  expect(comparable(second)).toEqual(comparable(first));
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  return first;
}

test('a record, its repeated creation and a list are the same bytes', async () => {
  const created = await send(inMemory.url, posted(BENEFICIARIES, beneficiary));
  expect(created).toMatchObject({ status: 200 });
  const { id } = (JSON.parse(created.body) as { data: { id: string } }).data;

  const repeated = await both(posted(BENEFICIARIES, beneficiary));
  expect(repeated).toMatchObject({ status: 200, body: created.body });
  expect(repeated.headers['idempotent-replayed']).toBe('true');

  const read = await both(asked(`${BENEFICIARIES}/${id}`));
  expect(read).toMatchObject({ status: 200, headers: { 'x-request-id': 'request-1' } });
  expect(Buffer.from(read.body, 'latin1').toString()).toContain('"name":"Müller GmbH"');
  expect((await both(asked(`${BENEFICIARIES}/${id}`, {}, 'HEAD'))).status).toBe(200);

  expect((await both(asked(`${BENEFICIARIES}?limit=1&q=id==%22${id}%22`))).body).toContain('"totalCount":1');
  const search = JSON.stringify({ query: { field: 'id', operator: 'Equals', value: id } });
  expect((await both(posted(`${BENEFICIARIES}/search`, search))).body).toContain('"totalCount":1');
});

test.each<[number, () => Sent]>([
  [
    400,
    () => posted(BENEFICIARIES, '{"beneficiaryType":"NEITHER","more":1}', { 'x-idempotency-key': 'key-2' }),
  ],
  [400, () => posted(BENEFICIARIES, '{"beneficiaryType":')],
  [400, () => posted(BENEFICIARIES, '{"beneficiaryType":"\\u0000"}')],
  [400, () => posted(BENEFICIARIES, beneficiary, { 'x-idempotency-key': '' })],
  [400, () => asked(`${BENEFICIARIES}?limit=0`)],
  [400, () => asked(`${BENEFICIARIES}?q=id`)],
  [401, () => asked(`${BENEFICIARIES}/ben_1`, { 'x-api-key': 'unknown' })],
  [403, () => posted(BENEFICIARIES, beneficiary, { 'x-api-key': reader })],
  [404, () => asked(`${BENEFICIARIES}/ben_unknown`)],
  [404, () => asked('/v1/nothing')],
  [405, () => asked(BENEFICIARIES, {}, 'DELETE')],
  [413, () => posted(BENEFICIARIES, ' '.repeat(100_001))],
  [415, () => posted(BENEFICIARIES, beneficiary, { 'content-type': 'text/plain' })],
  [422, () => posted(BENEFICIARIES, beneficiary.replace('Commerzbank', 'Deutsche Bank'))],
  [200, () => asked('/v1/auth/who-am-i')],
])('a response with %i is the same bytes (%#)', async (status, sent) =>
  expect(await both(sent())).toMatchObject({ status }),
);

test('the audit has the same of a command that is forwarded', async () => {
  const created = { operation: 'createBeneficiary', method: 'POST', path: BENEFICIARIES, problem: null };
  const refused = { ...created, recordId: null, outcome: 'REFUSED', status: 400, problem: 'invalid_request' };
  const headers = await staffOf(inMemory.url, OPERATOR_KEY);
  const entriesOf = async (requestId: string) => {
    const path = `/operator/v1/audit?q=requestId==%22${requestId}%22`;
    const { body } = await send(inMemory.url, { method: 'GET', path, headers });
    return (JSON.parse(body) as { data: object[] }).data;
  };
  for (const { url } of [inMemory, forwarding]) {
    const sent = (id: string) => ({ 'x-request-id': id, 'x-idempotency-key': randomUUID() });
    const [first, second] = [randomUUID(), randomUUID()];
    const response = await send(url, posted(BENEFICIARIES, beneficiary, sent(first)));
    expect(response.headers['x-corridor-outcome']).toBeUndefined();
    const { id } = (JSON.parse(response.body) as { data: { id: string } }).data;
    await send(url, posted(BENEFICIARIES, '{}', sent(second)));
    while ((await entriesOf(second)).length === 0) await sleep(20);
    expect(await entriesOf(first)).toMatchObject([{ ...created, recordId: id, status: 200 }]);
    expect(await entriesOf(second)).toMatchObject([refused]);
  }
});

test('the log of requests has the same of a read that is forwarded, and refused', async () => {
  const logged = { method: 'GET', path: `${BENEFICIARIES}?limit=0`, status: 400, problem: 'invalid_request' };
  for (const { url } of [inMemory, forwarding]) {
    const id = randomUUID();
    const response = await send(url, asked(logged.path, { 'x-request-id': id }));
    expect(response.headers['x-corridor-outcome']).toBeUndefined();
    const entries = async () => {
      const log = `/v1/request-log?q=requestId==%22${id}%22`;
      const { body } = await send(inMemory.url, asked(log));
      return (JSON.parse(body) as { data: object[] }).data;
    };
    while ((await entries()).length === 0) await sleep(20);
    expect(await entries()).toMatchObject([logged]);
  }
});

test('a revoked key is refused at once where it was revoked, and then by the other process', async () => {
  const { id, secret } = await operate(`/users/${userId}/api-keys`, { label: 'revoked' });
  const whoAmI = asked('/v1/auth/who-am-i', { 'x-api-key': secret });
  expect(await both(whoAmI)).toMatchObject({ status: 200 });
  await operate(`/api-keys/${id}/revoke`, {});
  expect(await send(inMemory.url, whoAmI)).toMatchObject({ status: 401 });
  while ((await send(forwarding.url, whoAmI)).status !== 401) await sleep(20);
  expect(await both(whoAmI)).toMatchObject({ status: 401 });
});

describe('a search whose caller hangs up', () => {
  let database: Database;
  beforeAll(async () => {
    database = service.app.get(Database, { strict: false });
    await send(inMemory.url, posted(BENEFICIARIES, beneficiary));
    await database.query(`ALTER TABLE beneficiary RENAME TO beneficiary_row`);
    await database.query(
      `CREATE VIEW beneficiary AS SELECT * FROM beneficiary_row WHERE pg_sleep(120)::text = ''`,
    );
  });
  afterAll(async () => {
    await database.query('DROP VIEW beneficiary');
    await database.query('ALTER TABLE beneficiary_row RENAME TO beneficiary');
  });

  /** How long the oldest search in Postgres has taken, in seconds; null if there is none. */
  const seconds = async () => {
    const [row] = await database.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM max(clock_timestamp() - query_start))::float8 AS seconds FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND application_name LIKE '%searches'`,
    );
    return row?.seconds ?? null;
  };
  /** A search takes 10 s at most, whoever waits for it. */
  const LONG_SECONDS = 8;

  const ways: [string, () => string][] = [
    ['in one process', () => inMemory.url],
    ['through the gateway', () => forwarding.url],
  ];
  const searches: [string, Sent][] = [
    ['GET', asked(BENEFICIARIES)],
    ['POST', posted(`${BENEFICIARIES}/search`, '{}')],
  ];
  const cases = ways.flatMap(([way, url]) => searches.map(([by, sent]) => [by, way, url, sent] as const));

  const takenAfterHangUp = async (url: string, { method, path, headers, body }: Sent) => {
    const { hostname, port } = new URL(url);
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, 'x-api-key': key },
      agent: false,
    });
    const hungUp = new Promise((resolve) => sent.once('error', resolve));
    sent.end(body);
    while ((await seconds()) === null) await sleep(5);
    sent.destroy(new Error('the caller hangs up'));
    await hungUp;
    let taken = 0;
    for (let now = await seconds(); now !== null; now = await seconds()) {
      taken = now;
      await sleep(5);
    }
    return taken;
  };

  test.each(cases)('by %s, ends in Postgres %s', async (_, __, url, sent) => {
    let taken = Infinity;
    // On a busy machine the end may come as late as that of the query: up to five times.
    for (let n = 0; n < 5 && taken >= LONG_SECONDS; n++) taken = await takenAfterHangUp(url(), sent);
    expect(taken).toBeLessThan(LONG_SECONDS);
  });
});
