import { migrationOf } from '@corridor/event-store';

/** What waits to be sent, by client and date: money that comes looks for it, and these indexes do not grow with the history. */
export const AwaitedFunds1700000480001 = migrationOf(
  'AwaitedFunds1700000480001',
  [
    `CREATE INDEX payment_instruction_leaving ON payment_instruction (client_id, payment_date, id) WHERE status = 'FILLED'`,
    `CREATE INDEX payment_leaving ON payment (client_id, payment_date, id) WHERE status = 'READY_TO_SEND'`,
  ],
  'each credit looks for payments by them',
);
