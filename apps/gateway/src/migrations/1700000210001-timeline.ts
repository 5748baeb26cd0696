import { migrationOf } from '@corridor/event-store';

/**
 * The index behind the timeline (ADR 45): the messages of all services, and under which ids each is found. Text compares byte
 * by byte, so that the order of an index is that of times.
 */
export const Timeline1700000210001 = migrationOf(
  'Timeline1700000210001',
  [
    `CREATE TABLE timeline_event (
      seq            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source         text NOT NULL,
      message_id     text NOT NULL,
      stream_id      text NOT NULL,
      version        integer NOT NULL,
      type           text NOT NULL,
      occurred_on    text COLLATE "C" NOT NULL,
      client_id      text NOT NULL,
      correlation_id text NOT NULL,
      causation_id   text,
      trace_id       text NOT NULL,
      actor          json,
      summary        text NOT NULL,
      record_ids     text[] NOT NULL,
      money          json NOT NULL,
      record         json,
      UNIQUE (source, message_id)
    )`,
    `CREATE TABLE timeline_reference (
      reference   text COLLATE "C" NOT NULL,
      occurred_on text COLLATE "C" NOT NULL,
      seq         bigint NOT NULL,
      client_id   text NOT NULL,
      PRIMARY KEY (reference, occurred_on, seq) INCLUDE (client_id)
    )`,
  ],
  'the index could not be filled again by an earlier build',
);
