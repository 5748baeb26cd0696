import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { sized } from '@corridor/testing';
import { EUROS, MUSTER, POUNDS, type Received, World, told } from './bank.fixture.js';
import { Disk } from './disk.js';

class Killed extends Error {}

/** Is killed before one of its steps, or in the middle of what that writes. */
class MortalDisk extends Disk {
  constructor(
    public steps: number,
    private readonly isTorn: boolean,
  ) {
    super();
  }

  override append(path: string, text: string): void {
    this.step(() => appendFileSync(path, text.slice(0, text.length / 2)));
    super.append(path, text);
  }

  override replace(path: string, text: string): void {
    this.step(() => writeFileSync(`${path}.tmp`, text.slice(0, text.length / 2)));
    super.replace(path, text);
  }

  override move(from: string, to: string): void {
    this.step();
    super.move(from, to);
  }

  override remove(path: string): void {
    this.step();
    super.remove(path);
  }

  private step(torn?: () => void): void {
    if (this.steps-- > 0) return;
    if (this.isTorn) torn?.();
    throw new Killed();
  }
}

let world: World;
afterEach(() => world.remove());

/** One that comes back, one that does not, and one that is rejected. */
const payments = (prefix: string) => [
  { reference: `${prefix}1`, cents: 10_00n, on: '2026-01-02' },
  { reference: `${prefix}2`, cents: 20_00n, on: '2026-01-02', to: EUROS },
  { reference: `${prefix}3`, cents: 30_00n, on: '2026-01-02', to: POUNDS },
];
const worldOf = (returnedAfter: string, now?: number) =>
  new World(
    [
      { effect: 'return', account: MUSTER, after: returnedAfter },
      { effect: 'reject', account: POUNDS },
      { effect: 'return', account: '111', code: 'R01', after: returnedAfter },
      { effect: 'change', account: '222', code: 'C01', text: '987', after: returnedAfter },
    ],
    now,
    true,
  );

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

/** What the customer must have got, once each, whatever has happened to the bank. @param credits more of them, of a pound each */
function isComplete(received: readonly Received[], credits: readonly string[] = []): void {
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
  for (const credit of ['R', 'ACH debits of d.ach: 2', 'ACH returns of d.ach: 1', ...credits])
    expect([credit, count((one) => one.kind === 'entry' && one.remittance === credit)]).toEqual([credit, 2]);
  // EUR 500 less 60 and again 20 that came back, GBP 1,000 and 250, USD 30 less 10 that came back.
  const closing = received.flatMap((one) =>
    one.kind === 'balance' && one.type === 'CLBD' ? [[one.amount.ccyCode, one.amount.minor] as const] : [],
  );
  // The last ones, if midnight has passed meanwhile.
  expect(Object.fromEntries(closing)).toEqual({
    EUR: 460_00n,
    GBP: 1250_00n + 100n * BigInt(credits.length),
    USD: 20_00n,
  });
}

test('killed before and in each step, a bank executes all once and adds up', async () => {
  // Few in each run, others in the next one; all of them at full size.
  const offset = sized({ small: new Date().getUTCMinutes() % 7, full: 0 });
  let wasKilled = true;
  let kills = 0;
  for (let steps = offset; wasKilled; steps += sized({ small: 7, full: 1 }))
    for (const isTorn of [false, true]) {
      world?.remove();
      world = worldOf('1h');
      happens();
      wasKilled = await killedAt(new MortalDisk(steps, isTorn));
      kills += wasKilled ? 1 : 0;
      isComplete(await world.received());
    }
  expect(kills).toBeGreaterThan(sized({ small: 10, full: 100 }));
});

/** Lives a day, and is started again if it was killed. */
async function killedAt(mortal: MortalDisk): Promise<boolean> {
  let disk: Disk = mortal;
  const works = async (): Promise<boolean> => {
    try {
      await world.bank(disk).work();
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      disk = new Disk();
      return false;
    }
  };
  for (const then of [() => world.passes(3_600_000), () => world.asks('end-of-day'), () => undefined]) {
    while (!(await works()));
    then();
  }
  return disk !== mortal;
}

test('a process that is killed by SIGKILL again and again executes all once and adds up', async () => {
  const start = new Date().getTime();
  world = worldOf('0s', start);
  happens();
  const kills = sized({ small: 3, full: 60 });
  for (let kill = 0; kill < kills; kill++) {
    // So that it has something to print in each life: that it is open, the answer, and that the notification is sent.
    world.asks('credit', { to: POUNDS, currency: 'GBP', amount: '1', from: 'Globex', reference: `L${kill}` });
    await livesFor(1 + (kill % 3));
  }
  // Its clock was that of the machine.
  world.passes(new Date().getTime() - start + 1_000);
  await world.bank().work();
  world.asks('end-of-day');
  await world.bank().work();
  isComplete(
    await world.received(),
    Array.from({ length: kills }, (_, kill) => `L${kill}`),
  );
});

/** The bank as a process of its own, until it has printed so many lines. */
async function livesFor(lines: number): Promise<void> {
  const root = join(__dirname, '../../..');
  const loader = pathToFileURL(join(root, 'tools/from-source.mjs')).href;
  writeFileSync(join(world.folder, 'bank.json'), world.configuration);
  const args = ['--import', loader, join(__dirname, 'main.ts'), 'run', '--folder', world.folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let left = lines;
  for await (const _ of createInterface({ input: child.stdout })) if (--left === 0) child.kill('SIGKILL');
  await ended;
}
