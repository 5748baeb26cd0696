import { createReadModel, migrationOf } from '@corridor/event-store';

/** Versions of sanctions lists. An entry is of the versions from `since` until before `until`, in the order of imports. */
export const ScreeningLists1700000120001 = migrationOf(
  'ScreeningLists1700000120001',
  [
    ...createReadModel('screening_list'),
    `CREATE TABLE screening_list_version (
      list         text NOT NULL,
      number       integer NOT NULL,
      version      text NOT NULL,
      published_on text,
      imported_on  text NOT NULL,
      checksum     text NOT NULL,
      entries      integer NOT NULL,
      PRIMARY KEY (list, number)
    )`,
    `CREATE TABLE screening_entry (
      list     text COLLATE "C" NOT NULL,
      entry_id text COLLATE "C" NOT NULL,
      since    integer NOT NULL,
      until    integer,
      data     json NOT NULL,
      PRIMARY KEY (list, entry_id, since)
    )`,
    `CREATE INDEX screening_entry_current ON screening_entry (list, entry_id) WHERE until IS NULL`,
  ],
  'versions of lists are kept',
);
