import type { Messages } from '@corridor/contracts';
import type { BankBreakResource, BooksProofResource, TrialBalanceResource } from '@corridor/ledger-contract';
import { OPERATOR } from '@corridor/http';
import { type CalendarDate, type Money, money } from '@corridor/kernel';
import { TestClock, delivered } from '@corridor/testing';
import { BankCreditReactions } from '../books/bank-credit-reactions.js';
import { Books, clientOf } from '../books/books.fixture.js';
import { ReconciliationJob } from './reconciliation-job.js';
import { Reconciliation } from './reconciliation.js';
import { StatementReactions } from './statement-reactions.js';

type Reported = Messages['payments.submission_reported'];

const USD = '021000021123';
const clock = new TestClock(new Date('2026-11-24T15:00:00.000Z'));
const [staff, client] = [{ ...clientOf(1), client: OPERATOR }, clientOf(2)];
let books: Books;
let numbers = 0;
/** What the statements so far come to. */
let closing = 0n;

beforeEach(async () => {
  books = await Books.open(clock, { variables: { RAIL_ACCOUNTS: `USD=${USD}` } });
  await books.ledger.app.get(ReconciliationJob).onModuleDestroy();
  closing = 0n;
});
afterEach(async () => {
  const { checks } = (await books.get('proof')).data as unknown as BooksProofResource;
  expect(checks.filter(({ isFine }) => !isFine)).toEqual([]);
  await books.ledger.close();
});

const dollars = (minor: bigint): Money => money('USD', minor);
const nextDebit = () => `sub_${String(++numbers).padStart(26, '0')}`;
const referenceOf = (submissionId: string) => submissionId.slice(-15);

/** The bank says it of a debit, and the message comes twice. */
async function says(
  status: Reported['status'],
  submissionId: string,
  minor: bigint,
  more: Partial<Reported> = {},
): Promise<void> {
  const data: Reported = {
    ...{
      kind: 'DEBIT' as const,
      subjectId: submissionId.replace('sub', 'if'),
      client: client.client,
      status,
    },
    ...{ reason: null, number: null, returned: null, credited: null, excess: null, bankReference: null },
    ...{ debited: dollars(minor), ...more },
  };
  const message = delivered<'payments.submission_reported'>(data, staff);
  for (const _ of [1, 2])
    await books.ledger.app
      .get(BankCreditReactions)
      .onDebitReported({ ...message, streamId: submissionId, recordId: data.subjectId });
}

/** A statement of a day, with its bookings and what each is the total of. */
async function states(day: CalendarDate, ...lines: (readonly [bigint, readonly string[] | null])[]) {
  const opening = closing;
  closing = lines.reduce((sum, [minor]) => sum + minor, closing);
  const id = `bst_${String(++numbers).padStart(26, '0')}`;
  const told = {
    ...{ id, statementId: id, accountNumber: USD, day, lineCount: lines.length },
    ...{ opening: dollars(opening), closing: dollars(closing) },
  };
  const all = lines.map(([minor, ids], i) => ({
    ...{ amount: dollars(minor), bookedOn: day, valueDate: day, reference: null, text: 'ACH' },
    ...{ bankReference: `${id} ${i}`, totalOf: ids && ids.map(referenceOf) },
  }));
  await books.ledger.app.get(StatementReactions).onStatementReported({
    ...delivered<'payments.statement_reported'>({ statement: told, from: 0, lines: all }, staff),
    occurredOn: clock.now().toISOString() as never,
  });
  await reconcile();
}
const reconcile = () => books.ledger.app.get(Reconciliation).run();
const open = async () => {
  const { data } = await books.get(`breaks?q=${encodeURIComponent('status == "OPEN"')}`);
  return data as unknown as BankBreakResource[];
};
/** By kind of account; credits above zero. */
async function balances(): Promise<Record<string, number>> {
  const { data } = await books.get('trial-balance');
  const { lines } = (data as unknown as TrialBalanceResource).currencies.find(
    ({ ccyCode }) => ccyCode === 'USD',
  )!;
  const all = lines.map(({ kind, debit, credit }) => [kind, credit - debit] as const);
  return Object.fromEntries(all.filter(([, balance]) => balance !== 0));
}

