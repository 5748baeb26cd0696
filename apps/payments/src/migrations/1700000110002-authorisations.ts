import { migrationOf } from '@corridor/event-store';

/** At the end of the stored records, whose text otherwise stays as it is. */
const withAuthorisation = (table: string) =>
  `UPDATE ${table} SET data = (left(data::text, -1) || ',"authorisation":null}')::json`;

/** Payments and instructions show whether a checker has to approve them. */
export const Authorisations1700000110002 = migrationOf(
  'Authorisations1700000110002',
  [withAuthorisation('payment_instruction'), withAuthorisation('payment')],
  'an earlier version would send what waits for a checker',
);
