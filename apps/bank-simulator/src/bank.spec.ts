import { join } from 'node:path';
import { schemaErrors } from '@corridor/iso20022/testing';
import { DAY, EUROS, MUSTER, POUNDS, World, told } from './bank.fixture.js';
import { Disk } from './disk.js';
import type { Fields } from './rule-from.js';

const HOUR = 3_600_000;
let world: World;

beforeEach(() => {
  world = new World();
});
afterEach(() => world.remove());

/** Works, and tells what the customer gets. */
async function says(bank = world.bank()): Promise<string[]> {
  await bank.work();
  return told(await world.received());
}

describe('payments', () => {
  test('are accepted, executed and notified, in valid messages', async () => {
    world.orders('M1', [{ reference: 'A' }, { reference: 'B', cents: 250n }]);
    await world.bank().work();
    for (const name of world.names())
      expect([name, await schemaErrors(world.text(name))]).toEqual([name, []]);
    expect(told(await world.received())).toEqual([
      'A ACSP',
      'B ACSP',
      `DEBIT 100 A ${DAY}`,
      `DEBIT 250 B ${DAY}`,
    ]);
    expect(world.names(join(world.exchange, 'out'))).toEqual([]);
    expect(world.names(join(world.folder, 'taken'))).toEqual(['pain.001-M1.xml']);
  });

  test('of another bank have their statuses in pacs.002, also when they are settled', async () => {
    world.orders('M1', [{ reference: 'A' }], 'pacs.008-M1.xml', true);
    await world.bank().work();
    expect(world.names().map((name) => name.slice(16))).toEqual([
      'pacs.002.xml',
      'pacs.002.xml',
      'camt.054.xml',
    ]);
    for (const name of world.names()) expect(await schemaErrors(world.text(name))).toEqual([]);
    expect(told(await world.received())).toEqual(['A ACSP', 'A ACSC', `DEBIT 100 A ${DAY}`]);
  });

  test('wait for their date', async () => {
    const bank = world.bank();
    world.orders('M1', [{ reference: 'A', on: '2026-11-24' }]);
    expect(await says(bank)).toEqual(['A ACSP']);
    world.passes(14 * HOUR);
    expect(await says(bank)).toEqual([]);
    world.passes(HOUR);
    expect(await says(bank)).toEqual(['DEBIT 100 A 2026-11-24']);
  });

  test('are rejected from another account, in another currency and without cover', async () => {
    world.orders('M1', [
      { reference: 'A', account: MUSTER },
      { reference: 'B', account: POUNDS, cents: 1_000_01n },
      { reference: 'C', account: POUNDS, cents: 1_000_00n },
      { reference: 'D', account: EUROS, cents: 10_500_00n },
      { reference: 'E', account: EUROS, cents: 1n },
    ]);
    expect((await says()).sort()).toEqual([
      'A RJCT AC01',
      'B ACSP',
      'B RJCT AM04',
      'C ACSP',
      'D ACSP',
      'DEBIT 100000 C 2026-11-23',
      'DEBIT 1050000 D 2026-11-23',
      'E ACSP',
      'E RJCT AM04',
    ]);
  });

  test('of a message that comes again are not executed again, those of another message are', async () => {
    const bank = world.bank();
    world.orders('M1', [{ reference: 'A' }]);
    await says(bank);
    world.orders('M1', [{ reference: 'A' }]);
    world.orders('M1', [{ reference: 'B' }], 'other.xml');
    expect(await says(bank)).toEqual([]);
    world.orders('M2', [{ reference: 'A' }]);
    expect(await says(bank)).toEqual(['A ACSP', `DEBIT 100 A ${DAY}`]);
  });

  test('of a file that cannot be read are not executed, and the file is kept', async () => {
    world.orders('M1', [{ reference: 'A' }], 'cut.xml');
    const bank = world.bank();
    const path = join(world.exchange, 'out', 'cut.xml');
    const disk = new Disk();
    disk.replace(path, disk.text(path).slice(0, 400));
    expect(await says(bank)).toEqual([]);
    expect(world.names(join(world.folder, 'refused'))).toEqual(['cut.xml']);
  });
});

