import type { BankSubmissionStatus } from '@corridor/payments-contract';
import type { CalendarDate, Money } from '@corridor/kernel';

/** What is known of payments that have left: for banks that do not name them by our reference. Each method resolves to references. */
export interface SentPayments {
  byUetr(uetr: string): Promise<readonly string[]>;
  /** Those for which the bank has used it before. */
  byBankReference(bankReference: string): Promise<readonly string[]>;
  /** Those that were due by a date, and of which the bank has not said how they ended. */
  openOf(amount: Money, by: CalendarDate): Promise<readonly string[]>;
  statusesOf(references: readonly string[]): Promise<ReadonlyMap<string, BankSubmissionStatus>>;
}
