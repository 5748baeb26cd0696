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
    ...{ entryClass, description, discretionary: file.reference, effectiveOn },
    from: originator.bankRoutingNumber,
    entries: debits.filter((one) => one.entryClass === entryClass).map((one) => entryOf(originator, one)),
  }));
  return laidOut({ ...file, batches: batches.filter(({ entries }) => entries.length > 0) });
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

/** Debits of a batch of NACHA, or of a whole file. */
export interface SentAchBatch {
  readonly cents: bigint;
  readonly references: readonly string[];
}

/** What a file that {@link nachaFile} has written debits, and when. */
export interface SentAch {
  /** `reference` of the file; empty in files of earlier builds. */
  readonly code: string;
  readonly modifier: string;
  /** `261123` */
  readonly createdOn: string;
  readonly effectiveOn: CalendarDate;
  readonly batches: readonly SentAchBatch[];
  /** References by trace number. */
  readonly traces: ReadonlyMap<string, string>;
}

/** @throws Error if {@link nachaFile} has not written it */
export function readSentAch(file: string): SentAch {
  const [header = '', ...lines] = file.split('\r\n');
  const batches: { cents: bigint; references: string[] }[] = [];
  const traces = new Map<string, string>();
  let effectiveOn: CalendarDate | undefined;
  for (const line of lines)
    if (line.startsWith('5')) {
      const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(line.slice(69, 75)) ?? [];
      effectiveOn = `20${year}-${month}-${day}`;
      batches.push({ cents: 0n, references: [] });
    } else if (line.startsWith('6')) {
      const batch = batches.at(-1)!;
      const reference = line.slice(39, 54).trim();
      batch.cents += BigInt(line.slice(29, 39));
      batch.references.push(reference);
      traces.set(line.slice(79, 94), reference);
    }
  if (!header.startsWith('101') || !effectiveOn) throw new Error('it is no file of debits');
  return {
    ...{ code: header.slice(86, 94).trim(), modifier: header.slice(33, 34), createdOn: header.slice(23, 29) },
    ...{ effectiveOn, batches, traces },
  };
}
