import { daysAgo } from './event-retention.js';

/**
 * Parts of the statement that writes the index behind the timeline: its new messages become events of their clients. A message
 * that is indexed again, because somebody has emptied the index, is added once.
 *
 * The row of `client_event_head` of each client is locked until the commit, in the order of the clients. So a position is
 * committed after all lower ones: whoever has read one never finds a lower one later.
 *
 * `$3`: the events, numbered by `n`. `$4`: now. `$5`: what happened so many days ago is not kept. Needs `new`.
 */
export const ADD_EVENTS = `fact AS MATERIALIZED (
    SELECT sent.*, row_number() OVER (PARTITION BY sent."clientId" ORDER BY sent.n) AS place,
      count(*) OVER (PARTITION BY sent."clientId") AS places
    FROM json_to_recordset($3) AS sent (n integer, source text, "messageId" text, "clientId" text, type text, sequence integer,
      "relatedId" text, "relatedType" text, payload text, message text)
    JOIN new ON new.source = sent.source AND new.message_id = sent."messageId"
    WHERE new.occurred_on >= ${daysAgo('$5::integer')}
      AND NOT EXISTS (SELECT FROM client_event AS e WHERE e.message_id = sent."messageId" AND e.source = sent.source)
  ), head AS (
    INSERT INTO client_event_head AS known (client_id, last)
    SELECT "clientId", count(*) FROM fact GROUP BY "clientId" ORDER BY "clientId"
    ON CONFLICT (client_id) DO UPDATE SET last = known.last + excluded.last
    RETURNING client_id, last
  ), added AS (
    INSERT INTO client_event (client_id, position, epoch, source, message_id, type, related_id, related_type, sequence,
      created_on, payload, message)
    SELECT fact."clientId", head.last - fact.places + fact.place, (SELECT number FROM epoch), fact.source, fact."messageId",
      fact.type, fact."relatedId", fact."relatedType", fact.sequence, $4, fact.payload, fact.message
    FROM fact JOIN head ON head.client_id = fact."clientId"
  )`;

/** The end of the statement: the clients with new events. */
export const MOVED_HEADS = `SELECT client_id AS "clientId", last::float8 FROM head`;

/** How far the events of a client go. */
export interface Head {
  readonly clientId: string;
  /** The last position. */
  readonly last: number;
}
