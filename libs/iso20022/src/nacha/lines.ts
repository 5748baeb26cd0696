import type { ByteSource } from '../xml/byte-source.js';
import { textOf } from '../xml/text-of.js';
import { unreadable } from '../xml/unreadable-file.js';
import { WIDTH, entryHash } from './fields.js';

/** What a batch or a file has had so far, and its control record repeats. */
interface Sums {
  records: number;
  hash: bigint;
  debits: bigint;
  credits: bigint;
}
const nothing = (): Sums => ({ records: 0, hash: 0n, debits: 0n, credits: 0n });

/**
 * The records of a NACHA file about debits, each where it can be; counts, hashes and sums are compared at the end of each batch and of
 * the file.
 * @param codes transaction codes of the entries that can be read
 * @throws UnreadableFile that says where and why
 */
export async function* linesIn(source: ByteSource, codes: ReadonlySet<string>): AsyncGenerator<Line> {
  const file = nothing();
  let batches = 0;
  let batch: Sums | null = null;
  let state: 'start' | 'open' | 'end' = 'start';
  for await (const line of linesOf(source)) {
    const { where, type } = line;
    if (state === 'start') {
      if (type !== '1' || line.at(35, 39) !== '09410') unreadable(where, 'it is no header of a NACHA file');
      state = 'open';
    } else if (state === 'end') {
      if (!/^9+$/.test(line.text)) unreadable(where, 'it comes after the end of the file');
      continue;
    } else if (type === '5') {
      if (batch) unreadable(where, 'the batch before it has no control record');
      batch = nothing();
      batches++;
    } else if (type === '6') {
      if (!batch) unreadable(where, 'the entry is in no batch');
      count(batch, line, codes);
    } else if (type === '7') {
      if (!batch) unreadable(where, 'the addenda record is of no entry');
      batch.records++;
    } else if (type === '8') {
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
      compareEnd(line, file, batches);
      state = 'end';
    } else unreadable(where, `“${type}” is no type of a record`);
    yield line;
  }
  if (state !== 'end') unreadable(source.name, state === 'start' ? 'it is empty' : 'it has no end');
}

/** By their transaction codes, returns of debits are counted among the debits. */
function count(batch: Sums, line: Line, codes: ReadonlySet<string>): void {
  const code = line.at(2, 3);
  if (!codes.has(code)) unreadable(line.where, `an entry with the transaction code ${code} is not read`);
  batch.records++;
  batch.hash += line.number(4, 11);
  batch.debits += line.number(30, 39);
}

function compareEnd(line: Line, file: Sums, batches: number): void {
  if (Number(line.at(2, 7)) !== batches)
    unreadable(line.where, `it tells ${line.at(2, 7)} batches, and has ${batches}`);
  compare(line.where, file, {
    records: line.at(14, 21),
    hash: line.at(22, 31),
    debits: line.at(32, 43),
    credits: line.at(44, 55),
  });
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
export class Line {
  constructor(
    readonly text: string,
    readonly where: string,
  ) {}

  /** The first character: 1 file, 5 batch, 6 entry, 7 addenda, 8 end of the batch, 9 end of the file. */
  get type(): string {
    return this.at(1, 1);
  }

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
