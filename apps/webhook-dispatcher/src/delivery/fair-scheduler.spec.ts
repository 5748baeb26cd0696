import { type Ended, FairScheduler, type Receiver } from './fair-scheduler.js';

const NOW = '2026-11-21T09:30:00.000';
const SOON = '2026-11-21T09:30:05.000';
/** What came of an attempt. */
const came = (result: Ended['result'], isMoreDue: boolean, openUntil: string | null = null): Ended => ({
  result,
  isMoreDue,
  openUntil,
});

const due = (subscription: string, client = subscription) => ({
  subscriptionId: subscription,
  clientId: client,
});

type Due = ReturnType<typeof due>;

/** Assigns all available slots; returns the number per receiver. */
function fill(
  scheduler: FairScheduler,
  taken: (receiver: Receiver, slots: number) => number = (_, slots) => slots,
) {
  const got: Record<string, number> = {};
  const held: Receiver[] = [];
  for (let next = scheduler.next(); next; next = scheduler.next()) {
    const count = taken(next.receiver, next.slots);
    scheduler.claimed(next.receiver, next.slots, count, NOW);
    for (let i = 0; i < count; i++) held.push(next.receiver);
    got[next.receiver.subscriptionId] = (got[next.receiver.subscriptionId] ?? 0) + count;
  }
  return { got, held };
}

/** One attempt is made, with this result. */
function prove(scheduler: FairScheduler, one: Due, result: Ended['result'] = 'quick') {
  scheduler.ready(one, NOW);
  const { receiver, slots } = scheduler.next() as { receiver: Receiver; slots: number };
  scheduler.claimed(receiver, slots, 1, NOW);
  scheduler.ended(receiver, came(result, false), NOW);
  fill(scheduler, () => 0);
}

/** A receiver is ready, and is given slots before all others. */
function start(scheduler: FairScheduler, one: Due) {
  scheduler.ready(one, NOW);
  const next = scheduler.next() as { receiver: Receiver; slots: number };
  expect(next.receiver.subscriptionId).toBe(one.subscriptionId);
  return next;
}

/** The slots that a receiver is given; it has nothing to do with them. */
function slotsOf(scheduler: FairScheduler, one: Due): number {
  const { receiver, slots } = start(scheduler, one);
  scheduler.claimed(receiver, slots, 0, NOW);
  return slots;
}

const results = ['quick', 'slow', 'failed', 'not_begun'] as const;

