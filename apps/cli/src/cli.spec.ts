import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run } from './cli.js';
import { commandsOf } from './command.js';
import type { Document } from './document.js';
import type { Terminal } from './terminal.js';

const commands = commandsOf(JSON.parse(readFileSync('docs/operator.openapi.json', 'utf8')) as Document);
const folder = mkdtempSync(join(tmpdir(), 'corridor-cli-'));
let server: Server;
let url: string;
let received: { line: string; headers: IncomingMessage['headers']; body: unknown }[];
let respond: (line: string) => { status: number; body: unknown };

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const line = `${request.method} ${request.url}`;
      received.push({
        line,
        headers: request.headers,
        body: body ? (JSON.parse(body) as unknown) : undefined,
      });
      const { status, body: content } = respond(line);
      if (content instanceof Uint8Array)
        return void response.writeHead(status, { 'content-type': 'application/pdf' }).end(content);
      const type = status < 300 ? 'application/json' : 'application/problem+json';
      response.writeHead(status, { 'content-type': type }).end(JSON.stringify(content));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  received = [];
  respond = () => ({ status: 200, body: { data: { id: 'cli_1' } } });
});

const isBytes = (result: string | Uint8Array) => typeof result !== 'string';

/** Runs `corridor` with what a person types. */
async function corridor(
  args: readonly string[],
  given: { variables?: Record<string, string>; input?: string[]; columns?: number | null } = {},
) {
  const input = [...(given.input ?? [])];
  let [out, said] = ['', ''];
  const terminal: Terminal = {
    variables: { CORRIDOR_URL: url, CORRIDOR_STAFF_KEY: 'ok_1', XDG_CONFIG_HOME: folder, ...given.variables },
    columns: given.columns === undefined ? 80 : given.columns,
    write: (result) =>
      void (out += Buffer.from(result as string).toString(isBytes(result) ? 'latin1' : 'utf8')),
    say: (line) => void (said += line),
    read: () => Promise.resolve(input.shift() ?? ''),
    now: () => new Date('2026-11-20T09:30:00Z'),
    interrupted: () => new Promise(() => undefined),
    ask: (question) => {
      said += `${question}: `;
      return Promise.resolve(input.shift() ?? '');
    },
  };
  const installation = {
    version: '1.2.3',
    commands,
    doctor: () => Promise.resolve(1),
    dr: () => Promise.resolve(2),
    migrate: () => Promise.resolve(3),
  };
  return { code: await run(args, terminal, installation), out, said };
}

test('a command sends its ids and options with the key of the environment and a new idempotency key each time', async () => {
  const args = [
    'clients',
    'create',
    '--name',
    'Acme',
    '--address.lines',
    '1 Street',
    '--address.lines',
    'East',
  ];
  const first = await corridor([...args, '--settings.base-ccy=GBP']);
  await corridor([...args, '--settings.base-ccy=GBP']);
  expect(received[0]?.line).toBe('POST /operator/v1/clients');
  expect(received[0]?.body).toEqual({
    name: 'Acme',
    address: { lines: ['1 Street', 'East'] },
    settings: { baseCcy: 'GBP' },
  });
  const keys = received.map(({ headers }) => headers['x-idempotency-key']);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect(keys[0]).not.toBe(keys[1]);
  expect(received[0]?.headers['x-api-key']).toBe('ok_1');
  expect(first).toEqual({ code: 0, out: 'id  cli_1\n', said: `Idempotency key: ${String(keys[0])}\n` });
});

test('a PDF document reaches a file byte for byte, and no terminal', async () => {
  const bytes = Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe, 0x00, 0x80]);
  respond = () => ({ status: 200, body: bytes });
  expect((await corridor(['clients', 'get', 'cli_1'], { columns: null })).out).toBe(
    Buffer.from(bytes).toString('latin1'),
  );
  const shown = await corridor(['clients', 'get', 'cli_1']);
  expect(shown).toMatchObject({ code: 2, out: '' });
  expect(shown.said).toContain('write it to a file');
});

test('an id is one part of the path, whatever it contains', async () => {
  await corridor(['clients', 'suspend', '../users/usr_1?x', '--reason', 'why', '--key', 'again']);
  expect(received[0]?.line).toBe('POST /operator/v1/clients/..%2Fusers%2Fusr_1%3Fx/suspend');
  expect(received[0]?.headers['x-idempotency-key']).toBe('again');
});

