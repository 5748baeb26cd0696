import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Fields, leaves, occurrences, replaced } from './support/fields.js';
import * as hostile from './support/hostile.js';
import { createAndMove, instructionFor, simulate } from './support/instruction.js';
import { type Mutation, type World, lists, mutations, newWorld, records } from './support/routes.js';
import type { RawRequest } from './support/socket.js';
import { fundedClient, operator } from './support/system.js';
import {
  type Attempt,
  type Verdict,
  admitted,
  faultsOf,
  refused,
  takenOrRefused,
} from './support/verdicts.js';

jest.setTimeout(120_000);

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
const newKey = () => `X-Idempotency-Key: ${randomUUID()}`;
const JSON_TYPE = 'Content-Type: application/json';

async function credentialOf({ by }: Mutation, { api, login }: World) {
  if (by !== 'user')
    return { operator: operator.credential, client: api.credential, nobody: {} }[by ?? 'client'];
  const { body } = await operator.post('/v1/auth/token', login, { key: null });
  return { Authorization: `Bearer ${body.data.accessToken}` };
}

/** All that a client can see of itself. */
async function pictureOf({ api }: World): Promise<unknown[]> {
  const picture: unknown[] = [];
  for (const target of [...lists.map((list) => `${list}?limit=1000`), '/v1/auth/who-am-i']) {
    const { status, body } = await admitted({ target, headers: lines(api.credential) });
    picture.push(status === 200 ? body.data : status);
  }
  return picture;
}

/** What is wrong with the replies to attempts that must change nothing. */
async function noEffect(world: World, attempts: readonly Attempt[]): Promise<string[]> {
  const before = await pictureOf(world);
  const faults = await faultsOf(attempts);
  return isDeepStrictEqual(await pictureOf(world), before)
    ? faults
    : [...faults, `${world.name} has changed`];
}

/** A mutation, a client to try it for, and a request that would be carried out. */
class Target {
  private constructor(
    readonly mutation: Mutation,
    readonly world: World,
    readonly path: string,
    readonly credential: readonly string[],
    readonly body: Fields | undefined,
  ) {}

  static async of(mutation: Mutation): Promise<Target> {
    const world = await newWorld();
    const path = mutation.route.replace(':id', (await mutation.id?.(world)) ?? ':id');
    const credential = await credentialOf(mutation, world);
    return new Target(mutation, world, path, lines(credential), mutation.body?.(world));
  }

  request(changes: Partial<RawRequest> = {}): RawRequest {
    return {
      method: this.mutation.method,
      target: this.path,
      headers: this.headers(),
      body: this.body ? JSON.stringify(this.body) : '',
      ...changes,
    };
  }

  headers({
    credential = this.credential,
    key = [newKey()],
    type = [JSON_TYPE],
  }: { credential?: readonly string[]; key?: readonly string[]; type?: readonly string[] } = {}): string[] {
    return [...credential, ...key, ...type];
  }

  attempt(name: string, changes: Partial<RawRequest>, verdict: Verdict): Attempt {
    return {
      name: `${this.mutation.method} ${this.mutation.route}: ${name.slice(0, 80)}`,
      request: this.request(changes),
      verdict,
    };
  }

  /** One attempt with the same JSON in all these fields: refused, and each of them named. */
  withFields(paths: readonly string[], json: string): Attempt[] {
    if (paths.length === 0) return [];
    const mark = randomUUID();
    const marked = paths.reduce((fields, path) => replaced(fields, path, mark), this.body ?? {});
    const body = JSON.stringify(marked).replaceAll(`"${mark}"`, () => json);
    return [this.attempt(`${paths.join()} = ${json}`, { body }, refusedNaming(paths))];
  }
}

function refusedNaming(paths: readonly string[]): Verdict {
  return (reply) => {
    const named: string[] = (reply.body?.errors ?? []).map(
      ({ pointer }: { pointer: string }) => `${pointer}/`,
    );
    const unnamed = paths.filter(
      (path) => !named.some((one) => one.startsWith(`#/${path.replaceAll('.', '/')}/`)),
    );
    const isDeep = /^Nested deeper/.test(reply.body?.detail as string);
    const fault = unnamed.length === 0 || isDeep ? null : `does not name ${unnamed.join()}: ${reply.text}`;
    return refused(400)(reply) ?? fault;
  };
}

