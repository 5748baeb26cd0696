import { type Aggregate, encodeJson } from '@corridor/kernel';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { type OpenDatabase } from './open-database.js';
import { JarTables1700000000001, jarMessages, openTestDatabase } from './testing/index.js';
import { EventStore } from './event-store.js';
import { eventOf, historyPage } from './streams.js';

/**
 * A jar whose events have had three shapes: `coins` alone, then with the hand that moved them, then with the hand as a
 * record. No current type describes the first two.
 */
interface Put {
  readonly type: 'put';
  readonly coins: number;
  readonly by: { readonly hand: string };
}
interface State {
  readonly coins: number;
  readonly hands: readonly string[];
}

const jar: Aggregate<State, Put> = {
  name: 'jar',
  stateVersion: 7,
  initial: { coins: 0, hands: [] },
  evolve: ({ coins, hands }, event) => ({ coins: coins + event.coins, hands: [...hands, event.by.hand] }),
  upcasters: {
    put: [
      (old: { coins: number; hand?: string }) => ({ hand: 'unknown', ...old }),
      ({ hand, ...old }: { coins: number; hand: string }) => ({ ...old, by: { hand } }),
    ],
  },
};
const put =
  (coins: number, hand: string) =>
  (_: State): Put[] => [{ type: 'put', coins, by: { hand } }];

let db: OpenDatabase;
let store: EventStore;
beforeAll(async () => {
  db = await openTestDatabase([JarTables1700000000001]);
  store = new EventStore('test', db.database, [{ aggregate: jar }], jarMessages, new TestClock());
});
afterAll(() => db.close());

/** A stream written by earlier builds; the first of them wrote no version. */
async function written(
  id: string,
  ...events: { readonly type: string; readonly schema?: number; readonly [field: string]: unknown }[]
): Promise<void> {
  await db.database.query(
    `INSERT INTO streams (stream_id, version, state, state_version, kind) VALUES ($1, $2, '{}', 1, 'jar')`,
    [id, events.length],
  );
  for (const [i, { schema, ...data }] of events.entries())
    await db.database.query(
      `INSERT INTO events (stream_id, version, type, data, caller, occurred_on${schema ? ', schema_version' : ''})
       VALUES ($1, $2, 'put', $3, $4, now()${schema ? ', $5' : ''})`,
      [id, i + 1, encodeJson(data), encodeJson(testCaller), ...(schema ? [schema] : [])],
    );
}

test('a stream with events of all versions folds, and its next event has the newest', async () => {
  await written(
    'jar_old',
    { type: 'put', coins: 1 },
    { type: 'put', coins: 2, hand: 'left', schema: 2 },
    { type: 'put', coins: 3, by: { hand: 'right' }, schema: 3 },
  );
  await store.handle(jar, 'jar_old', put(4, 'both'), { caller: testCaller });
  expect(await store.state(jar, 'jar_old')).toEqual({
    coins: 10,
    hands: ['unknown', 'left', 'right', 'both'],
  });
  const history = await historyPage(db.database, db.database.archive, 'jar_old', 0, 100);
  expect(history.map((stored) => eventOf(jar, stored))).toEqual([
    { type: 'put', coins: 1, by: { hand: 'unknown' } },
    { type: 'put', coins: 2, by: { hand: 'left' } },
    { type: 'put', coins: 3, by: { hand: 'right' } },
    { type: 'put', coins: 4, by: { hand: 'both' } },
  ]);
  expect(
    await db.database.query(
      `SELECT schema_version AS version, data FROM events WHERE stream_id = 'jar_old' ORDER BY events.version DESC LIMIT 1`,
    ),
  ).toEqual([{ version: 3, data: { type: 'put', coins: 4, by: { hand: 'both' } } }]);
});

test('the log itself is never rewritten', async () => {
  await written('jar_kept', { type: 'put', coins: 1 });
  await store.handle(jar, 'jar_kept', put(1, 'left'), { caller: testCaller });
  const [first] = await db.database.query(
    `SELECT data::text, schema_version AS version FROM events WHERE stream_id = 'jar_kept' AND events.version = 1`,
  );
  expect(first).toEqual({ data: '{"type":"put","coins":1}', version: 1 });
});

test('an event of a later build stops the reader instead of being misread', async () => {
  await written('jar_late', { type: 'put', amount: 1, schema: 4 });
  await expect(store.state(jar, 'jar_late')).rejects.toThrow(
    'jar: a stored event put has version 4, this build reads up to 3: start the later build',
  );
});
