import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { readEpoch } from '../epoch.js';
import { EventStore } from '../event-store.js';
import type { OpenDatabase } from '../open-database.js';
import { isOutage } from '../outage.js';
import { Archiver } from '../archive/archiver.js';
import { ReadModelRebuild } from '../rebuild/read-model-rebuild.js';
import {
  type Jar,
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
  take,
} from '../testing/index.js';
import { StateCheck } from '../rebuild/state-check.js';
import { Recovery } from './recovery.js';

const LONG_AGO = new Date('2020-03-01T09:30:00.123Z');

/** `jars` was restored: its consumer knows more of some streams than it does. */
let source: OpenDatabase;
let reader: OpenDatabase;
let recovery: Recovery;
const nameOf = ({ pool }: OpenDatabase) =>
  new URL(pool.options.connectionString ?? '').pathname.replace('/corridor_', '').replaceAll('_', '-');

beforeEach(async () => {
  [source, reader] = await Promise.all([openTestDatabase([JarTables1700000000001]), openTestDatabase()]);
  recovery = await Recovery.open(process.env.DATABASE_URL ?? '', [
    { name: nameOf(source), frozenAfterLoss: ['jar'] },
    { name: nameOf(reader) },
  ]);
});
afterEach(async () => {
  await recovery.close();
  await Promise.all([source.close(), reader.close()]);
});

const storeOf = (epoch = source.epoch) =>
  new EventStore(nameOf(source), source.database, [jars], jarMessages, new TestClock(), undefined, epoch);
const putInto = (store: EventStore, id: string) => store.handle(jar, id, put(1), { caller: testCaller });
const heard = (streamId: string, version: number, heardOn: string | null = null) =>
  reader.database.query(
    `INSERT INTO checkpoint (consumer, source, stream_id, version, heard, heard_on) VALUES ('reader', $1, $2, $3, $3, $4)`,
    [nameOf(source), streamId, version, heardOn],
  );
const versionsOf = async (streamId: string) =>
  (
    await source.database.query<{ version: number; epoch: string | null }>(
      `SELECT version, message ->> 'epoch' AS epoch FROM events WHERE stream_id = $1 ORDER BY version`,
      [streamId],
    )
  ).map(({ version, epoch }) => [version, epoch]);

const faults = async () => (await new StateCheck(source.database, [jars]).next('')).faults;

