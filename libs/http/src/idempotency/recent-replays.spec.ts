import { REPLAY_MS, RecentReplays, Repeated } from './recent-replays.js';

const used = (key: string, fingerprint = 'same') => ({
  scope: 'cli_1',
  operation: 'createOrder',
  key,
  fingerprint,
});
const stored = (body: string) => ({ body, replayed: true });

test('a stored response is known for ten seconds, for the same request', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(5_000);
  const replays = new RecentReplays();
  replays.keep(used('k'), stored('one'));
  expect(replays.find(used('k'))).toEqual(stored('one'));
  expect(replays.find(used('k', 'different'))).toBeNull();
  for (const other of [{ scope: 'cli_2' }, { operation: 'cancelOrder' }, { key: 'l' }])
    expect(replays.find({ ...used('k'), ...other })).toBeNull();
  now.mockReturnValue(5_000 + REPLAY_MS - 1);
  expect(replays.find(used('k'))).toEqual(stored('one'));
  now.mockReturnValue(5_000 + REPLAY_MS);
  expect(replays.find(used('k'))).toBeNull();
  now.mockRestore();
});

test('of a thousand responses the one that was kept first is forgotten', () => {
  const replays = new RecentReplays();
  for (let n = 0; n < 1_000; n++) replays.keep(used(`k${n}`), stored(`${n}`));
  expect(replays.find(used('k0'))).toEqual(stored('0'));
  replays.keep(used('k0'), stored('again'));
  expect(replays.find(used('k1'))).toEqual(stored('1'));
  replays.keep(used('new'), stored('new'));
  expect(replays.find(used('k1'))).toBeNull();
  for (const key of ['k0', 'k2', 'k999', 'new']) expect(replays.find(used(key))).not.toBeNull();
});

test('a response that holds a secret is not kept', () => {
  const replays = new RecentReplays();
  replays.keep(used('k'), { ...stored('secret'), isSecret: true });
  expect(replays.find(used('k'))).toBeNull();
});

test('a repetition is thrown without a stack, and other errors keep theirs', () => {
  const { stackTraceLimit } = Error;
  const repeated = Repeated.with(stored('one'));
  expect(repeated).toMatchObject({ stored: stored('one'), stack: 'Error: repeated' });
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});
