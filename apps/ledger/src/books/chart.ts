import type { BookKind } from '@corridor/ledger-contract';

/** What the kinds of accounts are for, in the order of the chart. */
export const NAMES: Readonly<Record<BookKind, string>> = {
  wallet: 'Client wallets',
  deposits: 'Deposits of clients for conversions',
  settlement: 'Client money at bank',
  fx_position: 'FX position',
  receivables: 'Receivables from clients',
  suspense: 'Suspense',
  returns: 'Returns',
  fees: 'Fees',
  write_offs: 'Write-offs',
};
export const kinds = Object.keys(NAMES) as readonly BookKind[];
