import { createReadModel, migrationOf } from '@corridor/event-store';

/** What is refused in which countries and currencies. */
export const PaymentPolicy1700000220003 = migrationOf(
  'PaymentPolicy1700000220003',
  createReadModel('payment_policy'),
  'the policy is kept',
);
