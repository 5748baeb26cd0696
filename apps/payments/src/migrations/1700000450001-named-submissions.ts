import { migrationOf } from '@corridor/event-store';

/** Finds submissions by what banks name them by: their UETR, the reference of the bank, the amount of an open one. */
export const NamedSubmissions1700000450001 = migrationOf(
  'NamedSubmissions1700000450001',
  [
    `CREATE INDEX bank_submission_uetr ON bank_submission ((data ->> 'uetr'))`,
    `CREATE INDEX bank_submission_bank_reference ON bank_submission ((data ->> 'bankReference'))`,
    `CREATE INDEX bank_submission_open ON bank_submission (ccy_code, ((data #>> '{amount,value}')::numeric))
     WHERE status IN ('HANDED_OVER', 'ACCEPTED')`,
  ],
  'what banks say is found by these indexes',
);
