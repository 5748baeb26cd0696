import { Database } from '@corridor/event-store';
import type { WebhookDeliveryResource } from '@corridor/webhook-dispatcher-contract';
import { Injectable } from '@nestjs/common';

/** Of the records asked for, the last ones. */
export const MOST_DELIVERIES = 100;
/** Of one notification, the last ones: a schedule has fewer, only interrupted attempts can be more. */
export const MOST_ATTEMPTS = 20;

const LAST = `ORDER BY created_on DESC, id DESC LIMIT ${MOST_DELIVERIES}`;

/** The public records of some notifications, oldest first, each with its attempts. No more rows are read than it returns. @param last selects their ids and times */
const deliveriesOf = (last: string): string => `SELECT n.data AS notification, tried.attempts
  FROM (${last}) AS last
  CROSS JOIN LATERAL (SELECT data FROM webhook_notification_record AS r WHERE r.id = last.id) AS n
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(a.data ORDER BY a.started_on, a.id), '[]') AS attempts FROM (
      SELECT id, started_on, data FROM webhook_notification_attempt
      WHERE notification_id = last.id ORDER BY started_on DESC, id DESC LIMIT ${MOST_ATTEMPTS}
    ) AS a
  ) AS tried
  ORDER BY last.created_on, last.id`;

/** Of a client, about some records. */
export const FIND_DELIVERIES =
  deliveriesOf(`SELECT found.id, found.created_on FROM unnest($2::text[]) AS wanted (record_id)
    CROSS JOIN LATERAL (
      SELECT id, created_on FROM webhook_notification
      WHERE client_id = $1 AND related_id = wanted.record_id ${LAST}
    ) AS found ${LAST}`);

/** Of a client, to a subscription. */
export const FIND_DELIVERIES_OF_SUBSCRIPTION = deliveriesOf(`SELECT id, created_on FROM webhook_notification
    WHERE client_id = $1 AND subscription_id = $2 ${LAST}`);

type Delivery = WebhookDeliveryResource;
/** The public record of a notification or an attempt has more fields. */
interface Row {
  readonly notification: Omit<Delivery, 'notification' | 'attempts'> & { readonly id: string };
  readonly attempts: Delivery['attempts'];
}

/** What was sent about records, and what became of it. */
@Injectable()
export class DeliveryReports {
  constructor(private readonly database: Database) {}

  /** Of the notifications about these records of a client the last ones, oldest first. */
  async about(relatedEntityIds: readonly string[], clientId: string): Promise<Delivery[]> {
    const rows = await this.database.query<Row>(FIND_DELIVERIES, [clientId, relatedEntityIds]);
    return rows.map(deliveryOf);
  }

  /** Of the notifications of a client to a subscription the last ones, oldest first. */
  async to(subscriptionId: string, clientId: string): Promise<Delivery[]> {
    const values = [clientId, subscriptionId];
    const rows = await this.database.query<Row>(FIND_DELIVERIES_OF_SUBSCRIPTION, values);
    return rows.map(deliveryOf);
  }
}

const deliveryOf = ({ notification, attempts }: Row): Delivery => {
  const { id, subscription, eventType, relatedEntityId, createdOn, sentOn, lockedUntil } = notification;
  const { clonedFromNotificationId } = notification;
  return {
    ...{ notification: { id }, subscription, eventType, relatedEntityId, createdOn, sentOn, lockedUntil },
    clonedFromNotificationId,
    attempts: attempts.map(attemptOf),
  };
};

const attemptOf = (attempt: Delivery['attempts'][number]): Delivery['attempts'][number] => {
  const { id, attemptNumber, startedOn, latencyMs, outcome, statusCode, error, responseExcerpt } = attempt;
  return { id, attemptNumber, startedOn, latencyMs, outcome, statusCode, error, responseExcerpt };
};
