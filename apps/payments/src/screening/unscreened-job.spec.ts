import type { Caller } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/testing';
import { Production, TestProvider } from '../automation/production.fixture.js';
import { type PaymentsUnderTest, anna, startPayments } from '../payments.fixture.js';
import { UnscreenedJob } from './unscreened-job.js';

/** PRODUCTION after an upgrade: what was created when there was no screening. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
const caller: Caller = { ...testCaller, environment: 'PRODUCTION' };
const provider = new TestProvider();
let payments: PaymentsUnderTest;
let production: Production;
let job: UnscreenedJob;
beforeAll(async () => {
  payments = await startPayments(clock);
  await payments.publishRates();
  production = new Production(payments, caller, clock, provider);
  job = new UnscreenedJob(payments.db.database, production.screenings, clock);
});
afterAll(() => payments.close());

const beneficiaryTo = (displayName: string) => payments.beneficiaryId({ ...anna, displayName }, 'production');
async function instruct(beneficiaryId: string): Promise<string> {
  const body = await payments.instructionBody({ sellCcyCode: 'EUR', beneficiaryId });
  return ((await payments.post('payment-instructions', body, { as: 'production' })).data as { id: string })
    .id;
}
const asked = () => provider.asked.splice(0).map(({ id }) => id);

test('who was never screened is found, however many there are, and goes on; who was is left alone', async () => {
  const known = await beneficiaryTo('Known Kim');
  await production.hear();
  expect(asked()).toEqual([known]);
  const [archived, ended] = [await beneficiaryTo('Old Otto'), await instruct(known)];
  await payments.post(`beneficiaries/${archived}/archive`, {});
  await payments.post(`payment-instructions/${ended}/cancel`, { reason: 'Not needed' });
  const unknown: string[] = [];
  for (let n = 0; n < 101; n++) unknown.push(await beneficiaryTo(`Anna ${n}`));
  const waiting = await instruct(known);
  await production.screen();
  expect(asked()).toEqual([]); // nobody has heard of them

  await job.turn();
  await production.screen();
  expect(asked()).toEqual([]); // they are about to be screened anyway
  clock.advance(10 * 60_000 + 1);
  await job.turn();
  await production.screen();
  const found = asked();
  expect(found).toEqual(expect.arrayContaining([...unknown, waiting]));
  for (const one of [known, archived, ended]) expect(found).not.toContain(one);
  expect(new Set(found).size).toBe(found.length);
  expect((await payments.get(`payment-instructions/${waiting}`)).data.status).toBe('ACKNOWLEDGED');
  await job.turn();
  await production.screen();
  expect(asked()).toEqual([]);
});
