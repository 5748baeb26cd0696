import { createHash } from 'node:crypto';
import { makeId } from '@corridor/kernel';

/** Of an account of the bank by its IBAN, or by country, routing code and number: the same however often the bank lists it. */
export const poolAccountIdOf = (number: string): string =>
  makeId('pca', 0, createHash('sha256').update(number).digest());
