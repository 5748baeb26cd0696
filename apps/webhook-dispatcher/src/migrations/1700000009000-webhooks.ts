import { createReadModel, migrationOf } from '@corridor/event-store';

export const Webhooks1700000009000 = migrationOf(
  'Webhooks1700000009000',
  [
    ...createReadModel('webhook_subscription'),
    ...createReadModel('webhook_notification'),

    // The data of a subscription that attempts need. Its row is the lock that orders attempts, pause and rotation.
    `CREATE TABLE endpoint (
    subscription_id text PRIMARY KEY,
    client_id       text NOT NULL,
    target_url      text NOT NULL,
    sealed_secret   text NOT NULL,
    is_active       boolean NOT NULL,
    strikes         integer NOT NULL DEFAULT 0,
    open_until      text
  )`,

    // Which events a subscription listed, and when: a fact that arrives late is sent to those that listed it when it happened.
    `CREATE TABLE listening (
    subscription_id text NOT NULL,
    client_id       text NOT NULL,
    events          text[] NOT NULL,
    since           text NOT NULL,
    until           text
  )`,
    `CREATE INDEX listening_client ON listening (client_id)`,
    `CREATE INDEX listening_subscription ON listening (subscription_id) WHERE until IS NULL`,

    // due_on: when the next attempt may begin or, during an attempt, when its lease ends; null if there is nothing to do.
    // sequence_key: first attempts with the same key are made one after the other, in the order of position.
    `ALTER TABLE webhook_notification
    ADD position          bigint GENERATED ALWAYS AS IDENTITY,
    ADD subscription_id   text NOT NULL,
    ADD event_type        text NOT NULL,
    ADD payload           json NOT NULL,
    ADD target_url        text NOT NULL,
    ADD related_id        text,
    ADD related_type      text,
    ADD sequence          integer NOT NULL,
    ADD sequence_key      text NOT NULL,
    ADD cloned_from       text,
    ADD traceparent       text NOT NULL,
    ADD attempts          integer NOT NULL DEFAULT 0,
    ADD failures          integer NOT NULL DEFAULT 0,
    ADD last_error        text,
    ADD sent_on           text,
    ADD locked_until      text,
    ADD due_on            text,
    ADD lease             uuid`,
    `CREATE INDEX webhook_notification_due ON webhook_notification (subscription_id, due_on, position)
   WHERE due_on IS NOT NULL`,
    `CREATE INDEX webhook_notification_first ON webhook_notification (subscription_id, sequence_key, position)
   WHERE due_on IS NOT NULL AND failures = 0`,
    `CREATE INDEX webhook_notification_of_subscription
   ON webhook_notification (subscription_id, created_on DESC, id DESC)`,

    // Queues a fact in one round trip: it finds the subscriptions that listed it when it happened and inserts a notification
    // for each. The query after the lock has a new snapshot, because the function is volatile. With too few ids it inserts
    // nothing and returns how many it needs.
    `CREATE FUNCTION queue_for_listeners(client text, type text, occurred text, fact json, ids text[], ended_before text)
   RETURNS TABLE (subscription_id text, needed integer) LANGUAGE plpgsql AS $$
   DECLARE listeners text[];
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(hashtextextended('webhook subscriptions of ' || client, 0));
     listeners := ARRAY(
       SELECT DISTINCT l.subscription_id FROM listening AS l
       WHERE l.client_id = client AND type = ANY(l.events) AND l.since <= occurred
         AND (l.until IS NULL OR l.until > occurred)
       ORDER BY l.subscription_id);
     IF cardinality(listeners) > cardinality(ids) THEN
       RETURN QUERY SELECT NULL::text, cardinality(listeners);
       RETURN;
     END IF;
     RETURN QUERY
     INSERT INTO webhook_notification AS made (id, client_id, subscription_id, event_type, payload, target_url, related_id,
       related_type, sequence, sequence_key, traceparent, created_on, due_on, last_error)
     SELECT ids[n], client, e.subscription_id, type, fact -> 'payload', e.target_url, fact ->> 'relatedId',
       fact ->> 'relatedType', (fact ->> 'sequence')::int, fact ->> 'relatedId', fact ->> 'traceparent',
       fact ->> 'createdOn', CASE WHEN o.is_open THEN fact ->> 'createdOn' END,
       CASE WHEN NOT o.is_open THEN ended_before END
     FROM unnest(listeners) WITH ORDINALITY AS listener (id, n) JOIN endpoint AS e ON e.subscription_id = listener.id,
       LATERAL (SELECT EXISTS (SELECT 1 FROM listening AS l
                               WHERE l.subscription_id = e.subscription_id AND l.until IS NULL) AS is_open) AS o
     ORDER BY n
     RETURNING made.subscription_id, 0;
   END $$`,

    // The public record is derived from the row, whoever writes it (interface-spec 2.13).
    `CREATE FUNCTION webhook_notification_record() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.data := (SELECT row_to_json(record) FROM (SELECT
       NEW.id AS "id",
       (SELECT row_to_json(s) FROM (SELECT NEW.subscription_id AS "id") AS s) AS "subscription",
       NEW.event_type AS "eventType",
       NEW.payload AS "payload",
       NEW.target_url AS "targetUrl",
       NEW.created_on AS "createdOn",
       NEW.sent_on AS "sentOn",
       NEW.attempts AS "attemptCount",
       NEW.last_error AS "lastError",
       NEW.locked_until AS "lockedUntil",
       NEW.related_id AS "relatedEntityId",
       NEW.related_type AS "relatedEntityType",
       NEW.cloned_from AS "clonedFromNotificationId") AS record);
     RETURN NEW;
   END $$`,
    `CREATE TRIGGER webhook_notification_record BEFORE INSERT OR UPDATE ON webhook_notification
   FOR EACH ROW EXECUTE FUNCTION webhook_notification_record()`,
  ],
  'webhook subscriptions and notifications are never dropped',
);
