import { Appends, type Committed } from './appends.js';

const NEVER = 2 ** 30;
const committed = (id: string, state: number): Committed => ({
  id,
  state,
  row: null,
  version: state,
  responses: new Map(),
});

test('a request hears of an append of its process, with the last state of the transaction', async () => {
  const appends = new Appends();
  const next = appends.next('a', NEVER);
  appends.happened(committed('b', 1));
  appends.happened(committed('a', 1));
  appends.happened(committed('a', 2));
  expect(await next).toEqual(committed('a', 2));
});

test('a request hears of an append of another process, without a state', async () => {
  const appends = new Appends();
  const next = appends.next('a', NEVER);
  appends.happenedElsewhere('b');
  appends.happenedElsewhere('a');
  expect(await next).toBeNull();
});

test('what this process knows counts, in whatever order it hears', async () => {
  for (const isFirst of [true, false]) {
    const appends = new Appends();
    const next = appends.next('a', NEVER);
    if (isFirst) appends.happened(committed('a', 1));
    appends.happenedElsewhere('a');
    if (!isFirst) appends.happened(committed('a', 1));
    expect(await next).toEqual(committed('a', 1));
  }
});

test('a request that hears nothing goes on after its time', async () => {
  expect(await new Appends().next('a', 1)).toBeNull();
});
