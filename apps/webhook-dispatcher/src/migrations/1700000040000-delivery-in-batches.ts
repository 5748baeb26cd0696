import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Functions that queue facts, claim attempts and record them in batches, one statement each. The functions of the previous
 * version remain, for dispatchers of that version that still run; a later migration drops them.
 *
 * A step of a delivery locks the row of each endpoint, and then reads the notifications with everything that others have
 * committed until then. In a batch (`waits` is false) it leaves out endpoints that another transaction has locked, so that
 * none waits for a neighbour; the caller repeats the step for them.
 */
export class DeliveryInBatches1700000040000 implements MigrationInterface {
  readonly name = 'DeliveryInBatches1700000040000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION queue_facts, claim_due, record_attempts, lock_endpoint');
  }
}

const statements = [
  // Queues facts for the subscriptions that listed them when they happened, a notification for each. The query after the lock
  // has a new snapshot, because the function is volatile. With too few ids it inserts nothing and returns how many it needs.
  `CREATE FUNCTION queue_facts(facts json, ids text[], ended_before text)
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
     WITH made AS (
       INSERT INTO webhook_notification AS made (id, client_id, subscription_id, event_type, payload, target_url, related_id,
         related_type, sequence, sequence_key, traceparent, created_on, due_on, last_error)
       SELECT ids[listener.k], fact."clientId", e.subscription_id, fact.type, fact.payload, e.target_url, fact."relatedId",
         fact."relatedType", fact.sequence, fact."relatedId", fact.traceparent, fact."createdOn",
         CASE WHEN o.is_open THEN fact."createdOn" END, CASE WHEN NOT o.is_open THEN ended_before END
       FROM unnest(numbers, listeners) WITH ORDINALITY AS listener (n, id, k)
       JOIN json_to_recordset(facts) AS fact (n integer, "clientId" text, type text, payload json, "relatedId" text,
         "relatedType" text, sequence integer, traceparent text, "createdOn" text) ON fact.n = listener.n
       JOIN endpoint AS e ON e.subscription_id = listener.id,
         LATERAL (SELECT EXISTS (SELECT FROM listening AS l
                                 WHERE l.subscription_id = e.subscription_id AND l.until IS NULL) AS is_open) AS o
       ORDER BY listener.k)
     SELECT listener.n, listener.id, 0 FROM unnest(numbers, listeners) AS listener (n, id);
   END $$`,

  // The endpoint with its row locked; none if it is missing or, unless the caller waits, locked by another transaction.
  `CREATE FUNCTION lock_endpoint(receiver text, waits boolean) RETURNS SETOF endpoint LANGUAGE plpgsql AS $$
   BEGIN
     IF waits THEN
       RETURN QUERY SELECT * FROM endpoint AS e WHERE e.subscription_id = receiver FOR NO KEY UPDATE;
     ELSE
       RETURN QUERY SELECT * FROM endpoint AS e WHERE e.subscription_id = receiver FOR NO KEY UPDATE SKIP LOCKED;
     END IF;
   END $$`,

  // Claims due attempts of each receiver, in order, as \`claim_attempts\` does. It need not be durable: after a failure of the
  // server, an attempt whose claim is lost is made again.
  //
  // limits: the maximum number of attempts, by receiver. most: by failure score, or null. is_trial: whether no other attempt
  // is claimed until these have ended, by failure score. busy: a receiver that is left out, alone in its row.
  `CREATE FUNCTION claim_due(receivers text[], limits integer[], moment text, soon text, lease_end text, taker uuid,
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
         SELECT one.id, one.client_id, one.attempt_id, one.attempts, one.claimed_on, one.claimed_by, one.target_url,
           one.lease, one.due_on, one.position
         FROM webhook_notification AS one
         WHERE one.subscription_id = receiver AND one.due_on <= soon AND (one.due_on <= moment OR one.attempts = 0)
           AND (one.failures > 0 OR NOT EXISTS (
             SELECT FROM webhook_notification AS earlier
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
         SELECT next.attempt_id, next.client_id, receiver, next.id, next.attempts, next.claimed_on, 'INTERRUPTED',
           interrupted, next.target_url, next.claimed_by
         FROM next WHERE next.lease IS NOT NULL AND next.attempt_id IS NOT NULL
         ON CONFLICT (id) DO NOTHING
       )
       UPDATE webhook_notification AS one
       SET attempts = one.attempts + 1, due_on = lease_end, locked_until = lease_end, lease = taker,
         attempt_id = attempt_ids[used + next.n], claimed_on = moment, claimed_by = dispatcher_id,
         target_url = known.target_url,
         last_error = CASE WHEN one.lease IS NULL THEN one.last_error ELSE interrupted END
       FROM next WHERE one.id = next.id
       RETURNING NULL, one.id, one.attempt_id, one.attempts, one.client_id, one.subscription_id, one.event_type,
         one.created_on, one.related_id, one.related_type, one.sequence, one.payload::text, one.traceparent,
         one.failures, one.target_url, known.sealed_secret, one.position;
       IF FOUND AND is_trial[score] THEN
         UPDATE endpoint SET open_until = lease_end WHERE subscription_id = receiver;
       END IF;
       used := used + limits[i];
     END LOOP;
   END $$`,

  // Records the outcomes of attempts in the log, in the notifications and in the breakers, as \`record_attempt\` does. The
  // attempts of one receiver stand together, each notification once.
  //
  // scores: the new failure score after the attempt, by the current one. opens: until when the breaker is open, or null, by
  // the current failure score. Returns a row for each attempt, except those of endpoints that are left out.
  `CREATE FUNCTION record_attempts(made json, moment text, soon text, waits boolean)
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
         UPDATE webhook_notification
         SET failures = failures + 1, last_error = one.error, due_on = one."nextOn", locked_until = one."nextOn", lease = NULL
         WHERE id = one.notification AND lease = one.lease AND due_on IS NOT NULL;
       END IF;
     END LOOP;
     -- A success counts even if another dispatcher has claimed the notification since.
     UPDATE webhook_notification SET sent_on = moment, due_on = NULL, locked_until = NULL, lease = NULL
     WHERE id = ANY (delivered) AND sent_on IS NULL;
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
         SELECT FROM webhook_notification AS waiting
         WHERE waiting.subscription_id = one.id AND waiting.due_on <= soon
           AND (waiting.due_on <= moment OR waiting.attempts = 0)) AS is_more_due
       FROM (SELECT DISTINCT id FROM unnest(receivers) AS given (id)) AS one)
     SELECT recorded.n, receiver.is_more_due, recorded.was_open, recorded.is_open_until
     FROM unnest(numbers, receivers, were_open, are_open) AS recorded (n, receiver, was_open, is_open_until)
     JOIN receiver ON receiver.id = recorded.receiver;
   END $$`,
];
