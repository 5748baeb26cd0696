import type { ClientBase } from 'pg';

/** Its holder asks its connection every second. */
const SILENT_FOR = '5 s';

/** The lock of a term. The first one has the name by which earlier versions know it. */
const KEY = `hashtextextended('relay' || CASE term WHEN 0 THEN '' ELSE ' ' || term END, 0)`;

const HOLDERS = `SELECT pid FROM relay_term, pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND datname = current_database()
    AND pg_locks.database = datid AND (classid::bigint << 32 | objid::bigint) = ${KEY}
    AND state_change < now() - interval '${SILENT_FOR}'`;

/**
 * Takes the lock of a database's relay for the session, if nobody has it. The backend of a holder that has been silent is
 * ended, because its process is gone or cannot reach it; one that cannot be ended keeps the lock of a past term, and
 * whatever it may still mark has numbers that are used by then, which the index of numbers refuses.
 */
export async function takeRelayLock(client: ClientBase): Promise<boolean> {
  if (await tryLock(client)) return true;
  const { rows } = await client.query<{ hasEnded: boolean; term: number }>(
    `SELECT pg_terminate_backend(pid, 500) AS "hasEnded", term FROM (${HOLDERS}) AS holder, relay_term`,
  );
  const stopped = rows.find(({ hasEnded }) => !hasEnded);
  if (stopped) await client.query('UPDATE relay_term SET term = term + 1 WHERE term = $1', [stopped.term]);
  return rows.length > 0 && tryLock(client);
}

/** Nobody gets it while the database is fenced. */
async function tryLock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(${KEY}) AS held FROM relay_term, epoch WHERE fenced_on IS NULL`,
  );
  return rows[0]?.held ?? false;
}
