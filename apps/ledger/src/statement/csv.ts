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
    ...['TRANSACTION', sortDate, id, triggeredByAction, relatedEntity.reference],
    ...[textOf(relatedEntity.details.description), textOf(reason ?? '')],
    isDebit ? decimalText(negate(amount)) : '',
    isDebit ? '' : decimalText(amount),
    ...[decimalText(fromResource(balance)), signedAmount.ccyCode],
  ]);
}

/** Others have written it: a spreadsheet would run a text that begins like this. */
const textOf = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** RFC 4180 */
const lineOf = (fields: readonly string[]): string =>
  `${fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`;
