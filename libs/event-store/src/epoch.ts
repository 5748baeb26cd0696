import type { Sql } from './database.js';
import { migrationOf } from './migration.js';

/** A part of a database's history: another one begins when the database has lost events that other services know. */
export interface Epoch {
  /** From 0. */
  readonly number: number;
  /** The versions of its events are above this one, and so above all that were used before it. */
  readonly above: number;
}

export const FIRST_EPOCH: Epoch = { number: 0, above: 0 };

/** Where the numbers of a stream may go on with a gap behind: after each of these, an epoch has begun. */
export const EPOCH_BOUNDS = 'SELECT unnest(former || above) AS bound FROM epoch WHERE number > 0';

/** Of a database, by a process that starts: whoever begins another one lets nobody append meanwhile. */
export async function readEpoch(sql: Sql): Promise<Epoch> {
  const [epoch] = await sql.query<Epoch & Record<string, unknown>>('SELECT number, above FROM epoch');
  return epoch ?? FIRST_EPOCH;
}

/**
 * Locks the checkpoints of a consumer in these streams, moves them to these versions, and returns those before. What blocks
 * the streams is looked for in a second statement: it has to see what the transactions have written that held the locks.
 *
 * `heard_on` is the latest time of a message that was taken. It counts if `heard` is the version: replicas of an earlier build write
 * the version alone.
 */
const TAKE_CHECKPOINTS = `CREATE FUNCTION take_checkpoints(
    reader text, sources text[], stream_ids text[], versions integer[], build integer, types text[], epochs integer[], times text[])
  RETURNS TABLE (known json, dead boolean, kept boolean) LANGUAGE plpgsql AS $$
  BEGIN
    WITH stream AS (
      SELECT * FROM unnest(sources, stream_ids, versions, epochs, times) AS one (source, stream_id, version, epoch, heard_on)
    ), former AS MATERIALIZED (
      SELECT c.source, c.stream_id, c.version, c.epoch, c.heard, c.heard_on FROM checkpoint AS c
      WHERE c.consumer = reader AND c.source = ANY (sources) AND c.stream_id = ANY (stream_ids)
        AND (c.source, c.stream_id) IN (SELECT source, stream_id FROM stream)
      ORDER BY c.source, c.stream_id FOR UPDATE
    ), moved AS (
      UPDATE checkpoint AS c SET version = stream.version, generation = build, epoch = stream.epoch, heard = stream.version,
        heard_on = greatest(former.heard_on, stream.heard_on COLLATE "C")
      FROM stream JOIN former USING (source, stream_id)
      WHERE c.consumer = reader AND c.source = ANY (sources) AND c.stream_id = ANY (stream_ids)
        AND c.source = stream.source AND c.stream_id = stream.stream_id
        AND former.version < stream.version AND former.epoch <= stream.epoch
    ), begun AS (
      INSERT INTO checkpoint (consumer, source, stream_id, version, generation, epoch, heard, heard_on)
      SELECT reader, source, stream_id, stream.version, build, stream.epoch, stream.version, stream.heard_on
      FROM stream LEFT JOIN former USING (source, stream_id)
      WHERE former.version IS NULL ORDER BY source, stream_id
    )
    SELECT coalesce(json_agg(json_build_object('source', source, 'streamId', stream_id, 'version', version, 'epoch', epoch,
      'heardOn', CASE WHEN heard = version THEN heard_on END)), '[]')
    INTO known FROM former;
    SELECT EXISTS (SELECT FROM dead_letter AS d JOIN unnest(sources, stream_ids) AS s (source, stream_id)
                   USING (source, stream_id) WHERE d.consumer = reader),
      EXISTS (SELECT FROM kept_message AS k JOIN unnest(sources, stream_ids) AS s (source, stream_id)
              USING (source, stream_id) WHERE k.consumer = reader AND k.type = ANY (types))
    INTO dead, kept;
    RETURN NEXT;
  END $$`;

/** Epochs, and checkpoints that recognize messages of another history of their stream. */
export const Epochs1700000630000 = migrationOf(
  'Epochs1700000630000',
  [
    `CREATE TABLE epoch (
      number    integer NOT NULL,
      above     integer NOT NULL,
      fenced_on timestamptz,
      is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only)
    )`,
    'INSERT INTO epoch (number, above) VALUES (0, 0)',

    // Nobody changes a stream that is frozen.
    'ALTER TABLE streams ADD is_frozen boolean NOT NULL DEFAULT false',
    // Streams of which other services know more than is left.
    `CREATE TABLE lost_history (
      stream_id text PRIMARY KEY,
      kind      text,
      version   integer,
      heard     integer NOT NULL,
      heard_by  text[] NOT NULL,
      epoch     integer NOT NULL,
      is_frozen boolean NOT NULL,
      listed_on timestamptz NOT NULL DEFAULT now()
    )`,

    `ALTER TABLE checkpoint ADD epoch integer NOT NULL DEFAULT 0, ADD heard integer, ADD heard_on text COLLATE "C"`,
    // Of another history: it is never handled by itself. Both histories may have a message of that number.
    `ALTER TABLE dead_letter ADD is_foreign boolean NOT NULL DEFAULT false,
      DROP CONSTRAINT dead_letter_pkey, ADD PRIMARY KEY (consumer, source, stream_id, version, is_foreign)`,
    TAKE_CHECKPOINTS,
  ],
  'a number that was used is never used again',
);

/** Whoever proves that no event is missing knows where numbers were left out. */
export const FormerEpochs1700000710000 = migrationOf(
  'FormerEpochs1700000710000',
  [`ALTER TABLE epoch ADD former integer[] NOT NULL DEFAULT '{}'`],
  'numbers that were left out stay so',
);

/** Of other services: their messages may still come, from Kafka or from a copy of it. */
export const LostEvents1700000710004 = migrationOf(
  'LostEvents1700000710004',
  [
    `CREATE TABLE lost_event (
      source        text NOT NULL,
      stream_id     text NOT NULL,
      after_version integer NOT NULL,
      before_epoch  integer NOT NULL,
      PRIMARY KEY (source, stream_id, before_epoch)
    )`,
    // The last epoch of each of them: of messages of another one, some are lost.
    'CREATE TABLE source_epoch (source text PRIMARY KEY, number integer NOT NULL)',
  ],
  'what was lost stays lost',
);