test('--body is a file or standard input, and options are set on top of it', async () => {
  const file = join(folder, 'body.json');
  writeFileSync(file, '{"name":"A","settings":{"baseCcy":"EUR"}}');
  await corridor(['clients', 'change', 'cli_1', '--body', file, '--settings.base-ccy', 'GBP']);
  expect(received[0]?.body).toEqual({ name: 'A', settings: { baseCcy: 'GBP' } });
  await corridor(['users', 'disable', 'usr_1', '--body', '-'], { input: ['{"revokeApiKeys":true}'] });
  await corridor(['users', 'disable', 'usr_1', '--no-revoke-api-keys']);
  expect(received.slice(1).map(({ body }) => body)).toEqual([
    { revokeApiKeys: true },
    { revokeApiKeys: false },
  ]);
});

test('none is null where a field must be given, also for an object', async () => {
  const set = (...more: string[]) =>
    corridor(['dealing', 'limits', 'set', '--client-exposure', 'none', '--maximum-deal', '100000', ...more]);
  await set('--total-exposure', 'none', '--deposits', 'none');
  await set('--deposits.percent', '5', '--deposits.hours', 'none');
  const limits = { clientExposure: null, maximumDeal: 100_000 };
  expect(received.map(({ body }) => body)).toEqual([
    { ...limits, totalExposure: null, deposits: null },
    { ...limits, deposits: { percent: 5, hours: null } },
  ]);
  const wrong = await set('--deposits', '5');
  expect(wrong.said).toContain('--deposits takes only none');
});

test('--all follows the pages of a search', async () => {
  const page = (id: string, nextCursor: string | null) => ({
    status: 200,
    body: { data: [{ id }], meta: { totalCount: 2, nextCursor } },
  });
  respond = (line) => (line.includes('cursor=a%2Bb') ? page('cli_2', null) : page('cli_1', 'a+b'));
  const table = await corridor(['clients', 'list', '-q', 'name ~ "é&"', '--all']);
  expect(table.out).toBe('id\ncli_1\ncli_2\n');
  expect(received[0]?.line).toBe(
    `GET /operator/v1/clients?q=${new URLSearchParams({ q: 'name ~ "é&"' }).toString().slice(2)}&limit=500`,
  );
  const programs = await corridor(['clients', 'list', '--all', '--json']);
  expect(JSON.parse(programs.out)).toEqual({ data: [{ id: 'cli_1' }, { id: 'cli_2' }] });
  expect(await corridor(['clients', 'list'])).toMatchObject({
    out: 'id\ncli_1\n',
    said: '1 of 2; --all shows all.\n',
  });
});

test('--print has one field alone, for scripts', async () => {
  respond = () => ({
    status: 200,
    body: { data: { id: 'cli_1', settings: { baseCcy: 'GBP' }, riskRating: null } },
  });
  expect((await corridor(['clients', 'get', 'cli_1', '--print', 'id'])).out).toBe('cli_1\n');
  expect((await corridor(['clients', 'get', 'cli_1', '--print', 'settings.baseCcy'])).out).toBe('GBP\n');
  expect((await corridor(['clients', 'get', 'cli_1', '--print', 'riskRating'])).out).toBe('\n');
  expect(await corridor(['clients', 'get', 'cli_1', '--print', 'name'])).toMatchObject({ code: 2, out: '' });
  respond = () => ({
    status: 200,
    body: { data: [{ id: 'cli_1' }, { id: 'cli_2' }], meta: { totalCount: 2 } },
  });
  expect((await corridor(['clients', 'list', '--print', 'id'])).out).toBe('cli_1\ncli_2\n');
});

const problem = {
  title: 'Invalid request',
  status: 400,
  detail: '#/reason: This field is required.',
  code: 'invalid_request',
  requestId: 'req-1',
  errors: [{ pointer: '#/reason', code: 'required', detail: 'This field is required.' }],
};

test('a refusal shows what, where, and the id of the request', async () => {
  respond = () => ({ status: 400, body: problem });
  expect(await corridor(['clients', 'suspend', 'cli_1'])).toEqual({
    code: 1,
    out: '',
    said: 'Invalid request (400 invalid_request)\n  #/reason  This field is required.\n  Request: req-1\n',
  });
  const { said, out } = await corridor(['clients', 'suspend', 'cli_1', '--json']);
  expect([JSON.parse(said), out]).toEqual([problem, '']);
});

test('without a response, the message has the key with which a command is safely repeated', async () => {
  const { code, said } = await corridor(['clients', 'resume', 'cli_1', '--url', 'http://127.0.0.1:1']);
  expect(code).toBe(3);
  expect(said).toMatch(
    /^corridor: no response from http:\/\/127\.0\.0\.1:1: .*; to repeat it safely: --key [\w-]{36}\n$/,
  );
});

