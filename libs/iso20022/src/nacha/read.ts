import { type CalendarDate, type Money, isCalendarDate, money } from '@corridor/kernel';
import type { ByteSource } from '../xml/byte-source.js';
import { textOf } from '../xml/text-of.js';
import { unreadable } from '../xml/unreadable-file.js';
import { type Line, linesIn } from './lines.js';
import type { AchOrigination, AchRecord } from './records.js';

/** Of debits, and of what comes back of them: of an account for payments, of a savings account. */
const DEBITS = new Set(['27', '37']);
const OF_DEBITS = new Set(['26', '36']);
/** Returned and dishonored entries, and notifications of change. */
const [RETURN, CHANGE] = ['99', '98'];

/** Whether it begins as one: no other file of a bank does. */
export async function isNacha(source: ByteSource): Promise<boolean> {
  for await (const chunk of textOf(source)) if (chunk !== '') return chunk.startsWith('101');
  return false;
}

/**
 * Reads a return file of a bank as a stream: returns (R01 …) and notifications of change (C01 …) of debits. What comes before a defect
 * is passed on; counts, hashes and sums are compared at the end of each batch and of the file.
 * @throws UnreadableFile that says where and why
 */
export async function* readNacha(source: ByteSource): AsyncGenerator<AchRecord> {
  let entry: Line | null = null;
  for await (const line of linesIn(source, OF_DEBITS)) {
    if (line.type === '7') {
      if (!entry) unreadable(line.where, 'the addenda record is of no entry');
      yield recordOf(entry, line);
      entry = null;
      continue;
    }
    if (entry)
      unreadable(line.where, 'the entry before it has no addenda record that says what became of it');
    if (line.type === '6') entry = line;
  }
}

/**
 * Reads what `nachaFile` writes, as the bank that gets it: debits of companies and persons. Everything else is as in {@link readNacha}.
 * @throws UnreadableFile that says where and why
 */
export async function* readAchDebits(source: ByteSource): AsyncGenerator<AchOrigination> {
  let [file, batch]: (Line | null)[] = [null, null];
  for await (const line of linesIn(source, DEBITS)) {
    if (line.type === '1') file = line;
    else if (line.type === '5') batch = line;
    else if (line.type === '6') yield debitOf(file!, batch!, line);
    else if (line.type === '7') unreadable(line.where, 'an addenda record of a debit is not read');
  }
}

function debitOf(file: Line, batch: Line, line: Line): AchOrigination {
  const entryClass = batch.at(51, 53);
  if (entryClass !== 'CCD' && entryClass !== 'PPD')
    unreadable(batch.where, `a batch of the class “${entryClass}” is not read`);
  return {
    originator: {
      ...{ name: file.at(64, 86).trim(), id: batch.at(41, 50).trim() },
      ...{ bankRoutingNumber: file.at(5, 13), bankName: file.at(41, 63).trim() },
    },
    ...{ effectiveOn: dayOf(batch), trace: line.at(80, 94), where: line.where },
    ...{ reference: line.at(40, 54).trim(), amount: amountOf(line), entryClass },
    ...{
      routingNumber: line.at(4, 12),
      accountNumber: line.at(13, 29).trim(),
      holder: line.at(55, 76).trim(),
    },
    account: line.at(2, 3) === '37' ? 'SAVINGS' : 'CHECKING',
  };
}

function dayOf(batch: Line): CalendarDate {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(batch.at(70, 75)) ?? [];
  const date = `20${year}-${month}-${day}`;
  if (!isCalendarDate(date)) unreadable(batch.where, `“${batch.at(70, 75)}” is no effective date`);
  return date;
}

const amountOf = (entry: Line): Money => money('USD', entry.number(30, 39));

function recordOf(entry: Line, line: Line): AchRecord {
  const { where } = entry;
  const reference = entry.at(40, 54).trim();
  const kind = line.at(2, 3);
  const code = line.at(4, 6);
  const about = { originalTrace: line.at(7, 21), reference, trace: line.at(80, 94), where };
  if (kind === RETURN && /^R\d\d$/.test(code))
    return { kind: 'return', code, amount: amountOf(entry), ...about };
  if (kind === CHANGE && /^C\d\d$/.test(code))
    return { kind: 'change', code, corrected: line.at(36, 64).trim(), ...about };
  return unreadable(line.where, `an addenda record ${kind} with the code ${code} is not read`);
}
