import { ClusterWindows } from './cluster-windows.js';
import { type Use, Windows } from './windows.js';

/** A process with requests, and a first process that responds when it is told to. */
function counted() {
  const windows = new Windows(60_000);
  const messages: (readonly string[])[] = [];
  const process = new ClusterWindows(60_000, ({ clients }) => messages.push(clients));
  const respond = () =>
    process.receive({ uses: (messages.at(-1) ?? []).map((client) => windows.count(client)) });
  return { process, messages, respond };
}

const turn = () => new Promise(setImmediate);
const counts = async (uses: readonly Promise<Use>[]) => (await Promise.all(uses)).map(({ count }) => count);

test('the requests of one turn are one message, each with its own count', async () => {
  const { process, messages, respond } = counted();
  const uses = ['a', 'b', 'a'].map((client) => process.count(client));
  await turn();
  expect(messages).toEqual([['a', 'b', 'a']]);
  respond();
  expect(await counts(uses)).toEqual([1, 1, 2]);
});

test('those that arrive before the response are the next message, and nobody waits for a third one', async () => {
  const { process, messages, respond } = counted();
  const first = process.count('a');
  await turn();
  const more = Array.from({ length: 5 }, () => process.count('a'));
  await turn();
  expect(messages).toHaveLength(1);
  respond();
  expect(messages).toEqual([['a'], ['a', 'a', 'a', 'a', 'a']]);
  respond();
  expect(await counts([first, ...more])).toEqual([1, 2, 3, 4, 5, 6]);
});

test('after a response without others the next request is sent at once', async () => {
  const { process, messages, respond } = counted();
  for (const n of [1, 2, 3]) {
    const use = process.count('a');
    await turn();
    expect(messages).toHaveLength(n);
    respond();
    expect((await use).count).toBe(n);
  }
});