describe('rules', () => {
  const ruled = (...rules: Fields[]) => {
    world.remove();
    world = new World(rules);
    world.orders('M1', [{ reference: 'A' }, { reference: 'B', to: POUNDS }]);
    return world.bank();
  };

  test('reject what goes to an account, so often', async () => {
    const bank = ruled({ effect: 'reject', account: MUSTER, code: 'AC04', times: 1 });
    expect(await says(bank)).toEqual(['A RJCT AC04', 'B ACSP', `DEBIT 100 B ${DAY}`]);
    world.orders('M2', [{ reference: 'C' }]);
    expect(await says(bank)).toEqual(['C ACSP', `DEBIT 100 C ${DAY}`]);
  });

  test('return a payment after two days, with what came back on the statement', async () => {
    const bank = ruled({ effect: 'return', account: MUSTER, code: 'AC06', after: '2d' });
    await says(bank);
    world.passes(47 * HOUR);
    await says(bank);
    world.passes(HOUR);
    expect(await says(bank)).toEqual(['A came back: AC06 100']);
    world.asks('end-of-day');
    expect(await says(bank)).toEqual([
      ...['OPBD 100000', 'CLBD 100000'],
      ...['OPBD 49800', 'CLBD 49900', 'CREDIT 100 A 2026-11-25'],
    ]);
  });

  test('delay what goes to an account', async () => {
    const bank = ruled({ effect: 'delay', account: MUSTER, after: '2h' });
    expect(await says(bank)).toEqual(['A ACSP', 'B ACSP', `DEBIT 100 B ${DAY}`]);
    world.passes(2 * HOUR);
    expect(await says(bank)).toEqual([`DEBIT 100 A ${DAY}`]);
  });

  test('hold messages of a kind', async () => {
    const bank = ruled({ effect: 'hold', message: 'camt.054', after: '10m' });
    expect(await says(bank)).toEqual(['A ACSP', 'B ACSP']);
    world.passes(600_000);
    expect(await says(bank)).toEqual([`DEBIT 100 A ${DAY}`, `DEBIT 100 B ${DAY}`]);
  });

  test('send a message twice, with other ids and the same references', async () => {
    const bank = ruled({ effect: 'duplicate', message: 'camt.054' });
    await bank.work();
    expect(world.names()).toHaveLength(3);
    const debits = (await world.received()).flatMap((one) => (one.kind === 'entry' ? [one] : []));
    expect(new Set(debits.map(({ bankReference }) => bankReference)).size).toBe(2);
    expect(new Set(debits.map(({ statementId }) => statementId)).size).toBe(2);
    expect(debits).toHaveLength(4);
  });

  test('let every second message be overtaken', async () => {
    const bank = ruled({ effect: 'reorder', after: '10s' });
    expect(await says(bank)).toEqual([`DEBIT 100 A ${DAY}`, `DEBIT 100 B ${DAY}`]);
    world.passes(10_000);
    expect(await says(bank)).toEqual(['A ACSP', 'B ACSP']);
  });

  test('garble a message, and send the whole one later', async () => {
    const bank = ruled({ effect: 'garble', message: 'pain.002', times: 1 });
    await bank.work();
    const [garbled = ''] = world.names();
    expect((await schemaErrors(world.text(garbled))).length).toBeGreaterThan(0);
    await expect(world.received()).rejects.toThrow(garbled);
    world.passes(120_000);
    await bank.work();
    expect(await schemaErrors(world.text(world.names().at(-1)!))).toEqual([]);
  });

  test('can be given and removed at run time', async () => {
    const bank = world.bank();
    const given = world.asks('rule', { effect: 'reject', account: MUSTER });
    await bank.work();
    const id = world.answer(given);
    world.orders('M1', [{ reference: 'A' }]);
    expect(await says(bank)).toEqual(['A RJCT AC04']);
    world.asks('remove-rule', { id });
    // Another process: the rule was in the journal, and so is that it is gone.
    world.orders('M2', [{ reference: 'B' }]);
    expect(await says()).toEqual(['B ACSP', `DEBIT 100 B ${DAY}`]);
  });

  test.each([
    [
      { effect: 'explode' },
      'effect must be one of reject, return, delay, change, hold, duplicate, reorder, garble',
    ],
    [{ effect: 'return', after: 'soon' }, '"soon" is no duration such as 30s, 10m, 2h or 2d'],
    [{ effect: 'garble', account: MUSTER }, 'garble is about messages, whatever their account'],
    [{ effect: 'reject', times: 0 }, '"0" is no number of times'],
  ])('%j is refused: %s', async (fields, reason) => {
    const id = world.asks('rule', fields);
    await world.bank().work();
    expect(world.answer(id)).toBe(reason);
  });
});

