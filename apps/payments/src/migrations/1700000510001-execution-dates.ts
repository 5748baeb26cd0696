import { migrationOf } from '@corridor/event-store';

/** At the end of the stored records, whose text otherwise stays as it is. */
const withExecutionDate = (table: string) =>
  `UPDATE ${table} SET data = (left(data::text, -1) || ',"executionDate":null}')::json`;

/** Payments and submissions show when the bank executes what it got after its cut-off. */
export const ExecutionDates1700000510001 = migrationOf(
  'ExecutionDates1700000510001',
  [withExecutionDate('payment'), withExecutionDate('bank_submission')],
  'the field is null where it is missing',
);
