/** A process that is the bank for a day, for `killed.spec.ts`: it is told when it is killed. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Bank } from './bank.js';
import { Commands } from './commands.js';
import { configurationFrom } from './configuration.js';
import { Disk } from './disk.js';

/** What a process is told by the spec that kills it. */
export interface Life {
  readonly folder: string;
  /** Of the bank, as JSON. */
  readonly configuration: string;
  /** Milliseconds. */
  readonly now: number;
  /** The step at which it is killed: its number, or when those with these names were there in this order; 0 lets it end. */
  readonly killAt: number | readonly string[];
}

const HOUR = 3_600_000;
const steps: string[] = [];
let killAt: Life['killAt'] = 0;

function reached(name: string, torn?: () => void): void {
  const count = steps.push(name);
  if (typeof killAt !== 'number' && killAt[0] === name) killAt = killAt.slice(1);
  if (typeof killAt === 'number' ? killAt !== count : killAt.length > 0) return;
  torn?.();
  process.kill(process.pid, 'SIGKILL');
}

/** It can be killed before and after each of its steps, and in the middle of what that writes. */
class Steps extends Disk {
  constructor(private readonly folder: string) {
    super();
  }

  override text(path: string): string {
    return this.step(`read from ${this.partOf(path)}`, () => super.text(path));
  }

  override append(path: string, text: string): void {
    const torn = () => appendFileSync(path, text.slice(0, text.length / 2));
    this.step('append', () => super.append(path, text), torn);
  }

  override replace(path: string, text: string): void {
    const temporary = join(dirname(path), `.${basename(path)}.tmp`);
    const torn = () => writeFileSync(temporary, text.slice(0, text.length / 2));
    this.step(`write to ${this.partOf(path)}`, () => super.replace(path, text), torn);
  }

  override move(from: string, to: string): void {
    this.step(`move to ${this.partOf(to)}`, () => super.move(from, to));
  }

  override remove(path: string): void {
    this.step(`remove from ${this.partOf(path)}`, () => super.remove(path));
  }

  /** Its folder, with the files of the customer in `rail`: `taken`, `rail/in`. */
  private partOf(path: string): string {
    return relative(this.folder, path).split(sep).slice(0, -1).join('/');
  }

  private step<Result>(name: string, work: () => Result, torn?: () => void): Result {
    reached(`before ${name}`);
    if (torn) reached(`in ${name}`, torn);
    const result = work();
    reached(`after ${name}`);
    return result;
  }
}

async function live({ folder, configuration, now, killAt: at }: Life): Promise<void> {
  killAt = at;
  const work = (time: number) =>
    new Bank({
      folder,
      configuration: configurationFrom(configuration, folder),
      disk: new Steps(folder),
      now: () => time,
    }).work();
  await work(now);
  await work(now + HOUR);
  new Commands(folder, new Disk()).ask({ verb: 'end-of-day', fields: {} }, now + HOUR);
  await work(now + HOUR);
  process.send?.(steps, () => process.exit());
}

process.once('disconnect', () => process.exit(1));
process.once('message', (life: Life) => void live(life));
