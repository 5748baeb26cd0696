import { money } from '@corridor/kernel';
import { sized } from '@corridor/testing';
import fc from 'fast-check';
import { UnreadableFile, bytesOf } from '../xml/index.js';
import {
  type AchDebit,
  type AchFile,
  type AchOrigination,
  type AchRecord,
  LARGEST_CENTS,
  achReturnFile as achReturns,
  nachaFile,
  readAchDebits,
  readNacha,
  traceOf,
} from './index.js';
import { type AchSaid, achReturnFile } from '../testing/index.js';

const debit: AchDebit = {
  ...{ reference: 'XK8Y2Z6Q9H3M0T1', sequence: 1, amount: money('USD', 1_000_50n) },
  ...{ routingNumber: '111000025', accountNumber: '000123456789' },
  ...{ entryClass: 'CCD', account: 'CHECKING', holder: 'Northwind Imports Ltd, Bristol' },
};
const file: AchFile = {
  originator: {
    ...{ name: 'Corridor Payments Ltd', id: '1234567890' },
    ...{ bankRoutingNumber: '021000021', bankName: 'First Harbor Bank' },
  },
  ...{ createdOn: '2026-11-23T17:05', modifier: 'A', effectiveOn: '2026-11-24', description: 'FUNDING' },
  reference: 'A1B2C3D4',
  debits: [debit],
};
const linesOf = (of: AchFile) => nachaFile(of).split('\r\n').slice(0, -1);
const filler = '9'.repeat(94);

test('a file is written as NACHA has it, character by character', () => {
  const person: AchDebit = {
    ...{ ...debit, reference: 'P1', sequence: 2, amount: money('USD', 5n), entryClass: 'PPD' },
    ...{ account: 'SAVINGS', holder: 'Zoë Müller', routingNumber: '021000021' },
  };
  expect(linesOf({ ...file, debits: [person, debit] })).toEqual([
    '101 02100002112345678902611231705A094101FIRST HARBOR BANK      CORRIDOR PAYMENTS LTD  A1B2C3D4',
    '5225CORRIDOR PAYMENTA1B2C3D4            1234567890CCDFUNDING         261124   1021000020000001',
    '627111000025000123456789     0000100050XK8Y2Z6Q9H3M0T1NORTHWIND IMPORTS LTD,  0021000020000001',
    '82250000010011100002000000100050000000000000'.concat('1234567890', ' '.repeat(25), '021000020000001'),
    '5225CORRIDOR PAYMENTA1B2C3D4            1234567890PPDFUNDING         261124   1021000020000002',
    '637021000021000123456789     0000000005P1             ZOE MULLER              0021000020000002',
    '82250000010002100002000000000005000000000000'.concat('1234567890', ' '.repeat(25), '021000020000002'),
    '9000002000001000000020013200004000000100055000000000000'.padEnd(94),
    filler,
    filler,
  ]);
});

test('any file has lines of 94 characters, blocks of ten, and the sums of its entries', () => {
  const cents = fc.bigInt({ min: 1n, max: LARGEST_CENTS });
  const routing = fc.integer({ min: 10_000_000, max: 99_999_999 }).map((n) => `${n}0`);
  const debits = fc.array(
    fc.tuple(cents, routing, fc.constantFrom('CCD', 'PPD'), fc.string({ unit: 'grapheme' })),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(debits, (some) => {
      const lines = linesOf({
        ...file,
        debits: some.map(([minor, routingNumber, entryClass, holder], i) => ({
          ...debit,
          ...{ sequence: i + 1, amount: money('USD', minor), routingNumber, entryClass, holder },
        })),
      });
      expect(lines.length % 10).toBe(0);
      expect(lines.filter((line) => !/^[\x20-\x7e]{94}$/.test(line))).toEqual([]);
      const entries = lines.filter((line) => line.startsWith('6'));
      const control = lines.find((line) => /^9(?!9{93})/.test(line))!;
      const sum = (first: number, last: number) =>
        entries.reduce((all, line) => all + BigInt(line.slice(first - 1, last)), 0n);
      expect(BigInt(control.slice(31, 43))).toBe(sum(30, 39));
      expect(BigInt(control.slice(21, 31))).toBe(sum(4, 11) % 10n ** 10n);
      expect(Number(control.slice(7, 13))).toBe(lines.length / 10);
      expect(new Set(entries.map((line) => line.slice(79))).size).toBe(some.length);
    }),
    { numRuns: sized({ small: 100, full: 5_000 }) },
  );
});

