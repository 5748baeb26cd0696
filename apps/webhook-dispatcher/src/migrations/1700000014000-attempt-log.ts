import { migrationOf } from '@corridor/event-store';

/**
 * The log of attempts, and new functions that claim and record attempts. The decisions are their arguments, made in
 * `delivery-policy.ts`. Each function is one round trip and one transaction, which locks the endpoint's row and then reads
 * the notifications, with everything that others have committed until then.
 *
 * The functions of the previous version and the column `endpoint.strikes` that they use remain, for dispatchers of that
 * version that still run; a later migration drops them.
 */
export const AttemptLog1700000014000 = migrationOf(
  'AttemptLog1700000014000',
  [
    // Columns with a constant default do not rewrite the table.
    `ALTER TABLE endpoint ADD failure_score smallint NOT NULL DEFAULT 0`,
    `UPDATE endpoint SET failure_score = least(strikes, 14) WHERE strikes > 0`,
    `ALTER TABLE webhook_notification ADD attempt_id text, ADD claimed_on text, ADD claimed_by text`,

    `CREATE TABLE delivery_attempt (
    id               text COLLATE "C" PRIMARY KEY,
    client_id        text NOT NULL,
    subscription_id  text COLLATE "C" NOT NULL,
    notification_id  text COLLATE "C" NOT NULL,
    attempt_no       integer NOT NULL,
    started_on       text COLLATE "C" NOT NULL,
    latency_ms       integer,
    outcome          text NOT NULL,
    status_code      integer,
    failure          text,
    error            text,
    response_excerpt text,
    target_url       text NOT NULL,
    dispatcher       text NOT NULL
  )`,
    `CREATE INDEX delivery_attempt_of_notification ON delivery_attempt (notification_id, started_on DESC, id DESC)`,

    // The public record, built when it is read.
    `CREATE VIEW webhook_notification_attempt AS
   SELECT id, client_id, notification_id, started_on, (SELECT row_to_json(record) FROM (SELECT
     a.id AS "id",
     (SELECT row_to_json(n) FROM (SELECT a.notification_id AS "id") AS n) AS "notification",
     (SELECT row_to_json(s) FROM (SELECT a.subscription_id AS "id") AS s) AS "subscription",
     a.attempt_no AS "attemptNumber",
     a.target_url AS "targetUrl",
     a.started_on AS "startedOn",
     a.latency_ms AS "latencyMs",
     a.outcome AS "outcome",
     a.status_code AS "statusCode",
     a.failure AS "failure",
     a.error AS "error",
     a.response_excerpt AS "responseExcerpt") AS record) AS data
   FROM delivery_attempt AS a`,

    // Claims due attempts, in order. A notification is claimed only after the first attempts of all earlier ones about the
    // same entity. Nothing is claimed for a subscription that is paused or ended, or whose breaker is open.
    //
    // most: the maximum number of attempts, by failure score. is_trial: whether no other attempt is claimed until these have
    // ended, by failure score. An attempt whose lease has expired is logged as interrupted.
    `CREATE FUNCTION claim_attempts(receiver text, moment text, soon text, lease_end text, taker uuid, dispatcher_id text,
     attempt_ids text[], most integer[], is_trial boolean[], interrupted text)
   RETURNS TABLE (taken webhook_notification, secret text) LANGUAGE plpgsql AS $$
   DECLARE known endpoint; score integer;
   BEGIN
     SELECT * INTO known FROM endpoint AS e
     WHERE e.subscription_id = receiver AND e.is_active AND (e.open_until IS NULL OR e.open_until <= moment)
     FOR NO KEY UPDATE;
     IF NOT FOUND THEN RETURN; END IF;
     score := least(known.failure_score + 1, cardinality(most));
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
       LIMIT most[score]
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
       attempt_id = attempt_ids[next.n], claimed_on = moment, claimed_by = dispatcher_id, target_url = known.target_url,
       last_error = CASE WHEN one.lease IS NULL THEN one.last_error ELSE interrupted END
     FROM next WHERE one.id = next.id
     RETURNING one, known.sealed_secret;
     IF FOUND AND is_trial[score] THEN
       UPDATE endpoint SET open_until = lease_end WHERE subscription_id = receiver;
     END IF;
   END $$`,

    // Records the outcome of an attempt in the log, in the notification's row and in the breaker. A success always counts for
    // the notification, even if another dispatcher has claimed it since; a failure only while the lease is still held.
    //
    // next_on: the time of the next attempt, or null. scores: the new failure score, by the current one. opens: until when the
    // breaker is open, or null, by the current failure score. Returns whether more attempts are due, and the state of the
    // breaker before and after.
    `CREATE FUNCTION record_attempt(receiver text, notification text, taker uuid, attempt json, moment text, soon text,
     next_on text, scores integer[], opens text[])
   RETURNS TABLE (is_more_due boolean, was_open boolean, is_open_until text) LANGUAGE plpgsql AS $$
   DECLARE known endpoint; score integer;
   BEGIN
     SELECT * INTO known FROM endpoint AS e WHERE e.subscription_id = receiver FOR NO KEY UPDATE;
     score := least(known.failure_score + 1, cardinality(scores));
     INSERT INTO delivery_attempt AS logged (id, client_id, subscription_id, notification_id, attempt_no, started_on,
       latency_ms, outcome, status_code, failure, error, response_excerpt, target_url, dispatcher)
     SELECT made.id, known.client_id, receiver, notification, made.number, made."startedOn", made."latencyMs",
       made.outcome, made."statusCode", made.failure, made.error, made.excerpt, made."targetUrl", made.dispatcher
     FROM json_to_record(attempt) AS made (id text, number integer, "startedOn" text, "latencyMs" integer, outcome text,
       "statusCode" integer, failure text, error text, excerpt text, "targetUrl" text, dispatcher text)
     ON CONFLICT (id) DO UPDATE SET started_on = excluded.started_on, latency_ms = excluded.latency_ms,
       outcome = excluded.outcome, status_code = excluded.status_code, failure = excluded.failure,
       error = excluded.error, response_excerpt = excluded.response_excerpt;
     IF attempt ->> 'outcome' = 'DELIVERED' THEN
       UPDATE webhook_notification SET sent_on = moment, due_on = NULL, locked_until = NULL, lease = NULL
       WHERE id = notification AND sent_on IS NULL;
     ELSE
       next_on := CASE WHEN NOT known.has_ended THEN next_on END;
       UPDATE webhook_notification
       SET failures = failures + 1, last_error = attempt ->> 'error', due_on = next_on, locked_until = next_on, lease = NULL
       WHERE id = notification AND lease = taker AND due_on IS NOT NULL;
     END IF;
     UPDATE endpoint SET failure_score = scores[score], open_until = opens[score]
     WHERE subscription_id = receiver
       AND (failure_score <> scores[score] OR open_until IS DISTINCT FROM opens[score]);
     is_more_due := EXISTS (
       SELECT FROM webhook_notification
       WHERE subscription_id = receiver AND due_on <= soon AND (due_on <= moment OR attempts = 0));
     was_open := known.open_until IS NOT NULL;
     is_open_until := opens[score];
     RETURN NEXT;
   END $$`,
  ],
  'the log of attempts is never dropped',
);