test('text of others cannot move the cursor, colour what follows or turn it round', async () => {
  const name = 'A\u001B[2J\u009B1m\u202EB\u2066C';
  const seen = 'A\\u001b[2J\\u009b1m\\u202eB\\u2066C';
  respond = () => ({ status: 200, body: { data: [{ id: 'cli_1', name }], meta: { totalCount: 1 } } });
  expect((await corridor(['clients', 'list'])).out).toBe(`id     name\ncli_1  ${seen}\n`);
  expect((await corridor(['clients', 'list', '--print', 'name'])).out).toBe(`${seen}\n`);
  expect((await corridor(['clients', 'list', '--print', 'name'], { columns: null })).out).toBe(`${name}\n`);
  const { out } = await corridor(['clients', 'list', '--json']);
  expect(out).not.toMatch(/[\u0080-\u009F]|\p{Bidi_Control}/u);
  expect(JSON.parse(out)).toMatchObject({ data: [{ name }] });
  respond = () => ({ status: 200, body: { data: { id: 'cli_1', address: { lines: [name] } } } });
  expect((await corridor(['clients', 'get', 'cli_1'])).out).toBe(
    `id             cli_1\naddress.lines  ${seen}\n`,
  );
  respond = () => ({ status: 400, body: { ...problem, errors: [], detail: name } });
  expect((await corridor(['clients', 'get', 'cli_1'])).said).toContain(`\n  ${seen}\n`);
});

test('a table has the state, amounts, names and lists, what people look for before ids of other records', async () => {
  const credit = (id: string, value: number, sender: object | null) => ({
    ...{ id, inboundFundsId: 'if_1', amount: { ccyCode: 'EUR', value }, valueDate: '2026-11-24', sender },
    ...{ roles: ['dealer', 'finance'], status: 'UNMATCHED', history: [{ status: 'UNMATCHED' }], address: {} },
  });
  const data = [
    credit('bc_1', 1500, { raw: null, name: 'Harbour plc' }),
    credit('bc_2', 0.5, null),
    { ...credit('bc_3', 2, { name: null }), amount: { ccyCode: 'ZZZ', value: 2.125 } },
  ];
  respond = () => ({ status: 200, body: { data, meta: { totalCount: 3 } } });
  const list = async (columns: number) => (await corridor(['bank', 'credits', 'list'], { columns })).out;
  expect(await list(100))
    .toBe(`id    status     amount       sender       valueDate   roles            inboundFundsId
bc_1  UNMATCHED  EUR 1500.00  Harbour plc  2026-11-24  dealer, finance  if_1
bc_2  UNMATCHED  EUR 0.50     -            2026-11-24  dealer, finance  if_1
bc_3  UNMATCHED  ZZZ 2.125    -            2026-11-24  dealer, finance  if_1
`);
  expect((await list(56)).split('\n')[0]).toBe('id    status     amount       sender       valueDate');
});

test('a command that waits for a second person says how they approve it', async () => {
  respond = () => ({ status: 202, body: { data: { id: 'apr_1', status: 'AWAITING_APPROVAL' } } });
  const { code, said } = await corridor(['clients', 'close', 'cli_1', '--reason', 'x', '--key', 'k']);
  expect([code, said]).toEqual([
    0,
    'Idempotency key: k\napr_1 waits for a second person: corridor approvals approve apr_1\n',
  ]);
  expect((await corridor(['approvals', 'get', 'apr_1'])).said).toBe('');
});

test('an approval whose command is refused then fails with its problem', async () => {
  const outcome = { succeeded: false, status: 400, response: null, problem };
  respond = () => ({ status: 200, body: { data: { id: 'apr_1', status: 'APPROVED', outcome } } });
  const { code, said } = await corridor(['approvals', 'approve', 'apr_1', '--key', 'k']);
  expect(code).toBe(1);
  expect(said).toBe(
    'Idempotency key: k\napr_1 is approved, and its command was refused:\nInvalid request (400 invalid_request)\n  #/reason  This field is required.\n  Request: req-1\n',
  );
  expect((await corridor(['approvals', 'get', 'apr_1'])).code).toBe(0);
  respond = () => ({
    status: 200,
    body: {
      data: { id: 'apr_1', status: 'APPROVED', outcome: { ...outcome, succeeded: true, problem: null } },
    },
  });
  expect((await corridor(['approvals', 'approve', 'apr_1'])).code).toBe(0);
});

