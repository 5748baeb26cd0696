import { addCounters, migrationOf } from '@corridor/event-store';

/** The totals of the audit. */
export const CountedAudit1700000370005 = migrationOf(
  'CountedAudit1700000370005',
  addCounters('audited_command', [{ table: 'audited_command_count', columns: ['outcome'] }]),
  'searches need the counter',
);
