import { type Caller, nowOf } from '@corridor/kernel';
import type { BooksProofResource } from '@corridor/ledger-contract';
import { TestClock, sized } from '@corridor/testing';
import { ownerOf } from '@corridor/testing/service';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { Books, clientOf } from './books.fixture.js';
import { proofOf } from './proof.js';

const clock = new TestClock(new Date('2026-11-20T12:00:00.000Z'));
let books: Books;
beforeAll(async () => {
  books = await Books.open(clock);
});
afterAll(() => books.ledger.close());

const proven = async () => (await books.get('proof')).data as unknown as BooksProofResource;

type Operation = (caller: Caller) => Promise<unknown>;
const currency = fc.constantFrom('GBP', 'JPY', 'KWD');
const minor = fc.bigInt({ min: 1n, max: 1_000_000n });

/** Some of them are declined: there is not enough money. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(currency, minor).map(
    ([ccyCode, amount]): Operation =>
      (caller) =>
        books.fund(caller, ccyCode, amount),
  ),
  fc.tuple(currency, minor).map(
    ([ccyCode, amount]): Operation =>
      (caller) =>
        books.takeBack(caller, ccyCode, amount),
  ),
  fc.tuple(currency, minor).map(
    ([ccyCode, amount]): Operation =>
      (caller) =>
        books.transfer(caller, [
          ['wallet', ccyCode, -amount],
          ['settlement', ccyCode, amount],
        ]),
  ),
  fc.tuple(currency, currency, minor, minor).map(
    ([sold, bought, paid, got]): Operation =>
      (caller) =>
        books.transfer(caller, [
          ['wallet', sold, -paid],
          ['fx_position', sold, paid],
          ['fx_position', bought, -got],
          ['wallet', bought, got],
        ]),
  ),
  fc
    .tuple(fc.constantFrom(['wallet', 'fees'], ['fees', 'wallet'], ['write_offs', 'suspense']), fc.nat(5_000))
    .map(
      ([[debit, credit], amount]): Operation =>
        ({ client }) =>
          books.adjust({
            ...{ debit, credit, ccyCode: 'JPY', amount: amount + 1, reason: 'Found' },
            clientId: debit === 'write_offs' ? null : client.id,
          }),
    ),
  fc.constant<Operation>(async () => clock.advance(20 * 3_600_000)),
);

test('after any operations, the books are proven and every trial balance is zero', async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(operation, fc.nat(2)), { maxLength: 12 }), async (operations) => {
      number += 3;
      for (const [run, of] of operations) await run(clientOf(number + of));
      const { isProven, checks } = await proven();
      expect(checks.filter(({ isFine }) => !isFine)).toEqual([]);
      expect(isProven).toBe(true);
      const days = await books.ledger.db.database.query<{ day: string }>('SELECT DISTINCT day FROM book_day');
      for (const { day } of days)
        expect((await books.get(`trial-balance?asOf=${day}`)).data).toMatchObject({ isBalanced: true });
    }),
    { numRuns: sized({ small: 15, full: 200 }) },
  );
}, 600_000);

/** The proof after the owner of the database has changed the tables, which is rolled back. */
async function proofAfter(change: string): Promise<BooksProofResource> {
  const owner = await ownerOf(books.ledger.db);
  try {
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica'); // no trigger, and no constraint between tables
    expect((await owner.query(change)).rowCount).toBeGreaterThan(0);
    return await proofOf(books.ledger.db.database.on(owner as unknown as PoolClient), nowOf(clock));
  } finally {
    await owner.end(); // nothing is committed
  }
}

const faultsIn = ({ isProven, checks }: BooksProofResource) => [
  isProven,
  ...checks.filter(({ isFine }) => !isFine).map(({ name }) => name),
];

describe('tampered with', () => {
  beforeAll(async () => {
    await books.fund(clientOf(9_001), 'GBP', 700n);
    await books.fund(clientOf(9_001), 'GBP', 300n);
    await books.adjust({ debit: 'fees', credit: 'suspense', ccyCode: 'GBP', amount: 1, reason: 'x' });
  });
  const OF = clientOf(9_001).client.id;

  it.each<[what: string, change: string, ...found: string[]]>([
    [
      'an amount of a posting',
      `UPDATE posting SET amount_minor = amount_minor + 1 WHERE id = (SELECT max(id) FROM posting)`,
      ...['ZERO', 'FOLD', 'DAYS'],
    ],
    [
      'both postings of a transfer that has none in the log',
      `WITH one AS (INSERT INTO transfer VALUES ('pmt_x', 'cli_x', 'FUNDING', '2026-11-20T00:00:00.000'))
       INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor)
       VALUES ('pmt_x', 'fees:GBP', 'GBP', 5), ('pmt_x', 'settlement:GBP', 'GBP', -5)`,
      ...['FOLD', 'DAYS', 'MOVEMENTS'],
    ],
    [
      'a posting that is removed',
      `DELETE FROM posting WHERE id = (SELECT max(id) FROM posting)`,
      'ZERO',
      'FOLD',
      'DAYS',
    ],
    ['the balance of a wallet', `UPDATE wallet SET balance_minor = 1 WHERE client_id = '${OF}'`, 'FOLD'],
    [
      'the balance that the client reads',
      `UPDATE wallet SET data = replace(data::text, '"value":10}', '"value":11}')::json WHERE client_id = '${OF}'`,
      ...['FOLD', 'TRANSACTIONS'],
    ],
    [
      'the state of a stream',
      `UPDATE streams SET state = replace(state::text, '"minor":"1000"', '"minor":"1001"')::json WHERE stream_id = '${OF}'`,
      'FOLD',
    ],
    [
      'the amount in an event',
      `UPDATE events SET data = replace(data::text, '"minor":"300"', '"minor":"301"')::json
       WHERE stream_id = '${OF}' AND type = 'transfer_posted' AND data::text LIKE '%"minor":"300"%'`,
      'FOLD',
    ],
    ['an event that is removed', `DELETE FROM events WHERE stream_id = '${OF}' AND version = 1`, 'EVENTS'],
    [
      'a transaction',
      `UPDATE transaction SET data = replace(data::text, '"value":3}', '"value":4}')::json WHERE client_id = '${OF}' AND sort_priority = 2`,
      'TRANSACTIONS',
    ],
    ['the sum of a day', `INSERT INTO book_day_change VALUES ('fees', 'GBP', '2026-11-20', 1, 0)`, 'DAYS'],
  ])('%s is found', async (_, change, ...found) => {
    expect(faultsIn(await proofAfter(change))).toEqual([false, ...found]);
    expect((await proven()).isProven).toBe(true);
  });

  it('says what is wrong', async () => {
    const { checks } = await proofAfter(`UPDATE wallet SET balance_minor = 1 WHERE client_id = '${OF}'`);
    expect(checks.find(({ name }) => name === 'FOLD')).toMatchObject({
      faults: 1,
      examples: [
        expect.stringMatching(
          /^account wal_\w+: events 1000, postings 1000, wallet 1, record 1000, state 1000$/,
        ),
      ],
    });
  });
});
