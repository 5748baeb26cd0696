import type { CommandContext } from '@corridor/event-store';
import type { ReviewRulesResource, ScreeningCaseResource } from '@corridor/payments-contract';
import { type Caller, money } from '@corridor/kernel';
import { TestClock, issues, testCaller } from '@corridor/testing';
import { Production } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, anna, quotes, startPayments } from '../payments.fixture.js';
import { ReviewRulesController } from './review-rules.controller.js';
import { type ReviewRules, noRules, reasonsFor } from './review-rules.js';

/** What staff look at although no list has it. */

describe('reasons', () => {
  const [gbp100, eur100] = [
    { ccyCode: 'GBP', value: 100 },
    { ccyCode: 'EUR', value: 100 },
  ];
  const german = { countries: ['DE', 'NL'] };
  test.each<[string, Partial<ReviewRules>, ReturnType<typeof money> | null, boolean, string[]]>([
    ['no rules', {}, money('EUR', 1_000_000n), true, []],
    ['another country', { countries: ['FR'] }, null, true, []],
    ['a country', { countries: ['FR', 'NL'] }, null, true, ['Country: NL']],
    ['the amount itself', { paymentsAbove: eur100 }, money('EUR', 100_00n), true, []],
    ['more', { paymentsAbove: eur100 }, money('EUR', 100_01n), true, ['Amount above EUR 100.00']],
    ['as much at the mid', { paymentsAbove: gbp100 }, money('EUR', 117_64n), true, []],
    ['more at the mid', { paymentsAbove: gbp100 }, money('EUR', 117_65n), true, ['Amount above GBP 100.00']],
    ['an unquoted currency', { paymentsAbove: eur100 }, money('KPW', 1n), true, ['Amount above EUR 100.00']],
    ['no price yet', { paymentsAbove: eur100 }, null, true, ['Amount above EUR 100.00']],
    ['the first', { firstPayments: true }, null, true, ['First payment to the beneficiary']],
    ['the second', { firstPayments: true }, null, false, []],
  ])('%s', (_, rules, amount, isFirst, expected) => {
    const order = { amount, isFirst, riskRating: null };
    expect(reasonsFor({ ...noRules, ...rules }, german, order, quotes)).toEqual(expected);
  });

  test.each([
    ['HIGH', ['Risk rating of the client: HIGH']],
    ['LOW', []],
    [null, []],
  ] as const)('of a client rated %s', (riskRating, expected) => {
    const rules: ReviewRules = { ...noRules, riskRatings: ['MEDIUM', 'HIGH'] };
    expect(reasonsFor(rules, german, { amount: null, isFirst: true, riskRating }, quotes)).toEqual(expected);
  });

  test('somebody who is not paid has a country only', () => {
    const all: ReviewRules = {
      countries: ['DE'],
      paymentsAbove: eur100,
      firstPayments: true,
      riskRatings: ['HIGH'],
    };
    expect(reasonsFor(all, german, null, quotes)).toEqual(['Country: DE']);
  });
});

