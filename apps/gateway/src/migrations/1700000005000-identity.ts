import { createReadModel, migrationOf } from '@corridor/event-store';

/** Identities: clients, their users, the users' keys. */
export const Identity1700000005000 = migrationOf(
  'Identity1700000005000',
  [
    ...createReadModel('client'),
    `CREATE UNIQUE INDEX client_code ON client ((data ->> 'code'))`,

    ...createReadModel('client_user'),
    `CREATE UNIQUE INDEX client_user_cu ON client_user ((data ->> 'clientUserId'))`,
    `CREATE TABLE login (
    email         text CONSTRAINT login_email PRIMARY KEY,
    user_id       text NOT NULL UNIQUE,
    client_id     text NOT NULL,
    password_hash text NOT NULL
  )`,

    ...createReadModel('api_key'),
    `CREATE TABLE credential (
    digest       text CONSTRAINT credential_digest PRIMARY KEY,
    api_key_id   text NOT NULL UNIQUE,
    user_id      text NOT NULL,
    is_revoked   boolean NOT NULL DEFAULT false,
    last_used_on timestamptz
  )`,
  ],
  'identities are never dropped',
);
