import { type OpenDatabase, applyPolicy, dueRows } from '@corridor/event-store';
import { testCaller } from '@corridor/testing';
import { openTestDatabase } from '@corridor/testing/service';
import { service } from '../service.js';
import { AuditedCommands } from './audited-commands.js';
import { BUSY_WALLET, manyEvents, storyId } from './many-events.fixture.js';
import type { Notifications } from './notifications.js';
import { timelineEvents } from './timeline-retention.js';
import { Timelines } from './timeline.js';

const STORIES = 300;
const EVENTS_OF_STORY = 10;

let db: OpenDatabase;
let timelines: Timelines;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await manyEvents(db, STORIES * EVENTS_OF_STORY, { eventsOfStory: EVENTS_OF_STORY });
  timelines = new Timelines(
    db.database,
    { about: async () => [] } as unknown as Notifications,
    new AuditedCommands(db.database),
  );
});
afterAll(() => db.close());

const count = async (from: string) =>
  Number((await db.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${from}`)).rows[0]?.n);
const toldOf = async (id: string) => (await timelines.ofAnybody(id, testCaller)).events.length;

/** The stories before this one happen so long ago. */
async function age(story: number, days: number): Promise<void> {
  const time = `to_char(now() AT TIME ZONE 'UTC' - interval '${days} days', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
  const client = await db.pool.connect();
  await client.query('BEGIN; SET LOCAL enable_seqscan = on'); // no index has them in this order
  await client.query(`UPDATE timeline_event SET occurred_on = ${time} WHERE stream_id < $1`, [
    storyId('pi', story),
  ]);
  await client.query(
    `UPDATE timeline_reference AS r SET occurred_on = e.occurred_on FROM timeline_event AS e WHERE e.seq = r.seq`,
  );
  await client.query('COMMIT');
  client.release();
}

const isOld = `occurred_on < to_char(now() - interval '1900 days', 'YYYY-MM-DD')`;
/** What the fixture names beside the events. */
const isNamedByEvent = `reference <> '${BUSY_WALLET}'`;

beforeAll(async () => {
  await age(STORIES, 100);
  await age(100, 2_000);
});

test('ids are found by their index', async () => {
  const client = await db.pool.connect();
  const wholeTables = async () =>
    (
      await client.query(
        `SELECT relname, seq_scan FROM pg_stat_xact_user_tables WHERE relname ~ '^timeline' ORDER BY 1`,
      )
    ).rows;
  await client.query('BEGIN');
  await client.query('SELECT FROM timeline_event, timeline_reference LIMIT 1');
  const before = await wholeTables();
  await client.query('SELECT remove_timeline_events(1830, 1000)');
  expect(await wholeTables()).toEqual(before);
  await client.query('ROLLBACK');
  client.release();
  expect(before).toHaveLength(2);
});

test('old events are removed with the ids under which they are found, and nothing else', async () => {
  const [events, old] = [await count('timeline_event'), await count(`timeline_event WHERE ${isOld}`)];
  expect(old).toBe(100 * EVENTS_OF_STORY);
  const references = `timeline_reference WHERE ${isNamedByEvent}`;
  const [named, namedOld] = [await count(references), await count(`${references} AND ${isOld}`)];
  const policy = timelineEvents(1_830);
  expect((await dueRows(db.database, policy)).count).toBe(old);
  expect(await applyPolicy(db.database, policy)).toBe(old);
  expect(await count('timeline_event')).toBe(events - old);
  expect([await count(references), await count(`${references} AND ${isOld}`)]).toEqual([named - namedOld, 0]);
  expect(await toldOf(storyId('pi', 200))).toBe(EVENTS_OF_STORY);
  await expect(timelines.ofAnybody(storyId('pi', 50), testCaller)).rejects.toThrow('not_found');
});

test('what is younger than 400 days is kept, whatever is asked for', async () => {
  await age(STORIES, 399);
  expect(await applyPolicy(db.database, timelineEvents(0))).toBe(0);
});
