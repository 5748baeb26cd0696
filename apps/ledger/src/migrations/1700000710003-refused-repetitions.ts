import { migrationOf } from '@corridor/event-store';

/** Refuses to post what messages have asked for that were declined: they came again, and there is money now. */
export const RefusedRepetitions1700000710003 = migrationOf(
  'RefusedRepetitions1700000710003',
  [
    `CREATE FUNCTION refuse_declined(requests text[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
     BEGIN
       IF EXISTS (SELECT FROM events WHERE type IN ('transfer_declined', 'transfers_declined')
                  AND caller ->> 'causationId' = ANY (requests)) THEN
         RAISE EXCEPTION 'the request was declined before' USING ERRCODE = 'unique_violation', CONSTRAINT = 'events_of_declines';
       END IF;
     END $$`,
  ],
  'what was declined is not posted later',
);
