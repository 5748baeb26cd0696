import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import type { Client } from 'pg';
import { EventStore } from '../event-store.js';
import type { OpenDatabase } from '../open-database.js';
import { ReadModelRebuild } from '../rebuild/read-model-rebuild.js';
import type { Registration } from '../registration.js';
import {
  type Jar,
  type JarEvent,
  type JarRow,
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openServiceDatabase,
  ownerOf,
  patientWithLocks,
  put,
  take,
} from '../testing/index.js';
import { Archiver } from './archiver.js';

const LONG_AGO = new Date('2020-03-01T09:30:00.123Z');
const BEFORE = new Date('2021-01-01T00:00:00Z');
const caller = testCaller;

/** A jar without coins has ended. */
const archiving: Registration<Jar, JarEvent, JarRow> = { ...jars, archives: ({ coins }) => coins === 0 };

let folder: string;
let db: OpenDatabase;
let owner: Client;
let clock: TestClock;
let store: EventStore;
let archiver: Archiver;
let rebuild: ReadModelRebuild;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const service = { name: 'archived-jars', migrations: [JarTables1700000000001] };
  db = await openServiceDatabase(service, { ...patientWithLocks, archiveFolder: folder });
  owner = await ownerOf(db);
  clock = new TestClock(LONG_AGO);
  store = new EventStore('test', db.database, [archiving], jarMessages, clock);
  archiver = new Archiver(db.database, 'jars', [archiving]);
  rebuild = new ReadModelRebuild(db.database, [archiving]);
});
afterEach(async () => {
  await owner.end();
  await db.close();
  await rm(folder, { recursive: true });
});

const publish = () => owner.query('UPDATE events SET seq = position WHERE seq IS NULL');
async function ended(ids: readonly string[], coins = 3): Promise<void> {
  for (const id of ids) {
    await store.handle(jar, id, put(coins), { caller });
    await store.handle(jar, id, take(coins), { caller });
  }
  await publish();
}
async function archive(from = archiver, before = BEFORE): Promise<number> {
  let archived = 0;
  for (let after: string | null = ''; after !== null;) {
    const step: Awaited<ReturnType<Archiver['step']>> = await from.step(after, before);
    archived += step.archived;
    after = step.last;
  }
  return archived;
}
const inLog = async (id: string) => {
  const rows = await owner.query<{ version: number }>(
    'SELECT version FROM events WHERE stream_id = $1 ORDER BY version',
    [id],
  );
  return rows.rows.map(({ version }) => version);
};
const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.gz'));
const folded = async () => {
  await rebuild.rebuild('jar');
  const { rows } = await owner.query('SELECT * FROM shadow.jar ORDER BY id');
  await rebuild.abort();
  return JSON.stringify(rows);
};

it('events of ended streams leave the log, and what is derived from them is the same, byte by byte', async () => {
  await ended(['jar_1', 'jar_2', 'jar_3']);
  await store.handle(jar, 'jar_open', put(1), { caller });
  await publish();
  const before = await folded();
  expect(await archive()).toBe(6);
  for (const id of ['jar_1', 'jar_2', 'jar_3']) expect(await inLog(id)).toEqual([]);
  expect(await inLog('jar_open')).toEqual([1]);
  expect(await folded()).toBe(before);
  expect(await rebuild.verify('jar')).toMatchObject({ rows: 4, differences: 0 });
  expect(await archive()).toBe(0);
});

it('a file has one JSON line for each event, and its manifest says what is in it', async () => {
  await ended(['jar_1', 'jar_2']);
  await archive();
  const [name = ''] = await files();
  const lines = (await text(createReadStream(join(folder, name)).pipe(createGunzip()))).split('\n');
  expect(lines.slice(0, -1).map((line) => JSON.parse(line) as object)).toMatchObject([
    { position: 1, streamId: 'jar_1', version: 1, type: 'put', data: { coins: 3 }, caller },
    { streamId: 'jar_1', version: 2, type: 'taken' },
    { streamId: 'jar_2', version: 1, occurredOn: '2020-03-01T09:30:00.123000' },
    { position: 4, streamId: 'jar_2', version: 2 },
  ]);
  const [row] = await archiver.files();
  expect(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))).toEqual({
    ...{ file: name, sha256: row?.sha256, bytes: row?.bytes, service: 'jars', streams: 2, events: 4 },
    ...{ firstPosition: 1, lastPosition: 4 },
  });
});

