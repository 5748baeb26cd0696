import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** Staff: their records, what they log in with, their sessions and keys. */
export const Staff1700000075000 = migrationOf(
  'Staff1700000075000',
  [
    ...createReadModel('staff'),
    searchColumns('staff', { status: 'status' }),
    ...orderIndex('staff', 'staff_newest', NEWEST_FIRST, ['status']),
    ...writtenColumns('staff', { status: 'status' }),
    `CREATE TABLE staff_login (
      email         text CONSTRAINT staff_login_email PRIMARY KEY,
      staff_id      text NOT NULL UNIQUE,
      password_hash text NOT NULL,
      is_disabled   boolean NOT NULL DEFAULT false,
      resets        integer NOT NULL DEFAULT 0,
      secret        text,
      is_enrolled   boolean NOT NULL DEFAULT false,
      last_step     integer NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE staff_session (
      id         text PRIMARY KEY,
      staff_id   text NOT NULL,
      expires_on text NOT NULL
    )`,
    `CREATE INDEX staff_session_of ON staff_session (staff_id)`,

    ...createReadModel('staff_key'),
    `CREATE TABLE staff_credential (
      digest     text CONSTRAINT staff_credential_digest PRIMARY KEY,
      key_id     text NOT NULL UNIQUE,
      staff_id   text NOT NULL,
      is_revoked boolean NOT NULL DEFAULT false
    )`,
    `CREATE INDEX staff_credential_of ON staff_credential (staff_id)`,
  ],
  'staff are never dropped',
);
