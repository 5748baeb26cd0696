import { migrationOf } from '@corridor/event-store';

/** Of submissions of earlier builds only the lines of the creditor's address are known. */
export const AddressesOfCreditors1700000450002 = migrationOf(
  'AddressesOfCreditors1700000450002',
  [
    String.raw`UPDATE bank_submission SET data =
       regexp_replace(data::text, '"creditor":\{', '"creditor":{"address":null,')::json`,
  ],
  'the field is null where it is missing',
);
