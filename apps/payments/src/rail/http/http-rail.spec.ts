import { money } from '@corridor/kernel';
import { ProviderClient } from '@corridor/platform';
import { TestClock } from '@corridor/testing';
import { startProvider } from '@corridor/tools/provider/provider.mjs';
import { type RailUnderTest, describeRail, payments } from '../kit/rail-kit.js';
import type { RailBatch, RailCredit, RailReport, RailStatementPart } from '../payment-rail.js';
import { HttpRail } from './http-rail.js';
import { writtenAmount } from './wire.js';

const KEY = 'the key of the provider';
const BATCH: RailBatch = { id: 'b-1', payments, isRepeated: false };
const [FIRST] = payments as readonly [(typeof payments)[0]];
const never = () => new AbortController().signal;

type Started = Awaited<ReturnType<typeof startProvider>>;
type Meddle = Started['provider']['meddle'];

let clock: TestClock;
let started: Started;
beforeEach(async () => {
  clock = new TestClock(new Date('2026-11-20T09:30:00.000Z'));
  started = await startProvider({ key: KEY });
});
afterEach(() => started.close().catch(() => {})); // one test has closed it

const railOf = ({ key = KEY, timeoutMs = 60_000, url = started.url } = {}) =>
  new HttpRail(
    new ProviderClient({ url, key, timeoutMs }, clock),
    { bic: 'CORRGB2LXXX', accounts: new Map([['EUR', ['DE89370400440532013000']]]), everyMs: 0 },
    clock,
  );
const executed = () => [...started.provider.payments.keys()];
const collected = async (rail: HttpRail) => {
  const reports: RailReport[] = [];
  const credits: RailCredit[] = [];
  const parts: RailStatementPart[] = [];
  await rail.collect(
    async (some) => void reports.push(...some),
    async (some) => void credits.push(...some),
    async (part) => void parts.push(part),
    async () => {},
  );
  return { reports, credits, parts };
};
/** Responds to requests to one path so, and to others as it should. */
const at =
  (start: string, respond: Meddle): Meddle =>
  (request, reply) =>
    `${request.method} ${request.path}`.startsWith(start) ? respond(request, reply) : reply();
const event = ({ reportId, returned, ...said }: RailReport) => ({
  id: reportId,
  payment: { ...said, returned: returned && writtenAmount(returned) },
});

describeRail('http', async (): Promise<RailUnderTest> => {
  const { provider, url, close } = await startProvider({ key: KEY });
  return {
    rail: railOf({ url }),
    bank: {
      executed: async () => [...provider.payments.keys()],
      says: async (...reports) => void provider.events.push(...reports.map(event)),
      /** Until it is asked. */
      isSilentOnce: async () => {
        provider.meddle = ({ method }, reply) => {
          const said = reply();
          if (method === 'POST') return new Promise(() => {});
          provider.meddle = (_, later) => later();
          return said;
        };
      },
    },
    stop: close,
  };
});

test('says all that a bank needs, once, with the account and an idempotency key', async () => {
  const asked: unknown[] = [];
  started.provider.meddle = ({ body }, reply) => (asked.push(body), reply());
  const { reports } = await railOf().submit({ ...BATCH, payments: [FIRST] }, never());
  expect(asked).toEqual([
    expect.objectContaining({
      reference: FIRST.reference,
      uetr: FIRST.uetr,
      account: 'DE89370400440532013000',
      amount: { currency: 'EUR', value: '1000.50' },
      creditor: FIRST.creditor,
      narrative: 'Invoice 1042',
    }),
  ]);
  expect(reports).toMatchObject([{ reference: FIRST.reference, status: 'ACCEPTED', bankReference: 'FT1' }]);
});

test('a payment to an account that nobody has is rejected, with the reason; the others leave', async () => {
  const creditor = { ...FIRST.creditor, iban: 'DE02120300000000202051' };
  const { failures, reports } = await railOf().submit(
    { ...BATCH, payments: [{ ...FIRST, creditor }, ...payments.slice(1)] },
    never(),
  );
  expect(failures).toEqual({});
  expect(reports.find(({ reference }) => reference === FIRST.reference)).toMatchObject({
    status: 'REJECTED',
    reason: 'There is no such account.',
  });
  expect(executed()).toEqual(payments.slice(1).map(({ reference }) => reference));
});

