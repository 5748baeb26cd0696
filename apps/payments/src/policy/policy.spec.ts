import {
  type PolicyResource,
  type ScreeningCaseResource,
  everythingAllowed,
} from '@corridor/payments-contract';
import { type Caller } from '@corridor/kernel';
import { TestClock, issues, testCaller } from '@corridor/testing';
import { Production } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';
import { Policies } from './policies.js';
import { PolicyController } from './policy.controller.js';

/** Where and in which currencies nobody is paid, as staff set it. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;
beforeEach(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
});
afterEach(() => payments.close());

const { refusedCurrencies: anyCurrency } = everythingAllowed;
/** Besides what is named, everything is allowed. */
interface Refused {
  readonly refusedCountries?: readonly string[];
  readonly refusedCurrencies?: Partial<typeof anyCurrency>;
}
const policyOf = ({ refusedCountries = [], refusedCurrencies }: Refused) => ({
  refusedCountries,
  refusedCurrencies: { ...anyCurrency, ...refusedCurrencies },
});
const get = async () => (await payments.operate('GET', 'policy')).data as unknown as PolicyResource;
async function set(policy: Refused, as?: 'compliance') {
  const response = await payments.operate('PUT', 'policy', policyOf(policy), as);
  clock.advance(1_000); // when every process follows it
  return response;
}

test('is that of the settings until staff set one, which a second person approves', async () => {
  const initial = policyOf({ refusedCountries: ['CU', 'IR', 'KP', 'SY'] });
  expect(await get()).toMatchObject({ ...initial, version: 1, setBy: null });
  // Between the services it is a problem, which the gateway does not show.
  await expect(set({}, 'compliance')).rejects.toThrow('status 409');
  expect((await get()).version).toBe(1);
  await set({ refusedCountries: ['KP'] });
  const next = policyOf({ refusedCountries: ['IR'], refusedCurrencies: { paid: ['EUR'] } });
  expect(await payments.effectOf(PolicyController, (to, command) => to.set(next as never, command))).toBe(
    'Refused are the countries IR and the currencies paid: EUR. Before: Refused are the countries KP and the currencies –.',
  );
  const { data } = await set({ refusedCurrencies: { paid: ['EUR'] } });
  const setBy = { id: 'stf_1', name: 'Ines Almeida' };
  expect(data).toMatchObject({ ...policyOf({ refusedCurrencies: { paid: ['EUR'] } }), version: 3, setBy });
  expect(await get()).toEqual(data);
  expect(issues(await set({ refusedCurrencies: { held: ['XYZ'] } }))).toEqual([
    400,
    '#/refusedCurrencies/held/0 unknown_currency',
  ]);
});

test.each([
  [{ refusedCountries: ['DE'] }, '#/address/countryCode country_refused', 'country_refused'],
  [{ refusedCurrencies: { paid: ['EUR'] } }, '#/bankAccount/ccyCode currency_refused', 'currency_refused'],
])(
  '%j: nobody is stored or paid there, and everybody is when it is allowed again',
  async (policy, first, code) => {
    const beneficiaryId = await payments.beneficiaryId();
    const bodies = async () =>
      [
        ['beneficiaries', anna],
        ['payments', await payments.paymentBody({ beneficiaryId })],
        ['payment-instructions', await payments.instructionBody({ beneficiaryId })],
      ] as const;
    const fields = async () =>
      (await payments.get('reference-data/beneficiary-fields?countryCode=DE&ccyCode=EUR')).data;
    const all = await bodies();
    expect(await fields()).not.toEqual([]);
    await set(policy);
    expect(issues(await payments.post(...all[0]))).toContain(first);
    for (const [path, body] of all.slice(1))
      expect(issues(await payments.post(path, body))).toEqual([422, `#/beneficiaryId ${code}`]);
    expect(await fields()).toEqual([]);
    await set({});
    for (const [path, body] of all) expect((await payments.post(path, body)).status).toBe(200);
  },
);

test('another process follows it within a second', async () => {
  const other = new Production(payments, testCaller, clock).policies;
  expect(await other.now()).toMatchObject({ refusedCountries: ['CU', 'IR', 'KP', 'SY'] });
  await set({ refusedCountries: ['DE'] });
  expect(await other.now()).toMatchObject({ refusedCountries: ['DE'] });
});

test('what was created before is not sent in PRODUCTION, and ends without a reason that tells why', async () => {
  const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
  const production = new Production(payments, caller, clock);
  const beneficiaryId = await payments.beneficiaryId(anna, 'production');
  const body = await payments.paymentBody({ beneficiaryId });
  const { id } = (await payments.post('payments', body, { as: 'production' })).data as { id: string };
  await production.hear();
  await set({ refusedCurrencies: { paid: ['EUR'] } });
  await production.releaseJob.turn();
  expect(await payments.get(`payments/${id}`).then(({ data }) => data)).toMatchObject({ status: 'FAILED' });
  const asked = await payments.db.database.query(`SELECT 1 FROM events WHERE type = 'funds_requested'`);
  expect(asked).toEqual([]);
});

test('an instruction that waits for its fill ends before anything is bought', async () => {
  const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
  const production = new Production(payments, caller, clock);
  const beneficiaryId = await payments.beneficiaryId(anna, 'production');
  const body = await payments.instructionBody({ beneficiaryId });
  const { id } = (await payments.post('payment-instructions', body, { as: 'production' })).data as {
    id: string;
  };
  await production.hear();
  expect((await payments.get(`payment-instructions/${id}`)).data.status).toBe('ACKNOWLEDGED');
  await set({ refusedCountries: ['DE'] });
  await production.releaseJob.turn();
  const { status, statusHistory } = (await payments.get(`payment-instructions/${id}`)).data;
  expect([status, statusHistory.at(-1).statusReason]).toEqual([
    'REJECTED',
    'The beneficiary cannot be paid.',
  ]);
  const booked = await payments.db.database.query(`SELECT 1 FROM events WHERE type = 'booking_requested'`);
  expect(booked).toEqual([]);
});

