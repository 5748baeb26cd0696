import type { SwiftSubmission } from '@corridor/payments-contract';
import { type CreditTransfer, mt103, senderReference } from './mt103.js';
import type { PaymentRail } from './payment-rail.js';

/**
 * The SWIFT message of a payment; null if it uses another network. In the SANDBOX it is confirmed at once, otherwise when the
 * bank says so.
 */
export function swiftSubmissionOf(
  transfer: CreditTransfer,
  { bic, isSimulated }: Pick<PaymentRail, 'bic' | 'isSimulated'>,
): SwiftSubmission | null {
  if (transfer.paymentType !== 'PRIORITY') return null;
  return {
    format: 'MT103',
    message: mt103(transfer, bic),
    reference: senderReference(transfer.paymentId),
    status: isSimulated ? 'SUCCESS' : 'PENDING',
  };
}
