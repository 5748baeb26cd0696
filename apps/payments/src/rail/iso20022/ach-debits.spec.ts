import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BalanceRecord, EntryRecord } from '@corridor/iso20022';
import { traceOf } from '@corridor/iso20022/nacha';
import { type AchSaid, achReturnFile, camt, entry } from '@corridor/iso20022/testing';
import { money, toResource } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import { payments } from '../kit/rail-kit.js';
import type { RailBatch, RailCredit, RailReport, RailStatementLine } from '../payment-rail.js';
import type { RailFile } from '../rail-files.js';
import { achDebit, originator } from './ach.fixture.js';
import { never } from './files.fixture.js';
import { Files } from './files.js';
import { Iso20022Rail } from './iso20022-rail.js';

/** Tuesday: Thursday is Thanksgiving, on which the Federal Reserve is closed. */
const TUESDAY = new Date('2026-11-24T15:00:00.000Z');
const DAY_MS = 86_400_000;
let clock: TestClock;
let folder: string;

beforeEach(async () => {
  clock = new TestClock(TUESDAY);
  folder = await mkdtemp(join(tmpdir(), 'ach-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rail = (
  files?: Files,
  holdDays = 3,
  { account, matchesAmounts }: { account?: string; matchesAmounts?: boolean } = {},
) =>
  new Iso20022Rail(
    {
      ...{ folder, message: 'pain.001', dialect: { characters: 'unicode', batchBooking: null } },
      debtor: {
        holder: 'Corridor Payments Ltd',
        bic: 'CORRGB2LXXX',
        accounts: new Map([
          ['EUR', 'DE89370400440532013000'],
          ...(account ? [['USD', account] as const] : []),
        ]),
      },
      accounts: new Map([
        ['EUR', ['DE89370400440532013000', ACCOUNT]],
        ['USD', [ACCOUNT, OTHER]],
      ]),
      matchesAmounts,
      ach: { originator, holdDays },
    },
    clock,
    files,
  );

const ACCOUNT = '021000021123';
const OTHER = '021000021999';
const FIRST = 'A00000000000001';
const SECOND = 'A00000000000002';
const batch: RailBatch = { id: 'b-1', payments: [achDebit(FIRST), achDebit(SECOND)], isRepeated: false };

const inFolder = (name: string) => readdir(join(folder, name)).catch(() => []);
const text = (...path: string[]) => readFile(join(folder, ...path), 'utf8');

async function collected(of = rail()) {
  const reports: RailReport[] = [];
  const found: RailFile[] = [];
  await of.collect(
    (some) => Promise.resolve(void reports.push(...some)),
    () => Promise.resolve(),
    () => Promise.resolve(),
    (file) => Promise.resolve(void found.push(file)),
  );
  return { found, said: reports.map(({ reference, status, reason }) => [reference, status, reason]) };
}

const said = (code: string, more: Partial<AchSaid> = {}): AchSaid => ({
  ...{ code, cents: 1_000_50n, reference: FIRST, originalTrace: traceOf(originator, 1) },
  ...more,
});

test('debits leave in a file of their own, for the next day of the Federal Reserve, beside the payments', async () => {
  clock.advance(DAY_MS);
  const { failures } = await rail().submit(
    { ...batch, payments: [...batch.payments, payments[0]!] },
    never(),
  );
  expect(failures).toEqual({});
  expect(await inFolder('out')).toEqual(['ach-b-1.ach', 'pain.001-b1.xml']);
  const content = await text('out', 'ach-b-1.ach');
  expect(content).toContain(`${originator.id}CCDFUNDING         261127`);
  expect(content.match(/^6/gm)).toHaveLength(2);
});

test('what ACH cannot debit is handed over by itself, with the reason', async () => {
  const wrong = [
    achDebit('B1', { amount: toResource(money('EUR', 1n)) }),
    achDebit('B2', { amount: toResource(money('USD', 10_000_000_000n)) }),
    achDebit('B3', { creditor: { ...achDebit('B3').creditor, routing: [] } }),
  ];
  const { failures } = await rail().submit({ ...batch, payments: [...wrong, achDebit(FIRST)] }, never());
  expect(Object.keys(failures)).toEqual(['sub_B1', 'sub_B2', 'sub_B3']);
  expect((await text('out', 'ach-b-1.ach')).match(/^6/gm)).toHaveLength(1);
});

test('a debit that is not returned has settled when the hold is over, and not before', async () => {
  await rail().submit(batch, never());
  await rm(join(folder, 'out', 'ach-b-1.ach')); // the bank takes it
  // For Wednesday; three days later is Tuesday, because of Thanksgiving and the weekend.
  const executed = [
    [FIRST, 'ACCEPTED', null],
    [SECOND, 'ACCEPTED', null],
  ];
  for (let day = 24; day < 30; day++) {
    const expected = day === 25 ? executed : [];
    expect({ day, said: (await collected()).said }).toEqual({ day, said: expected });
    expect((await collected()).said).toEqual([]);
    clock.advance(DAY_MS);
  }
  expect((await collected()).said).toEqual([]);
  clock.advance(DAY_MS);
  const settled = [
    [FIRST, 'SETTLED', null],
    [SECOND, 'SETTLED', null],
  ];
  await expect(
    rail().collect(
      () => Promise.reject(new Error('no database')),
      () => Promise.resolve(),
      () => Promise.resolve(),
      () => Promise.resolve(),
    ),
  ).rejects.toThrow('no database');
  expect((await collected()).said).toEqual(settled);
  expect((await collected()).said).toEqual([]);
});

test('a file that has not left is not settled, however long it waits', async () => {
  class Broken extends Files {
    override move(from: string, to: string): Promise<void> {
      if (to.includes('/out/')) throw new Error('no network');
      return super.move(from, to);
    }
  }
  await expect(rail(new Broken()).submit(batch, never())).rejects.toThrow('no network');
  clock.advance(30 * DAY_MS);
  expect((await collected()).said).toEqual([]);
  await rail().submit(batch, never());
  expect(await text('out', 'ach-b-1.ach')).toContain('FUNDING         261228'); // after Christmas
  expect((await collected()).said).toEqual([]);
});

test('a file that the bank has not taken away is not settled', async () => {
  await rail().submit(batch, never());
  clock.advance(30 * DAY_MS);
  expect((await collected()).said).toEqual([]);
  await rm(join(folder, 'out', 'ach-b-1.ach'));
  expect((await collected()).said.map(([reference, status]) => [reference, status])).toEqual([
    ...[FIRST, SECOND].map((reference) => [reference, 'ACCEPTED']),
    ...[FIRST, SECOND].map((reference) => [reference, 'SETTLED']),
  ]);
});

test('the same batch leaves once, whatever step a process ends at', async () => {
  for (let step = 0; step < 40; step++) {
    folder = await mkdtemp(join(tmpdir(), 'ach-'));
    let left = step;
    class Dying extends Files {
      private step(): void {
        if (left-- === 0) throw new Error('killed');
      }
      override replace(...args: Parameters<Files['replace']>) {
        this.step();
        return super.replace(...args);
      }
      override async move(...args: Parameters<Files['move']>) {
        this.step();
        await super.move(...args);
        this.step();
      }
      override async remove(path: string) {
        this.step();
        await super.remove(path);
      }
    }
    const dying = rail(new Dying());
    await dying.submit(batch, never()).catch(() => {});
    const executed = [...(await inFolder('out'))];
    for (const name of executed) await rm(join(folder, 'out', name));
    await rail().submit(batch, never());
    executed.push(...(await inFolder('out')));
    expect({ step, executed }).toEqual({ step, executed: ['ach-b-1.ach'] });
    await rm(folder, { recursive: true });
  }
});

test('a return is told with its reason, also after the hold, and a notification of change waits for a person', async () => {
  await rail().submit(batch, never());
  await rm(join(folder, 'out', 'ach-b-1.ach'));
  await collected();
  await writeFile(
    join(folder, 'in', 'returns.txt'),
    achReturnFile([said('R01'), said('C01', { reference: SECOND, corrected: '987654321' })]),
  );
  const { said: told, found } = await collected();
  expect(told).toEqual([[FIRST, 'RETURNED', 'R01: The account has no sufficient funds.']]);
  expect(found).toMatchObject([
    { name: 'returns.txt', reason: expect.stringContaining('account number: 987654321') },
  ]);
  clock.advance(10 * DAY_MS);
  await writeFile(join(folder, 'in', 'late.txt'), achReturnFile([said('R10', { reference: SECOND })]));
  const statuses = (await collected()).said.map(([reference, status]) => [reference, status]);
  expect(statuses).toEqual([
    [SECOND, 'RETURNED'],
    [FIRST, 'ACCEPTED'],
    [SECOND, 'ACCEPTED'],
    [FIRST, 'SETTLED'],
    [SECOND, 'SETTLED'],
  ]);
});

test('a return file that is damaged is set aside whole', async () => {
  await rail().submit(batch, never());
  await collected();
  const content = achReturnFile([said('R01'), said('R02', { reference: SECOND })]);
  const arrived = join(folder, 'in', 'returns.txt');
  await writeFile(arrived, content.replace('0000100050', '0000900050'));
  await utimes(arrived, clock.now(), clock.now()); // a file of today could still be incomplete on Tuesday
  clock.advance(DAY_MS);
  const { said: told, found } = await collected();
  expect(told).toEqual([]);
  expect(found).toMatchObject([{ reason: expect.stringContaining('the sum of the debits is') }]);
});

test('the files of a day have modifiers in order; the same file has the same one, and the 37th waits for the next day', async () => {
  const modifiers = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => text('sent', name)))).map((content) => content[33]).join('');
  const nameOf = (n: number) => `ach-b-${n}.ach`;
  const numbers = Array.from({ length: 36 }, (_, i) => i);
  const debitOf = (n: number) => ({ ...batch, id: `b-${n}`, payments: [achDebit(`D${n}`)] });
  class Stopped extends Files {
    override move(from: string, to: string): Promise<void> {
      if (to.includes('/out/')) throw new Error('killed');
      return super.move(from, to);
    }
  }
  await expect(rail(new Stopped()).submit(debitOf(0), never())).rejects.toThrow('killed');
  await rail().submit(debitOf(1), never());
  // Two processes at once, and the one that was stopped.
  await Promise.all([...numbers.slice(2), 0].map((n) => rail().submit(debitOf(n), never())));
  await rail().submit(debitOf(1), never());
  const sent = await modifiers(numbers.map(nameOf));
  expect(sent.slice(0, 2)).toBe('AB');
  expect([...sent].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');

  const more = { ...debitOf(36), payments: [achDebit('D36'), payments[0]!] };
  const { failures } = await rail().submit(more, never());
  expect(failures).toEqual({
    sub_D36:
      '36 files of debits of today are for the bank, and ACH knows no more: the next one leaves tomorrow',
  });
  expect(await inFolder('holding')).not.toContain(nameOf(36));
  clock.advance(DAY_MS);
  expect(await rail().submit(debitOf(36), never())).toMatchObject({ failures: {} });
  expect(await modifiers([nameOf(36)])).toBe('A');
});

describe('what the bank books of debits', () => {
  const BATCH = '7f3c0a52-8f0e-4a39-9d55-000000000001';
  const NAME = `ach-${BATCH}.ach`;
  const PERSON = 'A00000000000003';
  const booking: EntryRecord = {
    ...{
      ...entry,
      account: ACCOUNT,
      virtualAccount: null,
      reference: null,
      bankReference: 'BK-1',
      uetr: null,
    },
    ...{ amount: money('USD', 5_001_00n), bookedOn: '2026-11-25', valueDate: '2026-11-25' },
    party: { ...entry.party, name: 'FIRST HARBOR BANK', account: { iban: null, number: null } },
    remittance: `ACH debits of ${NAME}: 3`,
  };
  const both = { amount: money('USD', 2_001_00n) };
  const balance = (type: string): BalanceRecord => ({
    ...{ kind: 'balance', statementId: entry.statementId, account: ACCOUNT, type, date: '2026-11-25' },
    amount: money('USD', 0n),
  });

  const usd = (matchesAmounts = false) => rail(undefined, 3, { matchesAmounts, account: ACCOUNT });
  beforeEach(async () => {
    const person = { amount: toResource(money('USD', 3_000_00n)), purposeCode: 'PPD' };
    await usd().submit(
      { ...batch, id: BATCH, payments: [...batch.payments, achDebit(PERSON, person)] },
      never(),
    );
  });

  async function credited(): Promise<RailCredit[]> {
    const credits: RailCredit[] = [];
    await usd().collect(
      () => Promise.resolve(),
      (some) => Promise.resolve(void credits.push(...some)),
      () => Promise.resolve(),
      () => Promise.resolve(),
    );
    return credits;
  }

  /** How the statement has it, and what else is said. */
  async function booked(more: Partial<EntryRecord>, of = usd()) {
    const records = [balance('OPBD'), { ...booking, ...more }, balance('CLBD')];
    await writeFile(join(folder, 'in', 'bank.xml'), camt('camt.053', 'M', records));
    const lines: RailStatementLine[] = [];
    const credits: RailCredit[] = [];
    await of.collect(
      () => Promise.resolve(),
      (some) => Promise.resolve(void credits.push(...some)),
      (part) => Promise.resolve(void lines.push(...part.lines)),
      () => Promise.resolve(),
    );
    expect(lines).toHaveLength(1);
    return { totalOf: lines[0]?.totalOf ?? null, credits: credits.length };
  }

  const ALL = [FIRST, SECOND, PERSON];
  test.each<[string, Partial<EntryRecord>, string[]]>([
    ['the sum of a file by its name', {}, ALL],
    ['another sum, which is a break', { amount: money('USD', 5_000_00n) }, ALL],
    ['the sum of a batch for companies', both, [FIRST, SECOND]],
    ['the sum of a batch for persons', { amount: money('USD', 3_000_00n) }, [PERSON]],
    ['one debit by our reference', { remittance: null, reference: FIRST }, [FIRST]],
    ['one debit by its trace number', { remittance: `TRACE ${traceOf(originator, 2)}.` }, [SECOND]],
    ['what has come back', { direction: 'DEBIT', amount: money('USD', 7n) }, ALL],
  ])('%s is nobody’s credit', async (_, more, totalOf) => {
    expect(await booked(more)).toEqual({ totalOf, credits: 0 });
  });

  test('the sum of a file by the reference in its header', async () => {
    const code = (await text('sent', NAME)).slice(86, 94);
    expect(code).toMatch(/^[0-9A-F]{8}$/);
    expect(await booked({ remittance: `SETT-ACHCRED/${code} 261125` })).toEqual({ totalOf: ALL, credits: 0 });
  });

  test.each<[string, Partial<EntryRecord>]>([
    ['another text', { remittance: 'Invoice 4711' }],
    ['another account', { account: OTHER }],
    ['another currency', { amount: money('EUR', 5_001_00n) }],
  ])('a credit with %s is a credit', async (_, more) => {
    const records = [{ ...booking, ...more }];
    await writeFile(join(folder, 'in', 'bank.xml'), camt('camt.054', 'M', records));
    expect(await credited()).toHaveLength(1);
  });

  test('a bank that names nothing is understood by amount, date and originator, if the dialect says so', async () => {
    const nameless = { remittance: `ACH SETTLEMENT CO ID ${originator.id}` };
    expect(await booked(nameless)).toEqual({ totalOf: null, credits: 1 });
    const guessed = async (more: Partial<EntryRecord>) =>
      booked({ ...nameless, bankReference: `BK-${Math.random()}`, ...more }, usd(true));
    expect(await guessed({})).toEqual({ totalOf: ALL, credits: 0 });
    expect(await guessed(both)).toEqual({ totalOf: [FIRST, SECOND], credits: 0 });
    expect(await guessed({ direction: 'DEBIT', amount: money('USD', 7n) })).toEqual({
      totalOf: ALL,
      credits: 0,
    });
    expect(await guessed({ remittance: 'CORRIDOR PAYMENTS LTD' })).toEqual({ totalOf: ALL, credits: 0 });
    for (const other of [
      { remittance: 'ACH SETTLEMENT' },
      { valueDate: '2026-11-24' },
      { amount: money('USD', 5_000_00n) },
    ])
      expect(await guessed(other)).toEqual({ totalOf: null, credits: 1 });
    // Two files of the same amount and date: nobody knows.
    await usd().submit(
      {
        ...batch,
        id: 'b-2',
        payments: [achDebit('B00000000000001', { amount: toResource(money('USD', 5_001_00n)) })],
      },
      never(),
    );
    expect(await guessed({})).toEqual({ totalOf: null, credits: 1 });
  });

  test.each([
    [`ACH debits of ${NAME}`, 0],
    ['Invoice 4711', 1],
  ])('in a report of the day (MT942) with the text %s there are %d credits', async (remittance, count) => {
    const mt942 = [
      ...['{1:F01CORRGB2LAXXX0000000000}{2:O9421200261125FHBKUS33AXXX00000000002611251200N}{4:', ':20:R1'],
      ...[`:25:${ACCOUNT}`, ':28C:1/1', ':34F:USD0,', ':13D:2611251200+0000'],
      ...[':61:2611251125C5001,00NMSCNONREF//BK-9', `:86:${remittance}`, '-}'],
    ];
    await writeFile(join(folder, 'in', 'mt942.txt'), mt942.join('\r\n'));
    expect(await credited()).toHaveLength(count);
  });
});
