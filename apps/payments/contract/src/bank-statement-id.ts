import { createHash } from 'node:crypto';
import { makeId } from '@corridor/kernel';

/** Of a statement of a bank: the same however often it is read, another one if it is corrected. */
export const bankStatementIdOf = (statement: {
  readonly accountNumber: string;
  readonly closing: { readonly ccyCode: string };
  readonly statementId: string;
  readonly version: string;
}): string => {
  const { accountNumber, closing, statementId, version } = statement;
  const named = JSON.stringify([accountNumber, closing.ccyCode, statementId, version]);
  return makeId('bst', 0, createHash('sha256').update(named).digest());
};
