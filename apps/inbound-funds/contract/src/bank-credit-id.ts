import { createHash } from 'node:crypto';
import { makeId } from '@corridor/kernel';

/** Of a line of a statement: the same however often and over whatever it comes, so a credit is booked once. */
export const bankCreditIdOf = (line: {
  readonly accountNumber: string;
  readonly bankReference: string;
}): string =>
  makeId(
    'bc',
    0,
    createHash('sha256')
      .update(JSON.stringify([line.accountNumber, line.bankReference]))
      .digest(),
  );
