import { TestClock, testCaller, issues } from '@corridor/testing';
import { type PaymentsUnderTest, anna, londonCompany, londoner, startPayments } from '../payments.fixture.js';

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;

beforeAll(async () => {
  payments = await startPayments(clock);
});
afterAll(() => payments.close());

describe('beneficiaries', () => {
  test('are created, read and listed, newest first', async () => {
    clock.advance(1);
    const created = await payments.post('beneficiaries', londonCompany);
    expect(created).toMatchObject({
      status: 200,
      data: {
        id: expect.stringMatching(/^ben_/),
        client: testCaller.client,
        displayName: 'Thames Paper Ltd',
        isSnapshot: false,
        status: 'ACTIVE',
        bankAccount: { supportedPaymentTypes: ['REGULAR', 'PRIORITY'] },
        auditHistory: { version: 1, created: { by: testCaller.user, withApiKey: testCaller.apiKeyId } },
      },
    });
    expect((await payments.get(`beneficiaries/${created.data.id}`)).data).toEqual(created.data);
    clock.advance(1);
    const next = await payments.beneficiaryId(londoner);
    const { data, meta } = await payments.get('beneficiaries?limit=2');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([next, created.data.id]);
    expect(meta).toMatchObject({ offset: 0, limit: 2, count: 2 });
  });
  test('are not visible to other clients', async () => {
    const id = await payments.beneficiaryId();
    expect((await payments.get(`beneficiaries/${id}`, 'stranger')).status).toBe(404);
    expect((await payments.get('beneficiaries', 'stranger')).meta.totalCount).toBe(0);
    expect((await payments.get('beneficiary-snapshots/bss_unknown')).status).toBe(404);
  });
  test('with issues are refused, all issues at once', async () => {
    const { bankAccount } = londonCompany as { bankAccount: object };
    const response = await payments.post('beneficiaries', {
      ...londonCompany,
      email: 'nobody',
      bankAccount: { ...bankAccount, iban: null, accountNumber: '31926818' },
    });
    expect(issues(response)).toEqual([
      400,
      '#/bankAccount/accountNumber bad_check_digit',
      '#/email not_an_email',
    ]);
  });
  test('are replaced as a whole, and record who did it', async () => {
    const id = await payments.beneficiaryId();
    const before = (await payments.get(`beneficiaries/${id}`)).data;
    clock.advance(1);
    const { status, data } = await payments.put(`beneficiaries/${id}`, londonCompany);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      id,
      beneficiaryType: 'COMPANY',
      displayName: 'Thames Paper Ltd',
      individual: null,
      bankAccount: { ccyCode: 'GBP' },
      status: 'ACTIVE',
      auditHistory: { version: 2, created: before.auditHistory.created },
    });
    expect(data.statusHistory).toEqual(before.statusHistory);
    expect((await payments.get(`beneficiaries/${id}`)).data).toEqual(data);
    const { address: _, ...partial } = londonCompany as { address: object };
    expect(issues(await payments.put(`beneficiaries/${id}`, partial))).toEqual([400, '#/address required']);
    expect((await payments.put(`beneficiaries/${id}`, anna, { as: 'stranger' })).status).toBe(404);
    expect((await payments.put('beneficiaries/ben_unknown', anna)).status).toBe(404);
    expect((await payments.get(`beneficiaries/${id}`)).data).toEqual(data);
  });
  test('are archived permanently', async () => {
    const id = await payments.beneficiaryId();
    expect((await payments.post(`beneficiaries/${id}/archive`, {}, { as: 'stranger' })).status).toBe(404);
    const { status, data } = await payments.post(`beneficiaries/${id}/archive`, undefined, { key: 'once' });
    expect([status, data.status, data.auditHistory.version]).toEqual([200, 'ARCHIVED', 2]);
    const again = await payments.post(`beneficiaries/${id}/archive`, undefined, { key: 'once' });
    expect([again.data, again.replayed]).toEqual([data, true]);
    for (const response of [
      await payments.post(`beneficiaries/${id}/archive`),
      await payments.put(`beneficiaries/${id}`, anna),
    ])
      expect(response).toMatchObject({ status: 409, problem: { code: 'illegal_transition' } });
    await payments.publishRates();
    const body = await payments.instructionBody({ beneficiaryId: id });
    expect((await payments.post('payment-instructions', body)).problem?.code).toBe('beneficiary_not_usable');
  });
  test('are validated like a creation, without being created', async () => {
    const before = (await payments.get('beneficiaries')).meta.totalCount;
    const { bankAccount } = anna as { bankAccount: object };
    const spaced = { ...anna, bankAccount: { ...bankAccount, iban: 'de89 3704 0044 0532 0130 00' } };
    const { status, data } = await payments.post('beneficiaries/validate', spaced);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      bankAccount: { iban: 'DE89370400440532013000', ccyCode: 'EUR' },
      supportedPaymentTypes: ['REGULAR', 'PRIORITY'],
    });
    const wrong = { ...anna, email: 'nobody', bankAccount: { ...bankAccount, iban: 'DE00' } };
    const [validated, created] = [
      await payments.post('beneficiaries/validate', wrong),
      await payments.post('beneficiaries', wrong),
    ];
    expect(issues(validated)).toEqual([400, '#/bankAccount/iban not_an_iban', '#/email not_an_email']);
    expect(issues(validated)).toEqual(issues(created));
    expect((await payments.get('beneficiaries')).meta.totalCount).toBe(before);
  });
  test('need the permission', async () => {
    expect(await payments.post('beneficiaries', anna, { as: 'reader' })).toMatchObject({
      status: 403,
      problem: { requiredPermission: 'beneficiaries:write' },
    });
  });
});

test('the fields that a country and a currency need, none where the policy refuses the country', async () => {
  const fields = (query: string) => payments.get(`reference-data/beneficiary-fields?${query}`);
  expect((await fields('countryCode=GB&ccyCode=GBP&paymentType=REGULAR')).data[0]).toEqual({
    paymentType: 'REGULAR',
    fields: [
      { name: 'routingCodeType1', format: 'SORT_CODE', pattern: '^SORT_CODE$', example: 'SORT_CODE' },
      { name: 'routingCode1', format: '6 digits', pattern: '^\\d{6}$', example: '601613' },
      { name: 'accountNumber', format: '8 digits', pattern: '^\\d{8}$', example: '31926819' },
    ],
  });
  const all = (await fields('countryCode=DE&ccyCode=EUR')).data as { paymentType: string }[];
  expect(all.map(({ paymentType }) => paymentType)).toEqual(['REGULAR', 'PRIORITY']);
  expect((await fields('countryCode=KP&ccyCode=EUR')).data).toEqual([]);
  expect(issues(await fields('countryCode=ZZ&paymentType=X'))).toEqual([
    400,
    '?ccyCode required',
    '?countryCode unknown_country',
    '?paymentType not_allowed',
  ]);
});
