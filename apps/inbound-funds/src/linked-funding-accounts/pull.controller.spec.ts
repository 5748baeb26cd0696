import { type Caller, money } from '@corridor/kernel';
import { TestClock, delivered, testCaller, until } from '@corridor/testing';
import { type SendOptions, startTestService, type TestService } from '@corridor/testing/service';
import { EventStore } from '@corridor/event-store';
import { InboundFundsModule } from '../inbound-funds.module.js';
import { Reactions } from '../reactions.js';
import { ScreeningReactions } from '../screening-reactions.js';
import { service } from '../service.js';
import { linkedFundingAccount } from './linked-funding-account.js';

/** As in PRODUCTION: the sender is screened, the bank is asked, and what it says decides (ADR 68). */

const caller: Caller = { ...testCaller, permissions: ['inbound-funds:read', 'inbound-funds:write'] };
const bank: Caller = { ...testCaller, client: { id: 'operator', name: 'Operator' }, permissions: [] };
const clock = new TestClock();
let app: TestService;
let linked: string;

beforeAll(async () => {
  app = await startTestService(service, InboundFundsModule.in('PRODUCTION'), { clock, caller });
  for (const ccyCode of ['USD', 'GBP'])
    await of(Reactions).onWalletOpened(
      delivered<'ledger.wallet_opened'>({ walletId: `wal_${ccyCode}`, client: caller.client, ccyCode }),
    );
  linked = await link('lfa_01K00000000000000000000001');
});
afterAll(() => app.close());

const of = <Type extends object>(type: new (...of: never[]) => Type): Type => app.app.get(type);

const details = {
  ...({ ccyCode: 'USD', method: 'ACH_PULL', accountHolderName: 'Ada Trading Ltd' } as const),
  ...{ bankName: 'First Harbor Bank', accountNumber: '000123456789', routingCode: '021000021' },
};
async function link(id: string, as = caller): Promise<string> {
  await app.app
    .get(EventStore)
    .handle(linkedFundingAccount, id, () => [{ type: 'linked' as const, details }], { caller: as });
  return id;
}

/** The ledger shows the funds as pending. */
async function counts(): Promise<void> {
  let inboundFundsId: string | undefined;
  await until(async () => {
    const [found] = await app.db.database.query<{ id: string }>(
      `SELECT stream_id AS id FROM streams WHERE kind = 'inbound_funds' AND state ->> 'isCounted' IS NULL`,
    );
    inboundFundsId = found?.id;
    return inboundFundsId !== undefined;
  });
  await of(Reactions).onPendingFundsChanged(
    delivered<'ledger.pending_funds_changed'>({ inboundFundsId: inboundFundsId!, isPending: true }),
  );
}
const send = (body: object = {}, sending: SendOptions = {}, id = linked) =>
  app.post(`linked-funding-accounts/${id}/pull`, { amount: 250.5, ...body }, sending);
const pulled = async (sending?: SendOptions) => (await Promise.all([send({}, sending), counts()]))[0].data;

const screened = (id: string, as: 'cleared' | 'blocked') => {
  const data = { screeningId: 'scr_1', subject: { type: 'SENDER', id }, client: caller.client } as const;
  return as === 'cleared'
    ? of(ScreeningReactions).onCleared({ ...delivered<'screening.cleared'>(data), recordId: id })
    : of(ScreeningReactions).onBlocked({ ...delivered<'screening.blocked'>(data), recordId: id });
};
const said = (id: string, status: 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED') => {
  const isBack = status === 'RETURNED' || status === 'REJECTED';
  const report = delivered<'payments.submission_reported'>(
    {
      ...{ kind: 'DEBIT', subjectId: id, client: caller.client, status },
      reason: isBack ? 'R01: Insufficient funds' : null,
      returned: status === 'RETURNED' ? money('USD', 250_50n) : null,
      ...{ number: null, credited: null, excess: null, bankReference: null },
      debited: money('USD', 250_50n),
    },
    bank,
  );
  return of(Reactions).onSubmissionReported({ ...report, recordId: id });
};
const posts = (id: string, transferId = id) => {
  const relatedEntity = {
    ...({ id, type: 'INBOUND_FUNDS', reference: 'IF-1' } as const),
    details: { description: 'Funds' },
  } as const;
  return of(Reactions).onTransferPosted({
    ...delivered<'ledger.transfer_posted'>({ transferId, relatedEntity }),
    recordId: id,
  });
};
const types = async (id: string) => (await app.published(id)).map(({ type }) => type);
const read = async (id: string) => (await app.get(`inbound-funds/${id}`)).data;

test('nothing leaves before the sender is cleared; then the bank gets the whole number, once', async () => {
  const funds = await pulled();
  expect(funds).toMatchObject({
    ...{ amount: { ccyCode: 'USD', value: 250.5 }, narrative: 'ACH pull', status: 'PENDING' },
    // Six days of the Federal Reserve, which is closed on 26 November.
    ...{ creditsOn: '2026-12-01', linkedFundingAccountId: linked },
    sender: { name: 'Ada Trading Ltd', accountNumber: '****6789', routingCode: '021000021' },
  });
  expect(await types(funds.id)).toEqual(['inbound_funds.pending']);
  await screened(funds.id, 'cleared');
  await screened(funds.id, 'cleared');
  const [, debit, ...more] = await app.published(funds.id);
  expect(more).toEqual([]);
  expect(debit).toMatchObject({
    type: 'payments.submission_requested',
    data: {
      ...{ kind: 'DEBIT', subjectId: funds.id, submissionId: funds.id.replace('if_', 'sub_') },
      ...{ client: caller.client, amount: money('USD', 250_50n) },
      creditor: {
        ...{ name: 'Ada Trading Ltd', accountNumber: '000123456789' },
        routing: [{ type: 'ABA', code: '021000021' }],
      },
    },
  });
  expect(JSON.stringify([funds, await read(funds.id)])).not.toContain('000123456789');
});

