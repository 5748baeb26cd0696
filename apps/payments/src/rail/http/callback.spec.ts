import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR } from '@corridor/http';
import { Readiness } from '@corridor/platform';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { Logger } from '@nestjs/common';
import { type TestService, ownStatementsOf, startTestService } from '@corridor/testing/service';
import { signed, startProvider } from '@corridor/tools/provider/provider.mjs';
import { PaymentsModule } from '../../payments.module.js';
import { service } from '../../service.js';
import { SubmissionJob } from '../../submission/submission-job.js';
import { SubmissionReactions } from '../../submission/submission-reactions.js';
import { requested } from '../../submission/submission.fixture.js';
import { PaymentRail } from '../payment-rail.js';
import { railSettings } from '../rail-settings.js';

/** The service with a provider, as an operator sets it. */

const SECRET = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
const NEXT = `whsec_${Buffer.alloc(32, 'b').toString('base64')}`;
const clock = new TestClock(new Date());
const staff = { ...testCaller, client: OPERATOR, permissions: ['bank:read' as const] };
const event = { id: 'e-1', payment: { reference: 'NEVER-SENT', status: 'SETTLED' } };

let folder: string;
let started: Awaited<ReturnType<typeof startProvider>>;
let payments: TestService;
let url: string;
let variables: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provider-'));
  const [key, secret] = [join(folder, 'key'), join(folder, 'secret')];
  await writeFile(key, 'the key\n');
  await writeFile(secret, `${SECRET},${NEXT}\n`);
  started = await startProvider({ key: 'the key' });
  variables = {
    RAIL: 'http',
    BANK_BIC: 'CORRGB2LXXX',
    RAIL_HTTP_URL: started.url,
    RAIL_HTTP_KEY_FILE: key,
    RAIL_HTTP_CALLBACK_SECRET_FILE: secret,
    RAIL_HTTP_EVERY_SECONDS: '1',
  };
  payments = await startService(variables);
  await payments.app.listen(0, '127.0.0.1');
  url = `${await payments.app.getUrl()}/provider/v1/callbacks`;
});
afterAll(async () => {
  await payments.close();
  await started.close();
  await rm(folder, { recursive: true });
});

/** Its job has a turn only when the test says so. */
async function startService(given: Record<string, string>, database = payments?.db): Promise<TestService> {
  const one = await startTestService(service, PaymentsModule.in('SANDBOX'), {
    ...{ clock, caller: staff, variables: given, hasStandIns: true },
    ...(database && { database }),
  });
  await one.app.get(SubmissionJob).onModuleDestroy();
  return one;
}

const call = async (body: string, headers: Record<string, string>): Promise<number> => {
  const all = { 'content-type': 'application/json', ...headers };
  return (await fetch(url, { method: 'POST', body, headers: all })).status;
};
const unknown = async () =>
  (await payments.db.database.query(`SELECT report ->> 'reference' AS of FROM unknown_bank_report`)).length;
const statusOf = async (id: string) =>
  (await payments.get(`/operator/v1/bank/submissions/${id}`)).data.status as string;

test('a payment is ordered, settled by a callback, and returned by an event that the provider keeps until it is asked', async () => {
  const id = requested.subjectId.replace('pmt_', 'sub_');
  const reference = requested.subjectId.slice(-16);
  await payments.app
    .get(SubmissionReactions)
    .onSubmissionRequested(delivered<'payments.submission_requested'>({ ...requested, submissionId: id }));
  await payments.app.get(SubmissionJob).turn();
  expect([[...started.provider.payments.keys()], await statusOf(id)]).toEqual([[reference], 'ACCEPTED']);

  Object.assign(started.provider.options, { callback: url, secret: NEXT });
  const desk = (what: string, body: object = {}) => started.provider.desk(what, reference, body);
  const isTaken = await started.provider.call({
    id: 'settled',
    payment: { reference, status: 'SETTLED' },
  });
  expect([isTaken, await statusOf(id)]).toEqual([true, 'SETTLED']);

  started.provider.options.callback = undefined;
  desk('return', { returned: { currency: 'EUR', value: '985.50' }, reason: 'Account closed.' });
  clock.advance(1_000);
  await payments.app.get(SubmissionJob).turn();
  expect((await payments.get(`/operator/v1/bank/submissions/${id}`)).data).toMatchObject({
    status: 'RETURNED',
    returnedAmount: { ccyCode: 'EUR', value: 985.5 },
  });
  expect(started.provider.events).toEqual([]);
});

test('a callback about a payment that was never ordered is kept for a person, once for each status', async () => {
  const body = JSON.stringify(event);
  for (let n = 0; n < 2; n++) expect(await call(body, signed('e-1', body, SECRET))).toBe(200);
  expect(await unknown()).toBe(1);
  const other = JSON.stringify({ ...event, payment: { ...event.payment, status: 'RETURNED' } });
  expect(await call(other, signed('e-1', other, SECRET))).toBe(200);
  expect(await unknown()).toBe(2);
});

