/** The streams of a service ($1) that the index knows, each with its last version: a restored database may know less. */
export const INDEXED_STREAMS = `SELECT 'timeline' AS consumer, stream_id AS "streamId", max(version) AS heard, NULL AS "heardOn"
  FROM timeline_event WHERE source = $1 GROUP BY stream_id`;
