import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const fields = {
  status: 'status',
  kind: 'kind',
  subject_id: 'subjectId',
  of_client: 'client.id',
  reference: 'reference',
  ccy_code: 'amount.ccyCode',
  value_date: 'valueDate',
};

/** Submissions to the bank, and what is still to be done about them. */
export const BankSubmissions1700000180001 = migrationOf(
  'BankSubmissions1700000180001',
  [
    ...createReadModel('bank_submission'),
    searchColumns('bank_submission', fields),
    ...orderIndex('bank_submission', 'bank_submission_newest', NEWEST_FIRST, ['status', 'kind']),
    ...valueIndexes(
      'bank_submission',
      NEWEST_FIRST,
      ['status', 'subject_id', 'reference', 'ccy_code', 'value_date'],
      ['of_client'],
    ),
    ...writtenColumns('bank_submission', fields),
    `CREATE TABLE bank_task (
      submission_id text PRIMARY KEY,
      work          text NOT NULL,
      due_on        text NOT NULL COLLATE "C",
      since         text NOT NULL COLLATE "C",
      batch_id      text,
      attempts      integer NOT NULL DEFAULT 0,
      failure       text
    )`,
    `CREATE INDEX bank_task_due ON bank_task (work, due_on)`,
    `CREATE TABLE unknown_bank_report (
      report_id   text PRIMARY KEY,
      received_on text NOT NULL,
      report      json NOT NULL
    )`,
  ],
  'submissions are never dropped',
);