describe('when it is not known what has become of a payment', () => {
  /** The provider has them all, and nobody has heard so. */
  async function lost(respond: Meddle, timeoutMs: number): Promise<number> {
    started.provider.meddle = at('POST /payments', (request, reply) => {
      reply();
      return respond(request, reply);
    });
    const { failures, reports } = await railOf({ timeoutMs }).submit(BATCH, never());
    expect([Object.keys(failures).sort(), reports]).toEqual([payments.map(({ id }) => id), []]);
    return executed().length;
  }

  test.each<[string, Meddle, number?]>([
    ['it does not respond', () => new Promise(() => {}), 2_000],
    ['it responds with 500', () => ({ status: 500 })],
    ['it responds with 200 and garbage', () => ({ status: 200, body: { status: 'fine' } })],
    [
      'it responds about another payment',
      () => ({ status: 200, body: { reference: 'X', status: 'SETTLED' } }),
    ],
    ['it sends elsewhere', () => ({ status: 307, headers: { location: started.url } })],
  ])('%s: it is asked before anything is sent again', async (_, respond, timeoutMs = 60_000) => {
    const arrived = await lost(respond, timeoutMs);
    const orders: string[] = [];
    started.provider.meddle = at('POST /payments', (_request, reply) => (orders.push('again'), reply()));
    clock.advance(600_000);
    const { failures, reports } = await railOf().submit({ ...BATCH, isRepeated: true }, never());
    expect([failures, reports.map(({ status }) => status)]).toEqual([{}, Array(3).fill('ACCEPTED')]);
    expect(orders).toHaveLength(3 - arrived);
  });

  test.each<[string, Meddle]>([
    ['a proxy says 404', () => ({ status: 404, body: {} })],
    ['it is slow', () => new Promise(() => {})],
    ['it says 200 with garbage', () => ({ status: 200, body: [] })],
  ])('nothing is sent again while it is not known: %s', async (_, respond) => {
    const orders: string[] = [];
    started.provider.meddle = (request, reply) =>
      request.method === 'GET' ? respond(request, reply) : (orders.push(request.path), reply());
    const { failures } = await railOf({ timeoutMs: 200 }).submit({ ...BATCH, isRepeated: true }, never());
    expect([Object.keys(failures).length, orders]).toEqual([3, []]);
  });
});

