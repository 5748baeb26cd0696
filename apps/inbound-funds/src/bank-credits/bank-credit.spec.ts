import { EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, money } from '@corridor/kernel';
import { TestClock, delivered, effectOf, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { InboundFundsModule } from '../inbound-funds.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { type Event, type State, bankCredit, match, returnReported } from './bank-credit.js';
import { BankCreditReactions } from './bank-credit-reactions.js';
import { EarlierCredits } from './earlier-credits.js';

const staff: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_01K00000000000000000000000', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['bank:read', 'bank:write'],
  approved: {
    id: 'apr_01K00000000000000000000000',
    by: { id: 'stf_01K00000000000000000000001', name: 'Leo Brandt' },
  },
};
const { client } = testCaller;
const other = { id: 'cli_01K00000000000000000000009', name: 'Globex' };

let funds: TestService;
let ofClient: string;
let ofOther: string;

beforeAll(async () => {
  funds = await started();
  [ofClient, ofOther] = [await opened('wal_1', client), await opened('wal_2', other)] as [string, string];
});
afterAll(() => funds.close());

const started = (more: object = {}) =>
  startTestService(service, InboundFundsModule.in('SANDBOX'), {
    clock: new TestClock(),
    caller: staff,
    ...more,
  });

/** The IBAN of a client with a wallet in pounds. */
async function opened(walletId: string, owner: typeof client): Promise<string> {
  const { app, db } = funds;
  const wallet = delivered<'ledger.wallet_opened'>({ walletId, client: owner, ccyCode: 'GBP' });
  await app
    .get(Reactions)
    .onWalletOpened({ ...wallet, caller: { ...wallet.caller, client: owner } } as never);
  const [row] = await db.database.query<{ iban: string }>(
    `SELECT account_number AS iban FROM account_owner WHERE wallet_id = $1 AND account_number LIKE 'GB%'`,
    [walletId],
  );
  return row!.iban;
}

let line = 0;
const credit = (more: object = {}) =>
  funds.post('/operator/v1/bank/credits', {
    accountNumber: 'GB33BUKB20201555555555',
    ccyCode: 'GBP',
    amount: 125.5,
    valueDate: '2026-11-20',
    bankReference: `FT${++line}`,
    sender: { name: 'Grace Ltd', accountNumber: '11112222' },
    ...more,
  });
const of = (id: string, what: string, body: object) =>
  funds.post(`/operator/v1/bank/credits/${id}/${what}`, body);
const spaced = (iban: string) =>
  iban
    .replace(/(.{4})/g, '$1 ')
    .trim()
    .toLowerCase();

test('is matched by its account, and becomes inbound funds once', async () => {
  const { data } = await credit({ accountNumber: spaced(ofClient), reference: `for ${ofOther}` });
  expect(data).toMatchObject({ status: 'MATCHED', matchedBy: 'ACCOUNT', client, walletId: 'wal_1' });
  const [moved, matched] = await funds.published(data.id);
  expect(moved).toMatchObject({ type: 'bank_credit.moved', data: { step: 'RECEIVED', returned: null } });
  const reaction = funds.app.get(BankCreditReactions);
  for (const _ of [1, 2]) await reaction.onBankCreditMatched({ ...matched, caller: staff } as never);
  const published = await funds.published(data.inboundFundsId);
  expect(published.map(({ type }) => type)).toEqual(['inbound_funds.pending', 'ledger.transfer_requested']);
  expect(published[0]?.data).toMatchObject({
    resource: { client, amount: { ccyCode: 'GBP', value: 125.5 }, receivingAccountIban: ofClient },
  });
});

test.each([
  ['its reference', () => `Invoice 7, ${ofOther}`, 'REFERENCE', 'wal_2'],
  ['a reference with spaces in it', () => spaced(ofOther), 'REFERENCE', 'wal_2'],
  ['a reference that names two wallets: by nobody', () => `${ofOther} ${ofClient}`, null, null],
])('is matched by %s', async (_, reference, matchedBy, walletId) => {
  expect((await credit({ reference: reference() })).data).toMatchObject({ matchedBy, walletId });
});

test('in a currency of which the client has no wallet waits', async () => {
  expect((await credit({ accountNumber: ofClient, ccyCode: 'EUR' })).data.status).toBe('UNMATCHED');
});

