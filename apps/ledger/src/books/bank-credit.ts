import type { Messages } from '@corridor/contracts';
import { type Money, add, negate } from '@corridor/kernel';
import type { ClientLedger, ClientLedgerEvent } from '../client-ledger/client-ledger.js';
import type { Entry } from '../client-ledger/post.js';

type Moved = Messages['bank_credit.moved'];

/** What moves with a credit of the bank that is in no wallet. */
export interface CreditMovement extends Pick<Moved, 'creditId' | 'bankReference'> {
  readonly movementId: string;
  readonly description?: string;
  readonly entries: readonly Entry[];
}

/** Posts it in the ledger of the operator. A repeated one has no effect. */
export function moveCredit(
  { posted, held }: ClientLedger,
  { movementId, creditId, bankReference, description = 'Credit of the bank', entries }: CreditMovement,
): ClientLedgerEvent[] {
  if (posted.includes(movementId)) return [];
  return [
    {
      type: 'transfer_posted',
      transferId: movementId,
      action: 'BANK_CREDIT',
      relatedEntity: {
        id: creditId,
        type: 'BANK_CREDIT',
        reference: bankReference,
        details: { description },
      },
      postings: entries.map(({ account, amount, bankAccount }) => ({
        ...{ account, walletId: null, amount },
        ...(bankAccount && { bankAccount }),
      })),
      holdFor: null,
      isPart: true,
      held: held ?? {},
    },
  ];
}

/** It is asked that a credit goes back: the money is still at the bank, and not for a client any more. */
export const returning = (amount: Money): Entry[] => [
  { account: 'suspense', amount: negate(amount) },
  { account: 'returns', amount },
];

/** The bank has sent more back than it got. */
export const exceeding = (excess: Money, bankAccount: string | null): Entry[] => [
  { account: 'settlement', amount: negate(excess), bankAccount },
  { account: 'suspense', amount: excess },
];

/** @param credited the account that has got it @param paying the account from which it goes back */
export function entriesOf(
  { step, amount, returned }: Pick<Moved, 'step' | 'amount' | 'returned'>,
  credited: string | null,
  paying: string | null,
): Entry[] {
  const lost = { ...amount, minor: amount.minor - (returned ?? amount).minor };
  switch (step) {
    case 'RECEIVED':
      return [
        { account: 'settlement', amount: negate(amount), bankAccount: credited },
        { account: 'suspense', amount },
      ];
    case 'RETURNED':
      return [
        { account: 'returns', amount: negate(amount) },
        { account: 'settlement', amount, bankAccount: paying },
      ];
    case 'RETURN_FAILED':
      return [
        { account: 'returns', amount: negate(amount) },
        { account: 'suspense', amount },
        ...deducted(lost, { account: 'settlement', amount: lost, bankAccount: paying }),
      ];
    case 'CAME_BACK':
      return [
        { account: 'settlement', amount: add(lost, negate(amount)), bankAccount: paying },
        { account: 'suspense', amount },
        ...deducted(lost),
      ];
  }
}

/** What other banks have kept of it is not the client's. */
const deducted = (lost: Money, ...more: readonly Entry[]): Entry[] =>
  lost.minor === 0n ? [] : [{ account: 'fees', amount: negate(lost) }, ...more];
