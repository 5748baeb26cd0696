import type { Database, Projection, Sql } from '@corridor/event-store';
import type { SubscriptionEvent } from './subscription.js';

/** Stores the delivery data of a subscription: URL, secret and status. */
export const projectEndpoint: Projection<SubscriptionEvent> = (sql, recorded) => {
  for (const one of recorded) {
    const { event, streamId } = one;
    const update = (set: string, ...values: unknown[]) =>
      sql.write(`UPDATE endpoint SET ${set} WHERE subscription_id = $1`, [streamId, ...values]);
    switch (event.type) {
      case 'created':
        sql.write(
          `INSERT INTO endpoint (subscription_id, client_id, target_url, sealed_secret, is_active)
         VALUES ($1, $2, $3, $4, true)`,
          [streamId, one.caller.client.id, event.targetUrl, event.sealedSecret],
        );
        continue;
      case 'changed':
        update(`target_url = $2, ${TRY_AGAIN}`, event.targetUrl);
        continue;
      case 'paused':
        update('is_active = false');
        continue;
      case 'resumed':
        update(`is_active = true, ${TRY_AGAIN}`);
        continue;
      case 'secret_rotated':
        update('sealed_secret = $2', event.sealedSecret);
        continue;
      case 'unsubscribed':
        update('is_active = false, has_ended = true');
        continue;
      case 'pinged':
      case 'redelivery_requested':
        update(TRY_AGAIN);
    }
  }
};

/** An action of the client ends the wait of the circuit breaker. */
const TRY_AGAIN = 'open_until = NULL';

/** Stores which events a subscription listed from when to when. */
export const projectListening: Projection<SubscriptionEvent> = (sql, recorded) => {
  for (const one of recorded) {
    const { event, streamId, caller, occurredOn } = one;
    const events = event.type === 'created' || event.type === 'changed' ? event.events : [];
    if (event.type === 'changed' || event.type === 'unsubscribed')
      sql.write(
        `UPDATE listening SET until = $2 WHERE subscription_id = $1 AND until IS NULL AND events <> $3`,
        [streamId, occurredOn, events],
      );
    if (event.type === 'created' || event.type === 'changed')
      sql.write(
        `INSERT INTO listening (subscription_id, client_id, events, since) SELECT $1, $2, $3, $4
       WHERE NOT EXISTS (SELECT FROM listening WHERE subscription_id = $1 AND until IS NULL)`,
        [streamId, caller.client.id, events, occurredOn],
      );
  }
};

/**
 * Runs a change of which events the client's subscriptions list. A fact and a subscription that are made at the same time
 * see each other: whoever changes the subscriptions of a client holds the client's lock alone until that is committed,
 * and facts of the client wait for it (`queue_facts` and `listening_clients` take the same lock, shared).
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
