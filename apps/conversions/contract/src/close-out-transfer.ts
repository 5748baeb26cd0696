import { type Money, add, negate } from '@corridor/kernel';
import type { TransferRequest } from '@corridor/ledger-contract';
import { type Exchange, termsOf } from './exchange-transfer.js';

/** The id of the transfer that takes the loss of a conversion that is closed out. */
export const closeOutOf = (conversionId: string): string => `${conversionId}/close-out`;
/** The same for the part that the deposit covers, when the wallet does not cover the whole. */
export const closeOutOfDeposit = (conversionId: string): string => `${conversionId}/close-out-of-deposit`;

/** What the client pays now, and what it owes; one of them, or both, may be zero. */
export interface CloseOutCharge {
  readonly charged: Money;
  readonly receivable: Money;
}

/**
 * From the client's wallet to the position of the system, in the sold currency. What the client owes is a receivable. It excludes
 * the exchange: of the two, only one is ever posted.
 * @param transferId {@link closeOutOf} or {@link closeOutOfDeposit}
 */
export function closeOutTransfer(
  { conversionId: id, reference, ...terms }: Exchange,
  { charged, receivable }: CloseOutCharge,
  transferId: string,
): TransferRequest {
  const description = `Close-out of the conversion of ${termsOf(terms)}`;
  const entries: TransferRequest['entries'] = [
    { account: 'wallet', amount: negate(charged) },
    { account: 'receivables', amount: negate(receivable) },
    { account: 'fx_position', amount: add(charged, receivable) },
  ];
  return {
    transferId,
    action: 'CONVERSION',
    reason: description,
    relatedEntity: { id, type: 'CONVERSION', reference, details: { description } },
    entries: entries.filter(({ amount }) => amount.minor !== 0n),
    holdFor: null,
    excludes: id,
  };
}
