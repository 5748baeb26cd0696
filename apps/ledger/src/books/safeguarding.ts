import type { Database } from '@corridor/event-store';
import { type CalendarDate, decimalText, money } from '@corridor/kernel';
import type { SafeguardingResource } from '@corridor/ledger-contract';
import { NAMES } from './chart.js';
import { SUMS, type Sum } from './trial-balance.js';

type Sheet = SafeguardingResource['currencies'][number];
type OwedKind = Sheet['owedIn'][number]['kind'];
type OwnKind = Sheet['reasons'][number]['kind'];

const OWED: readonly OwedKind[] = ['wallet', 'deposits', 'suspense', 'returns'];

/** Why more or less is held than is owed: the other accounts, which belong to the operator. */
const REASONS: Readonly<Record<OwnKind, readonly [more: string, less: string]>> = {
  fx_position: [
    'Bought from clients, and not sold on in the market.',
    'Sold to clients, and not bought in the market yet.',
  ],
  receivables: ['Owed to clients by the operator.', 'Owed by clients after a close-out.'],
  fees: [
    'Fees that clients have paid, and that are still in the accounts of their money.',
    'Deductions of banks, and fees given back, that the operator has not paid in.',
  ],
  write_offs: [
    'Write-offs that were taken back.',
    'Debts of clients that were written off, and that the operator has not paid in.',
  ],
};

/** Client money owed against held (production.md §7): from the sums by day, so what adds up to zero explains the difference in full. */
export async function safeguardingOf(database: Database, asOf: CalendarDate): Promise<SafeguardingResource> {
  const sums = await database.query<Sum>(SUMS, [asOf]);
  const stated = await database.query<Stated>(STATED, [asOf]);
  const byCurrency = [...Map.groupBy(sums, ({ ccyCode }) => ccyCode)].sort(([a], [b]) => (a < b ? -1 : 1));
  const currencies = byCurrency.map(([ccyCode, all]) => sheetOf(ccyCode, all, stated));
  return { asOf, isCovered: currencies.every(({ difference }) => difference >= 0), currencies };
}

/** By the newest statement of a bank account. */
interface Stated {
  readonly ccyCode: string;
  readonly bankAccount: string;
  readonly day: CalendarDate;
  readonly minor: string;
}
const STATED = `SELECT DISTINCT ON (ccy_code, bank_account) ccy_code AS "ccyCode", bank_account AS "bankAccount", day, closing::text AS minor
  FROM bank_statement WHERE state IN ('MATCHING', 'MATCHED') AND day <= $1 ORDER BY ccy_code, bank_account, day DESC, seq DESC`;

function sheetOf(ccyCode: string, sums: readonly Sum[], stated: readonly Stated[]): Sheet {
  const amount = (minor: bigint) => Number(decimalText(money(ccyCode, minor)));
  const of = (kind: OwedKind | OwnKind | 'settlement') =>
    sums.filter((one) => one.kind === kind).reduce((sum, { minor }) => sum + BigInt(minor), 0n);
  const statedAt = (account: string) =>
    stated.find((one) => one.ccyCode === ccyCode && one.bankAccount === account);
  const owed = OWED.reduce((sum, kind) => sum + of(kind), 0n);
  const held = -of('settlement');
  const accounts = sums
    .filter(
      ({ kind, minor, bankAccount }) =>
        kind === 'settlement' && (BigInt(minor) !== 0n || statedAt(bankAccount)),
    )
    .toSorted((a, b) => (a.bankAccount < b.bankAccount ? -1 : 1));
  const reasons = (Object.keys(REASONS) as OwnKind[]).filter((kind) => of(kind) !== 0n);
  return {
    ccyCode,
    owed: amount(owed),
    held: amount(held),
    difference: amount(held - owed),
    owedIn: OWED.map((kind) => ({ kind, name: NAMES[kind], amount: amount(of(kind)) })),
    heldAt: accounts.map(({ bankAccount, minor }) => {
      const known = statedAt(bankAccount);
      return {
        bankAccount: bankAccount || null,
        amount: amount(-BigInt(minor)),
        byStatement: known ? { day: known.day, amount: amount(BigInt(known.minor)) } : null,
      };
    }),
    reasons: reasons.map((kind) => ({
      ...{ kind, name: NAMES[kind], amount: amount(of(kind)) },
      meaning: REASONS[kind][of(kind) > 0n ? 0 : 1],
    })),
  };
}
