import type { BookKind } from '@corridor/ledger-contract';
import { type Money, negate, referenceOf, refuse } from '@corridor/kernel';
import type { ClientLedger, ClientLedgerEvent, Settled } from '../client-ledger/client-ledger.js';
import { type Circumstances, heldIn, post } from '../client-ledger/post.js';

/** An amount between two accounts, of which at most one is a wallet. */
export interface Adjustment {
  readonly id: string;
  readonly amount: Money;
  readonly debit: BookKind;
  readonly debitBankAccount: string | null;
  readonly credit: BookKind;
  readonly creditBankAccount: string | null;
  readonly reason: string;
  /** The break that it resolves. */
  readonly settles: Settled | null;
}

/**
 * Posts the adjustment: for a wallet in the ledger of its client, otherwise in that of the operator. Money that is held for
 * a payment is not there for it.
 * @throws Refusal client_closed; wallet_full; insufficient_funds, so no wallet gets below zero. HoldsUnknown as `transfer`
 */
export function adjust(
  state: ClientLedger,
  {
    id,
    amount,
    debit,
    debitBankAccount,
    credit,
    creditBankAccount,
    reason,
    settles,
    ...met
  }: Adjustment & Circumstances,
): ClientLedgerEvent[] {
  if (state.isClosed) throw refuse('client_closed');
  const posted = post(
    state,
    {
      transferId: id,
      action: 'ADJUSTMENT',
      reason,
      relatedEntity: {
        id,
        type: 'ADJUSTMENT',
        reference: referenceOf(id),
        details: { description: `Adjustment: ${reason}` },
      },
      entries: [
        { account: debit, amount: negate(amount), bankAccount: debitBankAccount },
        { account: credit, amount, bankAccount: creditBankAccount },
      ],
      holdFor: null,
      excludes: null,
    },
    { ...met, held: heldIn(state, met.holds), own: [] },
    null,
  );
  if (typeof posted === 'string') throw refuse(posted);
  return settles === null
    ? posted
    : posted.map((one) => (one.type === 'transfer_posted' ? { ...one, settles } : one));
}