test('a flood of callbacks that are not signed costs no statement and one line of the log; a good one passes', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  clock.advance(60_000);
  const body = JSON.stringify({ ...event, id: 'forged' });
  const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`;
  const flood = () =>
    Promise.all(
      Array.from({ length: 200 }, (_, n) => call(body, n % 2 ? signed('forged', body, wrong) : {})),
    );
  let statuses: number[] = [];
  const statements = await ownStatementsOf(async () => {
    statuses = await flood();
  });
  expect([new Set(statuses), statements]).toEqual([new Set([401]), []]);
  expect(warn).toHaveBeenCalledTimes(1);
  const good = JSON.stringify({
    ...event,
    id: 'during',
    payment: { reference: 'DURING', status: 'SETTLED' },
  });
  const before = await unknown();
  const now = new Date(clock.now());
  const [, status] = await Promise.all([flood(), call(good, signed('during', good, SECRET, now))]);
  expect([status, await unknown()]).toEqual([200, before + 1]);
  warn.mockRestore();
});

describe('nothing gets in that', () => {
  const body = JSON.stringify({ ...event, id: 'forged' });
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const good = signed('forged', body, SECRET);

  test.each<[string, Record<string, string>, string?]>([
    ['is not signed', {}],
    ['is signed with another secret', signed('forged', body, `whsec_${Buffer.alloc(32).toString('base64')}`)],
    ['has other bytes than were signed', good, ` ${body}`],
    ['has another id than was signed', { ...good, 'webhook-id': 'other' }],
    [
      'has another time than was signed',
      { ...good, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1) },
    ],
    ['is older than five minutes', signed('forged', body, SECRET, ago(400))],
    ['is of the future', signed('forged', body, SECRET, ago(-400))],
    ['has a time that is no number', { ...good, 'webhook-timestamp': 'NaN' }],
    ['has an empty signature', { ...good, 'webhook-signature': 'v1,' }],
    ['has a part of the signature', { ...good, 'webhook-signature': good['webhook-signature'].slice(0, 20) }],
    [
      'has a signature of another version',
      { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v2') },
    ],
    [
      'is signed asymmetrically',
      { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v1a') },
    ],
  ])('%s', async (_, headers, sent = body) => {
    const before = await unknown();
    expect([await call(sent, headers), await unknown()]).toEqual([401, before]);
  });

  test.each([
    ['{"id":"x"}', 400],
    ['{"id":"x","payment":{"reference":"A","status":"PAID"}}', 400],
    ['[]', 400],
    ['not JSON', 400],
    ['', 400],
    [JSON.stringify({ ...event, padding: 'x'.repeat(100_000) }), 413],
  ])('is signed and cannot be read: %.40s', async (sent, status) => {
    const before = await unknown();
    expect([await call(sent, signed('x', sent, SECRET)), await unknown()]).toEqual([status, before]);
  });
});

test('without a secret, or with another rail, there is no such route', async () => {
  const { RAIL_HTTP_CALLBACK_SECRET_FILE: _, ...without } = variables;
  for (const given of [without, { RAIL: 'manual', BANK_BIC: 'CORRGB2LXXX' }]) {
    const other = await startService(given);
    const body = JSON.stringify(event);
    const { status } = await other.post('/provider/v1/callbacks', body, {
      key: null,
      headers: { 'content-type': 'application/json', ...signed('e-1', body, SECRET) },
    });
    expect(status).toBe(404);
    await other.close();
  }
});

test('health says that the provider is away, and that it is back', async () => {
  const health = async () => {
    const checks = payments.app.get(Readiness).indicators as (() => Promise<Record<string, unknown>>)[];
    const results = await Promise.all(checks.map((check) => check()));
    return (Object.assign({}, ...results) as Record<string, unknown>)['bank server'];
  };
  const turns = async () => {
    for (let n = 0; n < 3; n++) {
      clock.advance(2_000);
      await payments.app.get(SubmissionJob).turn();
    }
  };
  started.provider.meddle = () => ({ status: 502 });
  await turns();
  expect(payments.app.get(PaymentRail).away?.reason).toContain('the response was 502');
  expect(await health()).toMatchObject({ status: 'degraded', message: expect.stringContaining('502') });
  started.provider.meddle = (_, reply) => reply();
  await turns();
  expect(payments.app.get(PaymentRail).away).toBeNull();
});

test('a start names what is missing, and takes no address in the clear', () => {
  const production = { ENVIRONMENT: 'PRODUCTION', RAIL: 'http' };
  expect(railSettings.errors(production).join()).toMatch(
    /BANK_BIC must be set.*RAIL_HTTP_URL must be set with RAIL=http.*RAIL_HTTP_KEY_FILE must be set with RAIL=http/,
  );
  for (const address of [
    'http://bank.example',
    'https://user:password@bank.example',
    'ftp://bank.example',
    'bank',
  ])
    expect(railSettings.errors({ ...variables, RAIL_HTTP_URL: address })).toEqual([
      expect.stringMatching(/^RAIL_HTTP_URL must be an address such as https/),
    ]);
  expect(railSettings.errors({ ...variables, RAIL_HTTP_CALLBACK_SECRET_FILE: join(folder, 'key') })).toEqual([
    'RAIL_HTTP_CALLBACK_SECRET_FILE must have secrets as whsec_… with at least 24 bytes in Base64',
  ]);
  expect(railSettings.errors(variables)).toEqual([]);
});
