import { type Money, money } from '@corridor/kernel';
import type { ByteSource } from '../xml/byte-source.js';
import { textOf } from '../xml/text-of.js';
import { unreadable } from '../xml/unreadable-file.js';
import { WIDTH, entryHash } from './fields.js';
import type { AchRecord } from './records.js';

/** Of returns and changes of debits: of an account for payments, of a savings account. */
const OF_DEBITS = new Set(['26', '36']);
/** Returned and dishonored entries, and notifications of change. */
const [RETURN, CHANGE] = ['99', '98'];

/** What a batch or a file has had so far, and its control record repeats. */
interface Sums {
  records: number;
  hash: bigint;
  debits: bigint;
  credits: bigint;
}
const nothing = (): Sums => ({ records: 0, hash: 0n, debits: 0n, credits: 0n });

/** Whether it begins as one: no other file of a bank does. */
export async function isNacha(source: ByteSource): Promise<boolean> {
  for await (const chunk of textOf(source)) if (chunk !== '') return chunk.startsWith('101');
  return false;
}

interface Entry {
  readonly line: Line;
  readonly amount: Money;
  readonly reference: string;
}

/**
 * Reads a return file of a bank as a stream: returns (R01 …) and notifications of change (C01 …) of debits. What comes before a defect
 * is passed on; counts, hashes and sums are compared at the end of each batch and of the file.
 * @throws UnreadableFile that says where and why
 */
export async function* readNacha(source: ByteSource): AsyncGenerator<AchRecord> {
  const file = nothing();
  let batches = 0;
  let batch: Sums | null = null;
  let entry: Entry | null = null;
  let state: 'start' | 'open' | 'end' = 'start';
  const noEntry = (where: string) => {
    if (entry) unreadable(where, 'the entry before it has no addenda record that says what became of it');
  };
  for await (const line of linesOf(source)) {
    const { where } = line;
    const type = line.at(1, 1);
    if (state === 'start') {
      mustBeHeader(line);
      state = 'open';
    } else if (state === 'end') {
      mustBeFiller(line);
    } else if (type === '5') {
      if (batch) unreadable(where, 'the batch before it has no control record');
      batch = nothing();
      batches++;
    } else if (type === '6') {
      noEntry(where);
      if (!batch) unreadable(where, 'the entry is in no batch');
      entry = entryIn(line);
      counted(batch, line, entry.amount);
    } else if (type === '7') {
      if (!batch || !entry) unreadable(where, 'the addenda record is of no entry');
      batch.records++;
      yield recordOf(entry, line);
      entry = null;
    } else if (type === '8') {
      noEntry(where);
      if (!batch) unreadable(where, 'it ends a batch that has not begun');
      compare(where, batch, {
        records: line.at(5, 10),
        hash: line.at(11, 20),
        debits: line.at(21, 32),
        credits: line.at(33, 44),
      });
      for (const name of ['hash', 'debits', 'credits'] as const) file[name] += batch[name];
      file.records += batch.records;
      batch = null;
    } else if (type === '9') {
      if (batch) unreadable(where, 'the batch before it has no control record');
      if (Number(line.at(2, 7)) !== batches)
        unreadable(where, `it tells ${line.at(2, 7)} batches, and has ${batches}`);
      compare(where, file, {
        records: line.at(14, 21),
        hash: line.at(22, 31),
        debits: line.at(32, 43),
        credits: line.at(44, 55),
      });
      state = 'end';
    } else unreadable(where, `“${type}” is no type of a record`);
  }
  if (state !== 'end') unreadable(source.name, state === 'start' ? 'it is empty' : 'it has no end');
}

function mustBeHeader(line: Line): void {
  if (line.at(1, 1) !== '1' || line.at(35, 39) !== '09410')
    unreadable(line.where, 'it is no header of a NACHA file');
}

function mustBeFiller({ text, where }: Line): void {
  if (!/^9+$/.test(text)) unreadable(where, 'it comes after the end of the file');
}

function entryIn(line: Line): Entry {
  const code = line.at(2, 3);
  if (!OF_DEBITS.has(code)) unreadable(line.where, `an entry with the transaction code ${code} is not read`);
  return { line, amount: money('USD', line.number(30, 39)), reference: line.at(40, 54).trim() };
}

/** By their transaction codes, returns of debits are counted among the debits. */
function counted(batch: Sums, line: Line, { minor }: Money): void {
  batch.records++;
  batch.hash += line.number(4, 11);
  batch.debits += minor;
}

function recordOf({ line: { where }, amount, reference }: Entry, line: Line): AchRecord {
  const kind = line.at(2, 3);
  const code = line.at(4, 6);
  const about = { originalTrace: line.at(7, 21), reference, trace: line.at(80, 94), where };
  if (kind === RETURN && /^R\d\d$/.test(code)) return { kind: 'return', code, amount, ...about };
  if (kind === CHANGE && /^C\d\d$/.test(code))
    return { kind: 'change', code, corrected: line.at(36, 64).trim(), ...about };
  return unreadable(line.where, `an addenda record ${kind} with the code ${code} is not read`);
}

interface Told {
  readonly records: string;
  readonly hash: string;
  readonly debits: string;
  readonly credits: string;
}

function compare(where: string, { records, hash, debits, credits }: Sums, told: Told): void {
  const found = { records, hash: entryHash(hash), debits, credits };
  for (const name of ['records', 'hash', 'debits', 'credits'] as const)
    if (!/^\d+$/.test(told[name]) || BigInt(told[name]) !== BigInt(found[name]))
      unreadable(where, `${NAMES[name]} is ${found[name]}, and not ${told[name]}`);
}

const NAMES = {
  records: 'the number of entries and addenda records',
  hash: 'the entry hash',
  debits: 'the sum of the debits',
  credits: 'the sum of the credits',
} as const;

/** A record; fields are named by the positions of their first and last character, from 1, as the rules of NACHA do. */
class Line {
  constructor(
    readonly text: string,
    readonly where: string,
  ) {}

  at(first: number, last: number): string {
    return this.text.slice(first - 1, last);
  }

  number(first: number, last: number): bigint {
    const digits = this.at(first, last);
    if (!/^\d+$/.test(digits)) unreadable(this.where, `positions ${first} to ${last} are no number`);
    return BigInt(digits);
  }
}

/** Spaces at the end of a line can be missing, and lines after the last block can be empty. */
async function* linesOf(source: ByteSource): AsyncGenerator<Line> {
  let rest = '';
  let number = 0;
  const lineOf = (text: string) => {
    const where = `${source.name}, line ${++number}`;
    if (text.length > WIDTH) unreadable(where, `it has more than ${WIDTH} characters`);
    return new Line(text.padEnd(WIDTH), where);
  };
  for await (const chunk of textOf(source)) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    if (rest.length > 2 * WIDTH) unreadable(source.name, `a line has more than ${WIDTH} characters`);
    for (const text of lines) if (text.trim() !== '') yield lineOf(text);
  }
  if (rest.trim() !== '') yield lineOf(rest.replace(/\r$/, ''));
}
