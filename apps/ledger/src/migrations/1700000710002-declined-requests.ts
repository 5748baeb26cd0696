import { indexesOf } from '@corridor/event-store';

/** Finds what a message has asked for and was declined. */
export const DeclinedRequests1700000710002 = indexesOf(
  'DeclinedRequests1700000710002',
  [
    `CREATE INDEX events_of_declines ON events ((caller ->> 'causationId'))
     WHERE type IN ('transfer_declined', 'transfers_declined')`,
  ],
  'what was declined is not posted later',
);
