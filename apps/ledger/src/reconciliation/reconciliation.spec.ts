import type { Messages } from '@corridor/contracts';
import type {
  AdjustmentResource,
  BankBreakResource,
  BankStatementResource,
  BooksProofResource,
  BreakLevelsResource,
  SafeguardingResource,
} from '@corridor/ledger-contract';
import { OPERATOR } from '@corridor/http';
import { money, timestamp } from '@corridor/kernel';
import type { Readiness } from '@corridor/platform';
import { TestClock, delivered, issues, sized } from '@corridor/testing';
import { ownerOf } from '@corridor/testing/service';
import { BankCreditReactions } from '../books/bank-credit-reactions.js';
import { Books, accountant, clientOf } from '../books/books.fixture.js';
import { Reconciliation } from './reconciliation.js';
import { ReconciliationJob } from './reconciliation-job.js';
import { StatementHealth } from './statement-health.js';
import { StatementReactions } from './statement-reactions.js';

type Part = Messages['payments.statement_reported'];
type Line = Part['lines'][number];

const [GBP, EUR] = ['GB33BUKB20201555555555', 'DE89370400440532013000'];
const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
const client = { ...clientOf(1), client: OPERATOR };
let books: Books;

beforeAll(async () => {
  books = await Books.open(clock, { variables: { RAIL_ACCOUNTS: `GBP=${GBP},EUR=${EUR}` } });
  await books.ledger.app.get(ReconciliationJob).onModuleDestroy();
});
afterAll(() => books.ledger.close());
/** Each test has its own bank. */
beforeEach(async () => {
  const owner = books.ledger.db;
  await owner.database.query('DELETE FROM bank_line');
  await owner.database.query(`UPDATE bank_statement SET state = 'SUPERSEDED'`);
  await owner.database.query(`UPDATE bank_movement SET match = 'earlier test', is_new = false`);
});

let numbers = 0;
const line = (minor: bigint, more: Partial<Line> = {}): Line => ({
  ...{ amount: money('GBP', minor), bookedOn: '2026-11-20', valueDate: '2026-11-20' },
  ...{ reference: null, totalOf: null, bankReference: null, text: null, ...more },
});
/** The parts of a statement, of so many lines each. */
function statement(
  lines: readonly Line[],
  { from = 0n, size = 500, ...more }: { from?: bigint; size?: number } & Partial<Part['statement']> = {},
): Part[] {
  const { ccyCode } = more.closing ?? lines[0]?.amount ?? money('GBP', 0n);
  const sum = lines.reduce((total, { amount }) => total + amount.minor, from);
  const told = {
    ...{ id: `bst_${String(++numbers).padStart(26, '0')}`, statementId: `S-${numbers}` },
    ...{ accountNumber: ccyCode === 'EUR' ? EUR : GBP, day: '2026-11-20', lineCount: lines.length },
    ...{ opening: money(ccyCode, from), closing: money(ccyCode, sum), ...more },
  };
  const count = Math.max(1, Math.ceil(lines.length / size));
  return Array.from({ length: count }, (_, i) => ({
    ...{ statement: told, from: i * size, lines: lines.slice(i * size, (i + 1) * size) },
  }));
}
const deliver = (part: Part) =>
  books.ledger.app.get(StatementReactions).onStatementReported({
    ...delivered<'payments.statement_reported'>(part, client),
    occurredOn: timestamp(clock.now()),
  });
const reconcile = () => books.ledger.app.get(Reconciliation).run();
async function state(parts: readonly Part[]): Promise<void> {
  for (const one of parts) await deliver(one);
  await reconcile();
}
async function credited(minor: bigint, bankReference: string, ccyCode = 'GBP'): Promise<void> {
  const creditId = `bc_${++numbers}`;
  const amount = money(ccyCode, minor);
  await books.ledger.app.get(BankCreditReactions).onBankCreditMoved(
    delivered<'bank_credit.moved'>(
      {
        ...{ creditId, movementId: creditId, step: 'RECEIVED', bankReference, amount, returned: null },
        bankAccount: null,
        accountNumber: ccyCode === 'EUR' ? EUR : GBP,
      },
      client,
    ),
  );
}
/** @returns its end-to-end id */
async function paid(minor: bigint): Promise<string> {
  const reference = String(++numbers).padStart(16, '0');
  const transferId = `pmt_0000000000${reference}`;
  const legs = [
    ['suspense', 'GBP', -minor],
    ['settlement', 'GBP', minor],
  ] as const;
  await books.transfer(client, legs, { transferId });
  return reference;
}
const found = async (query = 'status == "OPEN"'): Promise<BankBreakResource[]> =>
  (await books.get(`breaks?q=${encodeURIComponent(query)}`)).data as never;
