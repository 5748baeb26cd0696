import { bytesOf } from '@corridor/iso20022';
import { camt, pain002 } from '@corridor/iso20022/testing';
import { money } from '@corridor/kernel';
import { credit, rejected } from './files.fixture.js';
import { summaryOf } from './file-summary.js';

const said = (content: string) => summaryOf(bytesOf('a.xml', content), false);

test('bookings by direction and currency, with the credited accounts', async () => {
  const credits = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
    ...credit,
    bankReference: `FT-${n}`,
    amount: money(n === 7 ? 'EUR' : 'GBP', 100_00n),
    virtualAccount: `GB0${n}BUKB20201555555555`,
  }));
  const debit = {
    ...credit,
    direction: 'DEBIT' as const,
    bankReference: 'FT-8',
    amount: money('GBP', 2_50n),
  };
  const text = await said(camt('camt.054', 'M', [...credits, debit]));
  expect(text).toContain('credits: 7, GBP 600.00, EUR 100.00');
  expect(text).toContain('debits: 1, GBP 2.50');
  expect(text).toMatch(/credited accounts: “GB01BUKB20201555555555”, .*“GB05BUKB20201555555555” and 2 more$/);
});

test('a statement with its account and day', async () => {
  const { account, statementId } = credit;
  const balance = { kind: 'balance' as const, statementId, account, date: '2026-11-23' as const };
  const text = await said(
    camt('camt.053', 'M', [
      { ...balance, type: 'OPBD', amount: money('GBP', 0n) },
      { ...balance, type: 'CLBD', amount: credit.amount },
      credit,
    ]),
  );
  expect(text).toMatch(new RegExp(`^statement of “${account}” of 2026-11-23 with GBP .*; credits: 1, GBP `));
});

test('statuses of payments', async () => {
  expect(await said(pain002([rejected({ reference: '0123456789ABCDEF' })]))).toBe('statuses “RJCT”: 1');
});

test('what cannot be read is said', async () => {
  await expect(said('A text.')).rejects.toThrow('it is neither XML nor an MT940 or MT942');
});
