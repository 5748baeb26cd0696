import { Archive1700000680002 } from './archive/archive-schema.js';
import { Epochs1700000630000, FormerEpochs1700000710000, LostEvents1700000710004 } from './epoch.js';
import {
  ConsumedStreams1700000760001,
  HistoryGuard1700000027000,
  KeptCheckpoints1700000710001,
} from './history-guard.js';
import { KeptStates1700000610000 } from './kept-states.js';
import { RelayTerm1700000031000 } from './relay-term.js';
import { LastRetention1700000680001, Retention1700000028000 } from './retention.js';
import { Shadows1700000610001 } from './rebuild/shadow.js';
import { Runs1700000620000 } from './runs.js';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrationOf } from './migration.js';
import { ParkedMessages1700000029000 } from './parked-steps.js';

/** The tables that every service's database has. */
export const EventStoreTables1700000000000 = migrationOf(
  'EventStoreTables1700000000000',
  [
    // Both the event log and the outbox: `message` is the public message, `seq` its position in the published order.
    `CREATE TABLE events (
    position     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream_id    text NOT NULL,
    version      integer NOT NULL,
    type         text NOT NULL,
    data         json NOT NULL,
    caller       json NOT NULL,
    occurred_on  timestamptz NOT NULL,
    message_type text,
    message      json,
    seq          bigint,
    UNIQUE (stream_id, version)
  )`,
    `CREATE INDEX events_unpublished ON events (position) WHERE seq IS NULL AND message IS NOT NULL`,
    `CREATE UNIQUE INDEX events_published ON events (seq) WHERE seq IS NOT NULL`,

    // One row per stream: the lock that orders its writers, and its folded state, so that the history need not be read.
    `CREATE TABLE streams (
    stream_id     text PRIMARY KEY,
    kind          text NOT NULL,
    version       integer NOT NULL,
    state         json NOT NULL,
    state_version integer NOT NULL
  )`,

    `CREATE TABLE idempotency (
    scope       text NOT NULL,
    key         text NOT NULL,
    fingerprint text NOT NULL,
    claim       uuid NOT NULL DEFAULT gen_random_uuid(),
    resource_id text NOT NULL,
    answer      text,
    created_on  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (scope, key)
  )`,

    // The position of a consumer in each stream of each service, which makes redeliveries harmless.
    `CREATE TABLE checkpoint (
    consumer  text NOT NULL,
    source    text NOT NULL,
    stream_id text NOT NULL,
    version   integer NOT NULL,
    PRIMARY KEY (consumer, source, stream_id)
  )`,

    // The read position of a consumer of the embedded carrier.
    `CREATE TABLE consumer_offset (
    consumer text NOT NULL,
    source   text NOT NULL,
    seq      bigint NOT NULL,
    PRIMARY KEY (consumer, source)
  )`,

    // Messages that failed repeatedly, and those that wait behind them in the same stream.
    `CREATE TABLE dead_letter (
    consumer  text NOT NULL,
    source    text NOT NULL,
    stream_id text NOT NULL,
    version   integer NOT NULL,
    message   json NOT NULL,
    reason    text NOT NULL,
    parked_on timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, source, stream_id, version)
  )`,
  ],
  'events are never dropped',
);