test.each<[string, Partial<AchDebit>]>([
  ['an amount of 11 digits', { amount: money('USD', LARGEST_CENTS + 1n) }],
  ['nothing', { amount: money('USD', 0n) }],
  ['another currency', { amount: money('EUR', 1n) }],
  ['a number that would be cut', { accountNumber: '123456789012345678' }],
  ['a reference that would be cut', { reference: 'X'.repeat(16) }],
  ['a routing number of ten digits', { routingNumber: '1110000251' }],
])('%s is refused, and never written differently', (_, wrong) => {
  expect(() => nachaFile({ ...file, debits: [{ ...debit, ...wrong }] })).toThrow(RangeError);
});

describe('the bank that gets a file', () => {
  const debitsOf = async (content: string) => {
    const found: AchOrigination[] = [];
    for await (const one of readAchDebits(bytesOf('debits.ach', content))) found.push(one);
    return found;
  };
  const person: AchDebit = { ...debit, reference: 'P1', sequence: 2, entryClass: 'PPD', account: 'SAVINGS' };

  it('reads each debit of it', async () => {
    const debits = await debitsOf(nachaFile({ ...file, debits: [person, debit] }));
    const { effectiveOn } = file;
    const originator = { ...file.originator, name: 'CORRIDOR PAYMENTS LTD', bankName: 'FIRST HARBOR BANK' };
    const { sequence: _, ...first } = { ...debit, holder: 'NORTHWIND IMPORTS LTD,' };
    const second = { reference: 'P1', entryClass: 'PPD', account: 'SAVINGS' };
    expect(debits).toEqual([
      { ...first, originator, effectiveOn, trace: '021000020000001', where: 'debits.ach, line 3' },
      { ...first, ...second, originator, effectiveOn, trace: '021000020000002', where: 'debits.ach, line 6' },
    ]);
  });

  it('returns them in a file that has them again', async () => {
    const debits = await debitsOf(nachaFile({ ...file, debits: [person, debit] }));
    const [code, corrected] = ['C01', '987654321'];
    const answers = debits.flatMap((one, i) => [
      { code: 'R01', corrected: null, debit: one, sequence: 2 * i + 1 },
      { code, corrected, debit: one, sequence: 2 * i + 2 },
    ]);
    const { originator } = debits[0]!;
    const createdOn = '2026-11-26T10:05';
    const records = await read(achReturns({ originator, createdOn, reference: 'M1', answers }));
    expect(
      records.map(({ kind, reference, originalTrace, trace }) => [kind, reference, originalTrace, trace]),
    ).toEqual([
      ['return', debit.reference, '021000020000001', '111000020000001'],
      ['change', debit.reference, '021000020000001', '111000020000002'],
      ['return', 'P1', '021000020000002', '111000020000003'],
      ['change', 'P1', '021000020000002', '111000020000004'],
    ]);
    expect(records.map((one) => (one.kind === 'return' ? one.amount : one.corrected))).toEqual([
      debit.amount,
      corrected,
      debit.amount,
      corrected,
    ]);
  });

  it.each([
    ['CCDFUNDING', 'WEBFUNDING', 'a batch of the class “WEB” is not read'],
    ['261124', '261324', '“261324” is no effective date'],
    ['0000100050X', '0000100051X', 'the sum of the debits is 100051'],
    ['\n627', '\n622', 'an entry with the transaction code 22 is not read'],
  ])('refuses %s as %s: %s', async (part, other, reason) => {
    await expect(debitsOf(nachaFile(file).replace(part, other))).rejects.toThrow(reason);
  });
});

