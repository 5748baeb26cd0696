import type { WebhookEventType, WebhookNotificationResource } from '@corridor/contracts';
import type { Collection, Recorded, Sql } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';
import type { SubscriptionEvent } from '../subscription/subscription.js';

/** The collection that clients read (interface-spec 2.13). */
export const notifications: Collection = { table: 'webhook_notification' };

export const ENDED_BEFORE = 'The subscription ended before this could be sent.';

/** A row of which delivery makes the rest. */
export interface Queued {
  readonly id: string;
  readonly clientId: string;
  readonly subscriptionId: string;
  readonly eventType: WebhookEventType;
  readonly payload: object;
  readonly targetUrl: string;
  readonly relatedId: string | null;
  readonly relatedType: WebhookNotificationResource['relatedEntityType'];
  /** Rises with what happens to an entity: the version of its stream. */
  readonly sequence: number;
  readonly traceparent: string;
  readonly createdOn: Timestamp;
  /** Visible, but never sent. */
  readonly hasEnded: boolean;
}

/** Queues facts. First attempts about one entity keep this order. */
export async function queue(sql: Sql, rows: readonly Queued[]): Promise<void> {
  await sql.query(
    `INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, target_url, related_id,
       related_type, sequence, sequence_key, traceparent, created_on, due_on, last_error)
     SELECT row ->> 'id', row ->> 'clientId', row ->> 'subscriptionId', row ->> 'eventType', row -> 'payload',
       row ->> 'targetUrl', row ->> 'relatedId', row ->> 'relatedType', (row ->> 'sequence')::int,
       coalesce(row ->> 'relatedId', row ->> 'id'), row ->> 'traceparent', row ->> 'createdOn',
       CASE WHEN row ->> 'hasEnded' = 'false' THEN row ->> 'createdOn' END,
       CASE WHEN row ->> 'hasEnded' = 'true' THEN $2 END
     FROM unnest($1::json[]) WITH ORDINALITY AS queued (row, n) ORDER BY n`,
    [rows.map((row) => JSON.stringify(row)), ENDED_BEFORE],
  );
}

/** Queues what a subscription is asked for itself: a ping, or an earlier notification once more. */
export async function projectNotification(
  sql: Sql,
  { event, streamId, version, caller, occurredOn }: Recorded<SubscriptionEvent>,
): Promise<void> {
  if (event.type === 'pinged')
    await sql.query(
      `INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, target_url, sequence,
         sequence_key, traceparent, created_on, due_on)
       SELECT $2, client_id, subscription_id, 'ping', $3, target_url, $4, $2, $5, $6, $6
       FROM endpoint WHERE subscription_id = $1`,
      [
        streamId,
        event.notificationId,
        JSON.stringify({ message: event.message }),
        version,
        caller.traceparent,
        occurredOn,
      ],
    );
  if (event.type === 'redelivery_requested')
    await sql.query(
      `INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, target_url, related_id,
         related_type, sequence, sequence_key, cloned_from, traceparent, created_on, due_on)
       SELECT $2, client_id, subscription_id, event_type, payload, endpoint.target_url, related_id,
         related_type, sequence, $2, id, $4, $5, $5
       FROM webhook_notification AS original JOIN endpoint USING (subscription_id, client_id)
       WHERE subscription_id = $1 AND id = $3`,
      [streamId, event.notificationId, event.clonedFromNotificationId, caller.traceparent, occurredOn],
    );
}
