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
  const byCurrency = [...Map.groupBy(sums, ({ ccyCode }) => ccyCode)].sort(([a], [b]) => (a < b ? -1 : 1));
  const currencies = byCurrency.map(([ccyCode, all]) => sheetOf(ccyCode, all));
  return { asOf, isCovered: currencies.every(({ difference }) => difference >= 0), currencies };
}

function sheetOf(ccyCode: string, sums: readonly Sum[]): Sheet {
  const amount = (minor: bigint) => Number(decimalText(money(ccyCode, minor)));
  const of = (kind: OwedKind | OwnKind | 'settlement') =>
    sums.filter((one) => one.kind === kind).reduce((sum, { minor }) => sum + BigInt(minor), 0n);
  const owed = OWED.reduce((sum, kind) => sum + of(kind), 0n);
  const held = -of('settlement');
  const accounts = sums
    .filter(({ kind, minor }) => kind === 'settlement' && BigInt(minor) !== 0n)
    .toSorted((a, b) => (a.bankAccount < b.bankAccount ? -1 : 1));
  const reasons = (Object.keys(REASONS) as OwnKind[]).filter((kind) => of(kind) !== 0n);
  return {
    ccyCode,
    owed: amount(owed),
    held: amount(held),
    difference: amount(held - owed),
    owedIn: OWED.map((kind) => ({ kind, name: NAMES[kind], amount: amount(of(kind)) })),
    heldAt: accounts.map(({ bankAccount, minor }) => ({
      bankAccount: bankAccount || null,
      amount: amount(-BigInt(minor)),
    })),
    reasons: reasons.map((kind) => ({
      ...{ kind, name: NAMES[kind], amount: amount(of(kind)) },
      meaning: REASONS[kind][of(kind) > 0n ? 0 : 1],
    })),
  };
}
