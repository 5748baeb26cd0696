import { BLOCK, digits, entryHash, institutionOf, shortDate, text, whole } from './fields.js';
import type { AchOriginator } from './records.js';

/** Only debits, and what comes back of them. */
const SERVICE_CLASS = '225';

/** An entry with its addenda records, for the counts, hashes and sums. */
export interface Written {
  readonly lines: readonly string[];
  readonly routingNumber: string;
  readonly cents: bigint;
}

export interface Batch {
  /** `CCD`, `PPD` or `COR`. */
  readonly entryClass: string;
  readonly description: string;
  /** For the bank, at most 20 characters. */
  readonly discretionary: string;
  /** `2026-11-24`, also with a time. */
  readonly effectiveOn: string;
  /** ABA routing number of the bank from which its entries come. */
  readonly from: string;
  readonly entries: readonly Written[];
}

export interface Layout {
  readonly originator: AchOriginator;
  /** Local time of the bank, `2026-11-23T17:05`. */
  readonly createdOn: string;
  readonly modifier: string;
  /** Of the file, at most 8 characters. */
  readonly reference: string;
  readonly batches: readonly Batch[];
}

/** A file: 94 characters a line, a multiple of ten lines. @throws RangeError for what does not fit and is not cut */
export function laidOut({ originator, createdOn, modifier, reference, batches }: Layout): string {
  const { bankRoutingNumber, bankName, name, id } = originator;
  const header = [
    ...['101', ` ${digits(bankRoutingNumber, 9)}`, whole(id, 10).padStart(10)],
    ...[shortDate(createdOn), createdOn.slice(11, 16).replace(':', ''), whole(modifier, 1), '094101'],
    ...[text(bankName, 23), text(name, 23), whole(reference, 8)],
  ];
  const lines = [header.join(''), ...batches.flatMap((one, i) => batchOf(originator, one, i + 1))];
  const entries = batches.flatMap((one) => one.entries);
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(
    [
      ...['9', digits(batches.length, 6), digits(blocks, 6), digits(recordsOf(entries), 8)],
      ...[...sumsOf(entries), text('', 39)],
    ].join(''),
  );
  while (lines.length < blocks * BLOCK) lines.push('9'.repeat(94));
  return lines.map((line) => `${line}\r\n`).join('');
}

function batchOf({ name, id }: AchOriginator, batch: Batch, number: number): string[] {
  const { entryClass, description, discretionary, effectiveOn, from, entries } = batch;
  const end = [institutionOf(from), digits(number, 7)];
  const header = [
    ...['5', SERVICE_CLASS, text(name, 16), whole(discretionary, 20), whole(id, 10), entryClass],
    ...[text(description, 10), text('', 6), shortDate(effectiveOn), text('', 3), '1', ...end],
  ];
  const control = [
    ...['8', SERVICE_CLASS, digits(recordsOf(entries), 6), ...sumsOf(entries)],
    ...[whole(id, 10), text('', 25), ...end],
  ];
  return [header.join(''), ...entries.flatMap(({ lines }) => lines), control.join('')];
}

const recordsOf = (entries: readonly Written[]): number =>
  entries.reduce((sum, { lines }) => sum + lines.length, 0);

/** Entry hash, debits and credits. */
function sumsOf(entries: readonly Written[]): string[] {
  const total = (of: (one: Written) => bigint) => entries.reduce((sum, one) => sum + of(one), 0n);
  const hash = total(({ routingNumber }) => BigInt(institutionOf(routingNumber)));
  return [
    entryHash(hash),
    digits(
      total(({ cents }) => cents),
      12,
    ),
    digits(0, 12),
  ];
}
