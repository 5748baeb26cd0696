import { migrationOf, valueIndexes } from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';

/** What was sent with API keys lately, for their users. */
export const RequestLog1700000770001 = migrationOf(
  'RequestLog1700000770001',
  [
    `CREATE TABLE logged_request (
      id             text COLLATE "C" PRIMARY KEY,
      client_id      text COLLATE "C" NOT NULL,
      created_on     text COLLATE "C" NOT NULL,
      client_user_id text COLLATE "C" NOT NULL,
      api_key_id     text COLLATE "C" NOT NULL,
      status         numeric NOT NULL,
      request_id     text COLLATE "C" NOT NULL,
      data           json NOT NULL
    )`,
    ...valueIndexes(
      'logged_request',
      NEWEST_FIRST,
      ['client_user_id', 'api_key_id', 'request_id'],
      [],
      ['status'],
    ),
    'CREATE INDEX logged_request_by_time ON logged_request (created_on)',
  ],
  'requests would not be logged in an earlier version',
);