test('options of every command may precede it', async () => {
  respond = () => ({ status: 200, body: { data: [], meta: { totalCount: 0 } } });
  const { code } = await corridor(['--url', url, '--json', 'clients', 'list'], {
    variables: { CORRIDOR_URL: 'http://127.0.0.1:1' },
  });
  expect([code, received[0]?.line]).toEqual([0, 'GET /operator/v1/clients']);
  expect((await corridor(['--help'])).out).toMatch(/^ {2}policy +\(alone\), set$/m);
});

test('create-admin with another key says what may be wrong', async () => {
  respond = () => ({ status: 401, body: { ...problem, status: 401, code: 'unauthenticated', errors: [] } });
  const args = ['staff', 'create-admin', '--first-name', 'I', '--last-name', 'A', '--email', 'i@a.example'];
  const { code, said } = await corridor([...args, '--generate'], { variables: { OPERATOR_KEY: 'wrong' } });
  expect(code).toBe(1);
  expect(said).toContain('OPERATOR_KEY is not that of the server, or there is an administrator already.');
  expect(said).not.toContain('corridor login');
});

test.each([
  [['clinets', 'list'], 'there is no command "clinets": is clients meant?'],
  [['clients', 'lst'], 'clients has no "lst": is list meant?'],
  [['staff', 'roles'], '"staff roles" needs a verb: set'],
  [['clients', 'suspend'], 'clients suspend needs <clientId>'],
  [['clients', 'get', 'cli_1', 'cli_2'], 'what is "cli_2" for? clients get takes <clientId> and options'],
  [['clients', 'suspend', 'cli_1', '--raeson', 'x'], 'there is no option --raeson: is --reason meant?'],
  [
    ['clients', 'list', '--limit', 'many', '--url', 'ftp://x'],
    'the address of Corridor must begin with http:// or https://, not "ftp://x"',
  ],
  [['dealing', 'margin-plans', 'create', '--rules', 'x'], 'rules is no option, but a field of --body <file>'],
  [['--url', 'http://127.0.0.1:1', '--raw'], 'there is no command after --url'],
  [['--url', 'http://127.0.0.1:1', 'clinets', 'list'], 'there is no command "clinets": is clients meant?'],
  [['users', 'disable', 'usr_1', '--body', '/nowhere'], /^--body must be a file that can be read: ENOENT/],
  [['users', 'reset-password', 'usr_1', '--password', 'visible'], /^--password takes only -/],
  [['completion', 'csh'], 'completion needs a shell: bash or zsh or fish'],
] as [string[], string | RegExp][])('%j sends nothing, exit code 2', async (args, message) => {
  const { code, out, said } = await corridor(args);
  expect([code, out, received]).toEqual([2, '', []]);
  const text = said.slice('corridor: '.length, -1);
  if (typeof message === 'string') expect(text).toBe(message);
  else expect(text).toMatch(message);
});

test('a login keeps the token in a file that only its user can read, for one address', async () => {
  const variables = { CORRIDOR_STAFF_KEY: '' };
  respond = (line) =>
    line.endsWith('/auth/token')
      ? { status: 200, body: { data: { accessToken: 'tok', expiresOn: '2026-11-23T10:00:00.000' } } }
      : { status: 200, body: { data: [] } };
  const file = join(folder, 'corridor', 'logins.json');
  await corridor(['login', '--email', 'ines@acme.example', '--code', '123456'], {
    variables,
    input: ['secret'],
  });
  expect(received[0]?.body).toEqual({ email: 'ines@acme.example', password: 'secret', code: '123456' });
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'corridor')).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(readFileSync(file, 'utf8')).not.toContain('secret');
  await corridor(['clients', 'list'], { variables });
  await corridor(['clients', 'list'], {
    variables: { ...variables, CORRIDOR_URL: url.replace('127.0.0.1', 'localhost') },
  });
  await corridor(['clients', 'list']);
  await corridor(['logout'], { variables });
  await corridor(['clients', 'list'], { variables });
  const credentials = received.slice(1).map(({ headers }) => headers.authorization ?? headers['x-api-key']);
  expect(credentials).toEqual(['Bearer tok', undefined, 'ok_1', undefined]);
});

