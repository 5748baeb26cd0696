import type { SwiftSubmission } from '@corridor/payments-contract';
import { type Transfer, mt103, senderReference } from './rail/mt103.js';

/**
 * The way out of the system: SWIFT for PRIORITY payments, the local network of the currency for REGULAR ones.
 *
 * Guarantee to the rail: the payment's id never comes with other contents, but it may come twice. The wallet has
 * been debited; what the rail says later (confirmed, returned) is told to the payment as a command.
 */
export abstract class PaymentRail {
  /** @returns what was handed to SWIFT; null where the payment goes another way */
  abstract submit(transfer: Transfer): SwiftSubmission | null;
}

/** A test and training BIC, as the 0 in it says: nothing that bears it leaves for the live network. */
const SIMULATED_BIC = 'CRDRGB20XXX';

/** Takes every message as sent, at once. */
export class SimulatedRail extends PaymentRail {
  override submit(transfer: Transfer): SwiftSubmission | null {
    if (transfer.paymentType !== 'PRIORITY') return null;
    return {
      format: 'MT103',
      message: mt103(transfer, SIMULATED_BIC),
      reference: senderReference(transfer.paymentId),
      status: 'SUCCESS',
    };
  }
}
