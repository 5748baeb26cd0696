import { TestClock, testCaller } from '@corridor/kernel/testing';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MAX_WAITING } from './batch-queue.js';
import { EventStore } from './event-store.js';
import { JarTables1700000000001, jar, jarMessages, jars, openTestDatabase, put } from './testing/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

test('10,000 waiting commands need less than 4 kB each, which is free again when they are executed', async () => {
  const db = await openTestDatabase([JarTables1700000000001]);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const holding = { ...jars, projections: [() => held] };
  const store = new EventStore('test', db.database, [holding], jarMessages, new TestClock());
  const add = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const idempotency = { scope: 'one', operation: 'put', key: `key ${n}`, fingerprint: 'same' };
      return store.handle(jar, `jar_${n % 64}`, put(1), { caller: { ...testCaller }, idempotency });
    });
  const first = store.handle(jar, 'jar_first', put(1), { caller: testCaller });
  await new Promise(setImmediate); // it leaves the queue

  const before = heapBytes();
  const waiting = Promise.all(add(MAX_WAITING)).then((all) => all.length);
  const bytes = heapBytes() - before;
  expect(bytes / MAX_WAITING).toBeLessThan(4096);

  goOn();
  await first;
  expect(await waiting).toBe(MAX_WAITING);
  expect(heapBytes() - before).toBeLessThan(bytes / 4);
  await db.close();
});
