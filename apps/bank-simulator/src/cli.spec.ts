import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUSTER, World } from './bank.fixture.js';
import { run } from './cli.js';
import { lock } from './lock.js';
import { tables } from './tables.js';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.remove());

async function typed(...args: string[]) {
  let written = '';
  let complained = '';
  const terminal = {
    now: () => Date.now(),
    write: (line: string) => void (written += line),
    complain: (line: string) => void (complained += line),
  };
  const code = await run(['--folder', world.folder, ...args], terminal, AbortSignal.abort());
  return { code, written, complained };
}

test('what the bank has is shown in columns, also while it does not run', async () => {
  world.orders('M1', [{ reference: 'A' }]);
  await world.bank().work();
  const { code, written } = await typed('payments');
  expect(code).toBe(0);
  expect(written.split('\n')).toEqual([
    'reference  status    amount    to                      name                      date',
    `A          EXECUTED  EUR 1.00  ${MUSTER}  Muster Maschinenbau GmbH  2026-11-23`,
    '',
  ]);
});

test('debits are shown with the accounts that they are of, and the day on which they are credited', async () => {
  world.remove();
  world = new World([], undefined, true);
  world.debits('a.ach', [{ reference: 'D1', cents: 10_50n, account: '000111' }]);
  await world.bank().work();
  const { written } = await typed('debits');
  expect(written.split('\n')).toEqual([
    'reference  status    amount     bank       account  name                   credited',
    'D1         ACCEPTED  USD 10.50  111000025  000111   NORTHWIND IMPORTS LTD  2026-11-24',
    '',
  ]);
});

test('a command waits for the answer of the bank', async () => {
  const answered = typed('rule', '--effect', 'reject', '--account', MUSTER);
  await world.bank().work();
  expect(await answered).toMatchObject({ code: 0, written: expect.stringMatching(/^r1-\w{4}\n$/) });
  const refused = typed('remove-rule', '--id', 'r9');
  await world.bank().work();
  expect(await refused).toMatchObject({
    code: 1,
    complained: expect.stringContaining('there is no rule r9'),
  });
});

test('each command says how it is used', async () => {
  const all = (await typed('help')).written;
  expect(await typed('--help')).toEqual({ code: 0, written: all, complained: '' });
  const commands = [
    'run',
    ...Object.keys(tables),
    'credit',
    'allocate',
    'return',
    'end-of-day',
    'rule',
    'remove-rule',
  ];
  for (const command of commands) {
    const { code, written, complained } = await typed(command, '--help');
    expect([code, complained]).toEqual([0, '']);
    expect(written).toMatch(new RegExp(`^corridor-bank --folder FOLDER <command>\\n\\n.*\\b${command}\\b`));
    expect(all).toContain(written.split('\n').slice(2).join('\n'));
    expect(written.length).toBeLessThan(all.length);
  }
});

test('what is not understood is said, with the help', async () => {
  expect(await typed('dance')).toMatchObject({ code: 2, written: expect.stringContaining('end-of-day') });
  expect(await typed('accounts', 'please')).toMatchObject({ code: 2, complained: 'what is "please"?\n' });
  expect((await typed('credit', '--too', 'X')).complained).toContain("Unknown option '--too'");
});

test('a second process cannot be the same bank', async () => {
  writeFileSync(join(world.folder, 'pid'), String(process.ppid));
  expect(await typed('run')).toMatchObject({ code: 2, complained: expect.stringContaining('end it first') });
  // One that was killed is no bank any more.
  writeFileSync(join(world.folder, 'pid'), '4194305');
  expect(() => lock(world.folder, process.pid)).not.toThrow();
});
