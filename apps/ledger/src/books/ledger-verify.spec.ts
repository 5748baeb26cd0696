import { ReadModelRebuild } from '@corridor/event-store';
import { Runs } from '@corridor/platform';
import { TestClock } from '@corridor/testing';
import { ownerOf } from '@corridor/testing/service';
import { Books, accountant, clientOf } from './books.fixture.js';
import { LedgerVerify } from './ledger-verify.js';

let books: Books;
beforeAll(async () => {
  books = await Books.open(new TestClock(new Date('2026-11-20T12:00:00.000Z')));
  await books.fund(clientOf(1), 'GBP', 700n);
  await books.fund(clientOf(1), 'GBP', 300n);
  await books.fund(clientOf(2), 'JPY', 50n);
  await books.adjust({ debit: 'fees', credit: 'suspense', ccyCode: 'GBP', amount: 1, reason: 'x' });
});
afterAll(() => books.ledger.close());

/** Each step in a new process, and each twice, as after a crash before its position was saved. */
async function verified(): Promise<{ result: string; done: number }> {
  const kind = () => new LedgerVerify(books.ledger.app.get(Runs).running);
  for (let position = null as Parameters<LedgerVerify['step']>[1]; ;) {
    await kind().step({}, position);
    const { result, ...next } = await kind().step({}, position);
    if (result !== undefined) return { result, done: next.done };
    position = next.position;
  }
}
const resultOf = async () => (await verified()).result;

/** What is found after the owner of the database has changed the tables, which is put right again. */
async function afterChange(change: string, undo: string): Promise<string> {
  const owner = await ownerOf(books.ledger.db);
  const past = async (statement: string) => {
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica');
    expect((await owner.query(statement)).rowCount).toBeGreaterThan(0);
    await owner.query('COMMIT');
  };
  try {
    await past(change);
    return await resultOf();
  } finally {
    await past(undo);
    await owner.end();
  }
}

const OF = clientOf(1).client.id;
const inText = (table: string, column: string, from: string, to: string, where: string) =>
  `UPDATE ${table} SET ${column} = replace(${column}::text, '${from}', '${to}')::json WHERE ${where}`;
const bothWays = (table: string, column: string, one: string, other: string, where: string) =>
  [
    inText(table, column, one, other, `${where} AND ${column}::text LIKE '%${one}%'`),
    inText(table, column, other, one, `${where} AND ${column}::text LIKE '%${other}%'`),
  ] as const;

it('says OK for a ledger that is what its log says, and how far it is', async () => {
  const staff = { ...accountant, permissions: ['ops:execute'] as never[] };
  const { data } = await books.ledger.post('/operator/v1/ops/ledger/verify', {}, { as: staff });
  expect(data).toMatchObject({
    ...{ kind: 'ledger-verify', dryRun: true, total: expect.any(Number) },
    effect: expect.stringMatching(/^make the 7 checks of the books, and compare .* with its \d+ events$/),
  });
  expect(await verified()).toEqual({ result: 'OK: the ledger is what its log says', done: data.total });
});

it('names what it can derive from the log, and the tables that it leaves out', async () => {
  const staff = { ...accountant, permissions: ['ops:read'] as never[] };
  const { data } = await books.ledger.get('/operator/v1/ops/ledger/projections', { as: staff });
  const [derived, leftOut] = [data.slice(0, -1), data.at(-1)];
  expect(derived).toContainEqual({ kind: 'books', tables: ['wallet', 'transaction'], hasShadow: false });
  expect(leftOut).toMatchObject({ kind: null, tables: expect.arrayContaining(['account', 'posting']) });
  expect(leftOut.tables).not.toContain('transaction_text');
});