const kinds = async () => (await found()).map(({ kind, difference }) => [kind, difference]);
const statements = async (id: string): Promise<BankStatementResource> =>
  (await books.get(`bank-statements/${id}`)).data as never;

const isProven = async () =>
  ((await books.get('proof')).data as unknown as BooksProofResource).checks.filter(({ isFine }) => !isFine);
afterEach(async () => expect(await isProven()).toEqual([]));

test('a statement and the books agree, whichever comes first', async () => {
  await credited(500n, 'FT-1');
  const reference = await paid(200n);
  const parts = statement([
    line(500n, { bankReference: 'FT-1' }),
    line(-200n, { reference }),
    line(300n, { bankReference: 'FT-2', reference: 'INV-7' }),
  ]);
  await state(parts);
  const { id } = parts[0]!.statement;
  expect(await statements(id)).toMatchObject({
    status: 'UNRECONCILED',
    lines: 3,
    matched: 2,
    open: 1,
    closing: 6,
  });
  expect(await found()).toMatchObject([
    { kind: 'LINE_WITHOUT_MOVEMENT', stated: 3, booked: null, bankReference: 'FT-2', statement: { id } },
  ]);
  await credited(300n, 'FT-2');
  await reconcile();
  expect(await found()).toEqual([]);
  expect(await statements(id)).toMatchObject({ status: 'RECONCILED', matched: 3, open: 0 });
});

test('parts in any order, and again and again, are one statement', async () => {
  for (const n of [1, 2, 3, 4, 5]) await credited(10n, `P-${n}`);
  const parts = statement(
    [1, 2, 3, 4, 5].map((n) => line(10n, { bankReference: `P-${n}` })),
    { size: 2 },
  );
  const { id } = parts[0]!.statement;
  await state([parts[2]!, parts[0]!, parts[2]!]);
  expect(await statements(id)).toMatchObject({ status: 'ARRIVING', matched: 0 });
  await Promise.all([deliver(parts[1]!), deliver(parts[1]!), deliver(parts[0]!)]);
  await Promise.all([reconcile(), reconcile()]);
  expect(await statements(id)).toMatchObject({ status: 'RECONCILED', lines: 5, matched: 5, open: 0 });
  await state(parts);
  expect(await found()).toEqual([]);
});

test('a payment of which no statement knows is a break when its day is over', async () => {
  const reference = await paid(700n);
  await state(statement([], { day: '2026-11-20' }));
  expect(await found()).toEqual([]);
  await state(statement([], { day: '2026-11-21' }));
  expect(await found()).toMatchObject([
    {
      ...{
        kind: 'MOVEMENT_WITHOUT_LINE',
        booked: -7,
        stated: null,
        difference: 7,
        reference,
        day: '2026-11-20',
      },
      recordId: `pmt_0000000000${reference}`,
    },
  ]);
  const levels = (await books.get('breaks/levels')).data as unknown as BreakLevelsResource;
  expect(levels).toMatchObject({ open: 1, oldest: '2026-11-20' });
  expect(levels.accounts).toContainEqual({
    ...{ bankAccount: GBP, ccyCode: 'GBP', open: 1, newestStatement: '2026-11-21' },
  });
  await state(
    statement([line(-700n, { reference })], { from: 700n, day: '2026-11-22', opening: money('GBP', 0n) }),
  );
  expect(await kinds()).toEqual([['BALANCE_DIFFERS', 7]]);
});

