import { migrationOf } from '@corridor/event-store';

/** Of a password that staff gave and a login has replaced: its hash, when and by which request it was, and when somebody else tried it. */
export const UsedPasswords1700000500002 = migrationOf(
  'UsedPasswords1700000500002',
  ['login', 'staff_login'].flatMap((table) => [
    `ALTER TABLE ${table} ADD used_hash text, ADD used_on text, ADD used_by_request text, ADD tried_again_on text`,
    `CREATE INDEX ${table}_tried_again ON ${table} (tried_again_on) WHERE tried_again_on IS NOT NULL`,
  ]),
  'a used first password says so',
);
