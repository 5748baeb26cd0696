import { migrationOf } from '@corridor/event-store';

/** When staff gave a password that its owner has to replace. Those that are there are used as before. */
export const GivenPasswords1700000490001 = migrationOf(
  'GivenPasswords1700000490001',
  ['login', 'staff_login'].map((table) => `ALTER TABLE ${table} ADD given_on text`),
  'whoever gave a password could use it for ever in an earlier version',
);
