import type { Messages } from '@corridor/contracts';
import type {
  BooksProofResource,
  SafeguardingResource,
  TrialBalanceResource,
} from '@corridor/ledger-contract';
import { OPERATOR } from '@corridor/http';
import { money } from '@corridor/kernel';
import { TestClock, delivered, issues } from '@corridor/testing';
import { BankCreditReactions } from './bank-credit-reactions.js';
import { Books, clientOf } from './books.fixture.js';

const FIRST = 'GB33BUKB20201555555555';
const SECOND = 'GB29NWBK60161331926819';
const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
const client = clientOf(1);
let books: Books;

beforeAll(async () => {
  const RAIL_ACCOUNTS = `GBP=${FIRST},GBP=${SECOND},EUR=DE89370400440532013000`;
  books = await Books.open(clock, { variables: { RAIL_ACCOUNTS } });
});
afterAll(() => books.ledger.close());

let number = 0;
const moved = (more: Partial<Messages['bank_credit.moved']> = {}) => ({
  creditId: `bc_${++number}`,
  movementId: `bc_${number}`,
  step: 'RECEIVED' as const,
  bankReference: `FT${number}`,
  accountNumber: FIRST,
  bankAccount: null as string | null,
  amount: money('GBP', 1_000n),
  returned: null,
  ...more,
});
const deliver = (data: Messages['bank_credit.moved']) =>
  books.ledger.app
    .get(BankCreditReactions)
    .onBankCreditMoved(delivered<'bank_credit.moved'>(data, { ...client, client: OPERATOR }));
const returns = ({ creditId, amount }: Messages['bank_credit.moved'], submissionId: string) =>
  books.ledger.app.get(BankCreditReactions).onReturnRequested({
    ...delivered<'payments.submission_requested'>(
      { kind: 'RETURN', subjectId: creditId, submissionId, amount } as never,
      client,
    ),
    recordId: creditId,
  });
const balances = async (ccyCode = 'GBP') => {
  const { data } = await books.get('trial-balance');
  const { currencies } = data as unknown as TrialBalanceResource;
  const lines = currencies.find((one) => one.ccyCode === ccyCode)?.lines ?? [];
  return Object.fromEntries(
    lines
      .filter(({ debit, credit }) => debit !== credit)
      .map(({ kind, bankAccount, debit, credit }) => [
        [kind, bankAccount].filter(Boolean).join(' '),
        credit - debit,
      ]),
  );
};
const isProven = async () => ((await books.get('proof')).data as unknown as BooksProofResource).isProven;
const movements = (transferId: string) =>
  books.ledger.db.database.query(
    `SELECT bank_account, minor::int, reference, bank_reference FROM bank_movement WHERE transfer_id LIKE $1 ORDER BY id`,
    [`${transferId}%`],
  );

test('money of clients is at a bank account', async () => {
  await books.fund(client, 'GBP', 10_000n);
  await books.fund(client, 'USD', 700n);
  expect(await balances()).toEqual({ wallet: 100, [`settlement ${FIRST}`]: -100 });
  expect(await balances('USD')).toEqual({ wallet: 7, settlement: -7 });
  const { data } = await books.get(`accounts?q=${encodeURIComponent(`bankAccount == "${FIRST}"`)}`);
  expect(data).toMatchObject([{ id: `settlement:GBP:${FIRST}`, balance: { value: -100 }, clientId: null }]);
});

test('a payment has the end-to-end id that the bank gets', async () => {
  const id = 'pmt_01K00000000000000000000001';
  await books.transfer(
    client,
    [
      ['wallet', 'GBP', -500n],
      ['settlement', 'GBP', 500n],
    ],
    { transferId: id },
  );
  await books.transfer(
    client,
    [
      ['settlement', 'GBP', -400n],
      ['wallet', 'GBP', 400n],
      ['settlement', 'GBP', -100n],
      ['fees', 'GBP', 100n],
    ],
    { transferId: `${id}/return` },
  );
  const one = { bank_account: FIRST, reference: '0000000000000001', bank_reference: null };
  expect(await movements(id)).toEqual([
    { ...one, minor: -500 },
    { ...one, minor: 500 },
  ]);
});

