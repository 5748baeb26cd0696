import { recordsOfAllClients } from '@corridor/event-store';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import { type Sent, openTestDatabase, plansOf } from '@corridor/testing/service';
import { service } from '../service.js';
import { CLIENTS, manyPayments } from './many-payments.fixture.js';
import { payments } from './payment.view.js';

const ROWS = Number(process.env.ROWS ?? sized({ small: 100_000, full: 1_000_000 }));
const ofAll = recordsOfAllClients(payments);

/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await db.pool.query('ALTER TABLE payment SET UNLOGGED');
  await manyPayments(db, ROWS);
}, 600_000);
afterAll(() => db.close());

/** What staff look for among the payments of all clients. */
describe(`of ${ROWS} payments of ${CLIENTS} clients`, () => {
  it.each<[what: string, sent: Sent, index: string]>([
    ['all', {}, 'of_all'],
    ['the oldest first', { sortBy: ['auditHistory.created.on:ASC'] }, 'of_all'],
    ['the next page', { after: ['2026-05-05T12:00:00.000', 'pmt_01K00000000000000000447840'] }, 'of_all'],
    ['of a rare status', { q: 'status == "DRAFT"' }, 'of_all_by_status'],
    ['of a common status', { q: 'status == "SENT"' }, 'of_all|of_all_by_status'],
    ['in a currency', { q: 'amount.ccyCode == "JPY"' }, 'of_all'],
    ['made on a day', { q: 'auditHistory.created.on == "2026-05-05"' }, 'of_all'],
    [
      'made in a month, in a currency',
      {
        q: 'AND(auditHistory.created.on >= "2026-05-01",auditHistory.created.on < "2026-06-01",amount.ccyCode == "JPY")',
      },
      'of_all',
    ],
    ['of a client', { q: 'clientId == "cli_77"' }, 'newest'],
    ['of a client, of a status', { q: 'AND(clientId == "cli_77",status == "FAILED")' }, 'newest|by_status'],
    ['of an amount', { q: 'amount.value == "4711"' }, 'of_all_by_amount'],
    [
      'of amounts in a currency',
      { q: 'AND(amount.value >= "4711",amount.value < "4721",amount.ccyCode == "JPY")' },
      'of_all_by_amount',
    ],
    ['the largest first', { sortBy: ['amount.value:DESC'] }, 'of_all_by_amount'],
    [
      'of an instruction',
      { q: 'linkedPaymentInstructionId == "pi_01K00000000000000000000777"' },
      'of_all_by_linked_payment_instruction_id',
    ],
    ['by id', { q: 'id == "pmt_01K00000000000000000000777"' }, 'pkey'],
  ])('%s', async (what, sent, index) => {
    const { page, count } = await plansOf(db, ofAll, sent, 'operator');
    if (process.env['SHOW']) console.log(what, page.ms, count.ms);
    expect(page.text).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using payment_(${index}) `));
    expect(page.text + count.text).not.toMatch(/Seq Scan on payment /);
    expect(page.records).toBeLessThanOrEqual(6 * PAGE);
  });

  /** Without an index by value over all clients: some index is read, and no record but those of the page. */
  it.each<[what: string, sent: Sent]>([
    ['paid on a day', { q: 'paymentDate == "2026-05-05"' }],
    ['to a beneficiary', { q: 'beneficiary.id == "ben_01K00000000000000000000777"' }],
    ['changed before a day', { q: 'auditHistory.updated.on < "2025-12-03"' }],
    ['the last changed first', { sortBy: ['auditHistory.updated.on:DESC'] }],
  ])('%s', async (what, sent) => {
    const { page, count } = await plansOf(db, ofAll, sent, 'operator');
    if (process.env['SHOW']) console.log(what, page.ms, count.ms);
    expect(page.text).toMatch('Index Only Scan using payment_');
    expect(page.text + count.text).not.toMatch(/Seq Scan on payment /);
    expect(page.records).toBeLessThanOrEqual(PAGE);
  });

  it.each([
    ['a reference', 'reference == "PAY-4711"'],
    ['a part of one', 'reference ~ "Y-4711"'],
    ['a narrative', 'narrative ~ "voice 4711"'],
    ['a beneficiary', 'beneficiary.displayName ~ "ayee 4711"'],
  ])('with %s', async (what, q) => {
    const { page, count } = await plansOf(db, ofAll, { q }, 'operator');
    if (process.env['SHOW']) console.log(what, page.ms, count.ms);
    for (const { text, records } of [page, count]) {
      expect(text).toMatch('Bitmap Index Scan on payment_text_trigrams');
      expect(text).not.toMatch(/Seq Scan on payment /);
      expect(records).toBeLessThanOrEqual(2 * (ROWS / 10_000) * 11 + PAGE);
    }
  });

  it('the totals of statuses and currencies are added up, not counted', async () => {
    const q = 'AND(status == "SENT",amount.ccyCode == "JPY")';
    const { count } = await plansOf(db, ofAll, { q }, 'operator');
    expect(count.text).not.toMatch(/ on payment /);
    expect(count.entries).toBeLessThanOrEqual(CLIENTS * 9 * 3);
  });

  it('a late page', async () => {
    const { page } = await plansOf(db, ofAll, { offset: ROWS - 30 }, 'operator');
    if (process.env['SHOW']) console.log('a late page', page.ms);
    expect(page.text).toMatch('Index Only Scan using payment_of_all ');
    expect(page.records).toBeLessThanOrEqual(PAGE);
  });
});
