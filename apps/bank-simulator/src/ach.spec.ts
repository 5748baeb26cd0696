import { join } from 'node:path';
import { schemaErrors } from '@corridor/iso20022/testing';
import { type Debited, DOLLARS, World, told } from './bank.fixture.js';
import { Disk } from './disk.js';
import type { Fields } from './rule-from.js';

const HOUR = 3_600_000;
/** Tuesday; the file is of Monday. */
const TUESDAY = '2026-11-24';
let world: World;

const open = (...rules: Fields[]) => {
  world = new World(rules, undefined, true);
  return world.bank();
};
afterEach(() => world.remove());

const POOR: Debited = { reference: 'POOR', cents: 10_00n, account: '111' };
const GONE: Debited = { reference: 'GONE', cents: 20_00n, account: '222', isPerson: true };
const MOVED: Debited = { reference: 'MOVED', cents: 30_00n, account: '333' };

async function says(bank = world.bank()): Promise<string[]> {
  await bank.work();
  return told(await world.received());
}

/** Until the date of the file has come. */
const untilTuesday = () => world.passes(15 * HOUR);

test('the sum of a file is credited on its date, once', async () => {
  const bank = open();
  world.debits('ach-b-1.ach', [POOR, GONE, MOVED]);
  expect(await says(bank)).toEqual([]);
  expect(world.names(join(world.folder, 'taken'))).toEqual(['ach-b-1.ach']);
  untilTuesday();
  await bank.work();
  const [name = ''] = world.names();
  expect(await schemaErrors(world.text(name))).toEqual([]);
  const credit = `CREDIT 6000 ACH debits of ach-b-1.ach: 3 ${TUESDAY}`;
  expect(await world.received()).toMatchObject([
    { account: DOLLARS, amount: { minor: 60_00n }, reference: null, party: { name: 'FIRST HARBOR BANK' } },
  ]);
  // The same content, and the name with another one, are not executed again; neither after another start.
  world.debits('copy.ach', [POOR, GONE, MOVED]);
  world.debits('ach-b-1.ach', [POOR]);
  expect(await says()).toEqual([]);
  expect(world.names(join(world.folder, 'refused'))).toEqual(['ach-b-1.ach']);
  world.asks('end-of-day');
  expect((await says()).filter((line) => line.includes('ACH'))).toEqual([credit]);
});

test('what comes back is in a return file, and its sum is booked', async () => {
  const bank = open(
    { effect: 'return', account: '111', code: 'R01', after: '1d' },
    { effect: 'return', account: '222', code: 'R02', after: '1d' },
    { effect: 'change', account: '333', code: 'C01', text: '987654321', after: '1d' },
  );
  world.debits('ach-b-1.ach', [POOR, GONE, MOVED]);
  untilTuesday();
  expect(await says(bank)).toEqual([`CREDIT 6000 ACH debits of ach-b-1.ach: 3 ${TUESDAY}`]);
  world.passes(23 * HOUR);
  expect(await says(bank)).toEqual([]);
  world.passes(HOUR);
  // Another process: what will come back is in the journal. Before, it sends the statement of the day.
  expect((await says()).slice(3).sort()).toEqual([
    'DEBIT 3000 ACH returns of ach-b-1.ach: 2 2026-11-25',
    'GONE came back: R02 2000',
    'MOVED corrected: C01 987654321',
    'POOR came back: R01 1000',
  ]);
  world.asks('end-of-day');
  expect((await says()).filter((line) => /^(CLBD|DEBIT)/.test(line))).toEqual([
    ...['CLBD 100000', 'CLBD 50000', 'CLBD 3000'],
    'DEBIT 3000 ACH returns of ach-b-1.ach: 2 2026-11-25',
  ]);
});

test('a rule of so many times returns so many debits of a file', async () => {
  const bank = open({ effect: 'return', code: 'R01', after: '0s', times: 1 });
  world.debits('a.ach', [POOR, GONE]);
  untilTuesday();
  expect(await says(bank)).toContain('POOR came back: R01 1000');
  expect([...bank.state.debits.values()].map(({ status }) => status)).toEqual(['RETURNED', 'CREDITED']);
});

test('a debit comes back on command, once, and not before it is executed', async () => {
  const bank = open({ effect: 'return', account: '111', code: 'R01', after: '1d' });
  world.debits('a.ach', [POOR]);
  const early = world.asks('return', { reference: 'POOR' });
  await bank.work();
  const answers = async (fields: Fields) => {
    const id = world.asks('return', { reference: 'POOR', ...fields });
    await bank.work();
    return world.answer(id);
  };
  expect(world.answer(early)).toBe('there is no payment with the reference POOR');
  expect(await answers({})).toBe('the debit is ACCEPTED');
  untilTuesday();
  await bank.work();
  expect(await answers({ code: 'AC04' })).toBe('a debit does not come back with the code AC04');
  expect(await answers({ amount: '1' })).toBe('a debit comes back as a whole');
  expect(await answers({ code: 'R10' })).toMatch(/ USD 10\.00 of POOR$/);
  expect(await answers({})).toBe('the debit is RETURNED');
  world.passes(72 * HOUR);
  const back = (await says(bank)).filter((line) => line.startsWith('POOR'));
  expect(back).toEqual(['POOR came back: R10 1000']);
});

test('return files can be held back, doubled and garbled', async () => {
  const bank = open(
    { effect: 'return', code: 'R03', after: '0s' },
    { effect: 'duplicate', message: 'ach', after: '1h' },
  );
  world.debits('a.ach', [POOR]);
  untilTuesday();
  const back = async () => (await says(bank)).filter((line) => line.startsWith('POOR'));
  expect(await back()).toEqual(['POOR came back: R03 1000']);
  world.passes(HOUR);
  expect(await back()).toEqual(['POOR came back: R03 1000']);
});

test('a file that is damaged, or has nothing, or for which there is no account, is refused whole', async () => {
  const bank = open();
  world.debits('cut.ach', [POOR]);
  const path = join(world.exchange, 'out', 'cut.ach');
  const disk = new Disk();
  disk.replace(path, disk.text(path).replace('0000001000', '0000009000'));
  await bank.work();
  expect(world.names(join(world.folder, 'refused'))).toEqual(['cut.ach']);
  expect([...bank.state.debits]).toEqual([]);
});

test.each([
  [{ effect: 'change' }, 'text must be what is corrected, of at most 29 characters'],
  [{ effect: 'change', code: 'R01' }, 'change has another code than R01: return R01 and change C01 are of'],
  [{ effect: 'reject', code: 'R01' }, 'reject has another code than R01'],
])('%j is refused: %s', async (fields, reason) => {
  const bank = open();
  const id = world.asks('rule', fields);
  await bank.work();
  expect(world.answer(id)).toContain(reason);
});
