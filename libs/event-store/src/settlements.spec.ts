import { type Settlement, Settlements } from './settlements.js';

const settlement = (id: string): Settlement => ({
  claim: { scope: 'one scope', key: id, id },
  version: 1,
  respond: () => null,
});
const [a, b, c] = [settlement('a'), settlement('b'), settlement('c')];

test('requests wait for their stream until each has its result', async () => {
  const settlements = new Settlements();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const waits = [
    settlements.during('one', a, () => first.promise),
    settlements.during('one', b, () => second.promise),
    settlements.during('another', c, () => second.promise),
  ];
  expect(settlements.of('one')).toEqual([a, b]);
  expect(settlements.of('another')).toEqual([c]);
  first.resolve('first');
  expect(await waits[0]).toBe('first');
  expect(settlements.of('one')).toEqual([b]);
  second.resolve('second');
  expect(await Promise.all(waits)).toEqual(['first', 'second', 'second']);
  expect([settlements.of('one'), settlements.of('another')]).toEqual([[], []]);
});

test('a request that fails does not wait any longer', async () => {
  const settlements = new Settlements();
  await expect(settlements.during('one', a, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(settlements.of('one')).toEqual([]);
});

test('a request that cannot be completed by the stream is not among them', async () => {
  const settlements = new Settlements();
  const of = await settlements.during('one', null, async () => settlements.of('one'));
  expect(of).toEqual([]);
});
