import type { TrialBalanceResource } from '@corridor/ledger-contract';
import { TestClock, issues } from '@corridor/testing';
import { Books, accountant, clientOf } from './books.fixture.js';

const clock = new TestClock(new Date('2026-11-20T23:30:00.000Z'));
const [client, other] = [clientOf(1), clientOf(2)];
const id = client.client.id;
let books: Books;

beforeAll(async () => {
  books = await Books.open(clock);
  await books.fund(client, 'GBP', 10_000n);
  await books.fund(other, 'EUR', 5_000n);
  clock.advance(3_600_000); // the next day
  await books.fund(client, 'GBP', 25n);
});
afterAll(() => books.ledger.close());

const credit = {
  clientId: id,
  debit: 'fees',
  credit: 'wallet',
  ccyCode: 'GBP',
  amount: 12.5,
  reason: 'Fee waived',
};
const linesOf = async (asOf = '') => {
  const { data } = await books.get(`trial-balance${asOf && `?asOf=${asOf}`}`);
  const { currencies, ...rest } = data as unknown as TrialBalanceResource;
  return {
    ...rest,
    lines: currencies.flatMap(({ ccyCode, lines }) =>
      lines.map(({ kind, debit, credit: owed }) => `${ccyCode} ${kind} ${owed - debit}`),
    ),
  };
};

describe('the trial balance', () => {
  it('is that of the end of a day', async () => {
    expect(await linesOf('2026-11-19')).toEqual({ asOf: '2026-11-19', isBalanced: true, lines: [] });
    expect(await linesOf('2026-11-20')).toEqual({
      asOf: '2026-11-20',
      isBalanced: true,
      lines: ['EUR wallet 50', 'EUR settlement -50', 'GBP wallet 100', 'GBP settlement -100'],
    });
    expect(await linesOf()).toMatchObject({
      asOf: '2026-11-21',
      lines: ['EUR wallet 50', 'EUR settlement -50', 'GBP wallet 100.25', 'GBP settlement -100.25'],
    });
  });

  it('shows debits and credits, which are equal', async () => {
    const { data } = await books.get('trial-balance?asOf=2026-11-20');
    expect((data as unknown as TrialBalanceResource).currencies[1]).toEqual({
      ccyCode: 'GBP',
      lines: [
        { kind: 'wallet', name: 'Client wallets', bankAccount: null, debit: 0, credit: 100, postings: 1 },
        {
          kind: 'settlement',
          name: 'Client money at bank',
          bankAccount: null,
          debit: 100,
          credit: 0,
          postings: 1,
        },
      ],
      debit: 100,
      credit: 100,
    });
  });

  it('needs a date', async () => {
    expect(issues(await books.get('trial-balance?asOf=2026-02-30'))).toEqual([400, '?asOf not_a_date']);
  });
});

test('the chart has each account with its balance, and is searched', async () => {
  const found = async (q: string) => {
    const { data, problem } = await books.get(`accounts?q=${encodeURIComponent(q)}`);
    expect(problem).toBeNull();
    return (data as unknown as { id: string; balance: { value: number } }[]).map((one) => [
      one.id.replace(/^wal_.*/, 'wallet'),
      one.balance.value,
    ]);
  };
  expect(await found('ccyCode == "EUR"')).toEqual([
    ['settlement:EUR', -50],
    ['wallet', 50],
  ]);
  expect(await found(`clientId == "${id}"`)).toEqual([['wallet', 100.25]]);
  expect(await found('AND(kind == "settlement",balance.value < "-60")')).toEqual([
    ['settlement:GBP', -100.25],
  ]);
  expect((await books.get('accounts?q=name%20==%20%22Client%20wallets%22')).meta.totalCount).toBe(2);
});

