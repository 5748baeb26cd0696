import type { StatementResource } from '@corridor/ledger-contract';
import type { Caller } from '@corridor/kernel';
import { type BankRecord, bytesOf, readBankFile } from '@corridor/iso20022';
import { schemaErrors } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { TestClock, issues, sized } from '@corridor/testing';
import fc from 'fast-check';
import { Books, accountant, clientOf } from '../books/books.fixture.js';
import { readPdf } from './pdf.fixture.js';

const clock = new TestClock(new Date('2026-11-19T22:00:00.000Z'));
const [client, other] = [clientOf(1), clientOf(2)];
let books: Books;

const get = (path: string, as: Caller = client) => books.ledger.get(path, { as });
const stated = async (from: string, to: string) =>
  (await get(`wallets/GBP/statements?from=${from}&to=${to}`)).data as unknown as StatementResource;
const gbp = (value: number) => ({ ccyCode: 'GBP', value });

beforeAll(async () => {
  books = await Books.open(clock);
  await books.fund(client, 'GBP', 10_000n);
  clock.advance(7_200_000); // 20 November, the first moment
  await books.fund(client, 'GBP', 25n);
  await books.transfer(
    client,
    [
      ['wallet', 'GBP', -3_000n],
      ['settlement', 'GBP', 3_000n],
    ],
    { reason: '=HYPERLINK("http://x"), "now"' },
  );
  await books.fund(client, 'EUR', 700n);
  clock.advance(86_399_999); // the last moment of the day
  await books.fund(client, 'GBP', 50n);
  clock.advance(1);
  await books.fund(client, 'GBP', 1n);
});
afterAll(() => books.ledger.close());

describe('a statement', () => {
  it('has the movements of its days, and their balances', async () => {
    const statement = await stated('2026-11-20', '2026-11-20');
    expect(statement).toMatchObject({
      ...{ client: client.client, wallet: { ccyCode: 'GBP' }, from: '2026-11-20', to: '2026-11-20' },
      openingBalance: gbp(100),
      credits: gbp(0.75),
      debits: gbp(30),
      closingBalance: gbp(70.75),
      count: 3,
    });
    expect(statement.transactions.map(({ signedAmount }) => signedAmount.value)).toEqual([0.25, -30, 0.5]);
  });

  it('continues the one before, also without a movement', async () => {
    expect(await stated('2026-11-01', '2026-11-18')).toMatchObject({
      ...{ openingBalance: gbp(0), closingBalance: gbp(0), count: 0, transactions: [] },
    });
    expect(await stated('2026-11-22', '2026-11-30')).toMatchObject({
      ...{ openingBalance: gbp(70.76), closingBalance: gbp(70.76), count: 0 },
    });
  });

  it('is exported as CSV, which no spreadsheet runs', async () => {
    const { headers, text } = await get('wallets/GBP/statements/export?from=2026-11-20&to=2026-11-20');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-GBP-2026-11-20-2026-11-20.csv"',
    });
    const lines = text.split('\r\n');
    expect(lines[1]).toBe('OPENING,2026-11-20,,,,,,,,100.00,GBP');
    expect(lines[2]).toMatch(
      /^TRANSACTION,2026-11-20T00:00:00\.000,txn_\w+,FUNDING,IF-1,in,,,0\.25,100\.25,GBP$/,
    );
    expect(lines[3]).toContain(`,"'=HYPERLINK(""http://x""), ""now""",30.00,,70.25,GBP`);
    expect(lines.slice(5)).toEqual(['CLOSING,2026-11-20,,,,,,,,70.75,GBP', '']);
  });

  it('is exported as camt.053, which says the same', async () => {
    const path = 'wallets/GBP/statements/export?from=2026-11-20&to=2026-11-20&format=camt.053';
    const { headers, text } = await get(path);
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-GBP-2026-11-20-2026-11-20.xml"',
    });
    expect(await schemaErrors(text)).toEqual([]);
    const records: BankRecord[] = [];
    for await (const one of readBankFile(bytesOf('statement.xml', text))) records.push(one);
    const { wallet, transactions } = await stated('2026-11-20', '2026-11-20');
    const own = { account: wallet.id };
    expect(records.filter(({ kind }) => kind === 'balance')).toMatchObject([
      { ...own, type: 'OPBD', amount: money('GBP', 10_000n), date: '2026-11-20' },
      { ...own, type: 'CLBD', amount: money('GBP', 7_075n), date: '2026-11-20' },
    ]);
    const booked = { ...own, status: 'BOOKED', bookedOn: '2026-11-20', reference: 'IF-1' };
    expect(records.filter(({ kind }) => kind === 'entry')).toMatchObject([
      { ...booked, direction: 'CREDIT', amount: money('GBP', 25n), bankReference: transactions[0]!.id },
      {
        ...booked,
        direction: 'DEBIT',
        amount: money('GBP', 3_000n),
        remittance: 'in: =HYPERLINK("http://x"), "now"',
      },
      { ...booked, direction: 'CREDIT', amount: money('GBP', 50n) },
    ]);
    const empty = await get('wallets/GBP/statements/export?from=2026-11-01&to=2026-11-02&format=camt.053');
    expect(await schemaErrors(empty.text)).toEqual([]);
    expect(issues(await get(path.replace('camt.053', 'mt940')))).toEqual([400, '?format not_allowed']);
  });

  it('is exported as PDF, which adds up to the ledger to the cent', async () => {
    const path = 'wallets/GBP/statements/export?from=2026-11-20&to=2026-11-20&format=pdf';
    const { headers, bytes } = await get(path);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="statement-GBP-2026-11-20-2026-11-20.pdf"',
    });
    const { rows, text } = readPdf(bytes);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['Opening balance', '100.00'],
      ['in', '0.25', '100.25'],
      ['in', '30.00', '70.25'],
      ['in', '0.50', '70.75'],
      ['Closing balance', '70.75'],
    ]);
    expect(text).toContain(client.client.name);
    expect(text).toContain('=HYPERLINK("http://x"), "now"');
    const { wallet } = await stated('2026-11-20', '2026-11-20');
    for (const [to, balance] of [
      ['2026-11-19', rows.at(0)?.at(-1)],
      ['2026-11-20', rows.at(-1)?.at(-1)],
    ]) {
      const [posted] = await books.ledger.db.database.query<{ minor: string }>(POSTED, [wallet.id, to]);
      expect((Number(posted?.minor) / 100).toFixed(2)).toBe(balance);
    }
  });

  it('of any client is there for staff, and for no other client', async () => {
    const { id } = (await get('wallets/GBP')).data as { id: string };
    const path = `/operator/v1/wallets/${id}/statements`;
    const period = 'from=2026-11-20&to=2026-11-20';
    const staff = { ...accountant, permissions: ['records:read'] };
    expect((await get(`${path}?${period}`, staff)).data).toEqual(await stated('2026-11-20', '2026-11-20'));
    expect((await get(`${path}/export?${period}`, staff)).text).toContain('CLOSING,2026-11-20');
    expect((await get(`wallets/${id}/statements?${period}`, other)).status).toBe(404);
    expect((await get(`wallets/${id}/statements/export?${period}`, other)).status).toBe(404);
  });

  it.each([
    ['?from not_a_date', 'from=x&to=2026-11-20'],
    ['?to out_of_range', 'from=2026-11-20&to=2026-11-19'],
    ['?to out_of_range', 'from=2026-01-01&to=2027-01-02'],
  ])('%s', async (issue, query) => {
    expect(issues(await get(`wallets/GBP/statements?${query}`))).toEqual([400, issue]);
  });
});

