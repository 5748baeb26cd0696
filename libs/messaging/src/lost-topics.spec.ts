import { LostTopics } from './lost-topics.js';

const sent = (...offsets: readonly (readonly [partition: number, offset: number])[]) =>
  offsets.map(([partition, offset]) => ({
    topicName: 'topic',
    partition,
    baseOffset: String(offset),
    errorCode: 0,
  }));

let topics: LostTopics;
beforeEach(() => {
  topics = new LostTopics();
  topics.follow(sent([0, 7], [1, 9]));
});

test('a topic with an earlier offset than the last one was created anew', () => {
  expect(topics.beginsAnew('topic', false)).toBe(false);
  topics.follow(sent([0, 8], [2, 0]));
  expect(() => topics.follow(sent([1, 0]))).toThrow('topic topic was created anew');
  expect([topics.beginsAnew('topic', false), topics.beginsAnew('topic', false)]).toEqual([true, false]);
});

test.each([
  ['is found empty', () => topics.beginsAnew('topic', true)],
  ['was noticed', () => expect(() => topics.follow(sent([0, 0]))).toThrow()],
])('it is not lost a second time by what is published again after it %s', (_, lose) => {
  lose();
  topics.beginsAnew('topic', false);
  topics.follow(sent([2, 0]));
  topics.follow(sent([0, 0], [1, 0]));
  expect(topics.beginsAnew('topic', false)).toBe(false);
});
