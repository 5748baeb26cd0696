import { migrationOf } from '@corridor/event-store';

/**
 * The request that has caused a notification, which the log of its attempts names. Unknown of what was queued before, or by a dispatcher of
 * the previous version.
 */
export const RequestsOfNotifications1700000760002 = migrationOf(
  'RequestsOfNotifications1700000760002',
  [
    'ALTER TABLE webhook_notification ADD request_id text',
    `CREATE OR REPLACE FUNCTION queue_facts(facts json, ids text[], ended_before text)
   RETURNS TABLE (n integer, subscription_id text, needed integer) LANGUAGE plpgsql AS $$
   #variable_conflict use_column
   DECLARE numbers integer[]; listeners text[];
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(hashtextextended('webhook subscriptions of ' || client, 0))
     FROM (SELECT DISTINCT fact ->> 'clientId' AS client FROM json_array_elements(facts) AS fact ORDER BY client) AS one;
     SELECT coalesce(array_agg(found.n ORDER BY found.n, found.id), '{}'), coalesce(array_agg(found.id ORDER BY found.n, found.id), '{}')
     INTO numbers, listeners
     FROM (
       SELECT DISTINCT fact.n, l.subscription_id AS id
       FROM json_to_recordset(facts) AS fact (n integer, "clientId" text, type text, "occurredOn" text)
       JOIN listening AS l ON l.client_id = fact."clientId" AND fact.type = ANY (l.events) AND l.since <= fact."occurredOn"
         AND (l.until IS NULL OR l.until > fact."occurredOn")) AS found;
     IF cardinality(listeners) > cardinality(ids) THEN
       RETURN QUERY SELECT NULL::integer, NULL::text, cardinality(listeners);
       RETURN;
     END IF;
     RETURN QUERY
     WITH listener AS (
       SELECT one.k, ids[one.k] AS id, e.subscription_id, e.target_url, fact.*,
         EXISTS (SELECT FROM listening AS l
                 WHERE l.subscription_id = e.subscription_id AND l.until IS NULL) AS is_open
       FROM unnest(numbers, listeners) WITH ORDINALITY AS one (n, id, k)
       JOIN json_to_recordset(facts) AS fact (n integer, "clientId" text, type text, payload json, "relatedId" text,
         "relatedType" text, sequence integer, traceparent text, "requestId" text, "createdOn" text) ON fact.n = one.n
       JOIN endpoint AS e ON e.subscription_id = one.id
     ), made AS (
       INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, related_id, related_type,
         sequence, traceparent, request_id, created_on)
       SELECT id, "clientId", subscription_id, type, payload, "relatedId", "relatedType", sequence, traceparent, "requestId", "createdOn"
       FROM listener ORDER BY k
     ), queued AS (
       INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, due_on, last_error)
       SELECT id, subscription_id, target_url, "relatedId", CASE WHEN is_open THEN "createdOn" END,
         CASE WHEN NOT is_open THEN ended_before END
       FROM listener ORDER BY k)
     SELECT listener.n, listener.id, 0 FROM unnest(numbers, listeners) AS listener (n, id);
   END $$`,
  ],
  'the log of attempts names requests',
);
