import { migrationOf } from '@corridor/event-store';

/** Processes learn of keys that were created since they last looked. */
export const NewCredentials1700000041000 = migrationOf(
  'NewCredentials1700000041000',
  [
    `ALTER TABLE credential ADD created_on timestamptz NOT NULL DEFAULT now()`,
    `CREATE INDEX credential_created ON credential (created_on)`,
  ],
  'replicas of this version read the column',
);