test('a database that has lost events begins an epoch whose numbers nobody knows', async () => {
  const former = storeOf();
  for (const id of ['jar_known', 'jar_behind', 'jar_behind', 'jar_again']) await putInto(former, id);
  await heard('jar_known', 1, '2999-01-01T00:00:00.000');
  await heard('jar_behind', 3);
  await heard('jar_again', 1, '2001-01-01T00:00:00.000'); // its number was given a second time
  await heard('jar_gone', 7);

  await expect(recovery.resume()).rejects.toThrow(/^not fenced: /);
  await recovery.fence();
  const refused = await putInto(former, 'jar_known').catch((error: unknown) => error);
  expect(isOutage(refused)).toBe(true);
  expect(await reader.database.query('SELECT 1 FROM checkpoint')).toHaveLength(4);

  const [state] = await recovery.resume();
  expect(state?.lost).toEqual([
    { streamId: 'jar_again', kind: 'jar', version: 1, heard: 1, heardBy: ['reader'] },
    { streamId: 'jar_behind', kind: 'jar', version: 2, heard: 3, heardBy: ['reader'] },
    { streamId: 'jar_gone', kind: null, version: null, heard: 7, heardBy: ['reader'] },
  ]);
  const listed = await reader.database.query(
    'SELECT stream_id AS id, after_version AS after, before_epoch AS before FROM lost_event WHERE source = $1 ORDER BY 1',
    [nameOf(source)],
  );
  expect(listed).toEqual([
    { id: 'jar_again', after: 1, before: 1 },
    { id: 'jar_behind', after: 2, before: 1 },
    { id: 'jar_gone', after: 0, before: 1 },
  ]);
  const [after] = await recovery.status();
  expect(after).toMatchObject({ epoch: 1, isFenced: false, lost: [], frozen: ['jar_again', 'jar_behind'] });

  await expect(putInto(former, 'jar_new')).rejects.toThrow(/of_its_epoch/);
  const epoch = await readEpoch(source.database);
  const current = storeOf(epoch);
  await putInto(current, 'jar_known');
  await putInto(current, 'jar_gone');
  await putInto(current, 'jar_gone');
  expect(epoch.above).toBeGreaterThan(7);
  const [first, second] = [epoch.above + 1, epoch.above + 2];
  expect((await versionsOf('jar_known')).map(([version]) => version)).toEqual([1, first]);
  expect(await versionsOf('jar_gone')).toEqual([
    [first, '1'],
    [second, '1'],
  ]);
  expect(await faults()).toEqual([]);

  // After a second loss, the numbers of the first one count, too.
  await heard('jar_later', first + 7);
  await recovery.fence();
  await recovery.resume();
  const later = await readEpoch(source.database);
  await putInto(storeOf(later), 'jar_known');
  expect(later.above).toBeGreaterThan(first + 7);
  expect((await versionsOf('jar_known')).map(([version]) => version)).toEqual([1, first, later.above + 1]);
  expect(await faults()).toEqual([]);
  await source.pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM events WHERE stream_id = 'jar_gone' AND version = ${first}; COMMIT`);
  expect(await faults()).toEqual([`stream jar_gone: version ${second}, without event 1`]);
});

test('a stream that was frozen refuses commands alone, until it is released', async () => {
  await putInto(storeOf(), 'jar_behind');
  await heard('jar_behind', 2);
  await recovery.fence();
  await recovery.resume();
  const store = storeOf(await readEpoch(source.database));
  const outcomes = await Promise.allSettled([putInto(store, 'jar_behind'), putInto(store, 'jar_other')]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'step_parked' } },
    { status: 'fulfilled' },
  ]);
  await expect(recovery.release(nameOf(source), 'jar_other')).rejects.toThrow(
    'nothing of jar_other was lost',
  );
  for (let n = 0; n < 2; n++) await recovery.release(nameOf(source), 'jar_behind'); // it may have been cut off
  await putInto(store, 'jar_behind');
  expect(await store.state(jar, 'jar_behind')).toMatchObject({ coins: 2 });
});

test('dead letters of lost events are set aside; what the log has is handled when its stream is released', async () => {
  await putInto(storeOf(), 'jar_behind');
  await heard('jar_behind', 2);
  const [{ at } = { at: '' }] = await source.database.query<{ at: string }>(
    `SELECT message ->> 'occurredOn' AS at FROM events`,
  );
  const letter = (version: number, occurredOn: string, isForeign: boolean) =>
    reader.database.query(
      `INSERT INTO dead_letter (consumer, source, stream_id, version, message, reason, is_foreign)
       VALUES ('reader', $1, 'jar_behind', $2, $3, 'it failed', $4)`,
      [nameOf(source), version, JSON.stringify({ occurredOn }), isForeign],
    );
  await letter(1, at, true);
  await letter(2, '2026-11-22T09:30:00.000', false);
  const foreign = async () =>
    (
      await reader.database.query<{ version: number }>(
        'SELECT version FROM dead_letter WHERE is_foreign ORDER BY 1',
      )
    ).map(({ version }) => version);
  await recovery.fence();
  await recovery.resume();
  expect(await foreign()).toEqual([1, 2]);
  const heardOn = async () =>
    (await reader.database.query<{ at: string }>('SELECT heard_on AS at FROM checkpoint'))[0]?.at;
  expect(await heardOn()).not.toBe(at);
  await recovery.release(nameOf(source), 'jar_behind');
  expect(await foreign()).toEqual([2]);
  expect(await heardOn()).toBe(at); // when it comes again, it is of the history that was heard
});

test('a stream whose first events are in the archive goes on in the next epoch, and none of them counts as lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    source.database.archive.folder = folder;
    const archives = { ...jars, archives: ({ coins }: Jar) => coins === 0 };
    const storeIn = (epoch = source.epoch) =>
      new EventStore(
        nameOf(source),
        source.database,
        [archives],
        jarMessages,
        new TestClock(LONG_AGO),
        undefined,
        epoch,
      );
    for (const id of ['jar_ended', 'jar_behind']) {
      await storeIn().handle(jar, id, put(1), { caller: testCaller });
      await storeIn().handle(jar, id, take(1), { caller: testCaller });
    }
    await source.database.query('UPDATE events SET seq = position');
    const archiver = new Archiver(source.database, nameOf(source), [archives]);
    expect((await archiver.step('', new Date())).archived).toBe(4);
    expect(await versionsOf('jar_ended')).toEqual([]);
    await heard('jar_ended', 2, '2020-03-01T09:30:00.123');
    await heard('jar_behind', 4);

    await recovery.fence();
    const [state] = await recovery.resume();
    expect(state?.lost.map(({ streamId }) => streamId)).toEqual(['jar_behind']);
    const current = storeIn(await readEpoch(source.database));
    await current.handle(jar, 'jar_ended', put(5), { caller: testCaller });
    await recovery.release(nameOf(source), 'jar_behind');
    await current.handle(jar, 'jar_behind', put(7), { caller: testCaller });
    expect(await faults()).toEqual([]);
    expect(await new ReadModelRebuild(source.database, [archives]).verify('jar')).toMatchObject({
      ...{ rows: 2, differences: 0 },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
