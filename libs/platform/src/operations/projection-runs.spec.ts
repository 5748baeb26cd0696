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
import { ProjectionAbort, ProjectionRebuild, ProjectionSwap, ProjectionVerify } from './projection-runs.js';
import type { RunArguments, RunKind, RunPosition } from './run-kind.js';

const service = { name: 'projected-jars', migrations: [JarTables1700000000001], registrations: [jars] };
const of = { kind: 'jar' };

let db: OpenDatabase;
let running: RunningService;
beforeEach(async () => {
  db = await openServiceDatabase(service);
  running = { db, service } as unknown as RunningService;
  const store = new EventStore('jars', db.database, [jars], jarMessages, new TestClock());
  for (const id of ['jar_1', 'jar_2', 'jar_2']) await store.handle(jar, id, put(5), { caller: testCaller });
});
afterEach(() => db.close());

/** Each step in another process, and each twice, as after a crash before its position was saved. */
async function resultOf(
  kindIn: (process: RunningService) => unknown,
  args: RunArguments = of,
): Promise<string> {
  const { signal } = new AbortController();
  for (let position: RunPosition = null; ;) {
    const step = () => (kindIn(running) as RunKind).step(args, position, signal);
    if (position === null) await step();
    const { result, ...next } = await step();
    if (result !== undefined) return result;
    position = next.position;
  }
}

const damage = () => db.database.query(`UPDATE jar SET data = '{"id":"jar_2"}' WHERE id = 'jar_2'`);

it('says what it would do', async () => {
  const plan = (kind: unknown) => (kind as RunKind).plan(of);
  expect(await plan(new ProjectionVerify(running))).toEqual({
    effect: 'fold 3 events of 2 streams into a shadow of jar, and compare it',
    total: 3,
  });
  expect((await plan(new ProjectionSwap(running))).effect).toBe('replace nothing: there is no shadow of jar');
  expect((await plan(new ProjectionAbort(running))).effect).toBe('drop nothing: there is no shadow');
  await expect(new ProjectionVerify(running).plan({ kind: 'hat' })).rejects.toMatchObject({
    code: 'invalid_request',
    detail: 'The kinds of the service: jar.',
  });
  await resultOf((process) => new ProjectionRebuild(process));
  expect((await plan(new ProjectionSwap(running))).effect).toBe(
    'replace the rows of jar that differ from the shadow, and drop it',
  );
  expect((await plan(new ProjectionAbort(running))).effect).toBe('drop the shadow of jar');
  await expect(plan(new ProjectionRebuild(running))).rejects.toMatchObject({
    detail: 'There is a shadow of jar: swap or abort it first.',
  });
});

it('compares, and leaves no shadow', async () => {
  expect(await resultOf((process) => new ProjectionVerify(process))).toBe('2 rows are as the log says');
  await damage();
  expect(await resultOf((process) => new ProjectionVerify(process))).toBe(
    '1 of 2 rows differ: jar jar_2 (data)',
  );
});

it('rebuilds, then swaps or aborts', async () => {
  await damage();
  expect(await resultOf((process) => new ProjectionRebuild(process))).toBe(
    '1 of 2 rows differ: jar jar_2 (data)',
  );
  expect(await resultOf((process) => new ProjectionAbort(process))).toBe('the shadow is dropped');
  await resultOf((process) => new ProjectionRebuild(process));
  expect(await new ProjectionSwap(running).step(of)).toMatchObject({
    result: '1 rows written, 0 removed',
  });
  expect((await new ProjectionSwap(running).step(of)).result).toBe(
    'there is no shadow: nothing, or all, was replaced before',
  );
  expect(await resultOf((process) => new ProjectionVerify(process))).toBe('2 rows are as the log says');
});
