import { until } from '@corridor/kernel/testing';
import {
  type Build,
  type CarrierOf,
  Group,
  Replica,
  Sender,
  carriersOf,
  consumerOf,
  registries,
} from './replica.fixture.js';

/**
 * An old and a new build of one consumer side by side: the old one handles `a`, the new one also `b`, of which the sender
 * begins to send version 2 meanwhile. With Kafka where KAFKA_BROKERS is set.
 */
const unaware: Build = { types: ['test.a'], messages: registries.a };
const aware: Build = { types: ['test.a'], messages: registries.b1 };
const later: Build = { types: ['test.a', 'test.b'], messages: registries.b2 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const countOf = (streams: Record<string, string[]>) => Object.values(streams).flat().length;
const only = (type: 'a' | 'b', streams: Record<string, string[]>) => from(0, streams, type);
/** From a version of each stream on. */
const from = (version: number, streams: Record<string, string[]>, type = '') =>
  Object.fromEntries(
    Object.entries(streams).map(([stream, messages]) => [
      stream,
      messages.filter((one) => one.startsWith(type) && Number(one.slice(1)) > version),
    ]),
  );

describe.each(carriersOf)('by the %s carrier', (_, carriers) => {
  let carrierOf: CarrierOf;
  let sender: Sender;
  let group: Group;
  beforeEach(async () => {
    carrierOf = carriers();
    sender = await Sender.start(carrierOf);
    group = await Group.open();
  });
  afterEach(async () => {
    await sender.close();
    await group.close();
  });

  function start(build: Build): Replica {
    const carrier = carrierOf(sender.db, group.db);
    sender.carriers.push(carrier);
    return new Replica(group, build, carrier);
  }
  const allOf = (type: 'a' | 'b') => async () =>
    countOf(only(type, await group.effects())) >= countOf(only(type, await sender.said()));

  /** Both builds at work while the sender moves on; then the old one is killed. @returns the version reached before */
  async function upgrade(old: Build): Promise<number> {
    const first = start(old);
    await sender.say(20, 1);
    await until(allOf('a'));
    const second = start(later);
    await second.consumer.generations.join();
    const before = Math.max(...Object.values(await sender.said()).map((messages) => messages.length));
    await sender.say(30, 1);
    await sender.say(30, 2);
    await first.kill();
    await sender.say(20, 2);
    await until(allOf('a'));
    await until(async () => (await group.kept()).length === 0 && (await allDelivered(before)));
    await pause(1_500); // time for possible duplicates
    await second.kill();
    return before;
  }
  const allDelivered = async (since: number) =>
    countOf(from(since, await group.effects())) >= countOf(from(since, await sender.said()));

  it('an old build keeps messages of unknown types: every message takes effect once, those of a type in order', async () => {
    const before = await upgrade(unaware);
    const [said, effects] = [await sender.said(), await group.effects()];
    expect(only('a', effects)).toEqual(only('a', said));
    expect(only('b', effects)).toEqual(only('b', said));
    expect(from(before, effects)).toEqual(from(before, said));
    expect(await group.counts()).not.toContain(null);
  });

  it('an old build that knows a type but has no handler keeps its messages as soon as the new one consumes, in stream order', async () => {
    const before = await upgrade(aware);
    const [said, effects] = [await sender.said(), await group.effects()];
    expect(only('a', effects)).toEqual(only('a', said));
    expect(from(before, effects)).toEqual(from(before, said));
  });

  it('after a rollback the old build continues, and messages for the new one wait', async () => {
    await consumerOf(group, aware).generations.join();
    const first = start(later);
    await sender.say(4, 2);
    await until(allOf('b'));
    await first.kill();
    await group.db.database.query(`UPDATE consumer_generation SET seen_on = now() - interval '10 minutes'`);
    const back = start(aware);
    await sender.say(6, 2);
    await until(allOf('a'));
    expect(await group.kept()).toEqual([{ type: 'test.b', dataversion: 2, count: 9 }]);
    await back.kill();
    const again = start(later);
    await until(allOf('b'));
    expect(await group.kept()).toEqual([]);
    expect(only('b', await group.effects())).toEqual(only('b', await sender.said()));
    await again.kill();
  });

  it('a later version of a handled type blocks only its stream, until a build that knows it runs', async () => {
    const b1: Build = { types: ['test.a', 'test.b'], messages: registries.b1 };
    const first = start(b1);
    await sender.say(1, 2, ['x']); // x: a1 b2
    await sender.say(3, 1, ['y']);
    await sender.say(2, 1, ['x']); // x: … a3 b4 a5
    await until(async () => countOf(await group.effects()) >= 6);
    await until(async () => (await group.kept()).length === 3);
    expect(await group.effects()).toEqual({ x: ['a1'], y: ['a1', 'b2', 'a3', 'a4', 'b5'] });
    const second = start(later);
    await until(async () => (await group.kept()).length === 0);
    expect(await group.effects()).toEqual(await sender.said());
    await Promise.all([first.kill(), second.kill()]);
  });

  it('consumers that skip messages without a handler lose them', async () => {
    const first = start({ ...aware, isNaive: true });
    await sender.say(10, 1);
    await until(allOf('a'));
    await pause(1_200); // until the offset is saved
    await sender.say(2, 1);
    await until(allOf('a'));
    const second = start({ ...later, isNaive: true });
    await sender.say(10, 1, ['last']);
    await first.kill();
    await sender.say(10, 1, ['last']);
    await until(async () => (await allOf('a')()) && ((await group.effects())['last'] ?? []).includes('b29'));
    await pause(1_500);
    const [said, effects] = [await sender.said(), await group.effects()];
    expect(only('a', effects)).toEqual(only('a', said));
    expect(countOf(only('b', effects))).toBeLessThan(countOf(only('b', said)));
    await second.kill();
  });
});
