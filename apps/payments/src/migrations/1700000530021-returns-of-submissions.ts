import { migrationOf } from '@corridor/event-store';

/** Submissions list what has come back; before it was one sum. */
export const ReturnsOfSubmissions1700000530021 = migrationOf(
  'ReturnsOfSubmissions1700000530021',
  [
    `UPDATE bank_submission SET data = (left(data::text, -1) || ',"returns":' || CASE
       WHEN data #> '{returnedAmount,value}' IS NULL THEN '[]'
       ELSE json_build_array(json_build_object(
         'amount', data -> 'returnedAmount', 'credited', data -> 'returnedAmount', 'excess', NULL,
         'bankReference', data -> 'bankReference', 'reason', data #> '{history,-1,reason}', 'source', 'MESSAGE',
         'on', data #> '{history,-1,on}'))::text
     END || '}')::json`,
  ],
  'the list is empty where it is missing',
);
