import { migrationOf } from '@corridor/event-store';

/** Credits of the bank keep the account that has reported them. */
export const AccountsOfCredits1700000530081 = migrationOf(
  'AccountsOfCredits1700000530081',
  [`UPDATE bank_credit SET data = (left(data::text, -1) || ',"bankAccount":null}')::json`],
  'the field is a part of the records',
);
