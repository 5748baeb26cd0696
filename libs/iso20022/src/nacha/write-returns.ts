import { digits, institutionOf, text, whole } from './fields.js';
import { type Batch, laidOut } from './layout.js';
import type { AchAnswer, AchReturnFile } from './records.js';
import { traceOf } from './write.js';

const answerTo = { CHECKING: '26', SAVINGS: '36' } as const;

/**
 * The return file of a bank: each answer has a batch of its own, because it comes from a bank of its own.
 * @throws RangeError for a number that does not fit
 */
export const achReturnFile = ({ answers, ...file }: AchReturnFile): string =>
  laidOut({
    ...{ ...file, modifier: 'A' },
    batches: answers.map((one) => batchOf(one, file.createdOn)),
  });

function batchOf({ code, corrected, debit, sequence }: AchAnswer, effectiveOn: string): Batch {
  const { routingNumber, accountNumber, account, reference, holder, entryClass } = debit;
  const isReturn = code.startsWith('R');
  const trace = traceOf({ bankRoutingNumber: routingNumber }, sequence);
  const cents = isReturn ? debit.amount.minor : 0n;
  const entry = [
    ...['6', answerTo[account], digits(routingNumber, 9), whole(accountNumber, 17), digits(cents, 10)],
    ...[whole(reference, 15), text(holder, 22), text('', 2), '1', trace],
  ];
  const addenda = [
    ...['7', isReturn ? '99' : '98', whole(code, 3), debit.trace, text('', 6), institutionOf(routingNumber)],
    ...[isReturn ? text('', 44) : `${whole(corrected ?? '', 29)}${text('', 15)}`, trace],
  ];
  return {
    entryClass: isReturn ? entryClass : 'COR',
    ...{ description: 'RETURN', discretionary: '', effectiveOn, from: routingNumber },
    entries: [{ lines: [entry.join(''), addenda.join('')], routingNumber, cents }],
  };
}