/** Versions of stored events, and what a rolling upgrade needs: which types each build of a consumer handles. */
export const Versions1700000020000 = migrationOf(
  'Versions1700000020000',
  [
    // A constant default does not rewrite the table.
    `ALTER TABLE events ADD schema_version smallint NOT NULL DEFAULT 1`,

    // All builds of a consumer so far: `types` holds, for each type handled, the newest version understood.
    `CREATE TABLE consumer_generation (
    consumer      text NOT NULL,
    generation    integer NOT NULL,
    types         jsonb NOT NULL,
    registered_on timestamptz NOT NULL DEFAULT now(),
    seen_on       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, generation)
  )`,
    // The generation that wrote it last; 0 before generations existed.
    `ALTER TABLE checkpoint ADD generation integer NOT NULL DEFAULT 0`,

    // Messages for a later generation, and those of the same stream that wait behind one.
    `CREATE TABLE kept_message (
    consumer    text NOT NULL,
    source      text NOT NULL,
    stream_id   text NOT NULL,
    version     integer NOT NULL,
    type        text NOT NULL,
    dataversion integer NOT NULL,
    message     json NOT NULL,
    kept_on     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, source, stream_id, version)
  )`,
    `CREATE INDEX kept_message_by_type ON kept_message (consumer, type)`,
  ],
  'kept messages are never dropped',
);

/** A key is used for one operation of a client. */
export const KeysPerOperation1700000021000 = migrationOf(
  'KeysPerOperation1700000021000',
  [
    `ALTER TABLE idempotency ADD operation text NOT NULL DEFAULT '',
      DROP CONSTRAINT idempotency_pkey, ADD PRIMARY KEY (scope, key, operation)`,
    // For replicas of the previous version, a key that this version has used for any operation is used.
    `CREATE FUNCTION key_of_any_operation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT FROM idempotency WHERE scope = NEW.scope AND key = NEW.key) THEN RETURN NULL; END IF;
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER key_of_any_operation BEFORE INSERT ON idempotency
      FOR EACH ROW WHEN (NEW.operation = '') EXECUTE FUNCTION key_of_any_operation()`,
  ],
  'a key that was used for two operations cannot be one key again',
);

/** Renames the table and its column `answer`. */
export const IdempotencyKeys1700000022000 = migrationOf(
  'IdempotencyKeys1700000022000',
  [
    'ALTER TABLE idempotency RENAME TO idempotency_key',
    'ALTER TABLE idempotency_key RENAME answer TO response',
    // Replicas of the previous version read and write through this view. The next release drops it.
    `CREATE VIEW idempotency AS
      SELECT ctid, scope, key, operation, fingerprint, claim, resource_id, response AS answer, created_on
      FROM idempotency_key`,
  ],
  'keys that were used are never dropped',
);

/** What the delivery of a batch does first, in one statement. */
export class TakeCheckpoints1700000023000 implements MigrationInterface {
  readonly name = 'TakeCheckpoints1700000023000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(takeCheckpoints(''));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION take_checkpoints');
  }
}

/**
 * Locks the checkpoints of a consumer in these streams, moves them to these versions, and returns those before. What blocks
 * the streams is looked for in a second statement: it has to see what the transactions have written that held the locks.
 */
const takeCheckpoints = (known: string) => `CREATE OR REPLACE FUNCTION take_checkpoints(
    reader text, sources text[], stream_ids text[], versions integer[], build integer, types text[])
  RETURNS TABLE (known json, dead boolean, kept boolean) LANGUAGE plpgsql AS $$
  BEGIN
    WITH stream AS (
      SELECT * FROM unnest(sources, stream_ids, versions) AS one (source, stream_id, version)
    ), former AS MATERIALIZED (
      SELECT c.source, c.stream_id, c.version FROM checkpoint AS c
      WHERE c.consumer = reader AND ${known}(c.source, c.stream_id) IN (SELECT source, stream_id FROM stream)
      ORDER BY c.source, c.stream_id FOR UPDATE
    ), moved AS (
      UPDATE checkpoint AS c SET version = stream.version, generation = build
      FROM stream JOIN former USING (source, stream_id)
      WHERE c.consumer = reader AND ${known}c.source = stream.source AND c.stream_id = stream.stream_id
        AND former.version < stream.version
    ), begun AS (
      INSERT INTO checkpoint (consumer, source, stream_id, version, generation)
      SELECT reader, source, stream_id, stream.version, build FROM stream LEFT JOIN former USING (source, stream_id)
      WHERE former.version IS NULL ORDER BY source, stream_id
    )
    SELECT coalesce(json_agg(json_build_object('source', source, 'streamId', stream_id, 'version', version)), '[]')
    INTO known FROM former;
    SELECT EXISTS (SELECT FROM dead_letter AS d JOIN unnest(sources, stream_ids) AS s (source, stream_id)
                   USING (source, stream_id) WHERE d.consumer = reader),
      EXISTS (SELECT FROM kept_message AS k JOIN unnest(sources, stream_ids) AS s (source, stream_id)
              USING (source, stream_id) WHERE k.consumer = reader AND k.type = ANY (types))
    INTO dead, kept;
    RETURN NEXT;
  END $$`;

