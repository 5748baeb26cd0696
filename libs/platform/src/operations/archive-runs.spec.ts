import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStore, type OpenDatabase } from '@corridor/event-store';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openServiceDatabase,
  put,
} from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import type { RunningService } from '../service.js';
import { ArchiveRun, ArchiveVerify } from './archive-runs.js';
import type { RunKind, RunPosition } from './run-kind.js';

const DAYS = 400;
const service = {
  name: 'archived',
  migrations: [JarTables1700000000001],
  registrations: [{ ...jars, archives: () => true }],
};

let folder: string;
let db: OpenDatabase;
let lag: number;
let running: RunningService;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  db = await openServiceDatabase(service, { archiveFolder: folder });
  lag = 0;
  const carrier = { lags: async () => [{ consumer: 'reader', source: 'archived', messages: lag }] };
  running = { db, service, carrier } as unknown as RunningService;
  const clock = new TestClock(new Date('2020-03-01T09:30:00.123Z'));
  const store = new EventStore('jars', db.database, service.registrations, jarMessages, clock);
  for (const id of ['jar_1', 'jar_2', 'jar_2']) await store.handle(jar, id, put(5), { caller: testCaller });
  await db.database.query('UPDATE events SET seq = position');
});
afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

/** Each step twice, as after a crash before its position was saved. */
async function resultOf(kind: RunKind): Promise<string> {
  const { signal } = new AbortController();
  for (let position: RunPosition = null; ;) {
    await kind.step({}, position, signal);
    const { result, ...next } = await kind.step({}, position, signal);
    if (result !== undefined) return result;
    position = next.position;
  }
}

it('says what it would do, archives it, and verifies it', async () => {
  expect(await new ArchiveRun(running, DAYS).plan()).toMatchObject({
    effect: expect.stringMatching(/^archive at most 3 events of 2 streams from before \d{4}-\d\d-\d\d$/),
    total: 3,
  });
  await resultOf(new ArchiveRun(running, DAYS));
  expect(await db.database.query('SELECT count(*)::int AS left FROM events')).toEqual([{ left: 0 }]);
  expect(await resultOf(new ArchiveVerify(running))).toBe('1 files are as they were written');
});

it('names each file that is damaged', async () => {
  await resultOf(new ArchiveRun(running, DAYS));
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.gz'));
  await writeFile(join(folder, name), 'something else');
  await expect(resultOf(new ArchiveVerify(running))).rejects.toMatchObject({
    detail: `Damaged: ${name} is not what was written.`,
  });
});

it('archives nothing that a consumer has not read', async () => {
  lag = 1;
  await expect(resultOf(new ArchiveRun(running, DAYS))).rejects.toMatchObject({
    detail: 'reader has not read messages that would be archived.',
  });
  expect(await readdir(folder)).toEqual([]);
});

it('needs a folder', async () => {
  db.database.archive.folder = null;
  expect((await new ArchiveRun(running, DAYS).plan()).effect).toMatch(/, once ARCHIVE_FOLDER is set$/);
  await expect(resultOf(new ArchiveRun(running, DAYS))).rejects.toMatchObject({
    detail: 'ARCHIVE_FOLDER is not set.',
  });
});
