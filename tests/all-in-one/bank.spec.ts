import { Chance, sized, until } from '@corridor/testing';
import { Api } from '../support/api.js';
import { createAndMovePayment, paymentFor } from '../support/payment.js';
import { Program } from '../support/program.js';
import { DEMO_STAFF } from '../support/staff.js';
import { fundedClient } from '../support/system.js';

/**
 * Payments over the manual rail, from the wallet to the word of the bank, by a program that is killed between any two steps.
 * Money leaves once and comes back once.
 */

const LIVES = sized({ small: 1, full: 40 });
const PAID = 100;
const BACK = 90;
const OPENING = 1_000_000;

let program: Program;
let client: Api;
let staff: Api;
let beneficiaryId: string;

beforeAll(async () => {
  program = await Program.with({ RAIL: 'manual', BANK_BIC: 'CORRGB2LXXX' });
  await program.start();
  client = new Api(program.url, { 'x-api-key': 'ck_sandbox_demo_acme_trading' });
  staff = new Api(program.url, DEMO_STAFF);
  const { body } = await client.get(
    `/v1/beneficiaries?q=${encodeURIComponent('bankAccount.ccyCode == "EUR"')}`,
  );
  beneficiaryId = body.data[0].id as string;
});
afterAll(() => program.remove());

const chance = new Chance(Date.now());

/** At any moment. */
async function maybeKilled(): Promise<void> {
  if (!chance.happens(0.5)) return;
  await program.end('SIGKILL');
  await program.start();
}

const eventually = async (read: () => Promise<unknown>, expected: unknown): Promise<void> => {
  let last: unknown;
  const isSo = async () => JSON.stringify((last = await read())) === JSON.stringify(expected);
  await until(isSo).catch((error: unknown) => {
    throw new Error(`${JSON.stringify(last)} instead of ${JSON.stringify(expected)}`, { cause: error });
  });
};

const paymentOf = async (id: string) => (await client.get(`/v1/payments/${id}`)).body.data;
const submissionOf = async (id: string) =>
  (await staff.get(`/operator/v1/bank/submissions/${id.replace('pmt_', 'sub_')}`)).body;
const says = (id: string, what: string, body: object = {}, time = '') =>
  staff.post(`/operator/v1/bank/submissions/${id.replace('pmt_', 'sub_')}/${what}`, body, {
    key: `${id} ${what} ${time}`,
  });
const balance = async () => (await client.get('/v1/wallets/EUR')).body.data.balance.value as number;

test(`each payment of a program that is killed at any step leaves once, and comes back once (${LIVES})`, async () => {
  let expected = OPENING;
  for (let life = 0; life < LIVES; life++) {
    const end = chance.of(['settle', 'reject', 'return', 'parts'] as const);
    const id = await createAndMovePayment(client, paymentFor(beneficiaryId), 'authorise', 'send');
    await maybeKilled();
    await eventually(async () => (await submissionOf(id)).data?.status, 'HANDED_OVER');
    await maybeKilled();
    expect((await says(id, 'accept', { bankReference: `FT${life}` })).status).toBe(200);
    await maybeKilled();
    if (end !== 'reject') expect((await says(id, 'settle')).status).toBe(200);
    await maybeKilled();
    if (end !== 'settle') {
      const reason = 'Account closed.';
      const body = end === 'reject' ? { reason } : { reason, amount: BACK };
      const what = end === 'reject' ? 'reject' : 'return';
      expect((await says(id, what, body)).status).toBe(200);
      await maybeKilled();
      expect(await says(id, what, body)).toMatchObject({ status: 200 });
      if (end === 'parts') expect((await says(id, 'return', { reason }, 'again')).status).toBe(200);
      await maybeKilled();
    }
    const status = end === 'settle' ? ['SENT', 'COMPLETED'] : ['FAILED', 'FAILED'];
    await eventually(async () => {
      const { statusHistory } = await paymentOf(id);
      return [statusHistory.at(-1).status, statusHistory.at(-1).subStatus];
    }, status);
    expected -= { settle: PAID, return: PAID - BACK, reject: 0, parts: 0 }[end];
    await eventually(balance, expected);
    const reached = async () =>
      (await paymentOf(id)).statusHistory.map(
        (one: { status: string; subStatus: string; statusReason: string | null }) =>
          [one.subStatus, one.statusReason].filter(Boolean).join(': '),
      ) as string[];
    const part = `EUR ${BACK}.00 is back in the EUR wallet, and the banks have kept EUR ${PAID - BACK}.00`;
    const rest = `Another EUR ${PAID - BACK}.00 is back in the EUR wallet: EUR ${PAID}.00 of EUR ${PAID}.00`;
    const back = {
      settle: [],
      return: [part],
      reject: [`EUR ${PAID}.00 is back in the EUR wallet`],
      parts: [part, rest],
    }[end];
    await eventually(reached, [
      'NEW',
      'AUTHORISED',
      'SUBMITTED',
      'SUBMITTED: The bank has accepted it.',
      ...(end === 'reject' ? [] : ['COMPLETED']),
      ...back.map((where) => `FAILED: Account closed. ${where}.`),
    ]);
  }
});

test('a credit of the bank is in the wallet once, also if the program is killed', async () => {
  const { body } = await client.get('/v1/wallets/GBP');
  const { balance: before, collectionAccounts } = body.data;
  const credit = {
    accountNumber: collectionAccounts.at(-1).accountNumber as string,
    ccyCode: 'GBP',
    amount: 125.5,
    valueDate: '2026-11-20',
    bankReference: 'FT26325ABCD',
    sender: { name: 'Grace Ltd', accountNumber: '11112222' },
  };
  const first = await staff.post('/operator/v1/bank/credits', credit);
  expect(first.body.data).toMatchObject({ status: 'MATCHED', matchedBy: 'ACCOUNT' });
  await program.end('SIGKILL');
  await program.start();
  expect((await staff.post('/operator/v1/bank/credits', credit)).status).toBe(409);
  const inWallet = async () => (await client.get('/v1/wallets/GBP')).body.data.balance.value as number;
  await eventually(inWallet, Number(before.value) + credit.amount);
  const funds = await client.get(`/v1/inbound-funds/${first.body.data.inboundFundsId as string}`);
  expect(funds.body.data).toMatchObject({ status: 'CREDITED', amount: { ccyCode: 'GBP', value: 125.5 } });
});

test('a client is not closed before the bank has said what became of its payments', async () => {
  const { api, clientId, beneficiaryId: payee } = await fundedClient({ EUR: PAID }, staff);
  const id = await createAndMovePayment(api, paymentFor(payee), 'authorise', 'send');
  await eventually(async () => (await submissionOf(id)).data?.status, 'HANDED_OVER');
  const path = `/operator/v1/clients/${clientId}`;
  await staff.post(`${path}/suspend`, { reason: 'Leaves' });
  const close = () => staff.post(`${path}/close`, { reason: 'Left' });
  const { status, body: problem } = await close();
  expect([status, problem.code]).toEqual([409, 'client_not_closable']);
  const submission = id.replace('pmt_', 'sub_');
  expect(problem.errors).toMatchObject([
    { detail: `The submission to the bank ${submission} is HANDED_OVER.` },
  ]);
  expect((await says(id, 'settle')).status).toBe(200);
  expect((await close()).body.data.status).toBe('Closed');
});
