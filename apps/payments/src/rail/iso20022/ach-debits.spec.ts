import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traceOf } from '@corridor/iso20022/nacha';
import { type AchSaid, achReturnFile } from '@corridor/iso20022/testing';
import { money, toResource } from '@corridor/kernel';
import { TestClock } from '@corridor/testing';
import { payments } from '../kit/rail-kit.js';
import type { RailBatch, RailReport } from '../payment-rail.js';
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

const rail = (files?: Files, holdDays = 3) =>
  new Iso20022Rail(
    {
      ...{ folder, message: 'pain.001', dialect: { characters: 'unicode', batchBooking: null } },
      debtor: {
        holder: 'Corridor Payments Ltd',
        bic: 'CORRGB2LXXX',
        accounts: new Map([['EUR', 'DE89370400440532013000']]),
      },
      ach: { originator, holdDays },
    },
    clock,
    files,
  );

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
  for (let day = 24; day < 30; day++) {
    expect({ day, said: (await collected()).said }).toEqual({ day, said: [] });
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
  expect((await collected()).said).toHaveLength(2);
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
    [FIRST, 'SETTLED'],
    [SECOND, 'SETTLED'],
  ]);
});

test('a return file that is damaged is set aside whole', async () => {
  await rail().submit(batch, never());
  await collected();
  const content = achReturnFile([said('R01'), said('R02', { reference: SECOND })]);
  await writeFile(join(folder, 'in', 'returns.txt'), content.replace('0000100050', '0000900050'));
  clock.advance(DAY_MS);
  const { said: told, found } = await collected();
  expect(told).toEqual([]);
  expect(found).toMatchObject([{ reason: expect.stringContaining('the sum of the debits is') }]);
});
