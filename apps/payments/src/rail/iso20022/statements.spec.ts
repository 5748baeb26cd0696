import { type BalanceRecord, bytesOf, readBankFile } from '@corridor/iso20022';
import { camt, entry } from '@corridor/iso20022/testing';
import { type Money, money } from '@corridor/kernel';
import type { RailStatementPart } from '../payment-rail.js';
import { Statements } from './statements.js';

const balance = (type: string, amount: Money, more: Partial<BalanceRecord> = {}): BalanceRecord => ({
  ...{ kind: 'balance', statementId: 'S-1', account: entry.account },
  ...{ type, amount, date: '2026-11-23', ...more },
});
const S1 = { ...entry, statementId: 'S-1' };
const balances = [balance('OPBD', money('GBP', 100n)), balance('CLBD', money('GBP', -250n))];

async function read(content: string): Promise<RailStatementPart[]> {
  const source = bytesOf('statement', content);
  const statements = new Statements();
  for await (const record of readBankFile(source)) statements.note(record);
  const parts: RailStatementPart[] = [];
  for await (const record of readBankFile(source)) parts.push(...statements.read(record));
  return [...parts, ...statements.rest()];
}

test('a statement is told with its balances and lines, those of debits below zero', async () => {
  const debit = { ...S1, direction: 'DEBIT' as const, bankReference: null, remittance: null };
  const [part, ...others] = await read(camt('camt.053', 'M', [...balances, S1, debit]));
  expect(others).toEqual([]);
  expect(part).toEqual({
    statement: {
      ...{ statementId: 'S-1', version: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ...{ accountNumber: entry.account, day: '2026-11-23', lineCount: 2 },
      ...{ opening: money('GBP', 100n), closing: money('GBP', -250n) },
    },
    from: 0,
    lines: [
      {
        ...{ amount: entry.amount, bookedOn: '2026-11-23', valueDate: '2026-11-24' },
        ...{ reference: 'INV-7', bankReference: 'FT26327ABCD', text: 'Globex Ltd: Invoice 7' },
      },
      expect.objectContaining({ amount: money('GBP', -250_75n), bankReference: null, text: 'Globex Ltd' }),
    ],
  });
});

test('a corrected statement has another version, the same one has the same', async () => {
  const versionOf = async (...bookings: (typeof S1)[]) =>
    (await read(camt('camt.053', 'M', [...balances, ...bookings])))[0]!.statement.version;
  expect(await versionOf(S1)).toBe(await versionOf(S1));
  expect(await versionOf({ ...S1, bankReference: 'OTHER' })).not.toBe(await versionOf(S1));
});

test('a long one comes in parts, one without bookings in one', async () => {
  const many = Array.from({ length: 1_001 }, (_, i) => ({ ...S1, bankReference: `FT${i}` }));
  const parts = await read(camt('camt.053', 'M', [...balances, ...many]));
  expect(parts.map(({ from, lines }) => [from, lines.length])).toEqual([
    [0, 500],
    [500, 500],
    [1_000, 1],
  ]);
  expect(
    new Set(parts.map(({ statement }) => JSON.stringify([statement.version, statement.lineCount]))).size,
  ).toBe(1);
  expect(await read(camt('camt.053', 'M', balances))).toMatchObject([{ from: 0, lines: [] }]);
});

test('each account and currency has its own', async () => {
  const [other, dollars] = ['DE89370400440532013000', money('USD', 5n)];
  const records = [
    ...[...balances, S1],
    ...[
      balance('CLBD', money('EUR', 1n), { account: other }),
      balance('CLBD', dollars, { statementId: 'S-2' }),
    ],
  ];
  const parts = await read(camt('camt.053', 'M', records));
  expect(parts.map(({ statement, lines }) => [statement.closing.ccyCode, lines.length])).toEqual([
    ['GBP', 1],
    ['EUR', 0],
    ['USD', 0],
  ]);
});

test('bookings without balances, and those that are not booked, are no statement', async () => {
  expect(await read(camt('camt.054', 'M', [S1]))).toEqual([]);
  const pending = { ...S1, status: 'PENDING' as const };
  expect(await read(camt('camt.053', 'M', [...balances, pending]))).toMatchObject([{ lines: [] }]);
});

test('the pages of an MT940 are one statement', async () => {
  const page = (number: number, [from, to]: [string, string], [before, after]: [string, string]) =>
    `{1:F01BUKBGB22AXXX0000000000}{2:I940CRDRGB20XXXXN}{4:\r\n:20:STMT\r\n:25:${entry.account}\r\n:28C:231/${number}\r\n:60${from}:C261123GBP${before}\r\n:61:2611231123C10,00NTRFNONREF//FT${number}\r\n:62${to}:C261123GBP${after}\r\n-}`;
  const parts = await read(
    page(1, ['F', 'M'], ['5,00', '15,00']) + '\r\n' + page(2, ['M', 'F'], ['15,00', '25,00']),
  );
  expect(parts).toMatchObject([
    {
      statement: {
        statementId: 'STMT 231',
        opening: { minor: 500n },
        closing: { minor: 2500n },
        lineCount: 2,
      },
      lines: [{ bankReference: 'FT1' }, { bankReference: 'FT2' }],
    },
  ]);
});
