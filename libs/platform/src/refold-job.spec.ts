import { EventStore } from '@corridor/event-store';
import {
  JarTables1700000000001,
  jar,
  jarMessages,
  jars,
  openTestDatabase,
  put,
} from '@corridor/event-store/testing';
import { TestClock, testCaller } from '@corridor/kernel/testing';
import { Logger } from '@nestjs/common';
import { RefoldJob } from './refold-job.js';

it('brings all streams under the rules of the build, once', async () => {
  const db = await openTestDatabase([JarTables1700000000001]);
  const storeOf = (stateVersion: number) =>
    new EventStore(
      'jars',
      db.database,
      [{ ...jars, aggregate: { ...jar, stateVersion } }],
      jarMessages,
      new TestClock(),
    );
  const [before, after] = [storeOf(1), storeOf(2)];
  for (const id of ['jar_1', 'jar_2', 'jar_3']) await before.handle(jar, id, put(1), { caller: testCaller });
  const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
  const job = new RefoldJob('jars', db.database, after);
  await job.turn();
  await job.turn();
  expect(log.mock.calls).toEqual([
    ['jars: all 3 streams are under the rules of this build, 3 of them folded again with 3 events'],
  ]);
  log.mockRestore();
  expect(after.refolds.count.get('jar')).toBe(3);
  expect(await db.database.query('SELECT DISTINCT state_version AS version FROM streams')).toEqual([
    { version: 2 },
  ]);
  await job.onModuleDestroy();
  await db.close();
});
