import type { OpenDatabase } from '@corridor/platform';
import { sized, testCaller } from '@corridor/testing';
import { openTestDatabase } from '@corridor/testing/service';
import { service } from '../service.js';
import { AuditedCommands, FIND_COMMANDS } from './audited-commands.js';
import { BUSY_CLIENT, BUSY_WALLET, manyCommands, manyEvents, storyId } from './many-events.fixture.js';
import type { Notifications } from './notifications.js';
import { FIND, MOST_EVENTS, MOST_READ, Timelines } from './timeline.js';

const EVENTS = Number(process.env['ROWS'] ?? sized({ small: 100_000, full: 1_000_000 }));

let db: OpenDatabase;
beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  await manyEvents(db, EVENTS);
  await manyCommands(db, EVENTS);
}, 600_000);
afterAll(() => db.close());

const planOf = (references: readonly string[], clientId: string | null) =>
  explained(FIND, [references, clientId]);
const planOfCommands = (records: readonly string[], id: string | null) =>
  explained(FIND_COMMANDS(MOST_EVENTS + 1), [records, id, id, 'operator']);

async function explained(sql: string, values: readonly unknown[]) {
  const rows = await db.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${sql}`, [
    ...values,
  ]);
  const text = rows.rows.map((row) => row['QUERY PLAN']).join('\n');
  const read = [
    ...text.matchAll(
      /Scan.* on \w+.* rows=([\d.]+) loops=(\d+)\)(?:\n.*Cond.*)*(?:\n.*Filter.*)?(?:\n.*Rows Removed by Filter: (\d+))?/g,
    ),
  ].map(([, found, loops, removed = 0]) => (Number(found) + Number(removed)) * Number(loops));
  return { text, mostRead: Math.max(...read) };
}

/** Whatever is asked for, no more entries are read than a timeline has, from indexes. */
describe(`of ${EVENTS} events`, () => {
  const story = (['pi', 'con', 'pmt'] as const).map((kind) => storyId(kind, 777));
  it.each<[string, string[], string | null, number]>([
    ['a record', [storyId('pi', 777)], null, 10],
    ['a record of a client', [storyId('pi', 777)], 'cli_77', 10],
    ['a record of another client', [storyId('pi', 777)], 'cli_78', 10],
    ['a story', story, null, 30],
    ['a request', ['req_777'], null, 2],
    ['an unknown id', ['req_none'], null, 1],
    ['a beneficiary of many', ['ben_7'], null, MOST_EVENTS + 1],
    ['a wallet of very many', [BUSY_WALLET], null, MOST_EVENTS + 1],
    ['the same, for its client', [BUSY_WALLET], BUSY_CLIENT, MOST_EVENTS + 1],
    ['the same, for another client', [BUSY_WALLET], 'cli_77', MOST_READ],
  ])('%s', async (_what, references, clientId, limit) => {
    const { text, mostRead } = await planOf(references, clientId);
    expect(text).not.toMatch(/Seq Scan|Bitmap/);
    expect(text).toMatch(/Index Only Scan( Backward)? using timeline_reference_pkey/);
    expect(mostRead).toBeLessThanOrEqual(limit);
  });

  it.each<[string, string[], string | null, number]>([
    ['a story', story, null, 10],
    ['a request', [], 'req_777', 11],
    ['a trace', [], 'none', 1],
    ['a client of very many', [BUSY_CLIENT], null, MOST_EVENTS + 1],
  ])('the commands of %s', async (_what, records, id, limit) => {
    const { text, mostRead } = await planOfCommands(records, id);
    expect(text).not.toMatch(/Seq Scan/);
    expect(mostRead).toBeLessThanOrEqual(limit);
  });

  it('the whole of a story', async () => {
    const none = { about: async () => [] } as unknown as Notifications;
    const timelines = new Timelines(db.database, none, new AuditedCommands(db.database));
    const found = await timelines.ofAnybody(storyId('con', 777), testCaller);
    expect(found.events.map(({ service: from }) => from)).toEqual(
      expect.arrayContaining(['gateway', 'payments']),
    );
    expect(found.events.filter(({ service: from }) => from === 'payments')).toHaveLength(10);
  });
});