test('is booked once for its account and the reference of the bank', async () => {
  const { data } = await credit({ bankReference: 'once' });
  expect(await credit({ bankReference: 'once', amount: 7 })).toMatchObject({
    status: 409,
    problem: { code: 'already_exists', errors: [{ pointer: '#/bankReference' }] },
  });
  expect((await credit({ bankReference: 'once', accountNumber: 'GB94BARC10201530093459' })).data.id).not.toBe(
    data.id,
  );
});

test('two members of staff record it at the same moment: one is told', async () => {
  const both = await Promise.all([credit({ bankReference: 'both' }), credit({ bankReference: 'both' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an unmatched one is found, and matched by a person', async () => {
  const { data } = await credit({ bankReference: 'unknown' });
  const q = encodeURIComponent('AND(status == "UNMATCHED",bankReference == "unknown")');
  expect((await funds.get(`/operator/v1/bank/credits?q=${q}`)).data).toMatchObject([{ id: data.id }]);
  expect(await of(data.id, 'match', { clientId: 'cli_01K00000000000000000000008' })).toMatchObject({
    status: 400,
    problem: { errors: [{ pointer: '#/clientId' }] },
  });
  const { data: matched } = await of(data.id, 'match', { clientId: other.id });
  expect(matched).toMatchObject({ status: 'MATCHED', matchedBy: 'STAFF', client: other, walletId: 'wal_2' });
  expect(matched.history).toMatchObject([{ status: 'UNMATCHED', by: staff.user }, { status: 'MATCHED' }]);
  expect((await of(data.id, 'match', { clientId: other.id })).status).toBe(409);
  expect((await of(data.id, 'return', { reason: 'Nobody knows it.' })).status).toBe(409);
});

test('needs a second person to be recorded, matched or returned', async () => {
  const { data } = await credit();
  const { approved: _, ...alone } = staff;
  // The gateway makes an approval of the problem: no document has it.
  const gateway = await started({ database: funds.db, hasStandIns: true });
  const path = '/operator/v1/bank/credits';
  const body = {
    accountNumber: '1',
    ccyCode: 'GBP',
    amount: 1,
    valueDate: '2026-11-20',
    bankReference: 'alone',
  };
  const it = `GBP 125.50 from “Grace Ltd” of 2026-11-20 (${data.id})`;
  for (const [at, sent, effect] of [
    [path, body, 'The bank has credited “1” with GBP 1.00.'],
    [`${path}/${data.id}/match`, { clientId: other.id }, `${it} is for ${other.id}.`],
    [
      `${path}/${data.id}/return`,
      { reason: 'Nobody knows it.' },
      `${it} goes back to the account “11112222”.`,
    ],
  ] as const) {
    const asked = await gateway.post(at, sent, { as: alone, key: `alone ${at}` });
    expect([asked.problem?.code, effectOf(asked)]).toEqual(['second_person_required', effect]);
  }
  await gateway.close();
});

describe('a return', () => {
  type Status = 'SETTLED' | 'REJECTED' | 'RETURNED' | 'ACCEPTED';
  /** About the last return of the credit, or another one. */
  async function reported(id: string, status: Status, more: { of?: string; returned?: bigint } = {}) {
    const { returnSubmissionId } = (await funds.get(`/operator/v1/bank/credits/${id}`)).data;
    const { of = returnSubmissionId as string, returned } = more;
    const back = returned === undefined ? null : money('GBP', returned);
    const report = {
      kind: 'RETURN',
      subjectId: id,
      client: null,
      status,
      reason: null,
      returned: back,
      ...{ number: null, credited: null, excess: null, bankReference: null },
      debited: null,
    } as const;
    const message = delivered<'payments.submission_reported'>(report);
    return funds.app
      .get(BankCreditReactions)
      .onSubmissionReported({ ...message, caller: staff, recordId: id, streamId: of });
  }
  const statusOf = async (id: string) =>
    (await funds.get(`/operator/v1/bank/credits/${id}`)).data.status as string;

  test('goes to the account of the sender over the rail', async () => {
    const { data } = await credit();
    expect((await of(data.id, 'return', { reason: 'Nobody knows it.' })).data.status).toBe('RETURNING');
    expect((await funds.published(data.id))[1]).toMatchObject({
      type: 'payments.submission_requested',
      data: {
        kind: 'RETURN',
        subjectId: data.id,
        creditor: { name: 'Grace Ltd', accountNumber: '11112222' },
      },
    });
    await reported(data.id, 'ACCEPTED');
    expect(await statusOf(data.id)).toBe('RETURNING');
    await reported(data.id, 'SETTLED');
    await reported(data.id, 'REJECTED');
    expect(await statusOf(data.id)).toBe('RETURNED');
  });

  test('that the bank does not execute waits for a person again', async () => {
    const { data } = await credit();
    await of(data.id, 'return', { reason: 'Nobody knows it.' });
    await reported(data.id, 'REJECTED');
    expect(await statusOf(data.id)).toBe('UNMATCHED');
    const again = await of(data.id, 'return', { reason: 'The sender has another account.' });
    const attempts = (await funds.published(data.id)).filter(
      ({ type }) => type === 'payments.submission_requested',
    );
    const ids = attempts.map((one) => (one.data as { submissionId: string }).submissionId);
    expect([ids[1], new Set(ids).size]).toEqual([again.data.returnSubmissionId, 2]);
  });

  test('that comes back after it was executed waits for a person again', async () => {
    const { data } = await credit();
    const first = (await of(data.id, 'return', { reason: 'Nobody knows it.' })).data.returnSubmissionId;
    await reported(data.id, 'SETTLED');
    for (const _ of [1, 2]) await reported(data.id, 'RETURNED', { returned: 120_00n });
    const { status, history } = (await funds.get(`/operator/v1/bank/credits/${data.id}`)).data;
    expect(status).toBe('UNMATCHED');
    expect(history).toMatchObject([
      { status: 'UNMATCHED' },
      { status: 'RETURNING' },
      { status: 'RETURNED' },
      { status: 'UNMATCHED', reason: 'The bank has not returned it. Only GBP 120.00 has come back.' },
    ]);
    await of(data.id, 'return', { reason: 'The sender has another account.' });
    await reported(data.id, 'RETURNED', { of: first });
    await reported(data.id, 'SETTLED', { of: first });
    expect(await statusOf(data.id)).toBe('RETURNING');
    await reported(data.id, 'SETTLED');
    expect(await statusOf(data.id)).toBe('RETURNED');
  });

  test('is told to the books step by step', async () => {
    const { data } = await credit();
    const steps = async () =>
      (await funds.published(data.id))
        .filter(({ type }) => type === 'bank_credit.moved')
        .map((one) => one.data as { step: string; movementId: string; returned: unknown });
    await of(data.id, 'return', { reason: 'Nobody knows it.' });
    await reported(data.id, 'REJECTED');
    await of(data.id, 'return', { reason: 'Try again.' });
    await reported(data.id, 'SETTLED');
    await reported(data.id, 'RETURNED', { returned: 120_00n });
    expect((await steps()).map(({ step, returned }) => [step, returned])).toEqual([
      ['RECEIVED', null],
      ['RETURN_FAILED', null],
      ['RETURNED', null],
      ['CAME_BACK', money('GBP', 120_00n)],
    ]);
    expect(new Set((await steps()).map(({ movementId }) => movementId)).size).toBe(4);
  });

  test('needs the account of the sender', async () => {
    const { data } = await credit({ sender: null });
    expect((await of(data.id, 'return', { reason: 'Nobody knows it.' })).status).toBe(409);
  });
});

describe('a credit that an earlier build has recorded', () => {
  const store = () => funds.app.get(EventStore);
  let number = 0;
  let before = 0;
  async function earlier(...more: readonly Event[]): Promise<string> {
    const id = `bc_01K000000000000000000000E${++number}`;
    const sender = {
      raw: null,
      name: 'Grace',
      ultimateDebtor: null,
      address: null,
      countryCode: null,
      accountNumber: '1',
      bicSwiftCode: null,
      routingCode: null,
    };
    const line = {
      bankReference: `E${number}`,
      accountNumber: '31926819',
      amount: money('GBP', 5n),
      valueDate: '2026-11-20',
      reference: null,
      sender,
    } as const;
    await store().handle(bankCredit, id, (): Event[] => [{ type: 'recorded', ...line }, ...more], {
      caller: staff,
    });
    // This build tells of it, too: that does not count.
    before = (await funds.published(id)).length;
    return id;
  }
  const told = async (id: string) => (await funds.published(id)).slice(before).map(({ type }) => type);
  const requested = { type: 'return_requested', reason: 'x', submissionId: 'sub_1' } as const;

  test('is entered in the books after the start, if it waits', async () => {
    const [leaving, waiting] = [await earlier(requested), await earlier()];
    const all = (await funds.published(leaving)).length;
    const job = funds.app.get(EarlierCredits);
    for (const _ of [1, 2]) await job.turn();
    expect(await told(waiting)).toEqual(['bank_credit.moved']);
    expect(await funds.published(leaving)).toHaveLength(all);
  });

  test('is entered before it is matched', async () => {
    const id = await earlier();
    await store().handle(
      bankCredit,
      id,
      (state: State) => match(state, { by: 'STAFF', walletId: 'wal_1', client, inboundFundsId: 'if_1' }),
      { caller: staff },
    );
    expect(await told(id)).toEqual(['bank_credit.moved', 'bank_credit.matched']);
  });

  test('is entered when its return has failed', async () => {
    const id = await earlier(requested);
    const report = { submissionId: 'sub_1', status: 'REJECTED', reason: null, returned: null } as const;
    await store().handle(bankCredit, id, (state: State) => returnReported(state, report), { caller: staff });
    expect(await told(id)).toEqual(['bank_credit.moved']);
  });
});

describe('rejected inbound funds', () => {
  const rejected = (inboundFundsId: string) => {
    const resource = { id: inboundFundsId, client, statusHistory: [{ statusReason: 'Client closed' }] };
    const message = delivered<'inbound_funds.rejected'>({ resource } as never);
    return funds.app.get(BankCreditReactions).onInboundFundsRejected(message);
  };
  const matched = async (more: object = {}) => (await credit({ accountNumber: ofClient, ...more })).data;
  const read = async (id: string) => (await funds.get(`/operator/v1/bank/credits/${id}`)).data;

  test('go back to their sender, once', async () => {
    const { id, inboundFundsId } = await matched();
    for (const _ of [1, 2]) await rejected(inboundFundsId);
    const { status, history, returnSubmissionId } = await read(id);
    expect([status, history.length]).toEqual(['RETURNING', 4]);
    expect(history[2]).toMatchObject({ status: 'UNMATCHED', reason: 'Client closed' });
    const requests = (await funds.published(id)).filter(
      ({ type }) => type === 'payments.submission_requested',
    );
    expect(requests).toMatchObject([
      {
        data: {
          submissionId: returnSubmissionId,
          kind: 'RETURN',
          subjectId: id,
          creditor: { name: 'Grace Ltd', accountNumber: '11112222' },
          narrative: expect.stringMatching(/^Client closed FT/) as string,
        },
      },
    ]);
  });

  test('wait for a person if the bank has not named the account', async () => {
    const { id, inboundFundsId } = await matched({ sender: { name: 'Grace Ltd' } });
    await rejected(inboundFundsId);
    expect((await read(id)).status).toBe('UNMATCHED');
    expect((await of(id, 'match', { clientId: other.id })).data.status).toBe('MATCHED');
  });

  test('that no bank has credited are nobody’s', async () => {
    await rejected('if_01K00000000000000000000000');
  });
});

test('with RAIL_ACCOUNTS, one on an account of somebody else is for a person, and at no account', async () => {
  const OURS = 'GB33BUKB20201555555555';
  const other = await started({
    database: funds.db,
    variables: { RAIL_ACCOUNTS: `GBP=GB94BARC10201530093459,GBP=${OURS}` },
  });
  const record = async (accountNumber: string) => {
    const body = {
      ...{ accountNumber, ccyCode: 'GBP', amount: 10, valueDate: '2026-11-20' },
      ...{ bankReference: `FT${++line}`, reference: `for ${ofOther}`, sender: null },
    };
    const { data } = await other.post('/operator/v1/bank/credits', body, { key: `ours ${line}` });
    return [data.matchedBy, data.bankAccount];
  };
  expect(await record('DE02120300000000202051')).toEqual([null, null]);
  expect(await record(OURS)).toEqual(['REFERENCE', OURS]);
  expect(await record(ofClient)).toEqual(['ACCOUNT', 'GB94BARC10201530093459']);
  await other.close();
});