describe('the fair scheduler', () => {
  it('gives a receiver one slot first, one more after each success, half after each failure, also after a rest', () => {
    const scheduler = new FairScheduler({ total: 100, perSubscription: 5 });
    scheduler.ready(due('a'), NOW);
    const widths = [
      'quick',
      'slow',
      'quick',
      'quick',
      'failed',
      'not_begun',
      'failed',
      'failed',
      'slow',
      'quick',
    ].map((result, n) => {
      const { receiver, slots } = scheduler.next() as { receiver: Receiver; slots: number };
      scheduler.claimed(receiver, slots, 1, NOW);
      scheduler.ended(receiver, came(result as Ended['result'], n % 2 === 0), NOW);
      if (n % 2) scheduler.ready(due('a'), NOW);
      return slots;
    });
    expect(widths).toEqual([1, 2, 3, 4, 5, 2, 2, 1, 1, 2]);
  });

  it('assigns no more than the total, and no more than half of it to one client', () => {
    const scheduler = new FairScheduler({ total: 10, perSubscription: 2 });
    for (let n = 0; n < 20; n++) prove(scheduler, due(`greedy ${n}`, 'greedy'));
    for (let n = 0; n < 20; n++) scheduler.ready(due(`greedy ${n}`, 'greedy'), NOW);
    expect(fill(scheduler).held).toHaveLength(5);
    for (let n = 0; n < 20; n++) prove(scheduler, due(`other ${n}`));
    for (let n = 0; n < 20; n++) scheduler.ready(due(`other ${n}`), NOW);
    fill(scheduler);
    expect(scheduler.running).toBe(10);
  });

  it('serves the client with the fewest slots first', () => {
    const scheduler = new FairScheduler({ total: 16, perSubscription: 2 });
    scheduler.ready(due('a1', 'a'), NOW);
    expect(fill(scheduler).got).toEqual({ a1: 1 });
    scheduler.ready(due('a2', 'a'), NOW);
    scheduler.ready(due('b', 'b'), NOW);
    expect(scheduler.next()?.receiver.subscriptionId).toBe('b');
  });

  it.each(['failed', 'slow'] as const)(
    'keeps a quarter of the slots free of receivers that were %s',
    (result) => {
      const scheduler = new FairScheduler({ total: 8, perSubscription: 1 });
      prove(scheduler, due('good'));
      for (let n = 0; n < 20; n++) prove(scheduler, due(`bad ${n}`), result);
      for (let n = 0; n < 20; n++) scheduler.ready(due(`bad ${n}`), NOW);
      expect(fill(scheduler).held).toHaveLength(6);
      scheduler.ready(due('good'), NOW);
      expect(fill(scheduler).got).toEqual({ good: 1 });
    },
  );

  it('gives unproven receivers one slot each, with a slot left for the next one', () => {
    const scheduler = new FairScheduler({ total: 64, perSubscription: 8 });
    prove(scheduler, due('good'));
    for (const client of 'ab')
      for (let n = 0; n < 50; n++) scheduler.ready(due(`${client}${n}`, client), NOW);
    expect(fill(scheduler).held).toHaveLength(32);
    scheduler.ready(due('newcomer'), NOW);
    expect(fill(scheduler).got).toEqual({ newcomer: 1 });
    for (const client of 'defghi')
      for (let n = 0; n < 50; n++) scheduler.ready(due(`${client}${n}`, client), NOW);
    fill(scheduler);
    expect(scheduler.running).toBeGreaterThan(40);
    scheduler.ready(due('late'), NOW);
    expect(fill(scheduler).got).toEqual({ late: 1 });
    scheduler.ready(due('good'), NOW);
    expect(fill(scheduler).got).toEqual({ good: 2 });
  });

  it('leaves slots for the next client, even if two fast clients start to hang', () => {
    const scheduler = new FairScheduler({ total: 64, perSubscription: 8 });
    for (const client of 'ab')
      for (let n = 0; n < 16; n++)
        for (let times = 0; times < 7; times++) prove(scheduler, due(`${client}${n}`, client));
    prove(scheduler, due('honest'));
    for (const client of 'ab')
      for (let n = 0; n < 16; n++) scheduler.ready(due(`${client}${n}`, client), NOW);
    expect(fill(scheduler).held.length).toBeLessThan(50);
    scheduler.ready(due('honest'), NOW);
    expect(fill(scheduler).got).toEqual({ honest: 2 });
  });

  it('frees the slots that an attempt held as unproven when it turns out to be quick', () => {
    const scheduler = new FairScheduler({ total: 16, perSubscription: 8 });
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 50; n++) scheduler.ready(due(`a${n}`, 'a'), NOW);
      const { held } = fill(scheduler);
      expect(held.length).toBeGreaterThanOrEqual(4);
      for (const receiver of held) scheduler.ended(receiver, came('quick', false), NOW);
      fill(scheduler, () => 0);
    }
    expect(scheduler.running).toBe(0);
    scheduler.ready(due('b'), NOW);
    expect(fill(scheduler).got).toEqual({ b: 1 });
  });

  it('keeps a limited number of receivers', () => {
    const scheduler = new FairScheduler({ total: 8, perSubscription: 4 }, 2);
    for (const name of ['a', 'b', 'c']) prove(scheduler, due(name));
    const widthOf = (name: string) => {
      scheduler.ready(due(name), NOW);
      return fill(scheduler).held.length;
    };
    expect([widthOf('c'), widthOf('b'), widthOf('a')]).toEqual([2, 2, 1]);
  });

  it('forgets those that became idle first, one for each that is too many', () => {
    const scheduler = new FairScheduler({ total: 8, perSubscription: 4 }, 2);
    for (const name of ['a', 'b', 'c', 'd']) prove(scheduler, due(name));
    scheduler.ready(due('c'), NOW);
    scheduler.ready(due('b'), NOW);
    expect(fill(scheduler).got).toEqual({ c: 2, b: 1 });
  });

  describe('that remembers one idle receiver', () => {
    let scheduler: FairScheduler;
    const [a, x, y] = ['a', 'x', 'y'].map((name) => due(name)) as [Due, Due, Due];
    const othersRest = () => [x, y].forEach((other) => slotsOf(scheduler, other));
    beforeEach(() => {
      scheduler = new FairScheduler({ total: 32, perSubscription: 4 }, 1);
      for (let n = 0; n < 3; n++) prove(scheduler, a);
    });

    it('does not forget one that claims or is at work', () => {
      const { receiver, slots } = start(scheduler, a);
      othersRest();
      scheduler.claimed(receiver, slots, 1, NOW);
      othersRest();
      scheduler.ended(receiver, came('not_begun', false), NOW);
      expect(slotsOf(scheduler, a)).toBe(4);
    });

    it('does not forget one that waits', () => {
      const atWork = [x, y].map((other) => {
        prove(scheduler, other);
        const { receiver, slots } = start(scheduler, other);
        scheduler.claimed(receiver, slots, 1, NOW);
        return receiver;
      });
      for (let n = 0; n < 3; n++) prove(scheduler, a);
      const { receiver, slots } = start(scheduler, a);
      scheduler.claimed(receiver, slots, slots, NOW); // it waits for more
      for (let n = 0; n < slots; n++) scheduler.ended(receiver, came('not_begun', false), NOW);
      for (const other of atWork) scheduler.ended(other, came('quick', false), NOW);
      expect(scheduler.next()?.receiver).toBe(receiver);
      scheduler.claimed(receiver, slots, 0, NOW);
      expect(slotsOf(scheduler, a)).toBe(4);
    });

    it('forgets one that is idle since its last attempt', () => {
      const { receiver, slots } = start(scheduler, a);
      scheduler.claimed(receiver, slots, 1, NOW);
      scheduler.ended(receiver, came('quick', false), NOW);
      othersRest();
      expect(slotsOf(scheduler, a)).toBe(1);
    });
  });

  it('is full when all slots are held', () => {
    const scheduler = new FairScheduler({ total: 1, perSubscription: 1 });
    expect(scheduler.isFull).toBe(false);
    const { receiver } = start(scheduler, due('a'));
    expect(scheduler.isFull).toBe(true);
    scheduler.claimed(receiver, 1, 0, NOW);
    expect(scheduler.isFull).toBe(false);
  });

  it('claims for a receiver once at a time, whatever slots become free meanwhile', () => {
    const scheduler = new FairScheduler({ total: 8, perSubscription: 8 });
    for (const name of ['a', 'b']) for (let n = 0; n < 8; n++) prove(scheduler, due(name));
    const other = start(scheduler, due('b'));
    scheduler.claimed(other.receiver, other.slots, 3, NOW);
    const first = start(scheduler, due('a'));
    for (let n = 0; n < 3; n++) scheduler.ended(other.receiver, came('not_begun', false), NOW);
    scheduler.ready(due('a'), NOW);
    expect(scheduler.next()).toBeNull();
    scheduler.claimed(first.receiver, first.slots, first.slots, NOW);
    expect(scheduler.next()?.receiver).toBe(first.receiver);
  });

  it('counts the slots of a client while another of its receivers rests', () => {
    const scheduler = new FairScheduler({ total: 4, perSubscription: 4 });
    const [working, resting] = [due('a1', 'a'), due('a2', 'a')];
    const failed = start(scheduler, resting);
    scheduler.claimed(failed.receiver, 1, 1, NOW);
    scheduler.ended(failed.receiver, came('failed', false, SOON), NOW);
    for (let n = 0; n < 3; n++) prove(scheduler, working);
    const { receiver, slots } = start(scheduler, working);
    expect(slots).toBe(2);
    scheduler.claimed(receiver, slots, slots, NOW);
    scheduler.ready(resting, NOW); // its breaker is open
    scheduler.ready(working, NOW);
    expect(scheduler.next()).toBeNull();
  });

  it('serves a receiver that waits while another one of its client rests', () => {
    const scheduler = new FairScheduler({ total: 8, perSubscription: 2 });
    const { receiver, slots } = start(scheduler, due('a1', 'a'));
    scheduler.ready(due('a2', 'a'), NOW);
    scheduler.claimed(receiver, slots, 0, NOW);
    expect(scheduler.next()?.receiver.subscriptionId).toBe('a2');
  });

  it('serves a client that comes back after a rest behind those that wait already', () => {
    const scheduler = new FairScheduler({ total: 8, perSubscription: 2 });
    slotsOf(scheduler, due('back'));
    scheduler.ready(due('waiting'), NOW);
    scheduler.ready(due('back'), NOW);
    expect(scheduler.next()?.receiver.subscriptionId).toBe('waiting');
  });

  it('learns nothing of a receiver from an attempt that did not begin', () => {
    const scheduler = new FairScheduler({ total: 8, perSubscription: 1 });
    prove(scheduler, due('good'));
    prove(scheduler, due('good'), 'not_begun');
    for (let n = 0; n < 20; n++) scheduler.ready(due(`new ${n}`), NOW);
    expect(fill(scheduler).held).toHaveLength(6);
    scheduler.ready(due('good'), NOW);
    expect(fill(scheduler).got).toEqual({ good: 1 });
  });

  it('claims again when the attempts of a full batch have ended, and not after a smaller one', () => {
    const scheduler = new FairScheduler({ total: 10, perSubscription: 2 });
    const full = start(scheduler, due('a'));
    scheduler.claimed(full.receiver, 1, 1, NOW);
    expect(scheduler.next()).toBeNull(); // it has one slot
    scheduler.ended(full.receiver, came('quick', false), NOW);
    const small = scheduler.next();
    expect(small).toEqual({ receiver: full.receiver, slots: 2 });
    scheduler.claimed(full.receiver, 2, 1, NOW);
    scheduler.ended(full.receiver, came('quick', false), NOW);
    expect(scheduler.next()).toBeNull();
  });

  it('claims again after a full batch, and if something arrived meanwhile', () => {
    const scheduler = new FairScheduler({ total: 10, perSubscription: 3 });
    scheduler.ready(due('a'), NOW);
    const first = scheduler.next();
    scheduler.ready(due('a'), NOW); // during the look
    expect(scheduler.next()).toBeNull();
    scheduler.claimed(first?.receiver as Receiver, first?.slots ?? 0, 0, NOW);
    const second = scheduler.next();
    expect(second?.receiver.subscriptionId).toBe('a');
    scheduler.claimed(second?.receiver as Receiver, second?.slots ?? 0, 0, NOW);
    expect(scheduler.next()).toBeNull();
    expect(scheduler.running).toBe(0);
  });

  it('skips subscriptions with an open breaker, unless an action reset it', () => {
    const scheduler = new FairScheduler({ total: 10, perSubscription: 1 });
    const fail = () => {
      const { receiver } = scheduler.next() as { receiver: Receiver };
      scheduler.claimed(receiver, 1, 1, NOW);
      scheduler.ended(receiver, came('failed', false, SOON), NOW);
    };
    scheduler.ready(due('a'), NOW);
    fail();
    scheduler.ready(due('a'), NOW);
    expect(scheduler.next()).toBeNull();
    scheduler.ready({ ...due('a'), isAfresh: true }, NOW);
    fail();
    scheduler.ready(due('a'), SOON);
    expect(scheduler.next()?.receiver.subscriptionId).toBe('a');
  });

  it('keeps the number of slots under random operations', () => {
    const scheduler = new FairScheduler({ total: 16, perSubscription: 4 });
    const running: Receiver[] = [];
    let state = 7;
    const chance = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let n = 0; n < 4_000; n++) {
      const pick = chance();
      if (pick < 0.4)
        scheduler.ready(due(`s${Math.floor(chance() * 40)}`, `c${Math.floor(chance() * 40) % 7}`), NOW);
      else if (pick < 0.7) {
        const next = scheduler.next();
        if (!next) continue;
        const count = Math.floor(chance() * (next.slots + 1));
        scheduler.claimed(next.receiver, next.slots, count, NOW);
        for (let i = 0; i < count; i++) running.push(next.receiver);
      } else {
        const [receiver] = running.splice(Math.floor(chance() * running.length), 1);
        if (receiver)
          scheduler.ended(
            receiver,
            came(results[Math.floor(chance() * 4)] ?? 'not_begun', chance() < 0.5),
            NOW,
          );
      }
      expect(scheduler.running).toBe(running.length);
      expect(running.length).toBeLessThanOrEqual(16);
    }
    for (const receiver of running.splice(0)) scheduler.ended(receiver, came('quick', false), NOW);
    expect(scheduler.running).toBe(0);
    fill(scheduler, () => 0);
    // Nothing is held on paper either: all that receivers without proof may have is there.
    for (let n = 0; n < 16; n++) scheduler.ready(due(`new ${n}`), NOW);
    expect(fill(scheduler).held).toHaveLength(12);
  });
});

test('serves each client if there are more clients than slots', () => {
  const scheduler = new FairScheduler({ total: 4, perSubscription: 2 });
  for (const client of 'abcdefgh') prove(scheduler, due(client));
  const turns: Record<string, number> = {};
  const running: Receiver[] = [];
  for (const client of 'abcdefgh') scheduler.ready(due(client), NOW);
  for (let round = 0; round < 400; round++) {
    for (let next = scheduler.next(); next; next = scheduler.next()) {
      scheduler.claimed(next.receiver, next.slots, 1, NOW);
      running.push(next.receiver);
      turns[next.receiver.subscriptionId] = (turns[next.receiver.subscriptionId] ?? 0) + 1;
    }
    const ended = running.shift();
    if (ended) scheduler.ended(ended, came('quick', true), NOW);
  }
  const all = [...'abcdefgh'].map((client) => turns[client] ?? 0);
  expect(Math.min(...all)).toBeGreaterThan(Math.max(...all) / 2);
});
