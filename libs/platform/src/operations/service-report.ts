import type { Database } from '@corridor/event-store';
import { timestamp } from '@corridor/kernel';
import { isOfBroker } from '@corridor/messaging';
import type { ServiceReportResource } from '@corridor/services';
import type { RunningService } from '../service.js';
import { consumersOf } from './consumer-rewind.js';

type Waiting = ServiceReportResource['outbox'];
type Relay = ServiceReportResource['relay'];
type Problems = ServiceReportResource['health'];

/** A build without a heartbeat for this time no longer runs. */
const ALIVE = `interval '90 seconds'`;

/** How a service is: what its database says, and what its consumers have not processed. */
export async function reportOf(running: RunningService, health: Problems): Promise<ServiceReportResource> {
  const { database } = running.db;
  const [relay, outbox, parked, locks, kept, counts, consumers] = await Promise.all([
    relayOf(database),
    waiting(database, 'occurred_on', 'events WHERE seq IS NULL AND message IS NOT NULL'),
    waiting(database, 'parked_on', 'dead_letter WHERE lock IS NULL'),
    waiting(database, 'parked_on', 'dead_letter WHERE lock IS NOT NULL'),
    waiting(database, 'kept_on', 'kept_message'),
    countsOf(database),
    Promise.all(
      consumersOf(running.service).map(async (consumer) => ({
        consumer,
        lag: await lagOf(running, consumer),
      })),
    ),
  ]);
  const isWell = health.length + parked.count + locks.count === 0 && relay.problem === null;
  return {
    ...{ service: running.service.name, isWell, health, relay, outbox, consumers: consumers as never },
    ...{ parked, waitingForLocks: locks, keptForLaterBuild: kept, ...counts },
  };
}

/** Null if no broker says it now: the rest of the report is then needed most. */
async function lagOf({ carrier }: RunningService, consumer: string) {
  try {
    const lags = await carrier.lagOf(consumer);
    return lags?.map(({ source, messages }) => ({ source, messages })) ?? null;
  } catch (error) {
    if (isOfBroker(error)) return null;
    throw error;
  }
}

async function waiting(database: Database, column: string, from: string): Promise<Waiting> {
  const [row] = await database.query<{ count: number; oldest: Date | null }>(
    `SELECT count(*)::int, min(${column}) AS oldest FROM ${from}`,
  );
  return { count: row?.count ?? 0, oldestOn: row?.oldest ? timestamp(row.oldest) : null };
}

async function relayOf(database: Database): Promise<Relay> {
  const [row] = await database.query<{ address: string | null; since: Date | null; held: boolean }>(
    `SELECT coalesce(host(client_addr), 'local') AS address, backend_start AS since, held FROM relay_term
     LEFT JOIN (pg_locks JOIN pg_stat_activity USING (pid))
       ON locktype = 'advisory' AND granted AND objsubid = 1 AND datname = current_database()
       AND (classid::bigint << 32 | objid::bigint)
         = hashtextextended('relay' || CASE term WHEN 0 THEN '' ELSE ' ' || term END, 0)`,
  );
  const isThere = Boolean(row?.since);
  return {
    address: isThere ? (row?.address ?? null) : null,
    since: row?.since ? timestamp(row.since) : null,
    problem: problemOf(isThere, row?.held ?? false),
  };
}

function problemOf(isThere: boolean, isHeld: boolean): string | null {
  if (isHeld) return 'its topic has lost what was published: publish the outbox again';
  return isThere ? null : 'no process publishes';
}

async function countsOf(database: Database) {
  const [row] = await database.query<{ runs: number; schema: string; builds: number }>(
    `SELECT (SELECT count(*)::int FROM run_progress WHERE ended_on IS NULL) AS runs,
       (SELECT name FROM migrations ORDER BY timestamp DESC LIMIT 1) AS schema,
       (SELECT count(*)::int FROM consumer_generation WHERE seen_on > now() - ${ALIVE}) AS builds`,
  );
  return row ?? { runs: 0, schema: '', builds: 0 };
}