test('a payment that comes back in other parts than the books have agrees if they add up, whichever comes first', async () => {
  const back = async (reference: string, minor: bigint, number: number) =>
    books.transfer(
      client,
      [
        ['settlement', 'GBP', -minor],
        ['suspense', 'GBP', minor],
      ],
      { transferId: `pmt_0000000000${reference}/return/${number}` },
    );
  const [one, other] = [await paid(100n), await paid(100n)];
  const lines = (reference: string, ...parts: bigint[]) => [
    line(-100n, { reference }),
    ...parts.map((minor, i) => line(minor, { reference, bankReference: `${reference}-${i}` })),
  ];
  await back(one, 100n, 1);
  await state(statement(lines(one, 60n, 40n)));
  expect(await found()).toEqual([]);
  await state(statement(lines(other, 60n, 50n), { day: '2026-11-21' }));
  expect(await kinds()).toHaveLength(2);
  await back(other, 100n, 1);
  await back(other, 10n, 2);
  await reconcile();
  expect(await found()).toEqual([]);
});

test('a payment that the bank has rejected was never on its account: two movements of the books that cancel out are no break', async () => {
  const reference = await paid(100n);
  const legs = [
    ['settlement', 'GBP', -100n],
    ['suspense', 'GBP', 100n],
  ] as const;
  await books.transfer(client, legs, { transferId: `pmt_0000000000${reference}/return` });
  await state(statement([], { day: '2026-11-20' }));
  await state(statement([], { day: '2026-11-21' }));
  expect(await found()).toEqual([]);
  const stated = [line(-100n, { reference }), line(60n, { reference, bankReference: 'B-1' })];
  await state(statement(stated, { day: '2026-11-22' }));
  expect((await found()).filter((one) => one.reference === reference)).toMatchObject([
    { kind: 'AMOUNT_DIFFERS', stated: 0.6, booked: 1, difference: -0.4 },
  ]);
});

test('another amount, an opening and a closing balance that do not follow', async () => {
  const reference = await paid(500n);
  await state(statement([line(-450n, { reference })]));
  expect(await found()).toMatchObject([
    { kind: 'AMOUNT_DIFFERS', stated: -4.5, booked: -5, difference: 0.5, reference },
  ]);
  await state(statement([], { day: '2026-11-21', from: 300n, closing: money('GBP', 400n) }));
  expect(await kinds()).toEqual(
    expect.arrayContaining([
      ['AMOUNT_DIFFERS', 0.5],
      ['OPENING_DIFFERS', 7.5],
      ['BALANCE_DIFFERS', 1],
    ]),
  );
});

test('a statement is reconciled if neither a line nor a balance of it is open', async () => {
  const status = async ([part]: readonly Part[]) => (await statements(part!.statement.id)).status;
  await credited(300n, 'ST-1');
  const first = statement([line(300n, { bankReference: 'ST-1' })]);
  const second = statement([], { day: '2026-11-21', from: 200n });
  const third = statement([], { day: '2026-11-22', from: 200n, closing: money('GBP', 250n) });
  for (const one of [third, first, second]) await state(one);
  expect([await status(first), await status(second), await status(third)]).toEqual([
    'RECONCILED',
    'UNRECONCILED',
    'UNRECONCILED',
  ]);
  const listed = await books.get(`bank-statements?q=${encodeURIComponent('status == "UNRECONCILED"')}`);
  expect((listed.data as unknown as BankStatementResource[]).map(({ id }) => id).sort()).toEqual(
    [second, third].map(([part]) => part!.statement.id).sort(),
  );
  const open = await found();
  expect(open.map(({ kind }) => kind).sort()).toEqual(['BALANCE_DIFFERS', 'OPENING_DIFFERS']);
  for (const { id } of open)
    await books.ledger.post(
      `/operator/v1/books/breaks/${id}/explain`,
      { reason: 'Asked the bank' },
      { as: accountant },
    );
  expect([await status(second), await status(third)]).toEqual(['RECONCILED', 'RECONCILED']);
});

