import { migrationOf } from '@corridor/event-store';

/**
 * The steps of a delivery. Each is one round trip and one transaction, which locks the endpoint's row and then reads the
 * notifications, with everything that others have committed until then.
 */
export const Delivery1700000013000 = migrationOf(
  'Delivery1700000013000',
  [
    `ALTER TABLE endpoint ADD has_ended boolean NOT NULL DEFAULT false`,
    `UPDATE endpoint SET has_ended = true WHERE NOT EXISTS (
     SELECT FROM listening WHERE listening.subscription_id = endpoint.subscription_id AND until IS NULL)`,

    // Finds the subscriptions of a client that are active, or that were when a late fact happened.
    `DROP INDEX listening_client`,
    `CREATE INDEX listening_client ON listening (client_id, until)`,

    // The active endpoints, for the sweep.
    `CREATE INDEX endpoint_active ON endpoint (subscription_id) WHERE is_active`,

    // Claims up to `most` due attempts, in order. A notification is claimed only after the first attempts of all earlier ones
    // about the same entity. Nothing is claimed for a subscription that is paused or ended; while its breaker is half open,
    // one attempt is claimed and no other until that has ended.
    `CREATE FUNCTION claim_notifications(receiver text, moment text, soon text, lease_end text, taker uuid, most integer,
     threshold integer)
   RETURNS TABLE (taken webhook_notification, secret text) LANGUAGE plpgsql AS $$
   DECLARE known endpoint;
   BEGIN
     SELECT * INTO known FROM endpoint AS e
     WHERE e.subscription_id = receiver AND e.is_active AND (e.open_until IS NULL OR e.open_until <= moment)
     FOR NO KEY UPDATE;
     IF NOT FOUND THEN RETURN; END IF;
     RETURN QUERY
     WITH next AS MATERIALIZED (
       SELECT one.id FROM webhook_notification AS one
       WHERE one.subscription_id = receiver AND one.due_on <= soon AND (one.due_on <= moment OR one.attempts = 0)
         AND (one.failures > 0 OR NOT EXISTS (
           SELECT FROM webhook_notification AS earlier
           WHERE earlier.subscription_id = receiver AND earlier.sequence_key = one.sequence_key
             AND earlier.position < one.position AND earlier.failures = 0 AND earlier.due_on IS NOT NULL))
       ORDER BY one.due_on, one.position
       LIMIT CASE WHEN known.strikes >= threshold THEN 1 ELSE most END
       FOR UPDATE SKIP LOCKED
     )
     UPDATE webhook_notification AS one
     SET attempts = one.attempts + 1, due_on = lease_end, locked_until = lease_end, lease = taker,
       target_url = known.target_url,
       last_error = CASE WHEN one.lease IS NULL THEN one.last_error
                         ELSE 'The attempt before was interrupted on our side.' END
     FROM next WHERE one.id = next.id
     RETURNING one, known.sealed_secret;
     IF FOUND AND known.strikes >= threshold THEN
       UPDATE endpoint SET open_until = lease_end WHERE subscription_id = receiver;
     END IF;
   END $$`,

    // Records a success, even if another dispatcher has claimed the notification since. Returns whether more attempts are due,
    // and whether the circuit breaker was open.
    `CREATE FUNCTION notification_delivered(receiver text, notification text, moment text, soon text)
   RETURNS TABLE (is_more_due boolean, was_open boolean) LANGUAGE plpgsql AS $$
   DECLARE known endpoint;
   BEGIN
     SELECT * INTO known FROM endpoint AS e WHERE e.subscription_id = receiver FOR NO KEY UPDATE;
     UPDATE webhook_notification SET sent_on = moment, due_on = NULL, locked_until = NULL, lease = NULL
     WHERE id = notification AND sent_on IS NULL;
     UPDATE endpoint SET strikes = 0, open_until = NULL
     WHERE subscription_id = receiver AND (strikes > 0 OR open_until IS NOT NULL);
     is_more_due := EXISTS (
       SELECT FROM webhook_notification
       WHERE subscription_id = receiver AND due_on <= soon AND (due_on <= moment OR attempts = 0));
     was_open := known.open_until IS NOT NULL;
     RETURN NEXT;
   END $$`,

    // Records a failure. pauses: until when the breaker stays open after the failure that opens it, and after each further
    // one. Returns until when it is open, or null, and whether it was open before.
    `CREATE FUNCTION notification_failed(receiver text, notification text, taker uuid, reason text, next_on text,
     weight integer, threshold integer, pauses text[])
   RETURNS TABLE (is_open_until text, was_open boolean) LANGUAGE plpgsql AS $$
   DECLARE known endpoint;
   BEGIN
     SELECT * INTO known FROM endpoint AS e WHERE e.subscription_id = receiver FOR NO KEY UPDATE;
     next_on := CASE WHEN NOT known.has_ended THEN next_on END;
     UPDATE webhook_notification
     SET failures = failures + 1, last_error = reason, due_on = next_on, locked_until = next_on, lease = NULL
     WHERE id = notification AND lease = taker AND due_on IS NOT NULL;
     UPDATE endpoint
     SET strikes = strikes + weight, open_until = pauses[least(strikes + weight - threshold + 1, cardinality(pauses))]
     WHERE subscription_id = receiver
     RETURNING open_until INTO is_open_until;
     was_open := known.open_until IS NOT NULL;
     RETURN NEXT;
   END $$`,
  ],
  'webhook subscriptions and notifications are never dropped',
);