/** Every mutation at once: each has a client of its own, so that limits do not add up. */
describe('every mutation', () => {
  let targets: Target[];
  beforeAll(async () => {
    targets = await Promise.all(mutations.map(Target.of));
  });

  const everywhere = async (attempts: (target: Target) => readonly Attempt[]): Promise<void> => {
    const faults = await Promise.all(targets.map(async (target) => noEffect(target.world, attempts(target))));
    expect(faults.flat()).toEqual([]);
  };

  it('refuses bodies that are none', () =>
    everywhere((target) =>
      hostile.bodies.map((body) =>
        target.attempt(body.toString(), { body }, refused(body.length > 100_000 ? 413 : 400)),
      ),
    ));

  it('refuses what no field takes, and names every field', () =>
    everywhere((target) => {
      const { relative = [] } = target.mutation;
      const fields = leaves(target.body ?? {}).filter((path) => !relative.includes(path));
      return hostile.values.flatMap((json) =>
        [fields, ...relative.map((path) => [path])].flatMap((paths) => target.withFields(paths, json)),
      );
    }));

  it('refuses text where it has a meaning, and names every field', () =>
    everywhere((target) => {
      const { relative = [], texts = [], opaque = [] } = target.mutation;
      const fields = leaves(target.body ?? {}).filter(
        (path) => ![...relative, ...texts, ...opaque].includes(path),
      );
      return hostile.texts.flatMap((text) =>
        [fields, ...relative.map((path) => [path])].flatMap((paths) =>
          target.withFields(paths, JSON.stringify(text)),
        ),
      );
    }));

  it('refuses amounts that are none', () =>
    everywhere((target) =>
      target.body && 'amount' in target.body
        ? hostile.amounts.flatMap((json) => target.withFields(['amount'], json))
        : [],
    ));

  it('finds nothing under a hostile id', () =>
    everywhere((target) =>
      target.mutation.id
        ? hostile.ids.map((id) =>
            target.attempt(
              id,
              { target: target.mutation.route.replace(':id', () => id) },
              refused(400, 401, 404, 405),
            ),
          )
        : [],
    ));

  it('refuses other methods', () =>
    everywhere((target) =>
      hostile.otherMethods.map((method) =>
        target.attempt(method, { method }, (reply) =>
          method === 'CONNECT' && reply.status === 0 ? null : refused(400, 404, 405)(reply),
        ),
      ),
    ));

  it('refuses other content types and headers that are none', () =>
    everywhere((target) => [
      ...hostile.otherContentTypes.map((type) =>
        target.attempt(
          type,
          { headers: target.headers({ type: [`Content-Type: ${type}`] }), body: '{}' },
          refused(400, 415),
        ),
      ),
      ...hostile.smuggledHeaders.map((more) =>
        target.attempt(
          more.join(),
          { headers: [...target.headers(), ...more], body: '5\r\n{"a":\r\n0\r\n\r\n' },
          refused(400),
        ),
      ),
    ]));

  it('refuses broken credentials and broken idempotency keys', () =>
    everywhere((target) =>
      target.mutation.by === 'nobody'
        ? []
        : [
            ...hostile
              .brokenCredentials(target.credential[0] ?? '')
              .map((credential) =>
                target.attempt(credential.join(), { headers: target.headers({ credential }) }, refused(401)),
              ),
            ...hostile.brokenKeys.map((key) =>
              target.attempt(key.join(), { headers: target.headers({ key }) }, refused(400)),
            ),
          ],
    ));

  it('heeds no header that it does not know: the same request has the same answer', async () => {
    const answers = new Map<Target, { readonly headers: readonly string[]; readonly text: string }>();
    for (const target of targets.filter(({ mutation }) => mutation.by !== 'nobody')) {
      const headers = target.headers();
      await admitted(target.request({ headers }));
      const { status, text } = await admitted(target.request({ headers }));
      expect([target.path, status]).toEqual([target.path, 200]);
      answers.set(target, { headers, text });
    }
    await everywhere((target) => {
      const answer = answers.get(target);
      if (!answer) return [];
      const isSame: Verdict = ({ status, text }) =>
        text === answer.text ? null : `answered ${status} ${text}`;
      return hostile.idleHeaders.map((header) =>
        target.attempt(header, { headers: [...answer.headers, header] }, isSame),
      );
    });
  });
});