test.each([
  ['INDIVIDUAL', 'PPD'],
  ['COMPANY', 'CCD'],
  [undefined, 'CCD'],
])('the account of the holder %s is debited as %s', async (accountHolderType, purposeCode) => {
  const given = {
    ...details,
    ...(accountHolderType && { accountHolderType }),
    accountNumber: '000123456780',
  };
  const account = await app.post('linked-funding-accounts', given);
  expect(account.data).toMatchObject({ accountHolderType: accountHolderType ?? null });
  const { data } = await send({}, {}, account.data.id as string);
  await screened(data.id as string, 'cleared');
  const [, debit] = await app.published(data.id as string);
  expect(debit).toMatchObject({ type: 'payments.submission_requested', data: { purposeCode } });
  await app.post(`linked-funding-accounts/${account.data.id as string}/unlink`, undefined);
});

test('the money of a settled debit comes from suspense, and a return takes it back once', async () => {
  const { id } = await pulled();
  await screened(id, 'cleared');
  for (const status of ['ACCEPTED', 'SETTLED', 'SETTLED'] as const) await said(id, status);
  expect((await types(id)).slice(2)).toEqual(['payments.rescreening_requested']);
  await screened(id, 'cleared');
  const [credit] = (await app.published(id)).slice(3);
  expect(credit).toMatchObject({
    type: 'ledger.transfer_requested',
    data: { transferId: id, entries: [{ account: 'suspense' }, { account: 'wallet' }] },
  });
  await posts(id);
  for (const status of ['RETURNED', 'RETURNED', 'SETTLED'] as const) await said(id, status);
  expect((await read(id)).status).toBe('CREDITED');
  await posts(id, `${id}/return`);
  await posts(id, `${id}/return`);
  await said(id, 'RETURNED');
  expect((await app.published(id)).slice(4)).toMatchObject([
    { type: 'inbound_funds.credited' },
    {
      type: 'ledger.take_back_requested',
      data: { transferId: `${id}/return`, amount: money('USD', 250_50n), reason: 'R01: Insufficient funds' },
    },
    { type: 'inbound_funds.rejected' },
  ]);
  expect((await read(id)).statusHistory).toMatchObject([
    { status: 'PENDING' },
    { status: 'CREDITED', statusReason: null },
    {
      status: 'REJECTED',
      statusReason: 'R01: Insufficient funds. USD 250.50 was taken back from the wallet.',
    },
  ]);
});

test.each(['RETURNED', 'REJECTED'] as const)(
  '%s before it has settled, they are rejected',
  async (status) => {
    const { id } = await pulled();
    await screened(id, 'cleared');
    for (const one of [status, 'SETTLED', status] as const) await said(id, one);
    expect(await types(id)).toEqual([
      'inbound_funds.pending',
      'payments.submission_requested',
      'inbound_funds.rejected',
    ]);
    expect((await read(id)).statusHistory.at(-1)).toMatchObject({ statusReason: 'R01: Insufficient funds' });
  },
);

test('from somebody on the lists nothing is pulled', async () => {
  const { id } = await pulled();
  await screened(id, 'blocked');
  await screened(id, 'cleared');
  expect(await types(id)).toEqual(['inbound_funds.pending', 'inbound_funds.rejected']);
  expect((await read(id)).statusHistory.at(-1).statusReason).toBe(
    'The money cannot be accepted, and is not pulled.',
  );
});

test('two requests with one key are one pull', async () => {
  const first = await pulled({ key: 'once' });
  const again = await send({}, { key: 'once' });
  expect([again.data, again.replayed]).toEqual([first, true]);
});

test('an account that is not linked, and that of another client, are refused', async () => {
  const id = await link('lfa_01K00000000000000000000002');
  await app.app
    .get(EventStore)
    .handle(linkedFundingAccount, id, () => [{ type: 'unlinked' as const }], { caller });
  expect(await send({}, {}, id)).toMatchObject({
    status: 409,
    problem: { code: 'illegal_transition', detail: 'The linked funding account is UNLINKED.' },
  });
  const stranger = { ...caller, client: { id: 'cli_stranger', name: 'Stranger' } };
  expect((await send({}, { as: stranger })).status).toBe(404);
  expect((await send({}, { as: { ...caller, permissions: ['inbound-funds:read'] } })).status).toBe(403);
});

test.each([
  [{ amount: 0 }, '#/amount'],
  [{ amount: 1.001 }, '#/amount'],
  [{ amount: 100_000_000 }, '#/amount'],
  [{ ccyCode: 'USD' }, '#/ccyCode'],
])('refuses %j', async (body, pointer) => {
  const { status, problem } = await send(body);
  expect([status, problem?.errors?.map((one) => one.pointer)]).toEqual([400, [pointer]]);
});
