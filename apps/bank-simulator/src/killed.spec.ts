import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sized } from '@corridor/testing';
import { DAY, EUROS, MUSTER, POUNDS, type Received, World, told } from './bank.fixture.js';
import type { Life } from './killed.fixture.js';

jest.setTimeout(sized({ small: 300_000, full: 1_800_000 }));

/** What the bank has done when it is killed, in this order. */
const NAMED = [
  ['before write to answers'], // a command is executed
  ['after write to answers'], // it has its answer, and is still there
  ['after read from rail/out'], // a file of the customer is read
  ['after read from rail/out', 'in append'], // half of what it orders is recorded
  ['after read from rail/out', 'after append'], // all of it is
  ['after move to taken'], // it is moved away
  ['in write to prepared'], // half of a message is written
  ['after write to prepared'], // a message is written
  ['after write to prepared', 'after append'], // that is recorded
  ['after move to rail/in'], // it has left
  ['after move to rail/in', 'after append'], // that is recorded
];
/** Beside these, at steps that are spread over all. */
const SPREAD = sized({ small: 2, full: 150 });
const HOUR = 3_600_000;
const root = join(import.meta.dirname, '../../..');

let world: World;
/** The next process starts while one lives. */
let next = born();
afterAll(() => next.kill('SIGKILL'));

/** One that comes back, one that does not, and one that is rejected. */
const payments = (prefix: string) => [
  { reference: `${prefix}1`, cents: 10_00n, on: '2026-01-02' },
  { reference: `${prefix}2`, cents: 20_00n, on: '2026-01-02', to: EUROS },
  { reference: `${prefix}3`, cents: 30_00n, on: '2026-01-02', to: POUNDS },
];
const RULES = [
  { effect: 'return', account: MUSTER, after: '1h' },
  { effect: 'reject', account: POUNDS },
  { effect: 'return', account: '111', code: 'R01', after: '1h' },
  { effect: 'change', account: '222', code: 'C01', text: '987', after: '1h' },
];

/** A day: two files, debits, a credit, returns, a statement. */
function happens(): void {
  world.orders('M1', payments('A'));
  world.orders('M2', payments('B'));
  const debits = [
    { reference: 'D1', cents: 10_00n, account: '111' },
    { reference: 'D2', cents: 20_00n, account: '222', isPerson: true },
  ];
  world.debits('d.ach', debits, '2026-01-02');
  world.asks('credit', { to: POUNDS, currency: 'GBP', amount: '250', from: 'Globex', reference: 'R' });
  world.asks('allocate', { currency: 'GBP', count: '1' });
}

/** What the customer must have got, once each, whatever has happened to the bank. */
function isComplete(received: readonly Received[]): void {
  const count = (isIt: (one: Received) => boolean) => received.filter(isIt).length;
  for (const reference of ['A1', 'A2', 'A3', 'B1', 'B2', 'B3']) {
    const of = (kind: string, more: object) =>
      count((one) =>
        Object.entries({ kind, reference, ...more }).every(
          ([name, value]) => Reflect.get(one, name) === value,
        ),
      );
    const debits = reference.endsWith('3') ? 0 : 1;
    // In the notification and on the statement.
    expect([reference, of('status', {}), of('entry', { direction: 'DEBIT' })]).toEqual([
      reference,
      1,
      2 * debits,
    ]);
    const back = reference.endsWith('1') ? 1 : 0;
    expect([reference, of('return', {}), of('entry', { direction: 'CREDIT' })]).toEqual([
      reference,
      back,
      back,
    ]);
  }
  expect(told(received.filter(({ kind }) => kind === 'ach')).sort()).toEqual([
    'D1 came back: R01 1000',
    'D2 corrected: C01 987',
  ]);
  for (const credit of ['R', 'ACH debits of d.ach: 2', 'ACH returns of d.ach: 1'])
    expect([credit, count((one) => one.kind === 'entry' && one.remittance === credit)]).toEqual([credit, 2]);
  // EUR 500 less 60 and again 20 that came back, GBP 1,000 and 250, USD 30 less 10 that came back.
  const closing = received.flatMap((one) =>
    one.kind === 'balance' && one.type === 'CLBD' ? [[one.amount.ccyCode, one.amount.minor] as const] : [],
  );
  expect(Object.fromEntries(closing)).toEqual({ EUR: 460_00n, GBP: 1250_00n, USD: 20_00n });
}

test(`killed at any of ${NAMED.length + SPREAD} steps, a bank executes all once and adds up`, async () => {
  const steps = (await dayWith(0))?.length ?? 0;
  expect(steps).toBeGreaterThan(SPREAD);
  const spread = Array.from({ length: SPREAD }, (_, kill) => 1 + Math.floor((kill * steps) / SPREAD));
  for (const killAt of [...NAMED, ...spread]) expect([killAt, await dayWith(killAt)]).toEqual([killAt, null]);
});

/** @returns the steps of the process, or null if it was killed; then another one has completed its work */
async function dayWith(killAt: Life['killAt']): Promise<readonly string[] | null> {
  world = new World(RULES, undefined, true);
  try {
    happens();
    const steps = await lifeUntil(killAt);
    // The customer takes away what has left before the bank is there again.
    const received = await world.received();
    for (const _ of [1, 2]) {
      world.passes(HOUR);
      await world.bank().work();
    }
    // Refused if the process has come to it.
    world.asks('end-of-day', { date: DAY });
    await world.bank().work();
    isComplete([...received, ...(await world.received())]);
    return steps;
  } finally {
    world.remove();
  }
}

async function lifeUntil(killAt: Life['killAt']): Promise<readonly string[] | null> {
  const child = next;
  next = born();
  const { folder, configuration, time: now } = world;
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const told = once(child, 'message') as Promise<[string[]]>;
  child.send({ folder, configuration, now, killAt } satisfies Life);
  const steps = await Promise.race([told.then(([names]) => names), ended.then(() => null)]);
  const [code, signal] = await ended;
  if (steps === null ? signal !== 'SIGKILL' : code !== 0)
    throw new Error(`it has ended with ${code ?? signal}`);
  return steps;
}

function born(): ChildProcess {
  const execArgv = ['--import', join(root, 'tools', 'from-source.mjs')];
  return fork(join(import.meta.dirname, 'killed.fixture.ts'), { cwd: root, execArgv });
}
