import type { BeneficiaryResource, Creditor, SwiftSubmission } from '@corridor/payments-contract';
import type { CalendarDate, Money } from '@corridor/kernel';

/** What the bank is asked for, beside what the payment says. */
export interface SubmissionRequest {
  readonly valueDate: CalendarDate;
  /** The client's cost: the sold amount, or the amount itself. */
  readonly instructed: Money;
  readonly creditor: Creditor;
}

/** How a payment was sent. */
export interface Dispatch {
  /** The beneficiary at that time, including bank details; it never changes afterwards. */
  readonly snapshot: BeneficiaryResource;
  readonly swiftSubmission: SwiftSubmission | null;
  /** What the rail has to do; null if it is simulated. */
  readonly submission: SubmissionRequest | null;
  /** The funding conversion; null if there is none. */
  readonly conversionId: string | null;
  /** It shows the payment already, and need not be notified. */
  readonly isLinked: boolean;
}
