import { migrationOf } from '@corridor/event-store';

const MOVED = [
  ...[
    'position',
    'target_url',
    'sequence_key',
    'attempts',
    'failures',
    'last_error',
    'sent_on',
    'locked_until',
  ],
  ...['due_on', 'lease', 'attempt_id', 'claimed_on', 'claimed_by'],
];

/**
 * What changes with the attempts of a notification moves from its row into `delivery`, a narrow one: a claim and a result
 * then write neither the payload nor the indexes of searches. The public record is built when it is read.
 *
 * The functions that queue, claim and record keep their names and arguments, so dispatchers of the previous version use
 * the new ones. Those of the versions before are dropped.
 */
export const NarrowDeliveries1700000050000 = migrationOf(
  'NarrowDeliveries1700000050000',
  [
    // due_on: when the next attempt may begin or, during an attempt, when its lease ends; null if there is nothing to do.
    // sequence_key: first attempts with the same key are made one after the other, in the order of position.
    // target_url: of the last attempt.
    `CREATE TABLE delivery (
    notification_id text COLLATE "C" PRIMARY KEY,
    subscription_id text COLLATE "C" NOT NULL,
    position        bigint GENERATED ALWAYS AS IDENTITY,
    target_url      text NOT NULL,
    sequence_key    text NOT NULL,
    attempts        integer NOT NULL DEFAULT 0,
    failures        integer NOT NULL DEFAULT 0,
    last_error      text,
    sent_on         text,
    locked_until    text,
    due_on          text,
    lease           uuid,
    attempt_id      text,
    claimed_on      text,
    claimed_by      text
  )`,
    `INSERT INTO delivery (notification_id, subscription_id, ${MOVED.join(', ')}) OVERRIDING SYSTEM VALUE
   SELECT id, subscription_id, ${MOVED.join(', ')} FROM webhook_notification`,
    `SELECT setval(pg_get_serial_sequence('delivery', 'position'), coalesce(max(position), 0) + 1, false) FROM delivery`,
    `CREATE INDEX delivery_due ON delivery (subscription_id, due_on, position) WHERE due_on IS NOT NULL`,
    `CREATE INDEX delivery_first ON delivery (subscription_id, sequence_key, position)
   WHERE due_on IS NOT NULL AND failures = 0`,

    'DROP FUNCTION queue_for_listeners, claim_attempts, record_attempt',
    'DROP TRIGGER webhook_notification_record ON webhook_notification',
    'DROP FUNCTION webhook_notification_record',
    `ALTER TABLE webhook_notification ${['data', ...MOVED].map((column) => `DROP ${column}`).join(', ')}`,

    `CREATE VIEW webhook_notification_record AS
   SELECT n.id, n.client_id, n.created_on, n.subscription_id, n.event_type, n.related_id, n.related_type, n.cloned_from,
     (SELECT row_to_json(record) FROM (SELECT
       n.id AS "id",
       (SELECT row_to_json(s) FROM (SELECT n.subscription_id AS "id") AS s) AS "subscription",
       n.event_type AS "eventType",
       n.payload AS "payload",
       d.target_url AS "targetUrl",
       n.created_on AS "createdOn",
       d.sent_on AS "sentOn",
       d.attempts AS "attemptCount",
       d.last_error AS "lastError",
       d.locked_until AS "lockedUntil",
       n.related_id AS "relatedEntityId",
       n.related_type AS "relatedEntityType",
       n.cloned_from AS "clonedFromNotificationId") AS record) AS data
   FROM webhook_notification AS n LEFT JOIN delivery AS d ON d.notification_id = n.id`,

    // Queues facts for the subscriptions that listed them when they happened, a notification for each. The query after the lock
    // has a new snapshot, because the function is volatile. With too few ids it inserts nothing and returns how many it needs.
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
         "relatedType" text, sequence integer, traceparent text, "createdOn" text) ON fact.n = one.n
       JOIN endpoint AS e ON e.subscription_id = one.id
     ), made AS (
       INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, related_id, related_type,
         sequence, traceparent, created_on)
       SELECT id, "clientId", subscription_id, type, payload, "relatedId", "relatedType", sequence, traceparent, "createdOn"
       FROM listener ORDER BY k
     ), queued AS (
       INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, due_on, last_error)
       SELECT id, subscription_id, target_url, "relatedId", CASE WHEN is_open THEN "createdOn" END,
         CASE WHEN NOT is_open THEN ended_before END
       FROM listener ORDER BY k)
     SELECT listener.n, listener.id, 0 FROM unnest(numbers, listeners) AS listener (n, id);
   END $$`,

    // Claims due attempts of each receiver, in order. A notification is claimed only after the first attempts of all earlier
    // ones about the same entity. Nothing is claimed for a subscription that is paused or ended, or whose breaker is open. A
    // claim need not be durable: after a failure of the server, an attempt whose claim is lost is made again. The payload is
    // looked up by the key of each notification: no plan reads all of them.
    //
    // limits: the maximum number of attempts, by receiver. most: by failure score, or null. is_trial: whether no other attempt
    // is claimed until these have ended, by failure score. busy: a receiver that is left out, alone in its row. An attempt
    // whose lease has expired is logged as interrupted.
    `CREATE OR REPLACE FUNCTION claim_due(receivers text[], limits integer[], moment text, soon text, lease_end text, taker uuid,
     dispatcher_id text, attempt_ids text[], most integer[], is_trial boolean[], interrupted text, waits boolean)
   RETURNS TABLE (busy text, id text, attempt_id text, attempts integer, client_id text, subscription_id text,
     event_type text, created_on text, related_id text, related_type text, sequence integer, payload text,
     traceparent text, failures integer, target_url text, secret text, place bigint) LANGUAGE plpgsql AS $$
   #variable_conflict use_column
   DECLARE receiver text; known endpoint; score integer; used integer := 0;
   BEGIN
     PERFORM set_config('synchronous_commit', 'off', true);
     FOR i IN 1 .. cardinality(receivers) LOOP
       receiver := receivers[i];
       SELECT * INTO known FROM lock_endpoint(receiver, waits);
       IF NOT FOUND THEN
         busy := receiver;
         RETURN NEXT;
         CONTINUE;
       END IF;
       CONTINUE WHEN NOT known.is_active OR known.open_until > moment;
       score := least(known.failure_score + 1, cardinality(is_trial));
       RETURN QUERY
       WITH due AS MATERIALIZED (
         SELECT one.notification_id, one.attempt_id, one.attempts, one.claimed_on, one.claimed_by, one.target_url,
           one.lease, one.due_on, one.position
         FROM delivery AS one
         WHERE one.subscription_id = receiver AND one.due_on <= soon AND (one.due_on <= moment OR one.attempts = 0)
           AND (one.failures > 0 OR NOT EXISTS (
             SELECT FROM delivery AS earlier
             WHERE earlier.subscription_id = receiver AND earlier.sequence_key = one.sequence_key
               AND earlier.position < one.position AND earlier.failures = 0 AND earlier.due_on IS NOT NULL))
         ORDER BY one.due_on, one.position
         LIMIT least(limits[i], most[score])
         FOR UPDATE SKIP LOCKED
       ), next AS (
         SELECT *, row_number() OVER (ORDER BY due_on, position) AS n FROM due
       ), logged AS (
         INSERT INTO delivery_attempt (id, client_id, subscription_id, notification_id, attempt_no, started_on, outcome,
           error, target_url, dispatcher)
         SELECT next.attempt_id, known.client_id, receiver, next.notification_id, next.attempts, next.claimed_on,
           'INTERRUPTED', interrupted, next.target_url, next.claimed_by
         FROM next WHERE next.lease IS NOT NULL AND next.attempt_id IS NOT NULL
         ON CONFLICT (id) DO NOTHING
       ), claimed AS (
         UPDATE delivery AS one
         SET attempts = one.attempts + 1, due_on = lease_end, locked_until = lease_end, lease = taker,
           attempt_id = attempt_ids[used + next.n], claimed_on = moment, claimed_by = dispatcher_id,
           target_url = known.target_url,
           last_error = CASE WHEN one.lease IS NULL THEN one.last_error ELSE interrupted END
         FROM next WHERE one.notification_id = next.notification_id
         RETURNING one.*
       )
       SELECT NULL, one.notification_id, one.attempt_id, one.attempts, known.client_id, one.subscription_id,
         about.event_type, about.created_on, about.related_id, about.related_type, about.sequence, about.payload::text,
         about.traceparent, one.failures, one.target_url, known.sealed_secret, one.position
       FROM claimed AS one, LATERAL (
         SELECT * FROM webhook_notification AS n WHERE n.id = one.notification_id LIMIT 1) AS about;
       IF FOUND AND is_trial[score] THEN
         UPDATE endpoint SET open_until = lease_end WHERE subscription_id = receiver;
       END IF;
       used := used + limits[i];
     END LOOP;
   END $$`,

    // Records the outcomes of attempts in the log, in the deliveries and in the breakers. The attempts of one receiver stand
    // together, each notification once. A success always counts, even if another dispatcher has claimed the notification
    // since; a failure only while its lease is still held.
    //
    // scores: the new failure score after the attempt, by the current one. opens: until when the breaker is open, or null, by
    // the current failure score. The last of each is that of all higher scores. Returns a row for each attempt, except those of
    // endpoints that are left out.
    `CREATE OR REPLACE FUNCTION record_attempts(made json, moment text, soon text, waits boolean)
   RETURNS TABLE (n integer, is_more_due boolean, was_open boolean, is_open_until text) LANGUAGE plpgsql AS $$
   #variable_conflict use_column
   DECLARE
     one record; known endpoint; is_free boolean; score integer; opened text;
     numbers integer[] := '{}'; receivers text[] := '{}'; delivered text[] := '{}';
     were_open boolean[] := '{}'; are_open text[] := '{}';
   BEGIN
     FOR one IN SELECT * FROM json_to_recordset(made) AS made (n integer, receiver text, notification text, lease uuid,
       outcome text, error text, "nextOn" text, scores integer[], opens text[]) LOOP
       IF known.subscription_id IS DISTINCT FROM one.receiver THEN
         SELECT * INTO known FROM lock_endpoint(one.receiver, waits);
         is_free := FOUND;
         known.subscription_id := one.receiver;
         score := known.failure_score;
         opened := known.open_until;
       END IF;
       CONTINUE WHEN NOT is_free;
       numbers := numbers || one.n;
       receivers := receivers || one.receiver;
       were_open := were_open || (opened IS NOT NULL);
       opened := one.opens[least(score + 1, cardinality(one.opens))];
       score := one.scores[least(score + 1, cardinality(one.scores))];
       are_open := are_open || opened;
       IF known.failure_score <> score OR known.open_until IS DISTINCT FROM opened THEN
         UPDATE endpoint SET failure_score = score, open_until = opened WHERE subscription_id = one.receiver;
         known.failure_score := score;
         known.open_until := opened;
       END IF;
       IF one.outcome = 'DELIVERED' THEN
         delivered := delivered || one.notification;
       ELSE
         IF known.has_ended THEN one."nextOn" := NULL; END IF;
         UPDATE delivery
         SET failures = failures + 1, last_error = one.error, due_on = one."nextOn", locked_until = one."nextOn", lease = NULL
         WHERE notification_id = one.notification AND lease = one.lease AND due_on IS NOT NULL;
       END IF;
     END LOOP;
     UPDATE delivery SET sent_on = moment, due_on = NULL, locked_until = NULL, lease = NULL
     WHERE notification_id = ANY (delivered) AND sent_on IS NULL;
     INSERT INTO delivery_attempt AS logged (id, client_id, subscription_id, notification_id, attempt_no, started_on,
       latency_ms, outcome, status_code, failure, error, response_excerpt, target_url, dispatcher)
     SELECT made.id, made."clientId", made.receiver, made.notification, made.number, made."startedOn", made."latencyMs",
       made.outcome, made."statusCode", made.failure, made.error, made.excerpt, made."targetUrl", made.dispatcher
     FROM json_to_recordset(made) AS made (n integer, id text, "clientId" text, receiver text, notification text,
       number integer, "startedOn" text, "latencyMs" integer, outcome text, "statusCode" integer, failure text, error text,
       excerpt text, "targetUrl" text, dispatcher text)
     WHERE made.n = ANY (numbers)
     ON CONFLICT (id) DO UPDATE SET started_on = excluded.started_on, latency_ms = excluded.latency_ms,
       outcome = excluded.outcome, status_code = excluded.status_code, failure = excluded.failure,
       error = excluded.error, response_excerpt = excluded.response_excerpt;
     RETURN QUERY
     WITH receiver AS MATERIALIZED (
       SELECT one.id, EXISTS (
         SELECT FROM delivery AS waiting
         WHERE waiting.subscription_id = one.id AND waiting.due_on <= soon
           AND (waiting.due_on <= moment OR waiting.attempts = 0)) AS is_more_due
       FROM (SELECT DISTINCT id FROM unnest(receivers) AS given (id)) AS one)
     SELECT recorded.n, receiver.is_more_due, recorded.was_open, recorded.is_open_until
     FROM unnest(numbers, receivers, were_open, are_open) AS recorded (n, receiver, was_open, is_open_until)
     JOIN receiver ON receiver.id = recorded.receiver;
   END $$`,
  ],
  'webhook notifications are never dropped',
);