describe('a password that a colleague has given', () => {
  const required = { code: 'password_change_required', status: 403, title: 'Password change required' };
  const token = { data: { accessToken: 'tok', expiresOn: 'later' } };
  beforeEach(() => {
    respond = () =>
      received.length === 1
        ? { status: 403, body: { ...required, detail: '' } }
        : { status: 200, body: token };
  });
  const sent = () => received.map(({ body }) => body);
  const email = 'leo@acme.example';

  test('is replaced by one that is typed twice', async () => {
    const { code, said } = await corridor(['login', '--email', email], { input: ['given', 'own', 'own'] });
    expect([code, said]).toEqual([0, expect.stringContaining('Choose one that only you know.')]);
    expect(sent()).toEqual([
      { email, password: 'given' },
      { email, password: 'given', newPassword: 'own' },
    ]);
  });

  test('or by the second line of standard input, without which the login is refused', async () => {
    const args = ['login', '--email', email, '--password', '-'];
    expect((await corridor(args, { input: ['given\nown\n'] })).code).toBe(0);
    expect(sent()[1]).toEqual({ email, password: 'given', newPassword: 'own' });
    received = [];
    const refused = await corridor(args, { input: ['given\n'] });
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('password_change_required')]);
  });
});

test('a login on a read-only file system says how to go on', async () => {
  respond = () => ({ status: 200, body: { data: { accessToken: 'tok', expiresOn: 'later' } } });
  const variables = { CORRIDOR_STAFF_KEY: '', XDG_CONFIG_HOME: join(process.cwd(), 'package.json') };
  const { code, said } = await corridor(['login', '--email', 'i@a.example', '--password', '-'], {
    variables,
    input: ['pw'],
  });
  expect(code).toBe(2);
  expect(said).toMatch(
    /^corridor: the login cannot be kept: .*; set XDG_CONFIG_HOME to another folder, or CORRIDOR_STAFF_KEY\n$/,
  );
});

describe('the first administrator', () => {
  const args = [
    'staff',
    'create-admin',
    '--first-name',
    'Ines',
    '--last-name',
    'Almeida',
    '--email',
    'i@a.example',
  ];
  beforeEach(() => (respond = () => ({ status: 200, body: { data: { id: 'stf_1' } } })));

  test('is created with the key of the operator and a typed password', async () => {
    const { out, said } = await corridor([...args, '--roles', 'onboarding'], {
      input: ['op-key', 'pw', 'pw'],
    });
    expect(received[0]).toMatchObject({
      line: 'POST /operator/v1/staff',
      headers: { 'x-operator-key': 'op-key' },
      body: {
        firstName: 'Ines',
        email: 'i@a.example',
        password: 'pw',
        roles: ['administrator', 'onboarding'],
      },
    });
    expect(out).toBe('Created stf_1, administrator, onboarding.\n');
    expect(said).toContain('Password: Password again: ');
  });

  test('gets a generated password on request, and only then it is printed', async () => {
    const variables = { OPERATOR_KEY: 'op-key' };
    const { out } = await corridor([...args, '--generate'], { variables });
    const [, password] = /^Password: ([\w-]{24})$/m.exec(out) ?? [];
    expect((received[0]?.body as { password: string }).password).toBe(password);
    const typed = await corridor([...args, '--password', '-'], { variables, input: ['from a pipe\n'] });
    expect((received[1]?.body as { password: string }).password).toBe('from a pipe');
    expect(typed.out + typed.said).not.toContain('from a pipe');
  });

  test('is not created if the two typed passwords differ', async () => {
    const { code, said } = await corridor(args, { input: ['op-key', 'one', 'two'] });
    expect([code, received]).toEqual([2, []]);
    expect(said).toContain('the two passwords differ');
  });
});

test.each([
  [['c'], ['clients', 'clock', 'completion', 'conversions', 'convert']],
  [['clients', 'su'], ['suspend']],
  [['parked-messages', 'redrive', '--service', 'pay'], ['payments']],
  [['clients', 'suspend', 'cli_1', '--r'], ['--reason']],
  [
    ['staff', 'create'],
    ['create', 'create-admin'],
  ],
])('%j is completed to %j', async (typed, expected) => {
  const { out } = await corridor(['__complete', ...typed]);
  expect(out.trim().split('\n')).toEqual(expected);
});

test('help lists commands, and one command its options', async () => {
  const all = await corridor(['--help']);
  for (const { words } of commands) expect(all.out).toContain(words[0]);
  const one = await corridor(['clients', 'suspend', '--help']);
  expect(one.out).toMatch(/^Suspends a client\./);
  expect(one.out).toContain('--reason <value>');
  expect(one.out).toContain('Permission: clients:suspend');
  expect((await corridor(['--version'])).out).toBe('1.2.3\n');
  expect((await corridor(['doctor'])).code).toBe(1);
  expect((await corridor(['dr', 'status', '--json'])).code).toBe(2);
  expect((await corridor(['migrate', 'plan'])).code).toBe(3);
  expect(received).toEqual([]);
});
