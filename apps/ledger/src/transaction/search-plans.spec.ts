import { recordsOfAllClients } from '@corridor/event-store';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import { openTestDatabase, plansOf } from '@corridor/testing/service';
import { service } from '../service.js';
import { manyTransactions } from './many-transactions.fixture.js';
import { transactions } from './transaction.view.js';

const CLIENT = 'cli_many';
const ROWS = Number(process.env.ROWS ?? sized({ small: 100_000, full: 1_000_000 }));
const wallet = { 'wallet.id': 'wal_01K00000000000000000000007' };

/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await manyTransactions(db, CLIENT, ROWS);
}, 600_000);
afterAll(() => db.close());

/** With a million transactions of one client, a first page and its count are read from indexes only. */
describe(`of ${ROWS} transactions`, () => {
  it.each<[what: string, q: string, index: string]>([
    ['all', '', 'chain'],
    ['those of a status', 'status == "COMPLETED"', 'chain'],
    ['those of a status that none has', 'status == "PENDING"', 'chain'],
    ['those in a currency', 'amount.ccyCode == "C07"', 'chain'],
    ['those of a wallet', `wallet.id == "${wallet['wallet.id']}"`, 'by_wallet_id'],
    [
      'those of a payment',
      'relatedEntity.id == "pmt_01K00000000000000000000777"',
      '(of_all_)?by_related_entity_id',
    ],
    ['those of a day', 'sortDate == "2026-05-05"', 'chain'],
    ['those until a moment', 'sortDate <= "2026-05-05T00:00:30"', 'chain'],
    ['those completed before a day, which are the oldest', 'completedOn < "2026-01-05"', 'chain'],
    ['those that settle on a day', 'settlesOn == "2026-05-05"', 'chain'],
  ])('%s', async (_, q, index) => {
    const { page, count } = await plansOf(db, transactions, { q }, CLIENT);
    expect(page.text).toMatch(new RegExp(`Index (Only )?Scan using transaction_(${index}) `));
    expect(page.text + count.text).not.toMatch(/Seq Scan on transaction |Sort|Bitmap/);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(count.records).toBe(0);
  });

  it('those of a wallet, where the path names it', async () => {
    const { page, count } = await plansOf(db, transactions, {}, CLIENT, wallet);
    expect(page.text).toMatch('Index Only Scan using transaction_by_wallet_id');
    expect(page.text + count.text).not.toMatch(/Seq Scan on transaction |Sort/);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(count.records).toBe(0);
  });

  it('those created on a day', async () => {
    const { page, count } = await plansOf(db, transactions, { q: 'createdOn == "2026-05-05"' }, CLIENT);
    expect(page.text + count.text).not.toMatch(/Seq Scan/);
  });

  it('one, by its id', async () => {
    const { page, count } = await plansOf(
      db,
      transactions,
      { q: 'id == "txn_01K00000000000000000000777"' },
      CLIENT,
    );
    for (const { text } of [page, count]) {
      expect(text).toMatch('Index Scan using transaction_pkey');
      expect(text).not.toMatch('Seq Scan');
    }
  });

  it.each<[what: string, q: string]>([
    ['all', ''],
    ['those of a status', 'status == "COMPLETED"'],
    ['those in a currency', 'amount.ccyCode == "C07"'],
    ['those of a wallet', `wallet.id == "${wallet['wallet.id']}"`],
    ['those of a payment', 'relatedEntity.id == "pmt_01K00000000000000000000777"'],
    ['those of a day', 'sortDate == "2026-05-05"'],
    ['those of an amount', 'amount.value == "4711"'],
    ['that with an id', 'id == "txn_01K00000000000000000000777"'],
  ])('of all clients: %s', async (what, q) => {
    const { page, count } = await plansOf(db, recordsOfAllClients(transactions), { q }, 'operator');
    if (process.env['SHOW']) console.log('transactions of all clients', what, page.ms, count.ms);
    expect(page.text).toMatch(
      /Index (Only )?Scan using transaction_(of_all|of_all_by_related_entity_id|by_amount|pkey) /,
    );
    expect(page.text + count.text).not.toMatch(/Seq Scan on transaction /);
    expect(page.records).toBeLessThanOrEqual(PAGE + ROWS / 10_000);
  });
});