const POSTED = `SELECT coalesce(sum(amount_minor), 0)::text AS minor FROM posting JOIN transfer ON transfer.id = transfer_id
  WHERE account_id = $1 AND left(posted_on, 10) <= $2`;

test('statements of any periods add up to the ledger', async () => {
  let number = 10;
  const movement = fc.tuple(fc.integer({ min: -400, max: 500 }), fc.nat(30 * 3_600_000));
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 15 }), async (movements) => {
      const caller = clientOf(++number);
      const first = clock.now().toISOString().slice(0, 10);
      await books.fund(caller, 'GBP', 1n);
      for (const [amount, wait] of movements) {
        await books.transfer(caller, [
          ['wallet', 'GBP', BigInt(amount || 1)],
          ['settlement', 'GBP', BigInt(-(amount || 1))],
        ]);
        clock.advance(wait);
      }
      const { id } = (await get('wallets/GBP', caller)).data as { id: string };
      const days = [0, 3, 9, 40].map((n) =>
        new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10),
      );
      let balance = 0;
      for (const [i, to] of days.entries()) {
        const from = i === 0 ? first : (days[i - 1] as string);
        const start = i === 0 ? from : new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 10);
        const { data } = await get(`wallets/GBP/statements?from=${start}&to=${to}`, caller);
        const statement = data as unknown as StatementResource;
        expect(statement.openingBalance.value).toBe(balance);
        balance = statement.closingBalance.value;
        const [posted] = await books.ledger.db.database.query<{ minor: string }>(POSTED, [id, to]);
        expect(Math.round(balance * 100)).toBe(Number(posted?.minor));
      }
    }),
    { numRuns: sized({ small: 10, full: 200 }) },
  );
}, 600_000);