it.each<[what: string, change: string, undo: string, ...named: (string | RegExp)[]]>([
  [
    'an amount of a posting, of which the currency does not add up to zero',
    'UPDATE posting SET amount_minor = amount_minor + 1 WHERE id = (SELECT max(id) FROM posting)',
    'UPDATE posting SET amount_minor = amount_minor - 1 WHERE id = (SELECT max(id) FROM posting)',
    ...['ZERO: transfer ', 'FOLD: account '],
  ],
  [
    'the balance of a wallet, which is not the sum of its entries',
    `UPDATE wallet SET balance_minor = balance_minor + 1 WHERE client_id = '${OF}'`,
    `UPDATE wallet SET balance_minor = balance_minor - 1 WHERE client_id = '${OF}'`,
    ...[
      /FOLD: account wal_\w+: events 1000, postings 1000, wallet 1001/,
      /RECORD: wallet wal_\w+ \(balance_minor\)/,
    ],
  ],
  [
    'the state of a stream',
    ...bothWays('streams', 'state', '"minor":"1000"', '"minor":"1001"', `stream_id = '${OF}'`),
    `STATE: stream ${OF}: its state is not what its events come to`,
  ],
  [
    'the record of a wallet',
    ...bothWays('wallet', 'data', '"value":10}', '"value":11}', `client_id = '${OF}'`),
    /RECORD: wallet wal_\w+ \(data/,
  ],
  [
    'the record of a transaction',
    ...bothWays('transaction', 'data', '"reference":"IF-1"', '"reference":"IF-2"', `client_id = '${OF}'`),
    /RECORD: transaction \w+ \(data/,
  ],
  [
    'an event that is removed',
    `UPDATE events SET stream_id = 'moved' WHERE stream_id = '${OF}' AND version = 1`,
    `UPDATE events SET stream_id = '${OF}' WHERE stream_id = 'moved'`,
    ...[`EVENTS: stream ${OF}: version`, `STATE: stream ${OF}: version`],
    /RECORD: those of books cannot be derived: no wallet/,
  ],
])('names %s', async (_, change, undo, ...named) => {
  const result = await afterChange(change, undo);
  expect(result).toMatch(/^\d+ findings: /);
  for (const one of named) expect(result).toMatch(one);
  expect(await resultOf()).toBe('OK: the ledger is what its log says');
});

/** The numbers of a stream go on behind a gap after its first event. */
const jumping = (by: number) =>
  `WITH begun AS (UPDATE epoch SET number = 1, above = 5000),
     moved AS (UPDATE events SET version = version + ${by} WHERE stream_id = '${OF}' AND version > 1)
   UPDATE streams SET version = version + ${by} WHERE stream_id = '${OF}'`;
const BACK = `WITH begun AS (UPDATE epoch SET number = 0, above = 0),
    moved AS (UPDATE events SET version = version - (SELECT min(version) - 2 FROM events WHERE stream_id = '${OF}' AND version > 1)
      WHERE stream_id = '${OF}' AND version > 1)
  UPDATE streams SET version = version - (SELECT min(version) - 2 FROM events WHERE stream_id = '${OF}' AND version > 1)
  WHERE stream_id = '${OF}'`;

it('finds nothing where an epoch begins, and names an event that is missing there', async () => {
  expect(await afterChange(jumping(4_999), BACK)).toBe('OK: the ledger is what its log says');
  const result = await afterChange(jumping(5_000), BACK);
  expect(result).toMatch(/EVENTS: stream cli_\w+: version \d+, events \d+/);
  expect(result).toMatch(/STATE: stream cli_\w+: version \d+, without event 2/);
});

it('leaves no shadow when it is cancelled, and drops none of others', async () => {
  const { running } = books.ledger.app.get(Runs);
  const verify = new LedgerVerify(running);
  const rebuild = new ReadModelRebuild(running.db.database, running.service.registrations);
  let position = null as Parameters<LedgerVerify['step']>[1];
  await rebuild.begin('books');
  await verify.abandon({}, position);
  expect(await rebuild.shadow()).not.toEqual([]);
  await rebuild.abort();
  while ((await rebuild.shadow()).length === 0) {
    await verify.abandon({}, position);
    ({ position } = await verify.step({}, position));
  }
  await verify.abandon({}, position);
  expect(await rebuild.shadow()).toEqual([]);
});

it('does not begin beside a shadow', async () => {
  const { running } = books.ledger.app.get(Runs);
  await running.db.database.query(`SELECT make_shadow(ARRAY['wallet'])`);
  await expect(new LedgerVerify(running).plan()).rejects.toMatchObject({
    detail: 'There is a shadow of wallet: swap or abort it first.',
  });
  await running.db.database.query('SELECT drop_shadow()');
});
