import { type OpenDatabase, idempotentResponses, keptStates } from '@corridor/event-store';
import { openTestDatabase, partialRow } from '@corridor/event-store/testing';
import { testCaller } from '@corridor/kernel/testing';
import type { RunningService } from '../service.js';
import { Metrics } from './metrics.js';
import { gaugesOf, serviceObserver } from './observed-service.js';
import { ServiceMetrics } from './service-metrics.js';

const DAY_MS = 86_400_000;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
/** To some minutes: a busy machine reads later. */
const about = (seconds: number) => expect.closeTo(seconds, -2.7) as number;

let db: OpenDatabase;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

/** Without the prefix and the service. */
async function shown(metrics: Metrics): Promise<Record<string, number>> {
  await metrics.read(true);
  const page = await metrics.registry.metrics();
  const lines = page.matchAll(/^corridor_(\w+)\{service="books",?(.*)\} (\S+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, labels, value]) => [`${name} ${labels}`, Number(value)]),
  );
}

function gauges(isLeader = true): Promise<Record<string, number>> {
  const metrics = new Metrics();
  const policies = [idempotentResponses(7), keptStates];
  const running = { db, policies, relay: { isLeader } } as unknown as RunningService;
  gaugesOf(running, new ServiceMetrics('books', metrics, db.searches));
  return shown(metrics);
}

test('an idle service has a value for everything that an alert asks for', async () => {
  expect(await gauges()).toMatchObject({
    'outbox_pending ': 0,
    'outbox_oldest_seconds ': 0,
    'dead_letters cause="parked"': 0,
    'dead_letter_oldest_seconds cause="locked"': 0,
    'retention_due policy="idempotent responses"': 0,
    'retention_overdue_seconds policy="kept states"': 0,
    'database_disk_full ': 0,
    'relay_leader ': 1,
    'database_pool_connections pool="commands",state="waiting"': 0,
    'database_pool_limit pool="commands"': 10,
    'database_pool_limit pool="searches"': 5,
  });
  expect(await gauges(false)).toMatchObject({ 'relay_leader ': 0 });
});

test('messages that are not published, and the age of the oldest; not events without a message', async () => {
  const events = [
    { occurred_on: secondsAgo(7_200), message: '{}', seq: 1 },
    { occurred_on: secondsAgo(5_400), message: null },
    { occurred_on: secondsAgo(3_600), message: '{}' },
    { occurred_on: secondsAgo(0), message: '{}' },
  ];
  for (const [version, event] of events.entries())
    await partialRow(db, 'events', { stream_id: 'one', version, message_type: 'sent', ...event });
  expect(await gauges()).toMatchObject({ 'outbox_pending ': 2, 'outbox_oldest_seconds ': about(3_600) });
});

test('messages that wait, by cause, and the age of the oldest', async () => {
  const letters = [
    { lock: null, parked_on: secondsAgo(3_600) },
    { lock: null, parked_on: secondsAgo(0) },
    { lock: 'streams cli_1', parked_on: secondsAgo(7_200) },
  ];
  for (const [version, letter] of letters.entries())
    await partialRow(db, 'dead_letter', { stream_id: 'one', version, ...letter });
  await partialRow(db, 'kept_message', { stream_id: 'two', kept_on: secondsAgo(10_800) });
  expect(await gauges()).toMatchObject({
    'dead_letters cause="parked"': 2,
    'dead_letters cause="locked"': 1,
    'dead_letters cause="kept"': 1,
    'dead_letter_oldest_seconds cause="parked"': about(3_600),
    'dead_letter_oldest_seconds cause="locked"': about(7_200),
    'dead_letter_oldest_seconds cause="kept"': about(10_800),
  });
});

test('what is older than its policy keeps it, since when, and when the policy was applied', async () => {
  for (const days of [6, 8, 9])
    await partialRow(db, 'idempotency_key', {
      ...{ key: `${days}`, response: '{}', created_on: new Date(Date.now() - days * DAY_MS) },
    });
  const on = secondsAgo(600);
  await partialRow(db, 'retention', { policy: 'idempotent responses', last_run_on: on });
  const found = await gauges();
  expect(found).toMatchObject({
    'retention_due policy="idempotent responses"': 2,
    'retention_overdue_seconds policy="idempotent responses"': about(2 * 86_400),
    'retention_last_run_timestamp_seconds policy="idempotent responses"': on.getTime() / 1_000,
  });
  expect(found).not.toHaveProperty('retention_last_run_timestamp_seconds policy="kept states"');
});

test('requests for a connection that wait, of those that are in use', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => db.pool.connect()));
  const waiting = db.pool.connect();
  expect(await gauges()).toMatchObject({
    'database_pool_connections pool="commands",state="active"': 10,
    'database_pool_connections pool="commands",state="idle"': 0,
    'database_pool_connections pool="commands",state="waiting"': 1,
  });
  for (const client of clients) client.release();
  (await waiting).release();
});

test('a full disk, from the first statement that fails for it', async () => {
  db.disk.note(Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(await gauges()).toMatchObject({ 'database_disk_full ': 1 });
});

test('what a service does is counted: commands by outcome, refolds, publications', async () => {
  const metrics = new Metrics();
  const observer = serviceObserver('books', metrics);
  const { traceparent } = testCaller;
  observer.executed('wallet', 'done', 0.02, traceparent);
  observer.executed('wallet', 'failed', 3, traceparent);
  observer.refolded('wallet', 2);
  observer.published(5);
  expect(await shown(metrics)).toMatchObject({
    'command_duration_seconds_count aggregate="wallet",outcome="done"': 1,
    'command_duration_seconds_count aggregate="wallet",outcome="failed"': 1,
    'refolds_total aggregate="wallet"': 2,
    'relay_published_total ': 5,
  });
});
