import type { WebhookEventType, WebhookNotificationResource } from '@corridor/webhook-dispatcher-contract';
import type { Projection, ReadModel, Sql } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import type { SubscriptionEvent } from '../subscription/subscription.js';

/** The collection that clients read (interface-spec 2.13). */
export const notifications: ReadModel = {
  table: 'webhook_notification_record',
  searchable: searchables.webhookNotifications,
  columns: {
    id: 'id',
    'subscription.id': 'subscription_id',
    eventType: 'event_type',
    createdOn: 'created_on',
    relatedEntityId: 'related_id',
    relatedEntityType: 'related_type',
    clonedFromNotificationId: 'cloned_from',
  },
  counters: [
    { table: 'webhook_notification_count', columns: ['subscription_id', 'event_type'] },
    {
      table: 'webhook_notification_count_by_day',
      columns: ['subscription_id', 'event_type'],
      span: daysOf('created_on'),
    },
  ],
};

export const ENDED_BEFORE = 'The subscription ended before this could be sent.';

/** An event of an entity, as sent to every subscription of the client that lists it. */
export interface Fact {
  readonly clientId: string;
  readonly type: WebhookEventType;
  readonly occurredOn: Timestamp;
  readonly payload: object;
  readonly relatedId: string;
  readonly relatedType: WebhookNotificationResource['relatedEntityType'];
  /** Rises with what happens to the entity: the version of its stream. First attempts keep this order. */
  readonly sequence: number;
  readonly traceparent: string;
  readonly requestId: string;
  readonly createdOn: Timestamp;
}

/** More listeners for each fact cost another round trip. */
const USUAL_LISTENERS = 2;

/**
 * Queues facts, with one statement, for each subscription of the client that listed the event when it happened, active or
 * paused: the same ones, however late the request comes. For one that has ended since, the notification stands for what
 * was missed.
 *
 * @returns the subscriptions, by fact
 */
export async function queueForListeners(
  sql: Sql,
  facts: readonly Fact[],
  newId: () => string,
): Promise<string[][]> {
  const numbered = JSON.stringify(facts.map((fact, n) => ({ n, ...fact })));
  for (let ids = facts.length * USUAL_LISTENERS; ;) {
    const rows = await sql.query<{ n: number; subscriptionId: string; needed: number }>(
      `SELECT n, subscription_id AS "subscriptionId", needed FROM queue_facts($1, $2, $3)`,
      [numbered, Array.from({ length: ids }, newId), ENDED_BEFORE],
    );
    const needed = rows[0]?.needed ?? 0;
    if (needed === 0) {
      const byFact = Map.groupBy(rows, ({ n }) => n);
      return facts.map((_, n) => (byFact.get(n) ?? []).map(({ subscriptionId }) => subscriptionId));
    }
    ids = needed;
  }
}

/** A notification that nothing comes before is due at once. */
const QUEUED = `INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, due_on)
       SELECT id, subscription_id, target_url, id, created_on FROM made JOIN endpoint USING (subscription_id)`;

/** Queues a ping, or a redelivery of an earlier notification. */
export const projectNotification: Projection<SubscriptionEvent> = (sql, recorded) => {
  for (const one of recorded) {
    const { event, streamId, version, caller, occurredOn } = one;
    if (event.type === 'pinged')
      sql.write(
        `WITH made AS (
         INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, sequence, traceparent,
           request_id, created_on)
         SELECT $2, client_id, subscription_id, 'ping', $3, $4, $5, $6, $7 FROM endpoint WHERE subscription_id = $1
         RETURNING *)
       ${QUEUED}`,
        [
          streamId,
          event.notificationId,
          JSON.stringify({ message: event.message }),
          version,
          caller.traceparent,
          caller.correlationId,
          occurredOn,
        ],
      );
    if (event.type === 'redelivery_requested')
      sql.write(
        `WITH made AS (
         INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, related_id, related_type,
           sequence, cloned_from, traceparent, request_id, created_on)
         SELECT $2, client_id, subscription_id, event_type, payload, related_id, related_type, sequence, id, $4, $5, $6
         FROM webhook_notification AS original WHERE subscription_id = $1 AND id = $3
         RETURNING *)
       ${QUEUED}`,
        [
          ...[streamId, event.notificationId, event.clonedFromNotificationId],
          ...[caller.traceparent, caller.correlationId, occurredOn],
        ],
      );
  }
};