it('takes strange idempotency keys for what they are', async () => {
  const { api, beneficiaryId } = await newWorld();
  const create = (key: string) =>
    api.post('/v1/payment-instructions', instructionFor(beneficiaryId), { key });
  const ids = new Set<string>();
  for (const key of hostile.strangeKeys) {
    const first = await create(key);
    expect([key, first.status, (await create(key)).text]).toEqual([key, 200, first.text]);
    ids.add(first.body.data.id as string);
  }
  expect(ids.size).toBe(hostile.strangeKeys.length);
});

it('lets no narrative write other fields of a SWIFT message', async () => {
  const { api, beneficiaryId } = await newWorld();
  const narrative = 'rent\r\n:71A:OUR\r\n:59:/EVIL\n-}{5:{MAC:00000000}}\u2028:20:X\u0085\x0b\x1b';
  const body = instructionFor(beneficiaryId, { paymentType: 'PRIORITY', chargeType: 'SHARED', narrative });
  const id = await createAndMove(api, body, 'acknowledge', 'fill', 'send');
  const { linkedPaymentId } = (await api.get(`/v1/payment-instructions/${id}`)).body.data;
  const { message } = (await api.get(`/v1/payments/${linkedPaymentId}`)).body.data.swiftSubmission;
  const tags = message.split('\r\n').flatMap((line: string) => /^:(\d\d[A-Z]?):/.exec(line)?.[1] ?? []);
  expect(tags).toEqual(['20', '23B', '32A', '33B', '36', '50K', '52A', '57A', '59', '70', '71A']);
  expect(message).toMatch(/:71A:SHA\r\n-\}\{5:\{CHK:[0-9A-F]{12}\}\}$/);
});

it('lets no wallet hold more than an answer can say', async () => {
  const { api } = await fundedClient({ KWD: 999_999_999_999.999 });
  const more = await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'KWD', amount: 0.001 });
  expect([more.status, more.body.data.status]).toEqual([200, 'REJECTED']);
  expect(more.body.data.statusHistory.at(-1).statusReason).toBe('Wallet full');
  expect((await api.get('/v1/wallets/KWD')).body.data.balance.value).toBe(999_999_999_999.999);
});

it.each(['EUR', 'GBP'])('has an answer to every date, selling %s', async (sellCcyCode) => {
  const { api, beneficiaryId } = await newWorld();
  for (const paymentDate of ['9999-12-31', '9999-12-26', '9999-12-25', '2028-02-29']) {
    const body = instructionFor(beneficiaryId, { sellCcyCode, paymentDate, amount: 1 });
    const created = await api.post('/v1/payment-instructions', body);
    expect([paymentDate, takenOrRefused(created)]).toEqual([paymentDate, null]);
    if (created.status !== 200) continue;
    for (const step of ['acknowledge', 'fill', 'send'] as const)
      expect(takenOrRefused(await simulate(api, created.body.data.id as string, step))).toBeNull();
  }
});

it.each(mutations.filter(({ texts }) => texts))(
  '$method $route keeps strange text as it is',
  async (mutation) => {
    const { texts = [], route, body } = mutation;
    const target = await Target.of(mutation);
    const faults: string[] = [];
    for (const text of hostile.texts) {
      const path = route.replace(':id', (await mutation.id?.(target.world)) ?? '');
      const asked = texts.reduce(
        (fields, field) => replaced(fields, field, text),
        body?.(target.world) ?? {},
      );
      const reply = await admitted(target.request({ target: path, body: JSON.stringify(asked) }));
      if (occurrences(reply.body?.data, text) < texts.length)
        faults.push(`${text}: ${reply.status} ${reply.text}`);
    }
    expect(faults).toEqual([]);
  },
);