describe('an adjustment', () => {
  it('moves money once, and is a transaction of the client', async () => {
    const first = await books.adjust(credit, { key: 'one' });
    const adjustment = {
      id: expect.stringMatching(/^adj_/),
      reference: expect.stringMatching(/^ADJ-20261121-/),
      clientId: id,
      walletId: expect.stringMatching(/^wal_/),
      amount: { ccyCode: 'GBP', value: 12.5 },
      debit: 'fees',
      credit: 'wallet',
      reason: 'Fee waived',
      postedOn: '2026-11-21T00:30:00.000',
      postedBy: accountant.user,
      approvedBy: accountant.approved?.by,
    };
    expect(first).toMatchObject({ status: 200, data: adjustment });
    expect(await books.adjust(credit, { key: 'one' })).toMatchObject({ text: first.text, replayed: true });
    expect((await books.get(`adjustments/${first.data.id as string}`)).data).toEqual(first.data);
    expect((await books.get('adjustments?q=credit%20==%20%22wallet%22')).data).toEqual([first.data]);
    expect(await linesOf()).toMatchObject({
      isBalanced: true,
      lines: expect.arrayContaining(['GBP wallet 112.75', 'GBP fees -12.5']),
    });
    const seen = await books.ledger.get('transactions', { as: client });
    expect((seen.data as unknown as object[])[0]).toMatchObject({
      client: client.client,
      direction: 'CREDIT',
      signedAmount: { ccyCode: 'GBP', value: 12.5 },
      balance: { ccyCode: 'GBP', value: 112.75 },
      triggeredByAction: 'ADJUSTMENT',
      reason: 'Fee waived',
      relatedEntity: {
        id: first.data.id,
        type: 'ADJUSTMENT',
        details: { description: 'Adjustment: Fee waived' },
      },
    });
    const types = (await books.ledger.published(id)).map(({ type }) => type);
    expect(types.at(-1)).toBe('transaction.completed');
  });

  it('between accounts of Corridor has no client', async () => {
    const { data } = await books.adjust({
      ...{ debit: 'fees', credit: 'settlement', ccyCode: 'GBP', amount: 4.2, reason: 'Fee of the bank' },
    });
    expect(data).toMatchObject({ clientId: null, walletId: null, amount: { value: 4.2 } });
    expect((await linesOf()).lines).toEqual(
      expect.arrayContaining(['GBP fees -16.7', 'GBP settlement -96.05']),
    );
  });

  it('needs a second person', async () => {
    const { approved: _, ...alone } = accountant;
    const before = await linesOf();
    const gateway = await Books.open(clock, { database: books.ledger.db, hasStandIns: true });
    expect(await gateway.adjust(credit, { as: alone })).toMatchObject({
      status: 409,
      problem: { code: 'second_person_required' },
    });
    await gateway.ledger.close();
    expect(await linesOf()).toEqual(before);
  });

  it('leaves no wallet below zero, and takes nothing that is held', async () => {
    const debit = { ...credit, debit: 'wallet', credit: 'write_offs' };
    expect(await books.adjust({ ...debit, amount: 112.76 })).toMatchObject({
      status: 422,
      problem: { code: 'insufficient_funds' },
    });
    await books.transfer(
      client,
      [
        ['settlement', 'GBP', -1_000n],
        ['wallet', 'GBP', 1_000n],
      ],
      { holdFor: 'pmt_1' },
    );
    expect(await books.adjust({ ...debit, amount: 112.76 })).toMatchObject({
      problem: { code: 'insufficient_funds' },
    });
    expect(await books.adjust({ ...debit, amount: 112.75 })).toMatchObject({ status: 200 });
    expect((await books.ledger.get('wallets/GBP', { as: client })).data).toMatchObject({
      balance: { value: 10 },
    });
  });

  it.each([
    ['#/credit same_account', { credit: 'fees' }],
    ['#/clientId required', { clientId: null }],
    ['#/clientId not_allowed', { credit: 'suspense' }],
    ['#/clientId no_wallet', { ccyCode: 'JPY', amount: 5 }],
    ['#/clientId no_wallet', { clientId: `cli_${'9'.repeat(26)}` }],
    ['#/debit not_allowed', { debit: 'bank' }],
    ['#/debit not_allowed', { debit: 'receivables' }],
    ['#/reason too_short', { reason: '' }],
  ])('%s', async (issue, change) => {
    expect(issues(await books.adjust({ ...credit, ...change }))).toEqual([400, issue]);
  });
});