const read = async (content: string): Promise<AchRecord[]> => {
  const records: AchRecord[] = [];
  for await (const one of readNacha(bytesOf('returns.ach', content))) records.push(one);
  return records;
};
const said = (code: string, more: Partial<AchSaid> = {}): AchSaid => ({
  ...{ code, cents: 1_000_50n, reference: debit.reference },
  originalTrace: traceOf(file.originator, debit.sequence),
  ...more,
});

describe('a return file', () => {
  it('says what came back, why, and what is to be named differently', async () => {
    expect(await read(achReturnFile([said('R01'), said('C01', { corrected: '987654321' })]))).toEqual([
      {
        ...{ kind: 'return', code: 'R01', amount: money('USD', 1_000_50n), where: 'returns.ach, line 3' },
        ...{ originalTrace: '021000020000001', reference: debit.reference, trace: '111000020000001' },
      },
      {
        ...{ kind: 'change', code: 'C01', corrected: '987654321', where: 'returns.ach, line 7' },
        ...{ originalTrace: '021000020000001', reference: debit.reference, trace: '111000020000002' },
      },
    ]);
  });

  it('may have spaces at the ends of lines left out, and other ends of lines', async () => {
    const content = achReturnFile([said('R02')]);
    const cutOff = content.replaceAll(/ +\n/g, '\r\n');
    expect(await read(cutOff)).toEqual(await read(content));
    expect(await read(content.replaceAll('\n', '\r'))).toEqual(await read(content));
  });

  it('is refused if any digit of an amount, count, hash or sum is another one', async () => {
    const content = achReturnFile([said('R01'), said('R03')]);
    const lines = content.split('\n');
    const fields: Record<string, readonly (readonly [number, number])[]> = {
      6: [
        [4, 11],
        [30, 39],
      ],
      8: [[5, 44]],
      9: [
        [2, 7],
        [14, 55],
      ],
    };
    for (const [number, line] of lines.entries())
      for (const [first, last] of /^9{94}$/.test(line) ? [] : (fields[line[0] ?? ''] ?? []))
        for (let at = first - 1; at < last; at++) {
          const other = line.slice(0, at) + String((Number(line[at]) + 1) % 10) + line.slice(at + 1);
          const changed = [...lines.slice(0, number), other, ...lines.slice(number + 1)].join('\n');
          await expect(read(changed)).rejects.toThrow(UnreadableFile);
        }
  });

  it('is refused if it is cut off anywhere, or a line is missing or doubled', async () => {
    const lines = achReturnFile([said('R01'), said('C02', { corrected: '111000038' })])
      .trimEnd()
      .split('\n');
    const records = lines.filter((line) => line !== filler);
    for (let i = 0; i < records.length; i++) {
      await expect(read(records.slice(0, i).join('\n'))).rejects.toThrow(UnreadableFile);
      await expect(read(records.toSpliced(i, 1).join('\n'))).rejects.toThrow(UnreadableFile);
      await expect(read(records.toSpliced(i, 0, records[i]!).join('\n'))).rejects.toThrow(UnreadableFile);
    }
    expect(await read(records.join('\n'))).toHaveLength(2);
  });

  it.each([
    ['', 'returns.ach: it is empty'],
    ['<Document/>', 'returns.ach, line 1: it is no header of a NACHA file'],
    ['x'.repeat(1_000_000), 'returns.ach: a line has more than 94 characters'],
    [
      achReturnFile([said('R01')]).replace('\n626', '\n622'),
      'returns.ach, line 3: an entry with the transaction code 22 is not read',
    ],
    [
      achReturnFile([said('R01')]).replace('799R01', '799X01'),
      'returns.ach, line 4: an addenda record 99 with the code X01 is not read',
    ],
  ])('is refused with where and why: %#', async (content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });
});
