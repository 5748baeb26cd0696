import { TestClock, testCaller, faults } from '@corridor/testing';
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
  test("are nobody else's", async () => {
    const id = await payments.beneficiaryId();
    expect((await payments.get(`beneficiaries/${id}`, 'stranger')).status).toBe(404);
    expect((await payments.get('beneficiaries', 'stranger')).meta.totalCount).toBe(0);
    expect((await payments.get('beneficiary-snapshots/bss_unknown')).status).toBe(404);
  });
  test('with faults are refused, all faults at once', async () => {
    const { bankAccount } = londonCompany as { bankAccount: object };
    const answer = await payments.post('beneficiaries', {
      ...londonCompany,
      email: 'nobody',
      bankAccount: { ...bankAccount, accountNumber: '31926818' },
    });
    expect(faults(answer)).toEqual([
      400,
      '#/bankAccount/accountNumber bad_check_digit',
      '#/email not_an_email',
    ]);
  });
  test('need the permission', async () => {
    expect(await payments.post('beneficiaries', anna, { as: 'reader' })).toMatchObject({
      status: 403,
      problem: { requiredPermission: 'beneficiaries:write' },
    });
  });
});
