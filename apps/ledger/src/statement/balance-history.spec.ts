import type { BalanceHistoryResource, StatementResource } from '@corridor/ledger-contract';
import type { Caller } from '@corridor/kernel';
import { TestClock, issues, sized } from '@corridor/testing';
import fc from 'fast-check';
import { Books, clientOf } from '../books/books.fixture.js';

const clock = new TestClock(new Date('2026-11-19T22:00:00.000Z'));
const [client, other] = [clientOf(1), clientOf(2)];
const DAY_MS = 86_400_000;
let books: Books;

const get = (path: string, as: Caller = client) => books.ledger.get(path, { as });
const historyOf = async (days: number, as?: Caller) =>
  (await get(`balance-history?days=${days}`, as)).data as unknown as BalanceHistoryResource;
const gbp = (value: number) => ({ ccyCode: 'GBP', value });

beforeAll(async () => {
  books = await Books.open(clock);
  await books.fund(client, 'GBP', 10_000n);
  clock.advance(7_200_000); // 20 November, the first moment
  await books.fund(client, 'GBP', 25n);
  await books.fund(client, 'GBP', 50n);
  await books.fund(client, 'EUR', 700n);
  clock.advance(2 * DAY_MS);
  await books.fund(client, 'GBP', 1n);
});
afterAll(() => books.ledger.close());

describe('the balance history', () => {
  it('has the last balance of each day on which money moved, and the one before', async () => {
    expect(await historyOf(3)).toMatchObject({
      ...{ from: '2026-11-20', to: '2026-11-22' },
      wallets: [
        {
          ccyCode: 'EUR',
          openingBalance: { ccyCode: 'EUR', value: 0 },
          changes: [{ date: '2026-11-20', balance: { ccyCode: 'EUR', value: 7 } }],
        },
        {
          ccyCode: 'GBP',
          openingBalance: gbp(100),
          changes: [
            { date: '2026-11-20', balance: gbp(100.75) },
            { date: '2026-11-22', balance: gbp(100.76) },
          ],
        },
      ],
    });
  });

  it('has quiet wallets, and those of no other client', async () => {
    const [eur, pounds] = (await historyOf(1)).wallets;
    expect(eur).toMatchObject({ openingBalance: { value: 7 }, changes: [] });
    expect(pounds).toMatchObject({ openingBalance: gbp(100.75), changes: [{ balance: gbp(100.76) }] });
    expect(await historyOf(3, other)).toMatchObject({ wallets: [] });
  });

  it('has 90 days unless another number is given, at most 366', async () => {
    expect((await get('balance-history')).data).toMatchObject({ from: '2026-08-25', to: '2026-11-22' });
    for (const days of ['0', '367', '1.5', 'x'])
      expect(issues(await get(`balance-history?days=${days}`))).toEqual([400, '?days out_of_range']);
  });
});

test('each balance is the closing balance of the statement of its day', async () => {
  let number = 10;
  const movement = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(30 * 3_600_000));
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 12 }), async (movements) => {
      const caller = clientOf(++number);
      for (const [minor, wait] of movements) {
        await books.fund(caller, 'GBP', BigInt(minor));
        clock.advance(wait);
      }
      const { from, wallets } = await historyOf(5, caller);
      const [{ openingBalance, changes }] = wallets as [BalanceHistoryResource['wallets'][number]];
      let balance = openingBalance;
      for (let n = 0; n < 5; n++) {
        const day = new Date(Date.parse(from) + n * DAY_MS).toISOString().slice(0, 10);
        const statement = (await get(`wallets/GBP/statements?from=${day}&to=${day}`, caller))
          .data as unknown as StatementResource;
        if (n === 0) expect(statement.openingBalance).toEqual(openingBalance);
        balance = changes.find(({ date }) => date === day)?.balance ?? balance;
        expect(statement.closingBalance).toEqual(balance);
        expect(changes.some(({ date }) => date === day)).toBe(statement.count > 0);
      }
    }),
    { numRuns: sized({ small: 10, full: 100 }) },
  );
}, 600_000);