test('the sum of a file is its debits, and the sum of a return file what has come back, before and after the credit', async () => {
  const [good, poor, late] = [nextDebit(), nextDebit(), nextDebit()];
  const file = [good, poor, late];
  await states('2026-11-24', [70_00n, file]);
  expect(await open()).toMatchObject([{ kind: 'LINE_WITHOUT_MOVEMENT', difference: 70 }]);
  await says('ACCEPTED', good, 10_00n);
  await says('ACCEPTED', late, 40_00n);
  // Returned before the bank was heard to have executed it: its sum has it all the same.
  await says('RETURNED', poor, 20_00n, { returned: dollars(20_00n) });
  await reconcile();
  expect(await open()).toEqual([]);
  clock.advance(86_400_000);
  await states('2026-11-25', [-20_00n, file]);
  expect(await open()).toEqual([]);
  expect(await balances()).toEqual({ settlement: -50, suspense: 50 });

  for (const [submissionId, minor] of [
    [good, 10_00n],
    [late, 40_00n],
  ] as const) {
    await says('SETTLED', submissionId, minor);
    const legs = [
      ['suspense', 'USD', -minor],
      ['wallet', 'USD', minor],
    ] as const;
    await books.transfer(client, legs);
  }
  expect(await balances()).toEqual({ settlement: -50, wallet: 50 });
  await books.takeBack(client, 'USD', 40_00n);
  await says('RETURNED', late, 40_00n);
  clock.advance(86_400_000);
  await states('2026-11-26', [-40_00n, file]);
  await states('2026-11-27');
  expect(await open()).toEqual([]);
  expect(await balances()).toEqual({ settlement: -10, wallet: 10 });
});

test('of what comes back on several days, each booking is that of its day, or of one debit', async () => {
  const debits = Array.from({ length: 4 }, nextDebit);
  for (const [i, one] of debits.entries()) await says('ACCEPTED', one, BigInt(i + 1));
  await states('2026-11-24', [10n, debits]);
  for (const one of debits.slice(0, 2)) await says('RETURNED', one, BigInt(debits.indexOf(one) + 1));
  clock.advance(86_400_000);
  for (const one of debits.slice(2)) await says('RETURNED', one, BigInt(debits.indexOf(one) + 1));
  await states('2026-11-30', [-3n, debits], [-3n, debits], [-4n, debits]);
  expect(await open()).toEqual([]);
});

test('a sum that differs is one break, which says by how much; an adjustment settles all of it', async () => {
  const file = [nextDebit(), nextDebit()];
  for (const one of file) await says('ACCEPTED', one, 30_00n);
  await states('2026-11-24', [55_00n, file]);
  await states('2026-11-30');
  const found = await open();
  expect(found).toMatchObject([
    { kind: 'AMOUNT_DIFFERS', stated: 55, booked: 60, difference: -5, text: 'ACH' },
  ]);
  const adjusted = await books.adjust({
    ...{ debit: 'suspense', credit: 'settlement', creditBankAccount: USD, ccyCode: 'USD', amount: 5 },
    ...{ reason: 'The bank has kept it', breakId: found[0]!.id },
  });
  expect(adjusted.status).toBe(200);
  await reconcile();
  expect(await open()).toEqual([]);
  expect(await balances()).toEqual({ settlement: -55, suspense: 55 });
});

test('a debit that the bank has not executed is a break when there is a later statement, and explained with its sum', async () => {
  const file = [nextDebit(), nextDebit()];
  for (const one of file) await says('ACCEPTED', one, 30_00n);
  await states('2026-11-23');
  clock.advance(86_400_000);
  await states('2026-11-30');
  expect((await open()).map(({ kind }) => kind)).toEqual(['MOVEMENT_WITHOUT_LINE', 'MOVEMENT_WITHOUT_LINE']);
  await states('2026-12-01', [50_00n, file]);
  const [one, ...others] = await open();
  expect([one, others]).toMatchObject([{ kind: 'AMOUNT_DIFFERS' }, []]);
  await books.ledger.post(`/operator/v1/books/breaks/${one!.id}/explain`, { reason: 'Asked' });
  expect(await open()).toEqual([]);
});

test('a debit that staff reject after they have accepted it moves nothing', async () => {
  const [one, other] = [nextDebit(), nextDebit()];
  await says('ACCEPTED', one, 30_00n);
  await says('REJECTED', one, 30_00n);
  await says('REJECTED', other, 30_00n);
  await says('ACCEPTED', nextDebit(), 30_00n, { debited: null });
  expect(await balances()).toEqual({});
});
