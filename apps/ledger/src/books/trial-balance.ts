import type { Database } from '@corridor/event-store';
import { type CalendarDate, decimalText, money } from '@corridor/kernel';
import type { BookKind, TrialBalanceResource } from '@corridor/ledger-contract';
import { NAMES, kinds } from './chart.js';

/** Of a kind of account, and a bank account, in a currency. */
export interface Sum {
  readonly kind: BookKind;
  /** Empty if it is of none. */
  readonly bankAccount: string;
  readonly ccyCode: string;
  readonly minor: string;
  readonly postings: string;
}

/** The sums of the days until one of them. */
export const SUMS = `SELECT kind, ccy_code AS "ccyCode", bank_account AS "bankAccount", sum(minor)::text AS minor, sum(postings)::text AS postings
  FROM book_day WHERE day <= $1 GROUP BY kind, ccy_code, bank_account`;

/** The sums of the days until this one: no posting is read. */
export async function trialBalanceOf(database: Database, asOf: CalendarDate): Promise<TrialBalanceResource> {
  const sums = await database.query<Sum>(SUMS, [asOf]);
  const byCurrency = [...Map.groupBy(sums, ({ ccyCode }) => ccyCode)].sort(([a], [b]) => (a < b ? -1 : 1));
  const isBalanced = byCurrency.every(
    ([, all]) => all.reduce((sum, { minor }) => sum + BigInt(minor), 0n) === 0n,
  );
  return { asOf, isBalanced, currencies: byCurrency.map(([ccyCode, all]) => sheetOf(ccyCode, all)) };
}

function sheetOf(ccyCode: string, sums: readonly Sum[]): TrialBalanceResource['currencies'][number] {
  const amount = (minor: bigint) => Number(decimalText(money(ccyCode, minor)));
  const ordered = sums.toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.bankAccount < b.bankAccount ? -1 : 1),
  );
  const lines = ordered.map(({ kind, bankAccount, minor, postings }) => ({
    ...{ kind, name: NAMES[kind], bankAccount: bankAccount || null },
    debit: positive(-BigInt(minor)),
    credit: positive(BigInt(minor)),
    postings: Number(postings),
  }));
  const total = (side: 'debit' | 'credit') => amount(lines.reduce((sum, line) => sum + line[side], 0n));
  return {
    ccyCode,
    lines: lines.map((line) => ({ ...line, debit: amount(line.debit), credit: amount(line.credit) })),
    debit: total('debit'),
    credit: total('credit'),
  };
}

const positive = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
