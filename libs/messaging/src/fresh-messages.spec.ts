import type { Appended } from '@corridor/event-store';
import { FreshMessages } from './fresh-messages.js';

/** A commit of the messages `a1`, `a2` … of a stream, after others. */
const commit = (id: string, versionBefore: number, version: number): Appended => ({
  id,
  versionBefore,
  version,
  state: null,
  row: null,
  responses: new Map(),
  messages: Array.from({ length: version - versionBefore }, (_, i) => ({
    type: 'conversion.booked' as const,
    streamId: id,
    version: versionBefore + i + 1,
    json: '{}',
  })),
});

/** After the log was read, with these messages in it. */
function caughtUp(...read: readonly { streamId: string; version: number }[]): FreshMessages {
  const fresh = new FreshMessages();
  fresh.beginRead();
  fresh.endRead(read, true);
  return fresh;
}

const namesOf = (fresh: FreshMessages) =>
  fresh.next()?.map(({ streamId, version }) => `${streamId}${version}`) ?? null;

test('commits to new streams, and those that continue them, are published from memory', () => {
  const fresh = caughtUp();
  fresh.add([commit('a', 0, 2), commit('b', 0, 1)]);
  expect(namesOf(fresh)).toEqual(['a1', 'a2', 'b1']);
  fresh.add([commit('a', 2, 3)]);
  expect(namesOf(fresh)).toEqual(['a3']);
  expect(namesOf(fresh)).toEqual([]);
});

test('a stream of which something is not known is read from the log, and continued from memory afterwards', () => {
  const fresh = caughtUp();
  fresh.add([commit('a', 4, 5)]);
  expect(namesOf(fresh)).toBeNull();
  fresh.beginRead();
  fresh.endRead([{ streamId: 'a', version: 5 }], true);
  fresh.add([commit('a', 5, 6)]);
  expect(namesOf(fresh)).toEqual(['a6']);
});

test('a commit of another process in between is read from the log', () => {
  const fresh = caughtUp();
  fresh.add([commit('a', 0, 1)]);
  expect(namesOf(fresh)).toEqual(['a1']);
  fresh.add([commit('a', 2, 3)]);
  expect(namesOf(fresh)).toBeNull();
});

test('commits that are known out of order are read from the log, once', () => {
  const fresh = caughtUp();
  fresh.add([commit('a', 1, 2)]);
  expect(namesOf(fresh)).toBeNull();
  fresh.beginRead();
  fresh.add([commit('a', 0, 1)]); // it was committed before, and is in the log
  fresh.endRead([{ streamId: 'a', version: 2 }], true);
  expect(namesOf(fresh)).toEqual([]);
});

test('a commit that the log had is not published again', () => {
  const fresh = caughtUp();
  fresh.beginRead();
  fresh.add([commit('a', 0, 1)]);
  fresh.endRead([{ streamId: 'a', version: 1 }], true);
  expect(namesOf(fresh)).toEqual([]);
});

test('a stream that was read from the log is continued from memory', () => {
  const fresh = caughtUp({ streamId: 'a', version: 5 });
  fresh.add([commit('a', 5, 6)]);
  expect(namesOf(fresh)).toEqual(['a6']);
});

test('nothing is published from memory before the log was read for the first time', () => {
  const fresh = new FreshMessages();
  fresh.add([commit('a', 0, 1)]);
  expect(namesOf(fresh)).toBeNull();
});

test('after the lock was lost, nothing is known of any stream', () => {
  const fresh = caughtUp({ streamId: 'a', version: 1 });
  fresh.add([commit('b', 0, 1)]);
  fresh.forget();
  expect(namesOf(fresh)).toBeNull();
  fresh.beginRead();
  fresh.endRead([], true);
  fresh.add([commit('a', 1, 2)]);
  expect(namesOf(fresh)).toBeNull();
});

test('events without a message count as published with the log', () => {
  const fresh = caughtUp();
  fresh.add([commit('a', 1, 3)]);
  expect(namesOf(fresh)).toBeNull();
  fresh.beginRead();
  fresh.endRead([{ streamId: 'a', version: 2 }], true);
  fresh.add([commit('a', 3, 4)]);
  expect(namesOf(fresh)).toEqual(['a4']);
});

test('as long as the log has more, nothing is published from memory', () => {
  const fresh = caughtUp();
  fresh.add([commit('a', 0, 1)]);
  fresh.beginRead();
  fresh.endRead([{ streamId: 'x', version: 1 }], false);
  fresh.add([commit('new', 0, 1)]);
  expect(namesOf(fresh)).toBeNull();
});

test('at most 1,000 commits wait', () => {
  const fresh = caughtUp();
  for (let n = 0; n < 1_000; n++) fresh.add([commit(`stream ${n}`, 0, 1)]);
  expect(namesOf(fresh)).toHaveLength(1_000);
  for (let n = 0; n < 1_001; n++) fresh.add([commit(`other ${n}`, 0, 1)]);
  expect(namesOf(fresh)).toBeNull();
});

test('of 10,000 streams it is known what is published, and the one that changed least recently is forgotten', () => {
  const fresh = caughtUp(...Array.from({ length: 10_000 }, (_, n) => ({ streamId: `s${n}-`, version: 1 })));
  fresh.add([commit('s1-', 1, 2), commit('s0-', 1, 2)]);
  expect(namesOf(fresh)).toEqual(['s1-2', 's0-2']);
  fresh.add([commit('new', 0, 1), commit('s1-', 2, 3), commit('s3-', 1, 2)]);
  expect(namesOf(fresh)).toEqual(['new1', 's1-3', 's3-2']);
  fresh.add([commit('s2-', 1, 2)]);
  expect(namesOf(fresh)).toBeNull();
});
