import {
  type CommandObserver,
  type DueRows,
  type OpenDatabase,
  dueRows,
  retentionRecords,
} from '@corridor/event-store';
import type { LogFeed } from '@corridor/messaging';
import type { RunningService } from '../service.js';
import { exemplarOf } from './exemplar.js';
import type { Labelled } from './gauge-reader.js';
import type { Metrics } from './metrics.js';
import type { ServiceMetrics } from './service-metrics.js';

/** In seconds: a command takes some milliseconds, and waits up to ten seconds for a lock. */
const COMMAND_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What a service tells while it works. */
export interface ServiceObserver extends CommandObserver {
  /** So many messages were passed on by its relay. */
  published(count: number): void;
  /** So many messages had no effect, because their service has lost their events. */
  skipped(count: number): void;
}

/** Counts what a service does. */
export function serviceObserver(service: string, metrics: Metrics): ServiceObserver {
  const duration = metrics.histogram(
    'command_duration_seconds',
    { help: 'From the call of a command until its commit', labels: ['aggregate', 'outcome'] },
    COMMAND_BUCKETS,
  );
  const refolds = metrics.counter('refolds_total', {
    help: 'Streams whose whole history was read, because the rules of their aggregate have changed',
    labels: ['aggregate'],
  });
  const published = metrics.counter('relay_published_total', {
    help: 'Messages that the relay has passed on, those included that were passed on again',
  });
  published.inc({ service }, 0);
  const skipped = metrics.counter('lost_messages_skipped_total', {
    help: 'Messages without an effect, because their event was lost when a database was restored',
  });
  skipped.inc({ service }, 0);
  return {
    executed: (aggregate, outcome, value, trace) =>
      duration.observe({ labels: { service, aggregate, outcome }, value, ...exemplarOf(trace) }),
    refolded: (aggregate, streams) => refolds.inc({ service, aggregate }, streams),
    published: (count) => published.inc({ service }, count),
    skipped: (count) => skipped.inc({ service }, count),
  };
}

/** The same feed, whose publications are counted. */
export const countedFeed = (feed: LogFeed, onPublished: (count: number) => void): LogFeed => ({
  ...feed,
  published(messages) {
    onPublished(messages.length);
    feed.published?.(messages);
  },
});

/** The gauges that every service has. */
export function gaugesOf({ relay, db, policies }: RunningService, metrics: ServiceMetrics): void {
  metrics.reads('outbox', OUTBOX, async (sql) => {
    const [row] = await sql.query<{ pending: number; oldest: number }>(UNPUBLISHED);
    return { outbox_pending: row?.pending ?? 0, outbox_oldest_seconds: row?.oldest ?? 0 };
  });
  metrics.reads('dead letters', DEAD_LETTERS, async (sql) => {
    const rows = await sql.query<{ cause: string; count: number; oldest: number }>(WAITING);
    return {
      dead_letters: rows.map(({ cause, count: value }) => ({ cause, value })),
      dead_letter_oldest_seconds: rows.map(({ cause, oldest: value }) => ({ cause, value })),
    };
  });
  metrics.reads('retention', RETENTION, async (sql) => {
    const due: (DueRows & { readonly policy: string; readonly days: number })[] = [];
    for (const policy of policies)
      due.push({ policy: policy.name, days: policy.days, ...(await dueRows(sql, policy)) });
    const records = await retentionRecords(sql);
    return {
      retention_due: due.map(({ policy, count: value }) => ({ policy, value })),
      retention_overdue_seconds: due.map(({ policy, days, oldestOn }) => ({
        policy,
        value: oldestOn ? Math.max(0, (Date.now() - oldestOn.getTime()) / 1_000 - days * DAY_SECONDS) : 0,
      })),
      retention_last_run_timestamp_seconds: records.flatMap(({ policy, lastRunOn }) =>
        lastRunOn ? [{ policy, value: lastRunOn.getTime() / 1_000 }] : [],
      ),
    };
  });
  metrics.knows('disk', DISK, () => ({ database_disk_full: db.disk.isFull ? 1 : 0 }));
  metrics.knows('relay', RELAY, () => ({ relay_leader: relay.isLeader ? 1 : 0 }));
  metrics.knows('database pool', POOLS, () => {
    const pools = [poolsOf(db.pool, 'commands'), poolsOf(db.searchPool, 'searches')];
    return {
      database_pool_connections: pools.flatMap(({ states }) => states),
      database_pool_limit: pools.map(({ limit }) => limit),
    };
  });
}

const OUTBOX = {
  outbox_pending: { help: 'Messages that are committed and not published' },
  outbox_oldest_seconds: { help: 'Age of the oldest message that is not published; 0 if there is none' },
};

/** From the partial index of what is not published. */
const UNPUBLISHED = `SELECT count(*)::int AS pending, coalesce(greatest(0, extract(epoch FROM now() - (
    SELECT occurred_on FROM events WHERE seq IS NULL AND message IS NOT NULL ORDER BY position LIMIT 1
  ))), 0)::float8 AS oldest
  FROM events WHERE seq IS NULL AND message IS NOT NULL`;

const DEAD_LETTERS = {
  dead_letters: {
    help: 'Messages that wait: parked because they failed or wait behind one that did, for a lock, or kept for a later build',
    labels: ['cause'],
  },
  dead_letter_oldest_seconds: { help: 'Since when the oldest of them waits', labels: ['cause'] },
};

const WAITING = `SELECT cause, count(since)::int AS count,
    coalesce(extract(epoch FROM now() - min(since)), 0)::float8 AS oldest
  FROM unnest(ARRAY['parked', 'locked', 'kept']) AS cause LEFT JOIN (
    SELECT CASE WHEN lock IS NULL THEN 'parked' ELSE 'locked' END AS cause, parked_on AS since FROM dead_letter
    UNION ALL SELECT 'kept', kept_on FROM kept_message
  ) AS one USING (cause) GROUP BY cause`;

const RETENTION = {
  retention_due: {
    help: 'What is older than a policy keeps it, and not removed yet; 100000 also if there is more',
    labels: ['policy'],
  },
  retention_overdue_seconds: {
    help: 'Since when the oldest of that is older than the policy keeps it; 0 if there is none',
    labels: ['policy'],
  },
  retention_last_run_timestamp_seconds: { help: 'When the policy was last applied', labels: ['policy'] },
};

const DAY_SECONDS = 86_400;

const RELAY = {
  relay_leader: { help: '1 in the process that publishes the messages of the service, 0 in the others' },
};

const DISK = {
  database_disk_full: { help: '1 while Postgres has no space: commands get 503, reads work' },
};

const POOLS = {
  database_pool_connections: {
    help: 'Connections by state; waiting: requests for one that wait',
    labels: ['pool', 'state'],
    together: 'sum',
  },
  database_pool_limit: { help: 'The greatest number of connections', labels: ['pool'], together: 'sum' },
} as const;

function poolsOf(pool: OpenDatabase['pool'], name: string): { states: Labelled[]; limit: Labelled } {
  const { totalCount, idleCount, waitingCount } = pool;
  const counts = { active: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  return {
    states: Object.entries(counts).map(([state, value]) => ({ pool: name, state, value })),
    limit: { pool: name, value: pool.options.max },
  };
}
