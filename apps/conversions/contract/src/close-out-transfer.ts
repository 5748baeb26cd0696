import { type Money, negate } from '@corridor/kernel';
import type { TransferRequest } from '@corridor/ledger-contract';
import { type Exchange, termsOf } from './exchange-transfer.js';

/** The id of the transfer that takes the loss of a conversion that is closed out. */
export const closeOutOf = (conversionId: string): string => `${conversionId}/close-out`;
/** The same for the part that the deposit covers, when the wallet does not cover the whole. */
export const closeOutOfDeposit = (conversionId: string): string => `${conversionId}/close-out-of-deposit`;

/**
 * From the client's wallet to the position of the system, in the sold currency.
 * @param transferId {@link closeOutOf} or {@link closeOutOfDeposit}
 */
export function closeOutTransfer(
  { conversionId: id, reference, ...terms }: Exchange,
  loss: Money,
  transferId: string,
): TransferRequest {
  const description = `Close-out of the conversion of ${termsOf(terms)}`;
  return {
    transferId,
    action: 'CONVERSION',
    reason: description,
    relatedEntity: { id, type: 'CONVERSION', reference, details: { description } },
    entries: [
      { account: 'wallet', amount: negate(loss) },
      { account: 'fx_position', amount: loss },
    ],
    holdFor: null,
  };
}
