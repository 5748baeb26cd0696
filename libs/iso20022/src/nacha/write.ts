import type { CalendarDate } from '@corridor/kernel';
import { LARGEST_CENTS, digits, institutionOf, text, whole } from './fields.js';
import { type Written, laidOut } from './layout.js';
import type { AchDebit, AchFile, AchOriginator } from './records.js';

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
export function nachaFile({ debits, description, effectiveOn, ...file }: AchFile): string {
  const { originator } = file;
  const batches = (['CCD', 'PPD'] as const).map((entryClass) => ({
    ...{ entryClass, description, effectiveOn, from: originator.bankRoutingNumber },
    entries: debits.filter((one) => one.entryClass === entryClass).map((one) => entryOf(originator, one)),
  }));
  return laidOut({ ...file, reference: '', batches: batches.filter(({ entries }) => entries.length > 0) });
}

function entryOf(originator: AchOriginator, one: AchDebit): Written {
  const { amount, routingNumber, accountNumber, account, reference, holder, sequence } = one;
  if (amount.ccyCode !== 'USD' || amount.minor <= 0n || amount.minor > LARGEST_CENTS)
    throw new RangeError(`${amount.minor} ${amount.ccyCode} cannot be debited by ACH`);
  const line = [
    ...['6', debitOf[account], digits(routingNumber, 9), whole(accountNumber, 17)],
    ...[digits(amount.minor, 10), whole(reference, 15), text(holder, 22), text('', 2), '0'],
    traceOf(originator, sequence),
  ].join('');
  return { lines: [line], routingNumber, cents: amount.minor };
}

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