test('two equal payments need two lines; the same reference in another currency is another one', async () => {
  await credited(100n, 'SAME');
  await credited(100n, 'SAME', 'EUR');
  const euro = { amount: money('EUR', 100n), bankReference: 'SAME' };
  await state(statement([line(100n, { bankReference: 'SAME' }), line(100n, { bankReference: 'SAME' })]));
  expect(await kinds()).toEqual([['LINE_WITHOUT_MOVEMENT', 1]]);
  await state(statement([line(0n, euro)]));
  expect(await found('AND(status == "OPEN", ccyCode == "EUR")')).toEqual([]);
  const { data } = await books.get('safeguarding');
  const { currencies } = data as unknown as SafeguardingResource;
  expect(currencies.find(({ ccyCode }) => ccyCode === 'EUR')!.heldAt).toEqual([
    { bankAccount: EUR, amount: 1, byStatement: { day: '2026-11-20', amount: 1 } },
  ]);
});

test('a corrected statement replaces the former one, and what staff have said about a line that is still there', async () => {
  await credited(500n, 'C-1');
  await credited(600n, 'C-2');
  const [kept, wrong] = [line(-20n, { text: 'Charge' }), line(500n, { bankReference: 'C-1' })];
  const first = statement([kept, wrong, line(600n, { bankReference: 'C-2' })]);
  await state(first);
  const [charge] = await found();
  expect(charge).toMatchObject({ kind: 'LINE_WITHOUT_MOVEMENT', difference: -0.2, text: 'Charge' });
  await books.ledger.post(`/operator/v1/books/breaks/${charge!.id}/explain`, { reason: 'Theirs' });
  clock.advance(1_000);
  const { statementId } = first[0]!.statement;
  const corrected = statement(
    [line(600n, { bankReference: 'C-2' }), kept, line(9n, { bankReference: 'C-3' })],
    {
      statementId,
    },
  );
  await state(corrected);
  expect(await statements(first[0]!.statement.id)).toMatchObject({ status: 'SUPERSEDED' });
  expect(await statements(corrected[0]!.statement.id)).toMatchObject({ matched: 1, explained: 1, open: 1 });
  await state(statement([], { day: '2026-11-21', opening: corrected[0]!.statement.closing }));
  expect((await found()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['LINE_WITHOUT_MOVEMENT', 'MOVEMENT_WITHOUT_LINE']),
  );
});

describe('staff', () => {
  const explain = (id: string, sending: object = {}, reason = 'They correct it') =>
    books.ledger.post(`/operator/v1/books/breaks/${id}/explain`, { reason }, { as: accountant, ...sending });

  it('explain a break', async () => {
    await state(statement([line(-42n)]));
    const [{ id }] = (await found()) as [BankBreakResource];
    const explained = {
      status: 'EXPLAINED',
      explanation: { reason: 'They correct it', by: accountant.user },
    };
    expect((await explain(id, { key: 'once' })).data).toMatchObject(explained);
    expect((await explain(id, { key: 'once' })).data).toMatchObject(explained);
    const other = await explain(id, {}, 'They did');
    expect(other.data).toMatchObject({ status: 'EXPLAINED', explanation: { reason: 'They did' } });
    expect(await explain('brk_10000000000000000000000000')).toMatchObject({ status: 404 });
    expect((await books.get('breaks/levels')).data).toMatchObject({ open: 0 });
    expect((await books.get(`breaks/${id}`)).data).toEqual(other.data);
  });

  it('correct the books for a line, for a movement, and for a difference', async () => {
    const [late, short] = [await paid(900n), await paid(500n)];
    await state(statement([line(-42n, { text: 'Charge' }), line(-450n, { reference: short })]));
    await state(statement([], { day: '2026-11-21', from: -492n }));
    const all = await found();
    const adjust = ({ id, difference }: BankBreakResource, more: object = {}) => {
      const [bank, other] = difference > 0 ? ['debit', 'credit'] : ['credit', 'debit'];
      const sides = { [bank!]: 'settlement', [`${bank}BankAccount`]: GBP, [other!]: 'suspense' };
      const amount = Math.abs(difference);
      return books.adjust({ ...sides, ccyCode: 'GBP', amount, reason: 'By the bank', breakId: id, ...more });
    };
    expect(all.map(({ kind, difference }) => [kind, difference])).toEqual(
      expect.arrayContaining([
        ['LINE_WITHOUT_MOVEMENT', -0.42],
        ['MOVEMENT_WITHOUT_LINE', 9],
        ['AMOUNT_DIFFERS', 0.5],
      ]),
    );
    expect(all.find(({ kind }) => kind === 'MOVEMENT_WITHOUT_LINE')!.reference).toBe(late);
    expect(issues(await adjust(all[0]!, { amount: 1 }))).toEqual([400, '#/breakId wrong_amount']);
    for (const one of all) {
      const { data } = await adjust(one);
      expect((data as unknown as AdjustmentResource).breakId).toBe(one.id);
      expect(issues(await adjust(one))).toEqual([400, '#/breakId not_open']);
    }
    await reconcile();
    await state(statement([], { day: '2026-11-23', from: -492n }));
    expect(await found()).toEqual([]);
  });
});

