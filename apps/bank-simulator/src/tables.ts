import { decimalText, moneyText, negate } from '@corridor/kernel';
import type { State } from './state.js';

/** What the bank has, in columns; the first row has their names. */
export const tables: Readonly<Record<string, (state: State) => readonly (readonly string[])[]>> = {
  accounts: ({ accounts }) => [
    ['account', 'currency', 'balance', 'statements'],
    ...[...accounts.values()].map(({ account, balance, statements }) => [
      account.number,
      account.ccyCode,
      decimalText(balance),
      String(statements),
    ]),
  ],
  payments: ({ orders }) => [
    ['reference', 'status', 'amount', 'to', 'name', 'date'],
    ...[...orders.values()].map(({ order, status }) => [
      order.reference,
      status,
      moneyText(order.amount),
      order.creditor.account.iban ?? order.creditor.account.number ?? '',
      order.creditor.name,
      order.executionDate,
    ]),
  ],
  debits: ({ debits, debitFiles }) => [
    ['reference', 'status', 'amount', 'bank', 'account', 'name', 'credited'],
    ...[...debits.values()].map(({ debit, status }) => [
      debit.reference,
      status,
      moneyText(debit.amount),
      debit.routingNumber,
      debit.accountNumber,
      debit.holder,
      new Date(debitFiles.get(debit.file)!.creditAt).toISOString().slice(0, 10),
    ]),
  ],
  bookings: ({ entries }) => [
    ['booking', 'date', 'account', 'amount', 'name', 'reference'],
    ...[...entries.values()].map((one) => [
      one.bankReference,
      one.bookedOn,
      one.virtualAccount ?? one.account,
      moneyText(one.direction === 'DEBIT' ? negate(one.amount) : one.amount),
      one.party.name,
      one.reference ?? one.remittance ?? '',
    ]),
  ],
  'virtual-accounts': ({ virtualAccounts }) => [
    ['account', 'currency'],
    ...[...virtualAccounts.values()].map(({ iban, ccyCode }) => [iban, ccyCode]),
  ],
  rules: ({ ruled, uses }) => [
    ['id', 'effect', 'of', 'used'],
    ...[...ruled.values()].map((rule) => [
      rule.id,
      rule.effect,
      ('account' in rule ? rule.account : rule.message) ?? 'all',
      String(uses.get(rule.id) ?? 0),
    ]),
  ],
  waiting: ({ outgoing }) => [
    ['message', 'kind', 'from'],
    ...[...outgoing.values()].map(({ message }) => [
      message.id,
      message.content.kind,
      new Date(message.dueAt).toISOString(),
    ]),
  ],
};

/** Columns as wide as what is in them. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