/** A message that failed stops only later ones about the same record. */
export class ParkedRecords1700000025000 implements MigrationInterface {
  readonly name = 'ParkedRecords1700000025000';

  async up(runner: QueryRunner): Promise<void> {
    // Null if the consumer does not say which record a message is about, and in rows of replicas of the previous version: these
    // stop their whole stream.
    await runner.query('ALTER TABLE dead_letter ADD record text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dead_letter DROP record');
  }
}

/** The checkpoints of a delivery are read by their keys, whatever Postgres knows about the size of the table. */
export class CheckpointsByKeys1700000026000 implements MigrationInterface {
  readonly name = 'CheckpointsByKeys1700000026000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(takeCheckpoints('c.source = ANY (sources) AND c.stream_id = ANY (stream_ids) AND '));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(takeCheckpoints(''));
  }
}

/** Messages wait for a lock that another transaction holds, beside those that failed. */
export class MessagesWaitingForLocks1700000038000 implements MigrationInterface {
  readonly name = 'MessagesWaitingForLocks1700000038000';

  async up(runner: QueryRunner): Promise<void> {
    // Null if the message failed. Replicas of the previous version retry those that wait for a lock as if they had.
    await runner.query('ALTER TABLE dead_letter ADD lock text');
    await runner.query(
      'CREATE INDEX dead_letter_by_lock ON dead_letter (consumer, lock) WHERE lock IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dead_letter DROP lock');
  }
}

/** How often a parked message was tried; 0 for one that waits behind another, and for attempts of replicas of the previous version. */
export const DeadLetterAttempts1700000700000 = migrationOf(
  'DeadLetterAttempts1700000700000',
  ['ALTER TABLE dead_letter ADD attempts integer NOT NULL DEFAULT 0'],
  'attempts are not counted again',
);

/** What a group has read, so that it recognizes what it has not. */
export class HeardOffsets1700000680000 implements MigrationInterface {
  readonly name = 'HeardOffsets1700000680000';

  async up(runner: QueryRunner): Promise<void> {
    // Null in rows of replicas of the previous version, and of the embedded carrier.
    await runner.query('ALTER TABLE consumer_offset ADD heard_on text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consumer_offset DROP heard_on');
  }
}

/** The migrations that every service's database has, before its own. */
export const eventStoreMigrations = [
  EventStoreTables1700000000000,
  Versions1700000020000,
  KeysPerOperation1700000021000,
  IdempotencyKeys1700000022000,
  TakeCheckpoints1700000023000,
  ParkedRecords1700000025000,
  CheckpointsByKeys1700000026000,
  HistoryGuard1700000027000,
  Retention1700000028000,
  ParkedMessages1700000029000,
  RelayTerm1700000031000,
  MessagesWaitingForLocks1700000038000,
  KeptStates1700000610000,
  Shadows1700000610001,
  Epochs1700000630000,
  Runs1700000620000,
  HeardOffsets1700000680000,
  LastRetention1700000680001,
  Archive1700000680002,
  DeadLetterAttempts1700000700000,
  FormerEpochs1700000710000,
  KeptCheckpoints1700000710001,
  LostEvents1700000710004,
  ConsumedStreams1700000760001,
];