describe('commands', () => {
  test('a credit to a virtual account is booked on the account behind it', async () => {
    const bank = world.bank();
    const allocated = world.asks('allocate', { currency: 'GBP', count: '2' });
    await bank.work();
    const csv = new Disk()
      .text(join(world.folder, world.answer(allocated)!))
      .trim()
      .split('\n');
    expect(csv[0]).toBe('currency,country,iban,bic,bank_name');
    const [ccyCode, country, iban = ''] = csv[2]!.split(',');
    expect([csv.length, ccyCode, country, iban]).toEqual([3, 'GBP', 'GB', 'GB15BUKB20201500000002']);
    const credit = {
      to: iban,
      currency: 'GBP',
      amount: '250.75',
      from: 'Globex plc',
      reference: 'Invoice 7',
    };
    const id = world.asks('credit', credit);
    await bank.work();
    expect(world.answer(id)).toMatch(/^SB\w{6}00000001 GBP 250.75 to GB15BUKB20201500000002$/);
    const [name = ''] = world.names();
    expect(await schemaErrors(world.text(name))).toEqual([]);
    expect(await world.received()).toMatchObject([
      {
        ...{ account: POUNDS, virtualAccount: iban, direction: 'CREDIT', remittance: 'Invoice 7' },
        party: { name: 'Globex plc' },
      },
    ]);
  });

  test.each([
    [
      'credit',
      { to: MUSTER, currency: 'EUR', amount: '1', from: 'X' },
      `${MUSTER} is no account of this bank`,
    ],
    ['credit', { to: POUNDS, currency: 'EUR', amount: '1', from: 'X' }, `${POUNDS} is an account in GBP`],
    ['credit', { to: POUNDS, currency: 'GBP', amount: '1.001', from: 'X' }, '"1.001" is no amount in GBP'],
    ['credit', { to: POUNDS, currency: 'GBP', amount: '1' }, 'from is missing'],
    ['return', { reference: 'Z' }, 'there is no payment with the reference Z'],
    ['allocate', { currency: 'GBP', count: '0' }, 'count must be 1 to 10000'],
    ['dance', {}, '"dance" is no command'],
  ])('%s %j is refused: %s', async (verb, fields, reason) => {
    const id = world.asks(verb, fields);
    const bank = world.bank();
    await bank.work();
    expect(world.answer(id)).toBe(reason);
    expect([...bank.state.entries]).toEqual([]);
  });

  test('a part of a payment comes back on command, once', async () => {
    const bank = world.bank();
    world.orders('M1', [{ reference: 'A' }]);
    await says(bank);
    world.asks('return', { reference: 'A', amount: '0.90', code: 'BE04' });
    expect(await says(bank)).toEqual(['A came back: BE04 90']);
    const again = world.asks('return', { reference: 'A' });
    await bank.work();
    expect(world.answer(again)).toBe('the payment is RETURNED');
  });
});

describe('statements', () => {
  test('of each account and day add up, from one to the next, in every process', async () => {
    world.orders('M1', [
      { reference: 'A', cents: 300_00n },
      { reference: 'B', cents: 300_00n, on: '2026-11-25' },
      { reference: 'C', cents: 1_00n, account: POUNDS },
    ]);
    world.asks('credit', { to: EUROS, currency: 'EUR', amount: '42', from: 'Globex' });
    expect(await says()).toHaveLength(6);
    for (const expected of [
      [
        ...['OPBD 100000', 'CLBD 99900', `DEBIT 100 C ${DAY}`],
        ...['OPBD 50000', 'CLBD 24200', `CREDIT 4200 null ${DAY}`, `DEBIT 30000 A ${DAY}`],
      ],
      ['DEBIT 30000 B 2026-11-25'],
      ['OPBD 24200', 'CLBD -5800', 'DEBIT 30000 B 2026-11-25'],
    ]) {
      world.passes(24 * HOUR);
      expect(await says()).toEqual(expected);
    }
  });

  test('a day that was ended by command has no more bookings', async () => {
    const bank = world.bank();
    world.asks('end-of-day');
    world.asks('credit', { to: POUNDS, currency: 'GBP', amount: '1', from: 'Globex', reference: 'late' });
    expect(await says(bank)).toEqual([
      ...['OPBD 100000', 'CLBD 100000', 'OPBD 50000', 'CLBD 50000'],
      'CREDIT 100 late 2026-11-24',
    ]);
    world.passes(24 * HOUR);
    expect(await says(bank)).toEqual([]);
    world.passes(24 * HOUR);
    expect(await says(bank)).toEqual(['OPBD 100000', 'CLBD 100100', 'CREDIT 100 late 2026-11-24']);
  });
});