test('a bank that says nothing is told by the health', async () => {
  const checks: (() => Promise<unknown>)[] = [];
  const readiness = { reports: (_: string, check: () => Promise<unknown>) => checks.push(check) };
  const { database } = books.ledger.db;
  new StatementHealth(database, readiness as unknown as Readiness, clock, { days: 5, breakDays: 0 });
  new StatementHealth(database, readiness as unknown as Readiness, clock, { days: 0, breakDays: 0 });
  expect(checks).toHaveLength(1);
  await paid(5n);
  await checks[0]!();
  clock.advance(6 * 86_400_000);
  const detail = `no statement for more than 5 days: ${GBP}`;
  await expect(checks[0]!()).rejects.toMatchObject({ detail });
  await state(statement([], { day: '2026-11-26' }));
  await checks[0]!();
});

test('a break that is open for too long is told by the health', async () => {
  const checks = new Map<string, () => Promise<unknown>>();
  const readiness = { reports: (name: string, check: () => Promise<unknown>) => checks.set(name, check) };
  const { database } = books.ledger.db;
  const today = new TestClock(new Date('2026-11-25T10:00:00.000Z'));
  new StatementHealth(database, readiness as unknown as Readiness, today, { days: 0, breakDays: 5 });
  expect([...checks.keys()]).toEqual(['bank breaks']);
  await state(statement([line(-42n, { bankReference: 'OLD', text: 'Charge' })]));
  await checks.get('bank breaks')!();
  today.advance(86_400_000);
  const detail = `breaks open for more than 5 days: 1 of ${GBP} in GBP since 2026-11-20`;
  await expect(checks.get('bank breaks')!()).rejects.toMatchObject({ detail });
  await credited(-42n, 'OLD');
  await reconcile();
  await checks.get('bank breaks')!();
});

test('a long statement is matched by sets, also if Postgres knows only of a quiet time; a corrected one replaces it', async () => {
  const LINES = sized({ small: 2_000, full: 20_000 });
  const lines = Array.from({ length: LINES }, (_, i) => line(7n, { bankReference: `L-${i}` }));
  const owner = await ownerOf(books.ledger.db);
  await owner.query('ANALYZE bank_line, bank_movement'); // nothing is open
  await books.ledger.db.database.query(
    `INSERT INTO bank_movement (transfer_id, bank_account, ccy_code, minor, day, bank_reference)
     SELECT 'long_' || n, $1, 'GBP', 7, '2026-11-20', 'L-' || n FROM generate_series(0, $2::int - 1) AS n`,
    [GBP, LINES],
  );
  const parts = statement(lines, { from: 0n });
  expect(parts).toHaveLength(LINES / 500);
  await state(parts);
  expect(await statements(parts[0]!.statement.id)).toMatchObject({ matched: LINES, open: 0 });
  clock.advance(1_000);
  const { statementId } = parts[0]!.statement;
  const corrected = statement(lines.slice(1), { statementId });
  await state(corrected);
  expect(await statements(parts[0]!.statement.id)).toMatchObject({ status: 'SUPERSEDED' });
  expect(await statements(corrected[0]!.statement.id)).toMatchObject({ matched: LINES - 1, open: 0 });
  await owner.query(`DELETE FROM bank_movement WHERE transfer_id LIKE 'long%'`);
  await owner.end();
  await books.ledger.db.database.query('DELETE FROM bank_line');
});
