import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Archiver } from './archive/archiver.js';
import { EventStore } from './event-store.js';
import type { OpenDatabase } from './open-database.js';
import type { Registration } from './registration.js';
import {
  type Jar,
  type JarEvent,
  JarTables1700000000001,
  jar,
  jarMessages,
  openServiceDatabase,
  ownerOf,
  patientWithLocks,
  put,
  take,
} from './testing/index.js';
import type { Versioned } from './versions.js';

interface AuditedJar extends Versioned {
  readonly coins: number;
  readonly looks: number;
}

/** Putting nothing into a jar changes its record, and is no new version. */
const audited: Registration<Jar, JarEvent, AuditedJar> = {
  aggregate: jar,
  view: {
    table: 'jar',
    project: (row, { streamId, event }) => ({
      id: streamId,
      coins: (row?.coins ?? 0) + (event.type === 'put' ? event.coins : -event.coins),
      looks: (row?.looks ?? 0) + (event.coins === 0 ? 1 : 0),
      auditHistory: { version: (row?.auditHistory.version ?? 0) + (event.coins === 0 ? 0 : 1) },
    }),
  },
  archives: ({ coins }) => coins === 0,
};

const caller = testCaller;
let folder: string;
let db: OpenDatabase;
let store: EventStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'versions-'));
  const service = { name: 'versions-of-jars', migrations: [JarTables1700000000001] };
  db = await openServiceDatabase(service, { ...patientWithLocks, archiveFolder: folder });
  store = new EventStore('test', db.database, [audited], jarMessages, new TestClock(new Date('2020-03-01')));
});
afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const fill = async (id: string) => {
  for (const step of [put(3), put(0), put(4), take(7)]) await store.handle(jar, id, step, { caller });
};
const version = (number: number, coins: number, looks = 1) => ({
  ...{ id: 'jar_1', coins, looks },
  auditHistory: { version: number },
});

it('is the record after each change, and what is no change of its own belongs to the version before', async () => {
  await fill('jar_1');
  await fill('jar_2');
  const all = [version(1, 3), version(2, 7), version(3, 0)];
  expect(await store.versions(jar, 'jar_1', 100)).toEqual(all);
  expect(await store.versions(jar, 'jar_1', 2)).toEqual(all.slice(1));
  expect(await store.versions(jar, 'jar_none', 100)).toEqual([]);
});

it('is the same when the events are in the archive', async () => {
  await fill('jar_1');
  const before = await store.versions(jar, 'jar_1', 100);
  const owner = await ownerOf(db);
  await owner.query('UPDATE events SET seq = position WHERE seq IS NULL'); // as if they were published
  const { archived } = await new Archiver(db.database, 'jars', [audited]).step('', new Date('2021-01-01'));
  await owner.end();
  expect(archived).toBe(4);
  expect(await store.versions(jar, 'jar_1', 100)).toEqual(before);
});

it('costs two statements for a stream of usual length', async () => {
  await fill('jar_1');
  const statements = jest.spyOn(db.database, 'query');
  await store.versions(jar, 'jar_1', 100);
  expect(statements).toHaveBeenCalledTimes(2);
});
