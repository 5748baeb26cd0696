import { migrationOf } from '@corridor/event-store';

/** What is to be exchanged, by client and date: money that comes looks for it, and the index does not grow with the history. */
export const AwaitedFunds1700000480002 = migrationOf(
  'AwaitedFunds1700000480002',
  [
    `CREATE INDEX conversion_awaiting_funds ON conversion (client_id, (data ->> 'valueDate'), id)
     WHERE data ->> 'status' = 'BOOKED' AND data ->> 'linkedPaymentInstructionId' IS NULL`,
  ],
  'each credit looks for conversions by it',
);
