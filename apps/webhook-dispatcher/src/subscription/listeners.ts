import type { Database, Sql } from '@corridor/event-store';

/**
 * Runs a change of which events the client's subscriptions list. A fact and a subscription that are made at the same time
 * see each other: whoever changes the subscriptions of a client holds the client's lock alone until that is committed,
 * and facts of the client wait for it (`queue_for_listeners` takes the same lock, shared).
 */
export const changingSubscriptions = <Result>(
  database: Database,
  clientId: string,
  change: (sql: Sql) => Promise<Result>,
): Promise<Result> => database.exclusively(`webhook subscriptions of ${clientId}`, change);

/** The client's subscriptions that have not ended. */
export async function countSubscriptions(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM listening WHERE client_id = $1 AND until IS NULL`,
    [clientId],
  );
  return row?.count ?? 0;
}
