import { TestClock, issues } from '@corridor/testing';
import { OtherServices } from './other-services.fixture.js';
import { type PaymentsUnderTest, startPayments } from './payments.fixture.js';

/** Beneficiaries that were stored before their country, or that of their bank, was refused. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z')); // a Friday
let payments: PaymentsUnderTest;
let otherServices: OtherServices;
beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  otherServices = new OtherServices(payments);
});
afterAll(() => payments.close());

const simulate = (path: string, body?: object) =>
  otherServices.untilResponse(payments.post(`simulators/${path}`, body));

/** What is stored, as a policy of that time allowed it. */
const moveTo = (country: string, beneficiaryId: string, field = 'address,countryCode') =>
  payments.db.database.query(
    `UPDATE beneficiary SET data = jsonb_set(data::jsonb, $2::text[], to_jsonb($3::text))::json WHERE id = $1`,
    [beneficiaryId, `{${field}}`, country],
  );

test.each([
  ['address,countryCode', 'KP'],
  ['bankAccount,bankCountryCode', 'IR'],
])('nothing new is created for one with %s %s', async (field, country) => {
  const beneficiaryId = await payments.beneficiaryId();
  await moveTo(country, beneficiaryId, field);
  for (const response of [
    await payments.post('payments', await payments.paymentBody({ beneficiaryId })),
    await payments.post('payment-instructions', await payments.instructionBody({ beneficiaryId })),
  ]) {
    expect(response.problem?.code).toBe('beneficiary_not_usable');
    expect(issues(response)).toEqual([422, '#/beneficiaryId country_refused']);
    expect(response.problem?.detail).toBe(`Beneficiaries and banks in ${country} are refused.`);
  }
});

test('an instruction from before is not sent, and no money is requested; then the policy allows it', async () => {
  const beneficiaryId = await payments.beneficiaryId();
  const { id } = await payments.instruct({ beneficiaryId });
  const simulateStep = (step: string, body?: object) => simulate(`payment-instructions/${id}/${step}`, body);
  await simulateStep('acknowledge');
  await simulateStep('fill', { useIndicativeRateForActualRate: true });
  await moveTo('KP', beneficiaryId);
  expect(await simulateStep('send')).toMatchObject({
    status: 422,
    problem: { code: 'beneficiary_not_usable', detail: 'Beneficiaries and banks in KP are refused.' },
  });
  expect((await payments.get(`payment-instructions/${id}`)).data.status).toBe('FILLED');
  await moveTo('DE', beneficiaryId);
  expect((await simulateStep('send')).data.status).toBe('SENT');
});

test('a payment from before is not sent, and no money is requested; then the policy allows it', async () => {
  const beneficiaryId = await payments.beneficiaryId();
  const { data } = await payments.post('payments', await payments.paymentBody({ beneficiaryId }));
  const { id } = data as { id: string };
  await simulate(`payments/${id}/authorise`);
  await moveTo('KP', beneficiaryId);
  expect(await simulate(`payments/${id}/send`)).toMatchObject({
    status: 422,
    problem: { code: 'beneficiary_not_usable' },
  });
  expect((await payments.get(`payments/${id}`)).data.status).toBe('READY_TO_SEND');
  await moveTo('DE', beneficiaryId);
  expect((await simulate(`payments/${id}/send`)).data.status).toBe('SENT');
});