test('a credit is in suspense from its receipt until it is in a wallet, once', async () => {
  const before = await balances();
  const credit = moved({ accountNumber: SECOND });
  for (const _ of [1, 2]) await deliver(credit);
  expect(await balances()).toEqual({ ...before, suspense: 10, [`settlement ${SECOND}`]: -10 });
  expect(await movements(credit.creditId)).toMatchObject([
    { bank_account: SECOND, minor: 1_000, bank_reference: credit.bankReference },
  ]);
  await books.transfer(client, [
    ['suspense', 'GBP', -1_000n],
    ['wallet', 'GBP', 1_000n],
  ]);
  expect((await balances()).suspense).toBeUndefined();
});

test.each([
  ['on a virtual account is at the account that the bank has told', SECOND, SECOND],
  ['of which nobody knows where it is counts at no account', null, null],
  ['at an account of somebody else counts at none of ours', 'DE02120300000000202051', null],
])('a credit %s', async (_, bankAccount, at) => {
  const credit = moved({ accountNumber: 'GB94BARC10201530093459', bankAccount });
  await deliver(credit);
  const [row] = (await movements(credit.creditId)) as { bank_account: string }[];
  expect(row?.bank_account || null).toBe(at);
});

test('more than was sent of a payment that comes back is in suspense, once', async () => {
  const before = await balances();
  const id = 'pmt_01K00000000000000000000077';
  const report = {
    kind: 'PAYMENT',
    status: 'RETURNED',
    ...{ subjectId: id, client: client.client, reason: null, number: 2, debited: null },
    ...{ returned: money('GBP', 1_000n), credited: null, excess: money('GBP', 750n), bankReference: 'B-2' },
  } as const;
  for (const _ of [1, 2])
    await books.ledger.app.get(BankCreditReactions).onReturnReported({
      ...delivered<'payments.submission_reported'>(report, client),
      recordId: id,
    });
  const bank = `settlement ${FIRST}`;
  const more = { suspense: (before.suspense ?? 0) + 7.5, [bank]: (before[bank] ?? 0) - 7.5 };
  expect(await balances()).toEqual({ ...before, ...more });
  expect(await movements(`${id}/excess/2`)).toEqual([
    { bank_account: FIRST, reference: '0000000000000077', bank_reference: 'B-2', minor: 750 },
  ]);
  await books.transfer(client, [
    ['suspense', 'GBP', -750n],
    ['settlement', 'GBP', 750n],
  ]);
});

describe('a credit that goes back', () => {
  const sub = (n: number) => `sub_01K0000000000000000000000${n}`;
  const changeOf = async (steps: readonly (() => Promise<unknown>)[]) => {
    const before = await balances();
    for (const step of steps) await step();
    const after = await balances();
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changes = keys.map((key) => [key, Math.round(((after[key] ?? 0) - (before[key] ?? 0)) * 100)]);
    return Object.fromEntries(changes.filter(([, change]) => change !== 0));
  };
  const step =
    (
      credit: Messages['bank_credit.moved'],
      n: number,
      name: 'RETURNED' | 'RETURN_FAILED' | 'CAME_BACK',
      returned: bigint | null = null,
    ) =>
    () =>
      deliver({
        ...credit,
        step: name,
        movementId: `${sub(n)}/${name}`,
        returned: returned === null ? null : money('GBP', returned),
      });

  it('is among the returns until it has left', async () => {
    const credit = moved();
    const [arrive, ask] = [() => deliver(credit), () => returns(credit, sub(1))];
    expect(await changeOf([arrive, ask])).toEqual({ returns: 1_000, [`settlement ${FIRST}`]: -1_000 });
    expect(await changeOf([step(credit, 1, 'RETURNED')])).toEqual({
      returns: -1_000,
      [`settlement ${FIRST}`]: 1_000,
    });
    expect(await movements(sub(1))).toMatchObject([{ minor: -1_000, reference: '0000000000000001' }]);
  });

  it('is in suspense again if the bank has refused it, and costs what other banks have kept', async () => {
    const credit = moved();
    const begin = [() => deliver(credit), () => returns(credit, sub(2))];
    expect(await changeOf([...begin, step(credit, 2, 'RETURN_FAILED', 900n)])).toEqual({
      suspense: 1_000,
      fees: -100,
      [`settlement ${FIRST}`]: -900,
    });
  });

  it('is in suspense again if it comes back later', async () => {
    const credit = moved();
    const begin = [() => deliver(credit), () => returns(credit, sub(3)), step(credit, 3, 'RETURNED')];
    expect(await changeOf(begin)).toEqual({});
    expect(await changeOf([step(credit, 3, 'CAME_BACK', 990n)])).toEqual({
      suspense: 1_000,
      fees: -10,
      [`settlement ${FIRST}`]: -990,
    });
  });

  it('of an earlier build is not in the books, and stays so', async () => {
    expect(await changeOf([() => returns(moved(), sub(4))])).toEqual({});
  });
});

