import type { WebhookEventType } from '@corridor/contracts';
import type { Database, Sql } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';

/**
 * Who listens to what, as a fact and a subscription that are made at the same time see each other: whoever changes the
 * subscriptions of a client holds the client's lock alone until that is committed, and facts of the client wait for it.
 */
const lockOf = (clientId: string): readonly unknown[] => [`webhook subscriptions of ${clientId}`];

/** Runs a change of which events the client's subscriptions list. */
export const changingSubscriptions = <Result>(
  database: Database,
  clientId: string,
  change: (sql: Sql) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (sql) => {
    await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, lockOf(clientId));
    return change(sql);
  });

/** The client's subscriptions that have not ended. */
export async function countSubscriptions(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM listening WHERE client_id = $1 AND until IS NULL`,
    [clientId],
  );
  return row?.count ?? 0;
}

/** A subscription and where its notifications go to. */
export interface Listener {
  readonly subscriptionId: string;
  readonly targetUrl: string;
  /** It has been unsubscribed since: the notification stands for what was missed, and is not sent. */
  readonly hasEnded: boolean;
}

/** Those that listed the event when it happened, active or paused: the same, however late it is asked. */
export async function listenersTo(
  sql: Sql,
  clientId: string,
  type: WebhookEventType,
  occurredOn: Timestamp,
): Promise<Listener[]> {
  await sql.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))`, lockOf(clientId));
  return sql.query<Listener>(
    `SELECT subscription_id AS "subscriptionId", target_url AS "targetUrl",
            NOT EXISTS (SELECT 1 FROM listening AS now WHERE now.subscription_id = listening.subscription_id
                        AND now.until IS NULL) AS "hasEnded"
     FROM listening JOIN endpoint USING (subscription_id)
     WHERE listening.client_id = $1 AND $2 = ANY(events) AND since <= $3 AND (until IS NULL OR until > $3)
     ORDER BY subscription_id`,
    [clientId, type, occurredOn],
  );
}