describe('a provider that is away or wants patience', () => {
  const countRequests = (reply: () => { status: number; headers?: Record<string, string> }) => {
    const count = { requests: 0 };
    started.provider.meddle = () => (count.requests++, reply());
    return count;
  };

  test('429 with Retry-After: gets no request until then, and says so', async () => {
    const count = countRequests(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    const rail = railOf();
    await expect(collected(rail)).rejects.toThrow('the response was 429');
    await collected(rail);
    const { failures } = await rail.submit(BATCH, never());
    expect(Object.values(failures)).toEqual(
      Array(3).fill(expect.stringContaining('not asked for another 60 s')),
    );
    expect([count.requests, rail.away]).toEqual([
      1,
      { since: clock.now(), reason: expect.stringContaining('429') },
    ]);
    started.provider.meddle = (_, reply) => reply();
    clock.advance(60_000);
    expect((await rail.submit(BATCH, never())).failures).toEqual({});
    expect(rail.away).toBeNull();
  });

  test('a Retry-After of a year is not believed', async () => {
    countRequests(() => ({ status: 429, headers: { 'retry-after': '31536000' } }));
    const rail = railOf();
    await expect(collected(rail)).rejects.toThrow();
    clock.advance(300_000);
    started.provider.meddle = (_, reply) => reply();
    expect((await rail.submit(BATCH, never())).failures).toEqual({});
  });

  test('after three failures in a row it is asked at growing intervals', async () => {
    const count = countRequests(() => ({ status: 503 }));
    const rail = railOf();
    const requestsIn = async (seconds: number) => {
      const before = count.requests;
      for (let n = 0; n < seconds; n++) {
        clock.advance(1000);
        await collected(rail).catch(() => {});
      }
      return count.requests - before;
    };
    expect(await requestsIn(3)).toBe(3);
    expect(await requestsIn(15)).toBe(4);
    expect(await requestsIn(600)).toBeLessThan(10);
  });

  test.each([
    ['nobody listens', {}, 'ECONNREFUSED'],
    ['the key is wrong', { key: 'another' }, 'the response was 401'],
  ])('%s: nothing leaves, and its trouble names the cause', async (_, options: { key?: string }, cause) => {
    if (!options.key) await started.close();
    const rail = railOf(options);
    const { failures } = await rail.submit(BATCH, never());
    expect([Object.keys(failures).length, executed()]).toEqual([3, []]);
    expect(rail.away?.reason).toContain(cause);
  });
});

test('passes credits and statements on, and what it cannot read holds up nothing and is not lost', async () => {
  const credit = {
    bankReference: 'C-1',
    account: 'DE89370400440532013000',
    amount: { currency: 'EUR', value: '12.34' },
    valueDate: '2026-11-20',
    sender: { name: 'Muster GmbH', ultimateDebtor: 'Muster Holding GmbH', country: 'DE' },
  };
  const statement = {
    ...{ statementId: 'S-1', version: '1', account: 'DE89370400440532013000', day: '2026-11-20' },
    ...{ closing: { currency: 'EUR', value: '-0.50' }, lineCount: 1, from: 0 },
    lines: [
      { amount: { currency: 'EUR', value: '-12.34' }, bookedOn: '2026-11-20', valueDate: '2026-11-20' },
    ],
  };
  const odd = [
    { id: 'odd-1', statement: { ...statement, closing: { currency: 'EUR', value: '1.234' } } },
    { id: 'odd-2', credit: { ...credit, amount: { currency: 'EUR', value: '12.345' } } },
    { id: 'odd-3', credit: { ...credit, valueDate: '2026-02-30' } },
    { id: 'odd-4', payment: { reference: FIRST.reference, status: 'PAID' } },
    { id: 'odd-5', credit: { ...credit, amount: { currency: 'GBP', value: '1' } } },
    { id: 'odd-6', credit: { ...credit, bankAccount: 'DE02120300000000202051' } },
    {
      id: 'odd-7',
      credit: { ...credit, account: 'GB33BUKB20201555555555', amount: { currency: 'GBP', value: '1' } },
    },
    { id: 'odd-8', statement: { ...statement, account: 'DE02120300000000202051' } },
    ...Array.from({ length: 150 }, (_, n) => ({ id: `more-${n}` })),
  ];
  started.provider.events.push(...odd, { id: 'c-1', credit }, { id: 's-1', statement });
  const rail = railOf();
  expect(await collected(rail)).toEqual({
    reports: [],
    credits: [
      {
        bankReference: 'C-1',
        accountNumber: 'DE89370400440532013000',
        bankAccount: 'DE89370400440532013000',
        amount: money('EUR', 1234n),
        valueDate: '2026-11-20',
        reference: null,
        sender: {
          ...{ name: 'Muster GmbH', ultimateDebtor: 'Muster Holding GmbH', address: null, countryCode: 'DE' },
          ...{ accountNumber: null, bicSwiftCode: null, routingCode: null },
        },
      },
    ],
    parts: [
      {
        statement: {
          ...{ statementId: 'S-1', version: '1', accountNumber: 'DE89370400440532013000' },
          ...{ day: '2026-11-20', opening: null, closing: money('EUR', -50n), lineCount: 1 },
        },
        from: 0,
        lines: [
          {
            ...{ amount: money('EUR', -1234n), bookedOn: '2026-11-20', valueDate: '2026-11-20' },
            ...{ reference: null, bankReference: null, text: null },
          },
        ],
      },
    ],
  });
  expect(started.provider.events).toEqual(odd);
  expect(rail.away?.reason).toMatch(/^158 events cannot be read, such as "odd-1": 1.234 EUR is no amount/);
  started.provider.events.length = 0;
  await collected(rail);
  expect(rail.away).toBeNull();
});

test('a credit on a virtual account is at the account that the provider tells, or nobody knows at which', async () => {
  const account = 'DE02120300000000202051';
  const credit = { account, amount: { currency: 'EUR', value: '12.34' }, valueDate: '2026-11-20' };
  started.provider.events.push(
    { id: 'c-1', credit: { ...credit, bankReference: 'C-1', bankAccount: 'DE89370400440532013000' } },
    { id: 'c-2', credit: { ...credit, bankReference: 'C-2' } },
  );
  expect((await collected(railOf())).credits).toMatchObject([
    { accountNumber: account, bankAccount: 'DE89370400440532013000' },
    { accountNumber: account, bankAccount: null },
  ]);
});

test('a provider that repeats the same page for ever is read once', async () => {
  const events = Array.from({ length: 100 }, (_, n) => ({
    id: `e-${n}`,
    payment: { reference: 'NEVER-SENT', status: 'SETTLED' },
  }));
  started.provider.meddle = at('GET /events', () => ({ status: 200, body: { events } }));
  expect((await collected(railOf())).reports).toHaveLength(100);
});
