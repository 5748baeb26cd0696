import { migrationOf } from '@corridor/event-store';

/** For timelines of traces. Commands of clients are found by what they have caused; many of staff have told nobody of it. */
export const AuditOfTraces1700000640000 = migrationOf(
  'AuditOfTraces1700000640000',
  [
    `CREATE INDEX audited_command_of_staff_by_trace ON audited_command ((data ->> 'traceId'), created_on DESC, id DESC)
     WHERE of_client IS NULL AND by_id IS NOT NULL`,
  ],
  'timelines need the index',
);