describe('finance', () => {
  const adjust = (more: object) =>
    books.adjust({
      debit: 'settlement',
      credit: 'settlement',
      ccyCode: 'GBP',
      amount: 1,
      reason: 'Swept',
      ...more,
    });

  it('moves money from account to account', async () => {
    const before = await balances();
    const { data } = await adjust({ debitBankAccount: FIRST, creditBankAccount: SECOND });
    expect(data).toMatchObject({ debitBankAccount: FIRST, creditBankAccount: SECOND });
    const after = await balances();
    expect(after[`settlement ${FIRST}`]! - before[`settlement ${FIRST}`]!).toBeCloseTo(-1);
    // What was posted before there were accounts is moved so, too.
    expect((await adjust({ creditBankAccount: SECOND })).data).toMatchObject({ debitBankAccount: null });
  });

  it.each([
    ['#/debitBankAccount unknown', { debitBankAccount: 'GB00' }],
    ['#/creditBankAccount not_allowed', { credit: 'fees', creditBankAccount: FIRST }],
    ['#/credit same_account', { debitBankAccount: FIRST, creditBankAccount: FIRST }],
  ])('%s', async (issue, body) => expect(issues(await adjust(body))).toEqual([400, issue]));

  it('sees what clients are owed, and what explains the difference', async () => {
    const read = async (asOf: string) =>
      (await books.get(`safeguarding?asOf=${asOf}`)).data as unknown as SafeguardingResource;
    expect(await read('2026-11-19')).toEqual({ asOf: '2026-11-19', isCovered: true, currencies: [] });
    const before = await read('2026-11-20');
    await adjust({ debit: 'wallet', credit: 'fees', clientId: client.client.id, amount: 7.5 });
    await books.transfer(client, [
      ['wallet', 'GBP', -2_000n],
      ['fx_position', 'GBP', 2_000n],
      ['fx_position', 'EUR', -2_300n],
      ['wallet', 'EUR', 2_300n],
    ]);
    const { isCovered, currencies } = await read('2026-11-20');
    expect(isCovered).toBe(false);
    const [eur, gbp] = currencies;
    expect(eur).toMatchObject({
      ...{ ccyCode: 'EUR', owed: 23, held: 0, difference: -23, heldAt: [] },
      reasons: [
        { kind: 'fx_position', amount: -23, meaning: 'Sold to clients, and not bought in the market yet.' },
      ],
    });
    const earlier = before.currencies.find(({ ccyCode }) => ccyCode === 'GBP')!;
    expect([gbp!.held, gbp!.heldAt]).toEqual([earlier.held, earlier.heldAt]);
    expect(gbp!.owed).toBeCloseTo(earlier.owed - 27.5);
    expect(gbp!.heldAt.map(({ bankAccount }) => bankAccount)).toEqual([null, SECOND, FIRST]);
    for (const { owed, held, difference, owedIn, heldAt, reasons } of currencies) {
      const sum = (all: readonly { readonly amount: number }[]) =>
        all.reduce((total, { amount }) => total + amount, 0);
      expect(sum(owedIn)).toBeCloseTo(owed);
      expect(sum(heldAt)).toBeCloseTo(held);
      expect(sum(reasons)).toBeCloseTo(difference);
      expect(held - owed).toBeCloseTo(difference);
    }
    expect(issues(await books.get('safeguarding?asOf=2026-02-30'))).toEqual([400, '?asOf not_a_date']);
  });

  it('proves the books', async () => expect(await isProven()).toBe(true));
});
