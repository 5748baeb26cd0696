import { HandlingOrder } from './handling-order.js';

interface Message {
  readonly stream: string;
  readonly record: string | null;
}

/** Handles messages such as `a1`: about record 1 in stream a, and `a-` about an unknown record, each until it is ended. */
function started(...names: readonly string[]) {
  const order = new HandlingOrder<Message>(
    ({ stream }) => stream,
    ({ record }) => record,
  );
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  names.forEach((name, i) => {
    const [stream, record] = [...name] as [string, string];
    order.add({ stream, record: record === '-' ? null : record }, () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name + (begun.filter((one) => one === name).length > 1 ? ` ${i}` : ''), end);
      return end.promise;
    });
  });
  const end = async (...some: readonly string[]) => {
    for (const one of some) ends.get(one)?.resolve();
    await new Promise(setImmediate);
  };
  return { order, begun, ends, end };
}

test('messages of different streams, or about different records, begin at once', () => {
  expect(started('a1', 'a2', 'b1').begun).toEqual(['a1', 'a2', 'b1']);
});

test('messages of one stream about one record follow each other', async () => {
  const { begun, end } = started('a1', 'a1', 'a2');
  expect(begun).toEqual(['a1', 'a2']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'a1']);
});

test('one about an unknown record waits for all before it, and those after it wait', async () => {
  const { begun, end } = started('a1', 'a2', 'a-', 'a3', 'b1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(begun).toHaveLength(3);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a-']);
  await end('a-');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a-', 'a3']);
});

test('after a failure nothing that depends on it begins, and the error is known when all have ended', async () => {
  const { order, begun, ends, end } = started('a1', 'a1', 'a2', 'a-');
  const ended = order.ended();
  const isOver = jest.fn();
  ended.catch(() => undefined).finally(isOver);
  ends.get('a1')?.reject(new Error('failed'));
  await end();
  expect(isOver).not.toHaveBeenCalled();
  await end('a2');
  await expect(ended).rejects.toThrow('failed');
  expect(begun).toEqual(['a1', 'a2']);
});
