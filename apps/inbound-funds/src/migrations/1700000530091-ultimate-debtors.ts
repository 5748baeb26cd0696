import { migrationOf } from '@corridor/event-store';

/** A text in JSON, and what is between texts. */
const INSIDE = String.raw`(?:[^"{}]|"(?:[^"\\]|\\.)*")*`;

/** Senders show on whose behalf they pay. */
export const UltimateDebtors1700000530091 = migrationOf(
  'UltimateDebtors1700000530091',
  ['inbound_funds', 'bank_credit'].map(
    (table) =>
      String.raw`UPDATE ${table} SET data =
       regexp_replace(data::text, '("sender":\{${INSIDE})\}', '\1,"ultimateDebtor":null}')::json`,
  ),
  'the field is a part of the records',
);