test.each([
  [{ sold: ['GBP'] }, 'currency_not_sellable'],
  [{ bought: ['EUR'] }, 'currency_not_buyable'],
  [{ held: ['EUR'] }, 'currency_not_buyable'],
])('%j: no instruction is created', async (refusedCurrencies, code) => {
  const body = await payments.instructionBody({ sellCcyCode: 'GBP' });
  const own = await payments.instructionBody({ sellCcyCode: 'EUR' });
  await set({ refusedCurrencies });
  expect(await payments.post('payment-instructions', body)).toMatchObject({ status: 422, problem: { code } });
  expect((await payments.post('payment-instructions', own)).status).toBe(200); // nothing is traded
});

test('clients and senders in a refused country are looked at, once and also those from before', async () => {
  const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
  const production = new Production(payments, caller, clock);
  const cases = async () =>
    ((await payments.operate('GET', 'screening/cases')).data as unknown as ScreeningCaseResource[])
      .map(({ subject, reviewReasons }) => [subject.id, ...reviewReasons])
      .sort();
  const client = (clientId: string, countryCode: string) => ({
    type: 'client.created' as const,
    data: { clientId, name: clientId, isPerson: false, countryCode },
  });
  const data = { ...policyOf({ refusedCountries: ['FR', 'GF'] }) };
  await production.deliver(client('cli_1', 'FR'));
  await production.deliver(client('cli_2', 'DE'));
  await production.screen();
  expect(await cases()).toEqual([]);
  await set({ refusedCountries: ['FR'] });
  for (let n = 0; n < 2; n++) {
    await production.deliver({ type: 'payments.policy_set', data });
    await production.screen();
  }
  await production.deliver(client('cli_3', 'GF'));
  const sender = { type: 'SENDER', id: 'if_1', clientId: 'cli_2', names: ['Zoe'], party: null } as const;
  await production.deliver({
    type: 'payments.screening_requested',
    data: {
      subject: { ...sender, dateOfBirth: null, countries: ['FR'] },
      client: caller.client,
      receivedCcyCode: 'GBP',
    },
  });
  await production.screen();
  expect(await cases()).toEqual([
    ['cli_1', 'Refused country: FR'],
    ['cli_3', 'Refused country: GF'],
    ['if_1', 'Refused country: FR'],
  ]);
});

test('money in a refused currency, or for a client under review, waits for two of staff', async () => {
  const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
  const production = new Production(payments, caller, clock);
  await set({ refusedCountries: ['FR'], refusedCurrencies: { received: ['USD'] } });
  await production.deliver({
    type: 'client.created',
    data: { clientId: 'cli_fr', name: 'Paris SA', isPerson: false, countryCode: 'FR' },
  });
  await production.screen();
  const receive = (id: string, receivedCcyCode: string, clientId = 'cli_1') =>
    production.deliver({
      type: 'payments.screening_requested',
      data: {
        subject: {
          ...{ type: 'SENDER', id, clientId, names: ['Zoe Miller'], party: null },
          ...{ dateOfBirth: null, countries: ['DE'] },
        },
        client: { id: clientId, name: clientId },
        receivedCcyCode,
      } as const,
    });
  await receive('if_usd', 'USD');
  await receive('if_gbp', 'GBP');
  await receive('if_fr', 'GBP', 'cli_fr');
  await production.screen();
  const cases = new Map(
    ((await payments.operate('GET', 'screening/cases')).data as unknown as ScreeningCaseResource[]).map(
      (one) => [one.subject.id, one],
    ),
  );
  expect(cases.get('if_usd')).toMatchObject({ kind: 'REVIEW', reviewReasons: ['Refused currency: USD'] });
  expect(cases.get('if_fr')?.reviewReasons).toEqual(['The client is under review, or blocked']);
  expect(cases.has('if_gbp')).toBe(false);
  const clearAlone = (of: string) =>
    payments.operate('POST', `screening/cases/${cases.get(of)?.id}/clear`, { reason: 'x' }, 'compliance');
  // Between the services it is a problem, which the gateway does not show.
  for (const id of ['if_usd', 'cli_fr', 'if_fr']) await expect(clearAlone(id)).rejects.toThrow('status 409');
});

test('what the settings refuse follows them until staff set a policy', async () => {
  const started = async (refused: string[]) => {
    const { store } = new Production(payments, testCaller, clock);
    const { database } = payments.db;
    const policies = new Policies(store, database, clock, { refused }, { environment: 'SANDBOX' });
    await policies.onApplicationBootstrap();
    return [(await get()).refusedCountries, (await get()).version];
  };
  expect(await started(['CU', 'IR', 'KP', 'SY'])).toEqual([['CU', 'IR', 'KP', 'SY'], 1]);
  expect(await started(['KP'])).toEqual([['KP'], 2]);
  await set({ refusedCountries: ['FR'] });
  expect(await started(['KP'])).toEqual([['FR'], 3]);
  const published = await payments.db.database.query<{ countries: string[] }>(
    `SELECT message::json #> '{data,refusedCountries}' AS countries FROM events
     WHERE message_type = 'payments.policy_set' ORDER BY version DESC LIMIT 1`,
  );
  expect(published[0]?.countries).toEqual(expect.arrayContaining(['FR', 'GF'])); // with its territories
});