it('a stream in the archive has its state, goes on, and is archived again', async () => {
  await ended(['jar_1']);
  await archive();
  expect(await store.state(jar, 'jar_1')).toEqual({ coins: 0 });
  await expect(store.handle(jar, 'jar_1', take(1), { caller })).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  await ended(['jar_1'], 5);
  expect(await inLog('jar_1')).toEqual([3, 4]);
  expect(await rebuild.verify('jar')).toMatchObject({ rows: 1, differences: 0 });
  expect(await archive()).toBe(2);
  expect(await inLog('jar_1')).toEqual([]);
  expect(await rebuild.verify('jar')).toMatchObject({ rows: 1, differences: 0 });
});

it('under other rules, archived streams are folded again', async () => {
  await ended(['jar_1']);
  await archive();
  await store.handle(jar, 'jar_1', put(4), { caller });
  const doubled = {
    ...jar,
    stateVersion: 2,
    evolve: ({ coins }: Jar, event: JarEvent) => ({
      coins: coins + (event.type === 'put' ? 2 : 0) * event.coins,
    }),
  };
  const later = new EventStore(
    'test',
    db.database,
    [{ ...archiving, aggregate: doubled }],
    jarMessages,
    clock,
  );
  expect(await later.state(doubled, 'jar_1')).toEqual({ coins: 14 });
  await later.handle(doubled, 'jar_1', put(1), { caller });
  expect(await later.state(doubled, 'jar_1')).toEqual({ coins: 16 });
});

it('what is young, or not published, or of a stream that goes on, stays', async () => {
  await ended(['jar_old']);
  await store.handle(jar, 'jar_waiting', put(1), { caller });
  await store.handle(jar, 'jar_waiting', take(1), { caller });
  clock.advance(Date.now() - LONG_AGO.getTime());
  await store.handle(jar, 'jar_young', put(1), { caller });
  await store.handle(jar, 'jar_young', take(1), { caller });
  expect(await archive(archiver, new Date())).toBe(2);
  expect(await inLog('jar_waiting')).toEqual([1, 2]);
  await publish();
  await expect(archive(archiver, new Date(Date.now() + 1_000))).rejects.toThrow('too young');
});

describe('a crash', () => {
  it('before a file is recorded leaves the log as it is, and the next attempt writes the same file', async () => {
    await ended(['jar_1', 'jar_2']);
    await owner.query('REVOKE INSERT ON archived_part FROM test_service');
    await expect(archive()).rejects.toMatchObject({ code: '42501' });
    expect(await inLog('jar_1')).toEqual([1, 2]);
    expect(await archiver.files()).toEqual([]);
    const written = await files();
    await owner.query('GRANT INSERT ON archived_part TO test_service');
    expect(await archive()).toBe(4);
    expect(await files()).toEqual(written);
  });

  it('before the events are removed leaves them in both, and readers see each once', async () => {
    await ended(['jar_1', 'jar_2']);
    const before = await folded();
    await owner.query('REVOKE EXECUTE ON FUNCTION remove_archived FROM PUBLIC');
    await expect(archive()).rejects.toMatchObject({ code: '42501' });
    expect(await inLog('jar_1')).toEqual([1, 2]);
    expect(await folded()).toBe(before);
    await owner.query('GRANT EXECUTE ON FUNCTION remove_archived TO PUBLIC');
    expect(await archive()).toBe(0); // it is archived already
    expect(await inLog('jar_1')).toEqual([]);
    expect(await folded()).toBe(before);
    expect(await files()).toHaveLength(1);
  });
});

