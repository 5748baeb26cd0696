import { type Ordered, inCausalOrder } from './causal-order.js';

const at = (seconds: number) => `2026-11-21T09:30:${String(seconds).padStart(2, '0')}.000`;
const event = (stream: string, version: number, seconds: number, cause: string | null = null): Ordered => ({
  messageId: `${stream}/${version}`,
  source: stream,
  streamId: stream,
  version,
  causationId: cause,
  occurredOn: at(seconds),
});
const order = (...events: Ordered[]) => inCausalOrder(events).map(({ messageId }) => messageId);

test('events are in the order of their times', () => {
  expect(order(event('b', 1, 2), event('a', 1, 1), event('c', 1, 3))).toEqual(['a/1', 'b/1', 'c/1']);
});

test('an effect follows its cause, although its clock was behind', () => {
  const cause = event('instruction', 1, 9);
  const effect = event('conversion', 1, 5, 'instruction/1');
  const later = event('payment', 1, 4, 'conversion/1');
  expect(order(later, effect, cause)).toEqual(['instruction/1', 'conversion/1', 'payment/1']);
});

test('the events of a stream keep their order, whatever their times are', () => {
  expect(order(event('a', 2, 1), event('a', 1, 2), event('b', 1, 1, 'a/2'))).toEqual(['a/1', 'a/2', 'b/1']);
});

test('a cause that is not among the events does not matter, and neither does a circle', () => {
  expect(order(event('a', 1, 1, 'elsewhere/1'))).toEqual(['a/1']);
  expect(order(event('a', 1, 1, 'b/1'), event('b', 1, 2, 'a/1')).toSorted()).toEqual(['a/1', 'b/1']);
});
