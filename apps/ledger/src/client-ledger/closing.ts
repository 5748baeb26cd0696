import type { ClosingObstacle, ClosingTurn } from '@corridor/platform';
import { decimalText, money, moneyText } from '@corridor/kernel';
import type { ClientLedger, ClientLedgerEvent } from './client-ledger.js';

/**
 * The last turn when a client is to be closed: with no money, no debts and nothing in the way, its books are closed in the same
 * transaction, so money that comes in is there before it and in the way, or after it and declined. A repeated call has no effect. Books that
 * are closed stay so, and say it to a later attempt: the gateway has lost the first one.
 */
export function close(
  state: ClientLedger,
  { attempt, obstacles: others }: Pick<ClosingTurn, 'attempt' | 'obstacles'>,
): ClientLedgerEvent[] {
  if (attempt <= state.closingAttempt) return [];
  if (state.isClosed) return [{ type: 'closed', attempt }];
  const obstacles = [...others, ...moneyIn(state)];
  return [
    obstacles.length === 0 ? { type: 'closed', attempt } : { type: 'closing_declined', attempt, obstacles },
  ];
}

/** What is held is a part of a balance. */
const moneyIn = ({ wallets, pending, receivables }: ClientLedger): ClosingObstacle[] => [
  ...Object.entries(wallets)
    .filter(([, { minor }]) => minor !== 0n)
    .map(([ccyCode, { minor }]) => ({
      kind: 'wallet',
      detail: `The ${ccyCode} wallet has a balance of ${decimalText(money(ccyCode, minor))}.`,
    })),
  ...Object.entries(pending).map(([ccyCode, sum]) => ({
    kind: 'wallet',
    detail: `The ${ccyCode} wallet has pending funds of ${decimalText(sum)}.`,
  })),
  ...Object.entries(receivables).map(([id, { outstanding }]) => ({
    kind: 'receivable',
    detail: `The client owes ${moneyText(outstanding)} (${id}).`,
  })),
];
