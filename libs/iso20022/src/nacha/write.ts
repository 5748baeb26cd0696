import type { CalendarDate } from '@corridor/kernel';
import { BLOCK, LARGEST_CENTS, digits, entryHash, institutionOf, shortDate, text, whole } from './fields.js';
import type { AchDebit, AchFile, AchOriginator } from './records.js';

/** Only debits. */
const SERVICE_CLASS = '225';
const debitOf = { CHECKING: '27', SAVINGS: '37' } as const;

/** The trace number of a debit: what comes back names it. */
export const traceOf = (
  { bankRoutingNumber }: Pick<AchOriginator, 'bankRoutingNumber'>,
  sequence: number,
): string => institutionOf(bankRoutingNumber) + digits(sequence, 7);

/**
 * A NACHA file with a batch for each class of entries: 94 characters a line, a multiple of ten lines.
 * @throws RangeError for an amount or a number that does not fit
 */
export function nachaFile(file: AchFile): string {
  const { debits } = file;
  const batches = (['CCD', 'PPD'] as const)
    .map((entryClass) => debits.filter((one) => one.entryClass === entryClass))
    .filter((some) => some.length > 0)
    .map((some, i) => batchOf(file, some, i + 1));
  const lines = [fileHeader(file), ...batches.flat()];
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(
    [
      ...['9', digits(batches.length, 6), digits(blocks, 6), digits(debits.length, 8)],
      ...[entryHash(hashOf(debits)), digits(centsOf(debits), 12), digits(0, 12), text('', 39)],
    ].join(''),
  );
  while (lines.length < blocks * BLOCK) lines.push('9'.repeat(94));
  return lines.map((line) => `${line}\r\n`).join('');
}

const fileHeader = ({ originator, createdOn, modifier }: AchFile): string =>
  [
    ...['101', ` ${digits(originator.bankRoutingNumber, 9)}`, whole(originator.id, 10).padStart(10)],
    ...[shortDate(createdOn), createdOn.slice(11, 16).replace(':', ''), whole(modifier, 1), '094101'],
    ...[text(originator.bankName, 23), text(originator.name, 23), text('', 8)],
  ].join('');

function batchOf(
  { originator, effectiveOn, description }: AchFile,
  debits: readonly AchDebit[],
  number: number,
): string[] {
  const { name, id, bankRoutingNumber } = originator;
  const end = [institutionOf(bankRoutingNumber), digits(number, 7)];
  const header = [
    ...['5', SERVICE_CLASS, text(name, 16), text('', 20), whole(id, 10), debits[0]!.entryClass],
    ...[text(description, 10), text('', 6), shortDate(effectiveOn), text('', 3), '1', ...end],
  ];
  const control = [
    ...['8', SERVICE_CLASS, digits(debits.length, 6), entryHash(hashOf(debits))],
    ...[digits(centsOf(debits), 12), digits(0, 12), whole(id, 10), text('', 25), ...end],
  ];
  return [header.join(''), ...debits.map((one) => entryOf(originator, one)), control.join('')];
}

function entryOf(originator: AchOriginator, one: AchDebit): string {
  const { amount, routingNumber, accountNumber, account, reference, holder, sequence } = one;
  if (amount.ccyCode !== 'USD' || amount.minor <= 0n || amount.minor > LARGEST_CENTS)
    throw new RangeError(`${amount.minor} ${amount.ccyCode} cannot be debited by ACH`);
  return [
    ...['6', debitOf[account], digits(routingNumber, 9), whole(accountNumber, 17)],
    ...[digits(amount.minor, 10), whole(reference, 15), text(holder, 22), text('', 2), '0'],
    traceOf(originator, sequence),
  ].join('');
}

const hashOf = (debits: readonly AchDebit[]): bigint =>
  debits.reduce((sum, { routingNumber }) => sum + BigInt(institutionOf(routingNumber)), 0n);

const centsOf = (debits: readonly AchDebit[]): bigint =>
  debits.reduce((sum, { amount }) => sum + amount.minor, 0n);

/** What a file that {@link nachaFile} has written debits, and when. */
export function debitsIn(file: string): { effectiveOn: CalendarDate; references: string[] } {
  const lines = file.split('\r\n');
  const header = lines.find((line) => line.startsWith('5')) ?? '';
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(header.slice(69, 75)) ?? [];
  if (!day) throw new Error('it is no file of debits');
  return {
    effectiveOn: `20${year}-${month}-${day}`,
    references: lines.filter((line) => line.startsWith('6')).map((line) => line.slice(39, 54).trim()),
  };
}
