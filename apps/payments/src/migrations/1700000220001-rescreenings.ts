import { createReadModel, migrationOf } from '@corridor/event-store';

/** Rescreenings, and which process is at work. */
export const Rescreenings1700000220001 = migrationOf(
  'Rescreenings1700000220001',
  [
    ...createReadModel('rescreening'),
    `CREATE TABLE rescreening_lease (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      holder  text NOT NULL,
      until   text NOT NULL
    )`,
    `INSERT INTO rescreening_lease (holder, until) VALUES ('', '')`,
  ],
  'what was compared when is kept',
);
