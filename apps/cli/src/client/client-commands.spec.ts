import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from '../cli.js';
import type { Terminal } from '../terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-client-cli-'));
const profiles = join(folder, 'corridor', 'profiles.json');
let server: Server;
let url: string;
let received: { line: string; headers: IncomingMessage['headers']; body: unknown }[];
/** Text as the body is a stream of events. */
let respond: (line: string) => { status: number; body: object | string };

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const line = decodeURIComponent(`${request.method} ${request.url}`.replaceAll('+', ' '));
      received.push({ line, headers: request.headers, body: body ? (JSON.parse(body) as unknown) : null });
      const { status, body: content } = respond(line);
      const isStream = typeof content === 'string';
      const type = isStream
        ? 'text/event-stream'
        : status < 300
          ? 'application/json'
          : 'application/problem+json';
      response.writeHead(status, { 'content-type': type }).end(isStream ? content : JSON.stringify(content));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const identity = { client: { name: 'Acme Trading Ltd' }, environment: { name: 'PRODUCTION' } };
const beneficiary = { id: 'ben_1', bankAccount: { ccyCode: 'EUR' } };
const at = (...history: string[]) => ({
  id: 'pi_1',
  status: history.at(-1) ?? 'PENDING',
  statusHistory: history.map((status) => ({ status, statusReason: null, occurredOn: '2026-11-20T10:00' })),
});
const problem = (code: string, status: number) => ({
  status,
  body: { type: `/problems/${code}`, title: 'Refused', status, detail: 'No.', code, requestId: 'req_1' },
});

beforeEach(() => {
  received = [];
  rmSync(profiles, { force: true });
  respond = (line) => {
    if (line.includes('who-am-i')) return { status: 200, body: { data: identity } };
    if (line.includes('/clock')) return problem('not_found', 404);
    if (line.includes('/beneficiaries?')) return { status: 200, body: { data: [beneficiary], meta: {} } };
    return { status: 200, body: { data: at('PENDING', 'SENT') } };
  };
});

async function corridor(
  args: readonly string[],
  {
    variables = {},
    input = [],
    endsAfter = 0,
  }: { variables?: Record<string, string>; input?: string[]; endsAfter?: number } = {},
) {
  let [out, said, written] = ['', '', 0];
  const interruption = Promise.withResolvers<void>();
  if (endsAfter === 0) interruption.resolve();
  const answers = [...input];
  const terminal: Terminal = {
    variables: { CORRIDOR_URL: url, CORRIDOR_API_KEY: 'ck_1', XDG_CONFIG_HOME: folder, ...variables },
    columns: null,
    write: (result) => {
      out += String(result);
      if (++written === endsAfter) interruption.resolve();
    },
    say: (line) => void (said += line),
    read: () => Promise.resolve(answers.shift() ?? ''),
    ask: () => Promise.resolve(answers.shift() ?? ''),
    now: () => new Date('2026-11-20T09:30:00Z'),
    interrupted: () => interruption.promise,
  };
  const none = () => Promise.resolve(0);
  const installation = { version: '1', commands: [], doctor: none, dr: none, migrate: none };
  return { code: await run(args, terminal, installation), out, said };
}
const logIn = (...args: string[]) =>
  corridor(['login', '--api-key', '-', ...args], {
    variables: { CORRIDOR_API_KEY: '' },
    input: ['ck_kept\n'],
  });
const asProfile = { CORRIDOR_API_KEY: '' };
const lines = () => received.map(({ line }) => line);