it('a long stream is archived and read in parts', async () => {
  const [stream, events] = ['jar_long', 12_000];
  await owner.query(
    `INSERT INTO streams (stream_id, version, state, state_version, kind) VALUES ($1, $2, '{"coins":0}', 1, 'jar')`,
    [stream, events],
  );
  await owner.query(
    `INSERT INTO events (stream_id, version, type, data, caller, occurred_on)
     SELECT $1, n, 'put', '{"type":"put","coins":1}', $3, $4 FROM generate_series(1, $2::int) AS n`,
    [stream, events, JSON.stringify(caller), LONG_AGO],
  );
  await rebuild.rebuild('jar');
  await rebuild.swap('jar');
  expect(await archive()).toBe(events);
  expect(await files()).toHaveLength(3);
  expect(await rebuild.verify('jar')).toMatchObject({ rows: 1, differences: 0 });
  await owner.query('UPDATE streams SET state_version = 0');
  expect(await store.state(jar, stream)).toEqual({ coins: events });
});

describe('a file', () => {
  const damaged = async (damage: (path: string) => Promise<unknown>) => {
    await ended(['jar_1']);
    await archive();
    const [file] = await archiver.files();
    await archiver.verify(file!);
    await damage(join(folder, file!.name));
    return file!;
  };

  it('that is damaged is named, by whoever verifies it, and by whoever needs it', async () => {
    const file = await damaged(async (path) => {
      const content = await readFile(path);
      content[content.length >> 1]! ^= 1;
      await writeFile(path, content);
    });
    await expect(archiver.verify(file)).rejects.toThrow(`${file.name} is not what was written`);
    await expect(rebuild.rebuild('jar')).rejects.toThrow(file.name);
  });

  it('that is missing is named', async () => {
    const file = await damaged((path) => rm(path));
    await expect(archiver.verify(file)).rejects.toThrow(`${file.name} cannot be read`);
  });
});

it('without the setting, whoever needs archived events says so', async () => {
  await ended(['jar_1']);
  await archive();
  db.database.archive.folder = null;
  await expect(rebuild.rebuild('jar')).rejects.toThrow('ARCHIVE_FOLDER');
});

describe('the database', () => {
  const record = (sha256: string) =>
    db.database.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO archive_file (name, sha256, bytes, streams, events, first_position, last_position)
         VALUES ('false', '', 0, 1, 2, 1, 2)`,
      );
      await sql.query(
        `INSERT INTO archived_part (file, stream_id, after, up_to, at, bytes, sha256) VALUES ('false', 'jar_1', 0, 2, 0, 0, $1)`,
        [sha256],
      );
    });
  const remove = (name: string) => db.database.query('SELECT remove_archived($1)', [name]);

  it('lets the user of a service delete no event itself, and nothing by the function that is not what was recorded', async () => {
    await ended(['jar_1']);
    await expect(db.pool.query('DELETE FROM events')).rejects.toMatchObject({ code: '42501' });
    await expect(db.pool.query('UPDATE archive_file SET name = name')).rejects.toMatchObject({
      code: '42501',
    });
    await remove('unknown');
    await record('another');
    await expect(remove('false')).rejects.toMatchObject({ code: '23001' });
    expect(await inLog('jar_1')).toEqual([1, 2]);
  });

  it('lets its owner delete no event that is not archived, and nothing of what the archive has', async () => {
    await ended(['jar_1', 'jar_2']);
    const refused = { code: '23001' };
    await expect(owner.query('DELETE FROM events')).rejects.toMatchObject(refused);
    await owner.query(`SELECT set_config('corridor.removes_archived', 'on', false)`);
    await expect(owner.query('DELETE FROM events')).rejects.toMatchObject(refused);
    await owner.query(`SELECT set_config('corridor.removes_archived', '', false)`);
    await archive();
    for (const table of ['archived_part', 'archive_file'])
      await expect(owner.query(`DELETE FROM ${table}`)).rejects.toMatchObject(refused);
  });

  it('has the relay go on with numbers that it has never used', async () => {
    await ended(['jar_1']);
    await archive();
    const { rows } = await owner.query('SELECT last_seq::int AS last FROM relay_term');
    expect(rows).toEqual([{ last: 2 }]);
  });
});
