import { type Money, add, decimalText, fromResource, negate } from '@corridor/kernel';
import type { TransactionResource } from '@corridor/ledger-contract';
import type { Period } from './statements.js';

const HEADER = 'type,date,transaction,action,reference,description,reason,debit,credit,balance,currency';

/** A row with the opening balance, one for each transaction, and one with the closing balance. */
export async function* csvOf(
  opening: Money,
  { from, to }: Period,
  pages: AsyncIterable<readonly TransactionResource[]>,
): AsyncGenerator<string> {
  const { ccyCode } = opening;
  yield `${HEADER}\r\n${lineOf(['OPENING', from, '', '', '', '', '', '', '', decimalText(opening), ccyCode])}`;
  let balance = opening;
  for await (const page of pages) {
    yield page.map(rowOf).join('');
    for (const { signedAmount } of page) balance = add(balance, fromResource(signedAmount));
  }
  yield lineOf(['CLOSING', to, '', '', '', '', '', '', '', decimalText(balance), ccyCode]);
}

function rowOf({
  id,
  sortDate,
  triggeredByAction,
  relatedEntity,
  reason,
  signedAmount,
  balance,
}: TransactionResource) {
  const amount = fromResource(signedAmount);
  const isDebit = amount.minor < 0n;
  return lineOf([
    ...['TRANSACTION', sortDate, id, triggeredByAction],
    ...[relatedEntity.reference, relatedEntity.details.description, reason ?? ''].map(textOf),
    isDebit ? decimalText(negate(amount)) : '',
    isDebit ? '' : decimalText(amount),
    ...[decimalText(fromResource(balance)), signedAmount.ccyCode],
  ]);
}

/** Nothing that ends a line for some reader, wherever it is quoted, or that a terminal obeys. */
const NOT_IN_A_CELL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Others have written it: a spreadsheet would run a text that begins like a formula, and some readers take a row for each line. */
function textOf(text: string): string {
  const line = text.replace(NOT_IN_A_CELL, ' ').trim();
  return /^[=+\-@]/.test(line) ? `'${line}` : line;
}

/** RFC 4180 */
const lineOf = (fields: readonly string[]): string =>
  `${fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`;
