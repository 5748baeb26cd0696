import { migrationOf, orderIndex, searchColumns, valueIndexes, writtenColumns } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

const CLIENT = { status: 'status', code: 'code', name: 'name', risk_rating: 'riskRating' };
const USER = { status: 'status', email: 'email', last_name: 'lastName' };
const API_KEY = { status: 'status', user_id: 'userId' };

/** The text of an entry of the audit history for an event. */
const entry = (event: string) => `'{"by":' || coalesce((${event}.caller -> 'user')::text, 'null')
  || ',"on":"' || to_char(${event}.occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')
  || '","withApiKey":' || coalesce((${event}.caller -> 'apiKeyId')::text, 'null') || '}'`;

/** Adds fields at the end of the stored records, whose text otherwise stays as it is. */
const added = (table: string, fields: string) => `
  UPDATE ${table} SET data = (left(${table}.data::text, -1) || ${fields} || '}')::json`;

const audited = (table: string, fields = `''`) => `${added(
  table,
  `${fields} || ',"auditHistory":{"version":' || s.version || ',"created":' || ${entry('first')}
    || ',"updated":' || ${entry('last')} || '}'`,
)}
  FROM streams s
  JOIN events first ON first.stream_id = s.stream_id AND first.version = 1
  JOIN events last ON last.stream_id = s.stream_id AND last.version = s.version
  WHERE s.stream_id = ${table}.id`;

const searched = (table: string, columns: Readonly<Record<string, string>>, values: readonly string[]) => [
  searchColumns(table, columns),
  ...orderIndex(table, `${table}_newest`, NEWEST_FIRST, Object.keys(columns)),
  ...valueIndexes(table, NEWEST_FIRST, values),
  ...writtenColumns(table, columns),
];

/** Staff search clients, users and API keys, and lock users out. */
export const Accounts1700000081000 = migrationOf(
  'Accounts1700000081000',
  [
    audited('client', `',"statusReason":null,"riskRating":null'`),
    ...searched('client', CLIENT, Object.keys(CLIENT)),

    audited('client_user'),
    ...searched('client_user', USER, Object.keys(USER)),
    'ALTER TABLE login ADD sessions_ended integer NOT NULL DEFAULT 0',

    added('api_key', `',"expiresOn":null,"allowedAddresses":[]'`),
    ...searched('api_key', API_KEY, Object.keys(API_KEY)),
    'CREATE INDEX credential_of_user ON credential (user_id)',
  ],
  'who was locked out would not be so in an earlier version',
);
