import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Chance, sized } from '@corridor/testing';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly { name?: string; in?: string; example?: unknown }[];
  readonly requestBody?: {
    readonly content: Record<string, { examples: Record<string, { value: unknown }> }>;
  };
}

/** The credentials of the sandbox, by their name in the document. */
const CREDENTIALS: Readonly<Record<string, Record<string, string>>> = {
  apiKey: { 'x-api-key': 'ck_sandbox_demo_acme_trading' },
  staffKey: DEMO_STAFF,
};

/** Whose tokens. */
const LOGINS: Readonly<Record<string, { path: string; body: object }>> = {
  bearer: {
    path: '/v1/auth/token',
    body: { email: 'demo@corridor.example', password: 'corridor-demo-password' },
  },
  staffBearer: {
    path: '/operator/v1/auth/token',
    body: { email: 'staff@corridor.example', password: 'corridor-staff-password' },
  },
};

/** What ends a credential or a record that other examples use, or their day. */
const LAST = [
  'advanceClock',
  'setUserApproval',
  'endWebhookSubscription',
  'archiveBeneficiary',
  'revokeOwnApiKey',
  'revokeApiKey',
  'startRescreening',
  'setDealingLimits',
  'setClientDealingLimits',
  'suspendClient',
  'resumeClient',
  'closeClient',
  'disableUser',
  'enableUser',
  'resetUserPassword',
  'changeOwnStaffPassword',
];

/** A Saturday, holidays of the settlement systems, the last day of a year, and the day that most years do not have. */
const SPECIAL = ['2026-11-28T12:00Z', '2027-03-26T09:30Z', '2026-12-31T22:45Z', '2028-02-29T00:01Z'];
const FIRST = Date.parse('2026-12-01');
const LAST_DAY = Date.parse('2038-12-31');
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Set EXAMPLES_AT to repeat a moment that failed. Not in the last hour of a day, which could end between two requests. */
function moments(): string[] {
  const given = process.env['EXAMPLES_AT'];
  if (given) return [given];
  const chance = new Chance(Date.now());
  const drawn = () => {
    const day = chance.between(FIRST / MINUTE_MS / DAY_MINUTES, LAST_DAY / MINUTE_MS / DAY_MINUTES);
    return new Date((day * DAY_MINUTES + chance.below(DAY_MINUTES - 60)) * MINUTE_MS).toISOString();
  };
  const special = chance.shuffled(SPECIAL).slice(0, sized({ small: 1, full: SPECIAL.length }));
  return [...special, ...Array.from({ length: sized({ small: 0, full: 6 }) }, drawn)];
}

const CLOCK_AHEAD = pathToFileURL('tools/production-demo/clock-ahead.mjs').href;

describe.each(moments())('in a new sandbox at %s', (moment) => {
  let program: Program;
  beforeAll(async () => {
    program = await Program.with({
      NODE_OPTIONS: `--import=${CLOCK_AHEAD}`,
      CLOCK_AHEAD_MS: String(Date.parse(moment) - Date.now()),
    });
    await program.start();
  });
  afterAll(() => program.remove());

  const send = async (method: string, path: string, headers: Record<string, string>, sent?: unknown) => {
    const response = await fetch(program.url + path, {
      method,
      headers: { ...headers, ...(sent !== undefined && { 'content-type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    const isExport = /ndjson|csv|event-stream/.test(response.headers.get('content-type') ?? '');
    const body = isExport ? { data: await response.text() } : await response.json();
    return { status: response.status, body: body as { data: any; paths: any } };
  };

  const credential = async (security: Operation['security']): Promise<Record<string, string>> => {
    const [name] = security.flatMap((one) => Object.keys(one));
    const login = LOGINS[name ?? ''];
    if (!login) return CREDENTIALS[name ?? ''] ?? {};
    const { body } = await send('POST', login.path, {}, login.body);
    return { authorization: `Bearer ${body.data.accessToken as string}` };
  };

  const targetOf = (path: string, { parameters }: Operation) => {
    const given = parameters.filter(({ example }) => example !== undefined);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(given.find((one) => one.in === 'path' && one.name === name)?.example),
    );
    const query = given
      .filter((one) => one.in === 'query')
      .map((one): [string, string] => [one.name ?? '', String(one.example)]);
    return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
  };

  /** A new sandbox has none. */
  const aRun = async (headers: Record<string, string>): Promise<string> =>
    (await send('POST', '/operator/v1/ops/ledger/outbox/republish', headers, {})).body.data.id as string;

  /** Sends the first example of an operation. */
  async function tried(method: string, path: string, operation: Operation): Promise<string> {
    const examples = operation.requestBody?.content['application/json']?.examples ?? {};
    const headers = { ...(await credential(operation.security)), 'x-idempotency-key': randomUUID() };
    const documented = targetOf(path, operation);
    const target = documented.includes('opr_')
      ? documented.replace(/opr_\w+/, await aRun({ ...headers, 'x-idempotency-key': randomUUID() }))
      : documented;
    const example = Object.values(examples)[0]?.value;
    let reply = await send(method.toUpperCase(), target, headers, example);
    // On a busy machine: the same request with the same key is safe to repeat.
    for (let n = 0; n < 5 && reply.status === 503; n++)
      reply = await send(method.toUpperCase(), target, headers, example);
    return reply.status === 200 || reply.status === 202
      ? 'works'
      : `${operation.operationId} ${target}: ${JSON.stringify(reply.body).slice(0, 400)}`;
  }

  it('accepts the first example of each operation of the document', async () => {
    const { body } = await send('GET', '/openapi.json', {});
    const { body: forStaff } = await send('GET', '/operator/openapi.json', {});
    const paths = { ...body.paths, ...forStaff.paths } as Record<string, Record<string, Operation>>;
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    );
    const place = ({ operation }: (typeof all)[number]) => LAST.indexOf(operation.operationId);
    expect(JSON.stringify(body)).toContain(`"paymentDate":"${moment.slice(0, 10)}"`);
    const results: string[] = [];
    for (const { method, path, operation } of all.toSorted((a, b) => place(a) - place(b)))
      results.push(await tried(method, path, operation));
    expect(results.filter((result) => result !== 'works')).toEqual([]);
    expect(results.length).toBeGreaterThan(130);
  });
});
