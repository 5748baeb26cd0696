import { migrationOf, searchColumns } from '@corridor/event-store';

/** Staff search the imports of sanctions lists, each with whether names are compared with it, and the rescreenings. */
export const SearchedScreening1700000530011 = migrationOf(
  'SearchedScreening1700000530011',
  [
    searchColumns('screening_list', {}),
    searchColumns('rescreening', {}),
    `CREATE VIEW screening_list_record AS
     SELECT id, client_id, created_on, (left(data::text, -1) || format(',"isCurrent":%s,"ageDays":%s}',
       to_json(is_imported AND row_number() OVER (PARTITION BY data ->> 'list', is_imported ORDER BY finished_on DESC, id DESC) = 1),
       CASE WHEN is_imported THEN extract(day FROM now() - (finished_on || 'Z')::timestamptz)::text ELSE 'null' END
     ))::json AS data
     FROM screening_list CROSS JOIN LATERAL (
       SELECT data ->> 'status' = 'IMPORTED' AS is_imported, data ->> 'finishedOn' AS finished_on
     ) AS import`,
  ],
  'staff search lists and rescreenings',
);