describe('in PRODUCTION', () => {
  const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
  const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
  let payments: PaymentsUnderTest;
  let production: Production;
  beforeEach(async () => {
    payments = await startPayments(clock);
    await payments.publishRates();
    production = new Production(payments, caller, clock);
  });
  afterEach(() => payments.close());

  const setRules = (rules: Partial<ReviewRules>) =>
    payments.operate('PUT', 'screening/review-rules', { ...noRules, ...rules });
  const beneficiary = () => payments.beneficiaryId(anna, 'production');
  async function pay(beneficiaryId: string, value = 1000): Promise<string> {
    const amount = { ccyCode: 'EUR', value };
    const body = await payments.paymentBody({ beneficiaryId, amount });
    return ((await payments.post('payments', body, { as: 'production' })).data as { id: string }).id;
  }
  async function instruct(beneficiaryId: string): Promise<string> {
    const body = await payments.instructionBody({ sellCcyCode: 'EUR', beneficiaryId });
    return ((await payments.post('payment-instructions', body, { as: 'production' })).data as { id: string })
      .id;
  }
  const cases = async () =>
    (await payments.operate('GET', 'screening/cases')).data as unknown as ScreeningCaseResource[];
  const reasonsOf = async (id: string) =>
    (await cases()).find(({ subject }) => subject.id === id)?.reviewReasons;
  const FIRST = 'First payment to the beneficiary';

  test('nobody is reviewed before staff set rules, of which each version replaces the one before', async () => {
    const get = async () =>
      (await payments.operate('GET', 'screening/review-rules')).data as unknown as ReviewRulesResource;
    expect(await get()).toEqual({ ...noRules, version: 0, setBy: null, setOn: null });
    await pay(await beneficiary());
    await production.hear();
    expect(await cases()).toEqual([]);
    await setRules({ countries: ['DE'], paymentsAbove: { ccyCode: 'EUR', value: 10 } });
    const { data } = await setRules({ firstPayments: true });
    expect(data).toMatchObject({
      countries: [],
      paymentsAbove: null,
      firstPayments: true,
      version: 2,
      setBy: { id: 'stf_1', name: 'Ines Almeida' },
    });
    expect(await get()).toEqual(data);
  });

  test('a second person is needed, and what is no rule is refused', async () => {
    const alone = payments.operate('PUT', 'screening/review-rules', noRules, 'compliance');
    // Between the services it is a problem, which the gateway does not show.
    await expect(alone).rejects.toThrow('status 409');
    await setRules({ countries: ['MM'], paymentsAbove: { ccyCode: 'EUR', value: 10 } });
    const ask = (to: ReviewRulesController, command: CommandContext) => to.set(noRules as never, command);
    expect(await payments.effectOf(ReviewRulesController, ask)).toBe(
      'Staff review the countries –, payments of no amount, no first payments, no ratings. Before: the countries MM, payments above EUR 10.00, no first payments, no ratings.',
    );
    expect(issues(await setRules({ countries: ['XX'] }))).toEqual([400, '#/countries/0 unknown_country']);
    expect(issues(await setRules({ paymentsAbove: { ccyCode: 'EUR', value: -1 } }))).toEqual([
      400,
      '#/paymentsAbove/value not_positive',
    ]);
  });

  test('first payments that are created at the same time are all reviewed, and none after one was sent', async () => {
    await setRules({ firstPayments: true });
    const to = await beneficiary();
    const all = await Promise.all([pay(to), instruct(to), pay(to)]);
    await production.hear();
    for (const id of all) expect(await reasonsOf(id)).toEqual([FIRST]);
    const [sent] = all;
    await payments.db.database.query(
      `UPDATE payment SET data = jsonb_set(data::jsonb, '{status}', '"SENT"')::json WHERE id = $1`,
      [sent],
    );
    const [next, other] = [await pay(to), await pay(await beneficiary())];
    await production.hear();
    expect([await reasonsOf(next), await reasonsOf(other)]).toEqual([undefined, [FIRST]]);
  });

  test('what one person clears goes on, and is reviewed again only if its beneficiary changes', async () => {
    await setRules({ paymentsAbove: { ccyCode: 'GBP', value: 500 } });
    const to = await beneficiary();
    const [small, large] = [await pay(to, 500), await pay(to, 1000)];
    await production.hear();
    expect(await reasonsOf(small)).toBeUndefined();
    const [{ id }] = (await cases()) as [ScreeningCaseResource];
    await payments.operate('POST', `screening/cases/${id}/clear`, { reason: 'Invoice seen' }, 'compliance');
    await production.hearOutcomes();
    expect((await payments.get(`payments/${large}`)).data.statusHistory.at(-1).subStatus).toBe('AUTHORISED');
    clock.advance(3 * 86_400_000);
    await production.releaseJob.turn();
    await production.screen();
    expect(await cases()).toHaveLength(1);
    await setRules({ countries: ['DE'] });
    await payments.put(`beneficiaries/${to}`, { ...anna, displayName: 'Chris' }, { as: 'production' });
    await production.hear();
    await production.releaseJob.turn();
    await production.screen();
    const reasons = (await cases()).map(({ subject, reviewReasons }) => [subject.id, ...reviewReasons]);
    expect(reasons).toEqual(expect.arrayContaining([small, large].map((one) => [one, 'Country: DE'])));
    clock.advance(-3 * 86_400_000);
  });

  test('payments of a client are reviewed as it is rated now', async () => {
    await setRules({ riskRatings: ['HIGH'] });
    const to = await beneficiary();
    const rated = (riskRating: 'LOW' | 'HIGH') =>
      production.deliver({
        type: 'client.rated',
        data: { clientId: caller.client.id, riskRating },
      });
    const [unrated, , high, , low] = [
      await pay(to),
      await production.hear().then(() => rated('HIGH')),
      await pay(to),
      await production.hear().then(() => rated('LOW')),
      await pay(to),
    ];
    await production.hear();
    const all = await Promise.all([unrated, high, low].map(reasonsOf));
    expect(all).toEqual([undefined, ['Risk rating of the client: HIGH'], undefined]);
  });

  test('a client in a chosen country is reviewed, a beneficiary only when it is paid', async () => {
    await setRules({ countries: ['DE', 'GB'] });
    await beneficiary();
    const client = { clientId: 'cli_1', name: 'Acme Ltd', isPerson: false, countryCode: 'GB' };
    await production.deliver({ type: 'client.created', data: client });
    await production.hear();
    expect((await cases()).map(({ kind, subject }) => [kind, subject.type])).toEqual([['REVIEW', 'CLIENT']]);
  });
});
