import { recordsOfAllClients } from '@corridor/event-store';
import type { OpenDatabase } from '@corridor/platform';
import { sized } from '@corridor/testing';
import { openTestDatabase, plansOf } from '@corridor/testing/service';
import { service } from '../service.js';
import { manyInstructions } from './many-instructions.fixture.js';
import { paymentInstructions } from './payment-instruction.view.js';

const CLIENT = 'cli_many';
const ROWS = Number(process.env.ROWS ?? sized({ small: 100_000, full: 1_000_000 }));

/** The records of a page, and the one that tells whether there is another page. */
const PAGE = 26;
/** Of the fixture. */
const [DAYS, STATUSES] = [348, 7];

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await manyInstructions(db, CLIENT, ROWS);
}, 600_000);
afterAll(() => db.close());

/** With a million instructions of one client, a first page and its count are read from indexes only. */
describe(`of ${ROWS} payment instructions`, () => {
  it.each<[what: string, q: string, index: string]>([
    ['all', '', 'newest'],
    ['those of a rare status', 'status == "PENDING"', 'by_status'],
    ['those of a common status', 'status == "SENT"', 'by_status|newest'],
    ['those of a day', 'paymentDate == "2026-05-05"', 'by_payment_date'],
    ['those made on a day', 'auditHistory.created.on == "2026-05-05"', 'newest'],
    [
      'those made in a month',
      'AND(auditHistory.created.on >= "2026-05-01",auditHistory.created.on < "2026-06-01")',
      'newest',
    ],
    ['those in a currency', 'buyCcyCode == "JPY"', 'newest'],
    ['those to a beneficiary', 'beneficiary.id == "ben_01K00000000000000000000777"', 'by_beneficiary_id'],
    [
      'that of a payment',
      'linkedPaymentId == "pmt_01K00000000000000000000777"',
      '(of_all_)?by_linked_payment_id',
    ],
  ])('%s', async (_, q, index) => {
    const { page, count } = await plansOf(db, paymentInstructions, { q }, CLIENT);
    expect(page.text).toMatch(new RegExp(`Index (Only )?Scan using payment_instruction_(${index}) `));
    expect(page.text + count.text).not.toMatch(/Seq Scan on payment_instruction |Sort|Bitmap/);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(count.records).toBe(0);
  });

  it('one, by its id', async () => {
    const id = 'pi_01K00000000000000000000777';
    const { page, count } = await plansOf(db, paymentInstructions, { q: `id == "${id}"` }, CLIENT);
    for (const { text } of [page, count]) {
      expect(text).toMatch('Index Scan using payment_instruction_pkey');
      expect(text).not.toMatch('Seq Scan');
    }
  });

  it('a late page, by offset or by cursor', async () => {
    const { page } = await plansOf(db, paymentInstructions, { offset: ROWS - 30 }, CLIENT);
    expect(page.text).toMatch('Index Only Scan using payment_instruction_newest');
    expect(page.text).not.toMatch('Seq Scan on payment_instruction ');
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(page.entries).toBeLessThan(DAYS * STATUSES + ROWS / DAYS + 1_000);
  });

  it('a late page of two currencies', async () => {
    const q = 'AND(sellCcyCode == "EUR",buyCcyCode == "PLN")';
    const { page } = await plansOf(db, paymentInstructions, { q, offset: ROWS / 20 }, CLIENT);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(page.entries).toBeLessThan(DAYS * STATUSES + (2 * ROWS) / DAYS + 1_000);
  });

  it.each([
    ['those before a day, which are the oldest', 'paymentDate < "2026-01-05"'],
    [
      'those in a currency in a month',
      'AND(buyCcyCode == "JPY",paymentDate >= "2026-03-01",paymentDate < "2026-04-08")',
    ],
    ['the oldest ones in a currency', 'AND(buyCcyCode == "JPY",paymentDate < "2026-01-09")'],
  ])('%s', async (_, q) => {
    const { page, count } = await plansOf(db, paymentInstructions, { q }, CLIENT);
    expect(page.text).toMatch('Index Only Scan using payment_instruction_by_payment_date');
    expect(page.text + count.text).not.toMatch(/Seq Scan on payment_instruction |Bitmap/);
    expect(page.text).toMatch('Sort Method: top-N');
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(page.entries).toBeLessThan(38 * PAGE * 9 + 5_000);
    expect(count.records).toBe(0);
    expect(count.text).not.toMatch(/ on payment_instruction /);
  });

  it.each([
    ['amount:DESC', 'amount'],
    ['amount:ASC', 'amount'],
    ['auditHistory.updated.on:DESC', 'updated_on'],
  ])('sorted by %s', async (sort, index) => {
    const { page } = await plansOf(db, paymentInstructions, { sortBy: [sort] }, CLIENT);
    expect(page.text).toMatch(
      new RegExp(`Index Only Scan (Backward )?using payment_instruction_by_${index} `),
    );
    expect(page.text).not.toMatch('Sort');
    expect(page.records).toBeLessThanOrEqual(PAGE);
  });

  it('those above an amount', async () => {
    const { page, count } = await plansOf(db, paymentInstructions, { q: 'amount > "9990"' }, CLIENT);
    for (const plan of [page, count]) {
      expect(plan.text).toMatch('Index Only Scan using payment_instruction_by_amount');
      expect(plan.records).toBeLessThanOrEqual(PAGE);
    }
  });

  it('those with a part of a text', async () => {
    const hits = Array.from({ length: ROWS }, (_, n) => `Invoice ${n + 1}`).filter((text) =>
      text.includes('nvoice 4711'),
    ).length;
    const { page, count } = await plansOf(
      db,
      paymentInstructions,
      { q: 'narrative ~ "nvoice 4711"' },
      CLIENT,
    );
    for (const plan of [page, count]) {
      expect(plan.text).toMatch('Bitmap Index Scan on payment_instruction_text_trigrams');
      expect(plan.records).toBeLessThanOrEqual(2 * hits + PAGE);
    }
    expect(count.text).not.toMatch(/ on payment_instruction /);
  });

  it('those of several kinds', async () => {
    const q = 'AND(OR(status == "FAILED",status == "REJECTED"),sellCcyCode == "EUR",buyCcyCode != "JPY")';
    const { page, count } = await plansOf(db, paymentInstructions, { q }, CLIENT);
    expect(page.records).toBeLessThanOrEqual(PAGE);
    expect(page.entries).toBeLessThan(ROWS / 40);
    expect(count.records).toBe(0);
  });

  it.each([
    ['all', ''],
    ['those of a status', 'status == "SENT"'],
    ['those of two currencies', 'AND(sellCcyCode == "EUR",buyCcyCode == "PLN")'],
    ['those of several kinds', 'AND(OR(status == "FAILED",status == "REJECTED"),sellCcyCode == "EUR")'],
    [
      'those made in a month',
      'AND(auditHistory.created.on >= "2026-05-01",auditHistory.created.on < "2026-06-01")',
    ],
  ])('the total of %s is added up, not counted', async (_, q) => {
    const { count } = await plansOf(db, paymentInstructions, { q }, CLIENT);
    expect(count.text).not.toMatch(/ on payment_instruction /);
    expect(count.entries).toBeLessThanOrEqual(DAYS * STATUSES);
  });

  it.each<[what: string, q: string, index: string]>([
    ['all', '', 'of_all'],
    ['those of a rare status', 'status == "PENDING"', 'of_all_by_status'],
    ['those in a currency', 'buyCcyCode == "JPY"', 'of_all'],
    ['those of an amount', 'amount == "4711"', 'of_all_by_amount'],
    [
      'that of a payment',
      'linkedPaymentId == "pmt_01K00000000000000000000777"',
      'of_all_by_linked_payment_id',
    ],
  ])('of all clients: %s', async (what, q, index) => {
    const { page, count } = await plansOf(db, recordsOfAllClients(paymentInstructions), { q }, 'operator');
    if (process.env['SHOW']) console.log('instructions of all clients', what, page.ms, count.ms);
    expect(page.text).toMatch(new RegExp(`Index (Only )?Scan using payment_instruction_${index} `));
    expect(page.text + count.text).not.toMatch(/Seq Scan on payment_instruction /);
    expect(page.records).toBeLessThanOrEqual(PAGE + ROWS / 10_000);
  });
});
