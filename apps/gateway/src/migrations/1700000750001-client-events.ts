import { migrationOf } from '@corridor/event-store';

/**
 * What clients follow as a stream (ADR 79). `client_event_head` has the last position of each client: whoever adds events of a client
 * holds its row until the commit, so that positions are committed in their order, without a gap.
 */
export const ClientEvents1700000750001 = migrationOf(
  'ClientEvents1700000750001',
  [
    `CREATE TABLE client_event_head (
      client_id text COLLATE "C" PRIMARY KEY,
      last      bigint NOT NULL
    ) WITH (fillfactor = 50)`,
    // payload: the JSON that the client gets. message: instead of it, one that this build could not read.
    `CREATE TABLE client_event (
      client_id    text COLLATE "C" NOT NULL,
      position     bigint NOT NULL,
      epoch        integer NOT NULL,
      source       text NOT NULL,
      message_id   text NOT NULL,
      type         text NOT NULL,
      related_id   text,
      related_type text,
      sequence     integer NOT NULL,
      created_on   text COLLATE "C" NOT NULL,
      payload      text,
      message      text,
      PRIMARY KEY (client_id, position),
      UNIQUE (message_id, source),
      CHECK ((payload IS NULL) <> (message IS NULL))
    )`,
    'CREATE INDEX client_event_by_time ON client_event (created_on)',
  ],
  'clients continue from their positions',
);
