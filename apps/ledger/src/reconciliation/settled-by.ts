import { type Refusal, decimalText, refuse } from '@corridor/kernel';
import type { Adjustment } from '../books/adjustment.js';
import type { Settled } from '../client-ledger/client-ledger.js';
import type { FoundBreak } from './found-breaks.js';

type Moved = Pick<Adjustment, 'amount' | 'debit' | 'debitBankAccount' | 'credit' | 'creditBankAccount'>;

/**
 * What an adjustment settles: it moves on the bank account what the bank has more than the books.
 * @param found null if there is no such break, or not any more
 * @throws Refusal invalid_request
 */
export function settledBy(move: Moved, breakId: string, found: FoundBreak | null): Settled {
  if (found?.record.status !== 'OPEN') throw wrong('not_open', 'Must be a break that is open.');
  const { line, movement, record } = found;
  const { kind, bankAccount, ccyCode, difference } = record;
  if (line === null && movement === null)
    throw wrong('not_allowed', `${kind} is not about a booking: explain it.`);
  const [side, account] =
    difference > 0 ? [move.debit, move.debitBankAccount] : [move.credit, move.creditBankAccount];
  const isIt = side === 'settlement' && account === bankAccount;
  if (!isIt || move.amount.ccyCode !== ccyCode || Number(decimalText(move.amount)) !== Math.abs(difference))
    throw wrong(
      'wrong_amount',
      `Must be resolved by a ${difference > 0 ? 'debit' : 'credit'} of ${ccyCode} ${Math.abs(difference)} of settlement at ${bankAccount}.`,
    );
  return { breakId, line, movement };
}

function wrong(code: string, detail: string): Refusal {
  const pointer = '#/breakId';
  return refuse('invalid_request', `${pointer}: ${detail}`, { errors: [{ pointer, code, detail }] });
}
