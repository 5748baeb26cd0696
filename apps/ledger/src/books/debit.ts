import type { Messages } from '@corridor/contracts';
import { type Money, negate } from '@corridor/kernel';
import type { ClientLedger, ClientLedgerEvent } from '../client-ledger/client-ledger.js';
import { moveCredit } from './bank-credit.js';

type Reported = Messages['payments.submission_reported'];

/** Of the books: executed, and come back. */
export const movementsOf = (submissionId: string) => ({
  debited: `${submissionId}/debited`,
  back: `${submissionId}/back`,
});

/**
 * What a debit of a linked account moves at the bank: the bank credits it when it is executed, and takes it again when it is returned.
 * In between the money is in `suspense`, from which the wallet is credited. A repeated report has no effect.
 * @param posted those of its movements that the books have
 */
export function moveDebit(
  state: ClientLedger,
  submissionId: string,
  { status, debited, returned }: Pick<Reported, 'status' | 'debited' | 'returned'>,
  { bankAccount, posted }: { readonly bankAccount: string | null; readonly posted: ReadonlySet<string> },
): ClientLedgerEvent[] {
  // Of an earlier build.
  if (!debited) return [];
  const ids = movementsOf(submissionId);
  const move = (step: keyof typeof ids, amount: Money) => {
    if (posted.has(ids[step])) return [];
    const entries = [
      { account: 'settlement', amount: negate(amount), bankAccount },
      { account: 'suspense', amount },
    ] as const;
    return moveCredit(state, {
      ...{ movementId: ids[step], creditId: submissionId, bankReference: submissionId.slice(-15), entries },
      description: step === 'back' ? 'Return of a debit' : 'Debit of a linked account',
    });
  };
  // The bank credits a file as a whole, whatever has come back of it before.
  if (status === 'RETURNED')
    return [...move('debited', debited), ...move('back', negate(returned ?? debited))];
  if (status === 'REJECTED') return posted.has(ids.debited) ? move('back', negate(debited)) : [];
  return move('debited', debited);
}