describe('a login', () => {
  it('keeps a key that works, for its user alone, and each profile has one', async () => {
    expect((await logIn()).said).toContain('(PRODUCTION) as Acme Trading Ltd, profile default.');
    await logIn('--profile', 'other');
    expect([statSync(profiles).mode & 0o777, statSync(join(folder, 'corridor')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    const kept = { url, apiKey: 'ck_kept' };
    expect(JSON.parse(readFileSync(profiles, 'utf8'))).toEqual({ default: kept, other: kept });
    await corridor(['logout', '--profile', 'other'], { variables: asProfile });
    expect(JSON.parse(readFileSync(profiles, 'utf8'))).toEqual({ default: kept });
    await corridor(['wallets', 'gbp'], { variables: asProfile });
    expect(received.at(-1)).toMatchObject({
      line: 'GET /v1/wallets/GBP',
      headers: { 'x-api-key': 'ck_kept' },
    });
  });

  it('asks for the key where neither it nor an email address is given', async () => {
    const { code } = await corridor(['login'], { variables: asProfile, input: ['', 'ck_typed'] });
    expect([code, received[0]?.headers['x-api-key']]).toEqual([0, 'ck_typed']);
  });

  it('keeps nothing that is refused', async () => {
    respond = () => problem('unauthenticated', 401);
    expect((await logIn()).code).toBe(1);
    expect((await corridor(['wallets'], { variables: asProfile })).said).toMatch(
      /nobody is logged in with the profile default: corridor login/,
    );
  });

  it('takes no key from the list of processes', async () => {
    const { code, said } = await corridor(['login', '--api-key', 'ck_visible']);
    expect([code, lines()]).toEqual([2, []]);
    expect(said).toContain('--api-key takes only -');
  });

  it('is not used for another address, nor if others can read it', async () => {
    await logIn();
    received = [];
    const elsewhere = await corridor(['wallets', '--url', 'http://127.0.0.1:1'], { variables: asProfile });
    chmodSync(profiles, 0o644);
    const readable = await corridor(['wallets'], { variables: asProfile });
    expect([elsewhere.code, readable.code, lines()]).toEqual([2, 2, []]);
    expect(elsewhere.said).toContain(`is for ${url}`);
    expect(readable.said).toContain('can be read by others');
  });
});

const order = ['pay', '--sell', 'GBP', '--buy', 'EUR', '--amount', '1000.50', '--to'];

describe('an order', () => {
  it('finds the beneficiary by its name, whatever is in it, and sends the amount exactly', async () => {
    const { code, out } = await corridor([...order, 'A "B" Ltd', '--key', 'k', '--json']);
    expect(lines()[0]).toBe('GET /v1/beneficiaries?q=AND(displayName == "A \\"B\\" Ltd",status == "ACTIVE")');
    expect(received.at(-1)).toMatchObject({
      line: 'POST /v1/payment-instructions',
      headers: { 'x-idempotency-key': 'k' },
      body: {
        ...{ sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: 1000.5 },
        ...{
          beneficiaryId: 'ben_1',
          paymentDate: '2026-11-20',
          paymentType: 'REGULAR',
          narrative: 'Payment',
        },
      },
    });
    expect([code, (JSON.parse(out) as { data: { id: string } }).data.id]).toEqual([0, 'pi_1']);
  });

  it('in one currency is a payment', async () => {
    await corridor(['pay', '--amount', '5', '--to', 'A', '--priority']);
    expect(received.at(-1)).toMatchObject({
      line: 'POST /v1/payments',
      body: {
        amount: { ccyCode: 'EUR', value: 5 },
        paymentType: 'PRIORITY',
        chargeType: 'SHARED',
      },
    });
  });

  it.each([
    [['PENDING', 'SENT'], 0],
    [['PENDING', 'FAILED'], 4],
    [['PENDING'], 5],
  ])('that is watched and goes %j ends with %d, and the record as it is then', async (history, expected) => {
    const standard = respond;
    respond = (line) =>
      line.startsWith('GET /v1/payment-instructions/')
        ? { status: 200, body: { data: at(...history) } }
        : line.startsWith('POST')
          ? { status: 200, body: { data: { ...at(), status: 'PENDING' } } }
          : standard(line);
    const args = [...order, 'A', '--watch', '--timeout', '1', '--print', 'status'];
    const { code, out, said } = await corridor(args);
    expect([code, out]).toEqual([expected, `${history.at(-1)}\n`]);
    for (const status of history) expect(said).toContain(`  pi_1  ${status}\n`);
  });

  it('without a response tells how to repeat it', async () => {
    const standard = respond;
    respond = (line) =>
      line.startsWith('POST') ? { status: 502, body: { not: 'of Corridor' } } : standard(line);
    const { code, said } = await corridor([...order, 'A', '--key', 'mine']);
    expect([code, lines().filter((line) => line.startsWith('POST')).length]).toEqual([3, 4]);
    expect(said).toMatch(/; to repeat it safely: --key mine\n$/);
  });

  it('that is refused tells what to do; as JSON for programs', async () => {
    const standard = respond;
    respond = (line) => (line.startsWith('POST') ? problem('insufficient_funds', 409) : standard(line));
    const shown = await corridor([...order, 'A']);
    expect([shown.code, shown.out]).toEqual([1, '']);
    expect(shown.said).toContain(`What to do: ${url}/problems/insufficient_funds\n`);
    const { said } = await corridor([...order, 'A', '--json']);
    expect(JSON.parse(said)).toMatchObject({ code: 'insufficient_funds' });
  });

  it('is not sent to one of several with the same name', async () => {
    respond = () => ({ status: 200, body: { data: [beneficiary, { ...beneficiary, id: 'ben_2' }] } });
    const { code, said } = await corridor([...order, 'A']);
    expect([code, said]).toEqual([2, 'corridor: several beneficiaries are called "A": ben_1, ben_2\n']);
  });
});

test.each([
  [['wallets'], 'no response from http://127.0.0.1:1: bad port'],
  [['events', 'tail'], 'no response from http://127.0.0.1:1: bad port'],
])('an address that does not respond is exit code 3: %j', async (args, message) => {
  const variables = { CORRIDOR_URL: 'http://127.0.0.1:1' };
  const { code, said } = await corridor(args, { variables, endsAfter: 1 });
  expect([code, said]).toEqual([3, `corridor: ${message}\n`]);
});

test('a search shows all pages, and how far it is', async () => {
  respond = (line) => ({
    status: 200,
    body: line.includes('cursor=2')
      ? { data: [{ id: 'pmt_2' }], meta: { totalCount: 2, nextCursor: null } }
      : { data: [{ id: 'pmt_1' }], meta: { totalCount: 2, nextCursor: '2' } },
  });
  expect(await corridor(['search', 'payments', '--all', '--print', 'id'])).toEqual({
    ...{ code: 0, out: 'pmt_1\npmt_2\n', said: '1 of 2\n' },
  });
});

test('a story is told by its sentence, events and attempts, without what a terminal would obey', async () => {
  const event = { occurredOn: '2026-11-20T10:00', service: 'payments', actor: { name: 'Ada' } };
  const money = { ccyCode: 'EUR', value: -12.5 };
  const attempt = { attemptNumber: 1, startedOn: '2026-11-20T10:01', outcome: 'FAILED', statusCode: 500 };
  const data = {
    id: 'pmt_1',
    whereTheMoneyIs: 'It is on its way.',
    events: [{ ...event, summary: 'Sent\u001b[2J.', postings: [{ account: 'wallet', amount: money }] }],
    isComplete: true,
    notifications: [
      { eventType: 'payment.sent', attempts: [{ ...attempt, error: 'Broken.', latencyMs: 7 }] },
    ],
  };
  respond = () => ({ status: 200, body: { data } });
  expect((await corridor(['open', 'pmt_1'])).out.split('\n')).toEqual([
    'It is on its way.',
    '',
    '2026-11-20T10:00  payments  Sent\\u001b[2J. (Ada)',
    '                            EUR -12.50 to wallet',
    '',
    'Webhooks',
    '2026-11-20T10:01  payment.sent  attempt 1 FAILED with 500 in 7 ms: Broken.',
    '',
  ]);
});

describe('events that are tailed', () => {
  const sent = {
    id: '0-2',
    eventType: 'payment.sent',
    createdOn: '2026-11-20T10:00',
    relatedEntityId: 'pmt_1',
    sequence: 3,
  };
  const block = (event: object & { id: string }) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
  const events = [
    { ...sent, payload: { status: 'SENT\u001b[2J', amount: { value: 12.5 } } },
    { ...sent, id: '0-3', eventType: 'conversion.booked', payload: { status: 'BOOKED' } },
    { ...sent, id: '0-4', payload: { status: 'SENT', amount: { value: 7 } } },
  ];
  const streams = () => received.filter(({ line }) => line === 'GET /v1/events');

  beforeEach(() => {
    const connections = [events.slice(0, 2), events.slice(2)].map(
      (some) => `id: 0-1\n\n${some.map(block).join('')}`,
    );
    respond = (line) => ({
      status: 200,
      body:
        line.endsWith('/events') && !line.includes('reference-data')
          ? (connections[streams().length - 1] ?? '')
          : { data: ['payment.sent', 'payment.failed', 'ping'] },
    });
  });

  it('are those of the types that are wanted, over a lost connection, until the user has enough', async () => {
    const { code, out, said } = await corridor(
      ['events', 'tail', '--events', 'payment.sent,payment.failed', '--since', '0-1'],
      { endsAfter: 2 },
    );
    expect(streams().map(({ headers }) => headers['last-event-id'])).toEqual(['0-1', '0-3']);
    expect([code, out.split('\n').map((line) => line.split(/ {2,}/))]).toEqual([
      0,
      [
        ['2026-11-20T10:00', 'payment.sent', 'pmt_1', 'SENT\\u001b[2J', '#3', '0-2'],
        ['2026-11-20T10:00', 'payment.sent', 'pmt_1', 'SENT', '#3', '0-4'],
        [''],
      ],
    ]);
    expect(said.split('\n')).toEqual([
      ...['Waiting for events after 0-1. Ctrl-C stops it.', 'To go on: corridor events tail --since 0-4', ''],
    ]);
  });

  it('are a line of JSON each, with exact amounts, or one field', async () => {
    const asJson = await corridor(['events', 'tail', '--json'], { endsAfter: 2 });
    expect(
      asJson.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ ...events[0], payload: { ...events[0]?.payload, amount: { value: '12.5' } } }, events[1]]);
    received = [];
    expect((await corridor(['events', 'tail', '--print', 'id'], { endsAfter: 2 })).out).toBe('0-2\n0-3\n');
  });

  it('cannot be of a type that does not exist', async () => {
    const { code, said } = await corridor(['events', 'tail', '--events', 'payment.sent,ping']);
    expect([code, streams().length]).toEqual([2, 0]);
    expect(said).toBe('corridor: there is no event ping in the stream, but payment.sent, payment.failed\n');
  });

  it.each([
    ['events_expired', 409, 1],
    ['unauthenticated', 401, 1],
  ])('end with %s', async (refusal, status, expected) => {
    respond = () => problem(refusal, status);
    const { code, said } = await corridor(['events', 'tail', '--since', '0-1'], { endsAfter: 1 });
    expect([code, said]).toEqual([expected, expect.stringContaining(`/problems/${refusal}\n`)]);
  });
});

test.each([
  [['pay'], 'pay needs --to'],
  [['search'], /^search needs <collection>: beneficiaries, conversions/],
  [['search', 'lost'], /^there is no collection lost, but beneficiaries/],
  [['trigger', 'ping'], /^there is no event ping, but payment.draft/],
  [['open', 'a', 'b'], 'what is "b" for? open takes <id> and options'],
  [['webhooks'], '"webhooks" needs a verb: listen, resend'],
  [['events', 'tail', 'payment.sent'], 'what is "payment.sent" for? events tail takes options'],
  [['wallets', '--jsno'], 'there is no option --jsno: is --json meant?'],
  [[...order, 'A', '--fixed', 'both'], '--fixed must be buy or sell'],
  [['clock', 'advance', '--to', '2026-12-24', '--ccy', 'EUR'], '--to and --ccy exclude each other'],
] as [string[], string | RegExp][])('%j sends nothing, exit code 2', async (args, message) => {
  const { code, out, said } = await corridor(args);
  expect([code, out, lines()]).toEqual([2, '', []]);
  const sentence = said.slice('corridor: '.length, -1);
  if (typeof message === 'string') expect(sentence).toBe(message);
  else expect(sentence).toMatch(message);
});

test.each([
  [
    ['webhooks', ''],
    ['listen', 'resend'],
  ],
  [['trigger', 'payment.f'], ['payment.failed']],
  [['events', 'tail', '--s'], ['--since']],
  [
    ['search', 'pay'],
    ['payment-instructions', 'payments'],
  ],
  [
    ['pay', '--s'],
    ['--sell', '--simulate'],
  ],
])('%j is completed to %j', async (typed, expected) => {
  const { out } = await corridor(['__complete', ...typed]);
  expect(out.trim().split('\n')).toEqual(expected);
});
