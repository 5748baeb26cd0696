import { migrationOf } from '@corridor/event-store';

/**
 * What waits, by client and date: money that comes looks for it, and these indexes do not grow with the history. `funded_in_flight` has the
 * records for which money came while a step was in flight.
 */
export const AwaitedFunds1700000480001 = migrationOf(
  'AwaitedFunds1700000480001',
  [
    `CREATE INDEX payment_instruction_leaving ON payment_instruction (client_id, status, payment_date, id)
     WHERE status IN ('ACKNOWLEDGED', 'FILLED')`,
    `CREATE INDEX payment_leaving ON payment (client_id, payment_date, id) WHERE status = 'READY_TO_SEND'`,
    'CREATE TABLE funded_in_flight (id text PRIMARY KEY, noted_on timestamptz NOT NULL DEFAULT now())',
  ],
  'each credit looks for payments by them',
);
