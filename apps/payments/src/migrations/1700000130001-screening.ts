import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const COLUMNS = { status: 'status', kind: 'kind', of_client: 'client.id', subject_id: 'subject.id' };

/** Cases, the latest comparison of each subject, and the hits that staff have cleared. */
export const Screening1700000130001 = migrationOf(
  'Screening1700000130001',
  [
    ...createReadModel('screening_case'),
    searchColumns('screening_case', COLUMNS),
    ...orderIndex('screening_case', 'screening_case_newest', NEWEST_FIRST, ['status', 'kind']),
    ...valueIndexes('screening_case', NEWEST_FIRST, ['status', 'of_client', 'subject_id']),
    ...writtenColumns('screening_case', COLUMNS),
    `CREATE TABLE screening (
      subject_id   text PRIMARY KEY,
      screening_id text NOT NULL UNIQUE,
      party        text NOT NULL,
      subject      json NOT NULL,
      status       text NOT NULL,
      requested_on text NOT NULL,
      concluded_on text,
      caller       json NOT NULL,
      attempts     integer NOT NULL DEFAULT 0,
      due_on       text NOT NULL DEFAULT '',
      failure      text
    )`,
    `CREATE INDEX screening_waiting ON screening (due_on) WHERE status = 'WAITING'`,
    `CREATE INDEX screening_party ON screening (party) WHERE status = 'OPEN'`,
    `CREATE TABLE cleared_hit (
      party        text NOT NULL,
      list         text NOT NULL,
      entry_id     text NOT NULL,
      hit          json NOT NULL,
      screening_id text NOT NULL,
      PRIMARY KEY (party, list, entry_id)
    )`,
  ],
  'cases are never dropped',
);
