import type { Database } from '@corridor/event-store';
import { type Timestamp, timestamp } from '@corridor/kernel';
import type { DueSubscription } from '../delivery-trigger/delivery-trigger.js';

/** The statements about the retries of one client, for its test clock. */
export class ClientRetries {
  constructor(private readonly database: Database) {}

  /**
   * Brings all retries of a client closer by a time, and the end of its open circuit breakers, in the caller's transaction.
   * Attempts in progress stay as they are, and retries of those that were begun since `from`.
   */
  async bringForward(clientId: string, byMs: number, from: Date | null): Promise<void> {
    const earlier = (column: string) =>
      `to_char(${column}::timestamp - $2 * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
    const subscriptions = await this.database.query<{ id: string }>(
      `SELECT subscription_id AS id FROM endpoint WHERE client_id = $1 ORDER BY subscription_id FOR UPDATE`,
      [clientId],
    );
    await this.database.query(
      `UPDATE endpoint SET open_until = ${earlier('open_until')}
       WHERE client_id = $1 AND open_until IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM delivery AS trial
         WHERE trial.subscription_id = endpoint.subscription_id AND lease IS NOT NULL AND due_on = open_until)`,
      [clientId, byMs],
    );
    await this.database.query(
      `UPDATE delivery SET due_on = ${earlier('due_on')}, locked_until = ${earlier('due_on')}
       WHERE subscription_id = ANY($1) AND due_on IS NOT NULL AND lease IS NULL AND failures > 0
         AND ($3::text IS NULL OR claimed_on < $3)`,
      [subscriptions.map(({ id }) => id), byMs, from && timestamp(from)],
    );
  }

  /** The subscriptions with attempts that are due and allowed, or in progress. */
  due(clientId: string, now: Date): Promise<DueSubscription[]> {
    return this.database.query<DueSubscription>(
      `SELECT DISTINCT subscription_id AS "subscriptionId", client_id AS "clientId", true AS "isAfresh"
       FROM endpoint JOIN delivery USING (subscription_id)
       WHERE client_id = $1 AND due_on IS NOT NULL AND CASE WHEN due_on > $2 THEN lease IS NOT NULL
         ELSE is_active AND (open_until IS NULL OR open_until <= $2) END`,
      [clientId, timestamp(now)],
    );
  }

  /** When the next attempt is due and allowed: `now` or earlier if it already is, or is in progress. Null for never. */
  async next(clientId: string, now: Date): Promise<Timestamp | null> {
    const [first] = await this.database.query<{ next: Timestamp | null }>(
      `SELECT min(CASE WHEN lease IS NOT NULL THEN $2 ELSE greatest(due_on, open_until) END) AS next
       FROM endpoint JOIN delivery USING (subscription_id)
       WHERE client_id = $1 AND is_active AND due_on IS NOT NULL`,
      [clientId, timestamp(now)],
    );
    return first?.next ?? null;
  }
}
