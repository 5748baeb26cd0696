import { migrationOf } from '@corridor/event-store';

/** The index of the instructions that wait with another price: it does not grow with the history. */
export const AwaitedConsents1700000360001 = migrationOf(
  'AwaitedConsents1700000360001',
  [
    `CREATE INDEX payment_instruction_awaiting_consent ON payment_instruction ((data #>> '{newPrice,on}'))
     WHERE data #>> '{newPrice,status}' = 'AWAITING_CONSENT'`,
  ],
  'health counts by it',
);
