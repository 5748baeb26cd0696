import type { SwiftSubmission } from '@corridor/payments-contract';
import { type CreditTransfer, mt103, senderReference } from './rail/mt103.js';

/**
 * The port to the payment networks: SWIFT for PRIORITY payments, the local network of the currency for REGULAR ones.
 *
 * Guarantee to the rail: a payment id is never sent with different contents, but it may be sent twice. The wallet has
 * been debited; later outcomes (confirmed, returned) are passed to the payment as commands.
 */
export abstract class PaymentRail {
  /** @returns the SWIFT message; null if the payment uses another network */
  abstract submit(transfer: CreditTransfer): SwiftSubmission | null;
}

/** A test and training BIC, recognizable by its 0: such messages never reach the live network. */
const SIMULATED_BIC = 'CRDRGB20XXX';

/** Takes every message as sent, at once. */
export class SimulatedRail extends PaymentRail {
  override submit(transfer: CreditTransfer): SwiftSubmission | null {
    if (transfer.paymentType !== 'PRIORITY') return null;
    return {
      format: 'MT103',
      message: mt103(transfer, SIMULATED_BIC),
      reference: senderReference(transfer.paymentId),
      status: 'SUCCESS',
    };
  }
}