describe('every read', () => {
  let world: World;
  let credential: string[];
  beforeAll(async () => {
    world = await newWorld();
    credential = lines(world.api.credential);
    const body = instructionFor(world.beneficiaryId);
    await createAndMove(world.api, body, 'acknowledge', 'fill', 'send');
  });
  const get = (target: string, verdict: Verdict, more: Partial<RawRequest> = {}): Attempt => ({
    name: target,
    request: { target, headers: credential, ...more },
    verdict,
  });

  const expectNoFaults = async (attempts: readonly Attempt[]) =>
    expect(await noEffect(world, attempts)).toEqual([]);

  it.each(lists)('refuses broken queries of %s, and stumbles over none', (list) =>
    expectNoFaults([
      ...hostile.brokenQueries.map((query) => get(`${list}?${query}`, refused(400))),
      ...hostile.oddQueries.map((query) => get(`${list}?${query}`, takenOrRefused)),
    ]),
  );

  it.each(records)('finds nothing under a hostile id at %s', (record) =>
    expectNoFaults(
      hostile.ids.map((id) =>
        get(
          record.replace(':id', () => id),
          refused(400, 404),
        ),
      ),
    ),
  );

  it.each(['/v1/wallets', '/v1/wallets/GBP', '/v1/auth/who-am-i'])('heeds no body at %s', async (target) => {
    const answer = await world.api.get(target);
    const isSame: Verdict = ({ body }) =>
      JSON.stringify(body?.data) === JSON.stringify(answer.body.data)
        ? null
        : `answered ${JSON.stringify(body)}`;
    const withBody = (body: string | Buffer) =>
      get(target, isSame, { body, headers: [...credential, JSON_TYPE] });
    await expectNoFaults(hostile.bodies.filter(({ length }) => length < 1_000).map(withBody));
  });

  const pairs = [
    '',
    '%00',
    'GBP',
    'gbpeur',
    'GBP/EUR',
    'GBP-EUR',
    'GBPEU',
    'GBPEURX',
    'GBPEUR,',
    ',GBPEUR',
    'GBPEUR,,EURUSD',
    '%20GBPEUR',
    'GBPEUR;DROP',
    '__proto__',
    '%F0%9F%98%80%F0%9F%98%80',
    '123456',
    'GBPEUR&ccyPairs=EURUSD',
    '[]',
    '*',
    'GBPEUR,'.repeat(1_000),
  ];
  it('refuses broken pairs of currencies', () =>
    expectNoFaults([
      get('/v1/rates', refused(400)),
      get('/v1/rates?ccyPairs[]=GBPEUR', refused(400)),
      get('/v1/rates?ccyPairs=GBPEUR&x=1', refused(400)),
      ...pairs.map((pair) => get(`/v1/rates?ccyPairs=${pair}`, refused(400))),
    ]));

  const DATES = '/v1/reference-data/payment-instructions/payment-dates';
  it.each([
    ['SellCcyCode', ['usd', 'XXX', '', '__proto__', 'toString', 'GBP%00', 'GBP&SellCcyCode=EUR', '%ff']],
    ['BuyCcyCode', ['usd', 'XXX', '', '__proto__', 'constructor', 'EUR,USD', 'EUR%20', '%E2%82%AC']],
    [
      'PaymentDate',
      ['2026-02-30', '2026-13-01', '2027-02-29', '0000-00-00', '+275760-09-13', 'today', '1', '', '%00'],
    ],
    ['PaymentDate', ['9999-12-31', '2026-11-21T00:00:00Z', '-2026-01-01', '20261121', '2026-1-1']],
  ])('refuses broken questions for payment dates: %s %j', (name, values) =>
    expectNoFaults(
      values.map((value) => {
        const asked = { SellCcyCode: 'GBP', BuyCcyCode: 'EUR', PaymentDate: '2030-01-01', [name]: value };
        const query = Object.entries(asked).map(([key, text]) => `${key}=${text}`);
        return get(`${DATES}?${query.join('&')}`, refused(400, 422));
      }),
    ),
  );

  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/wallets',
    '/V1/wallets',
    '//v1/wallets',
    '/v1//wallets',
    '/v1/wallets/',
    '/v1/../operator/v1/clients',
    '/v1/%77allets',
    '/.env',
    '/.git/config',
    '/dist/main.js',
    '/v1/wallets/GBP/%2e%2e/%2e%2e/operator/v1/clients',
    '/operator/v1/clients',
    '/metrics/../v1/wallets',
    '/problems/__proto__',
    '/problems/%00',
    '/health/../v1/wallets',
    '*',
    'http://evil.example/v1/wallets',
    '/#',
    '/%',
    '/v1/wallets%3Flimit=0',
    '/v1/wallets%00',
    '/v1/wallets;jsessionid=1',
    '/v1\\wallets',
    '/v1/simulators',
    '/v1/clients/cli_1/wallets',
  ])('stumbles over no path: %s', async (path) => {
    expect(await faultsOf([get(path, takenOrRefused)])).toEqual([]);
  });
});
