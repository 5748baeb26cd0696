import type { Caller } from '@corridor/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Sql } from './database.js';

/** The parked messages of all services, as far as they have told. */
export class ParkedMessages1700000029000 implements MigrationInterface {
  readonly name = 'ParkedMessages1700000029000';

  async up(runner: QueryRunner): Promise<void> {
    // `correlation_id` is null if no request waits for the effect.
    await runner.query(`CREATE TABLE parked_message (
      consumer       text NOT NULL,
      source         text NOT NULL,
      stream_id      text NOT NULL,
      version        integer NOT NULL,
      type           text NOT NULL,
      record         text,
      reason         text NOT NULL,
      client_id      text NOT NULL,
      correlation_id text,
      parked_on      timestamptz NOT NULL,
      PRIMARY KEY (consumer, source, stream_id, version)
    )`);
    await runner.query(
      'CREATE INDEX parked_message_of_request ON parked_message (correlation_id, client_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE parked_message');
  }
}

/**
 * Whether a message that followed from a request is parked, in whichever service.
 * @param streamId the stream whose last event belongs to the request, if `caller` is not that of the request itself
 */
export async function isStepParked(
  sql: Sql,
  { client, correlationId }: Pick<Caller, 'client' | 'correlationId'>,
  streamId: string | null,
): Promise<boolean> {
  const found = await sql.query(
    `SELECT 1 FROM parked_message WHERE client_id = $1 AND correlation_id = CASE WHEN $3::text IS NULL THEN $2 ELSE
       (SELECT caller ->> 'correlationId' FROM events WHERE stream_id = $3 ORDER BY version DESC LIMIT 1) END
     LIMIT 1`,
    [client.id, correlationId, streamId],
  );
  return found.length > 0;
}
