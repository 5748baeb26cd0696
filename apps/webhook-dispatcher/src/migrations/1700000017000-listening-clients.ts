import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which clients have, or had, subscriptions. Like `queue_for_listeners` it waits for changes of them that are in progress. */
export class ListeningClients1700000017000 implements MigrationInterface {
  readonly name = 'ListeningClients1700000017000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION listening_clients(clients text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(hashtextextended('webhook subscriptions of ' || client, 0))
        FROM (SELECT DISTINCT client FROM unnest(clients) AS client ORDER BY client) AS one;
        RETURN QUERY SELECT DISTINCT client_id FROM listening WHERE client_id = ANY (clients);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION listening_clients');
  }
}
