import { type Ended, type Lane, Lanes } from './lanes.js';

const NOW = '2026-11-21T09:30:00.000';
const SOON = '2026-11-21T09:30:05.000';
const LATER = '2026-11-21T09:30:05.001';
/** What came of an attempt. */
const came = (result: Ended['result'], isMoreDue: boolean, openUntil: string | null = null): Ended => ({
  result,
  isMoreDue,
  openUntil,
});

const wake = (subscription: string, client = subscription) => ({
  subscriptionId: subscription,
  clientId: client,
});

/** Gives out all slots that there are; what each lane got. */
function fill(lanes: Lanes, taken: (lane: Lane, slots: number) => number = (_, slots) => slots) {
  const got: Record<string, number> = {};
  const held: Lane[] = [];
  for (let next = lanes.next(); next; next = lanes.next()) {
    const count = taken(next.lane, next.slots);
    lanes.claimed(next.lane, next.slots, count, NOW);
    for (let i = 0; i < count; i++) held.push(next.lane);
    got[next.lane.subscriptionId] = (got[next.lane.subscriptionId] ?? 0) + count;
  }
  return { got, held };
}

/** One attempt is made, with this result. */
function prove(lanes: Lanes, one: ReturnType<typeof wake>, result: Ended['result'] = 'quick') {
  lanes.ready(one, NOW);
  const { lane, slots } = lanes.next() as { lane: Lane; slots: number };
  lanes.claimed(lane, slots, 1, NOW);
  lanes.ended(lane, came(result, false), NOW);
  fill(lanes, () => 0);
}

const results = ['quick', 'slow', 'failed', 'none'] as const;

describe('the lanes', () => {
  it('begin narrow, widen with each success and halve with each failure, also after a rest', () => {
    const lanes = new Lanes({ total: 100, perLane: 5 });
    lanes.ready(wake('a'), NOW);
    const widths = [
      'quick',
      'slow',
      'quick',
      'quick',
      'failed',
      'none',
      'failed',
      'failed',
      'slow',
      'quick',
    ].map((result, n) => {
      const { lane, slots } = lanes.next() as { lane: Lane; slots: number };
      lanes.claimed(lane, slots, 1, NOW);
      lanes.ended(lane, came(result as Ended['result'], n % 2 === 0), NOW);
      if (n % 2) lanes.ready(wake('a'), NOW);
      return slots;
    });
    expect(widths).toEqual([1, 2, 3, 4, 5, 2, 2, 1, 1, 2]);
  });

  it('give nobody more than the total, and one client no more than half of it', () => {
    const lanes = new Lanes({ total: 10, perLane: 2 });
    for (let n = 0; n < 20; n++) prove(lanes, wake(`greedy ${n}`, 'greedy'));
    for (let n = 0; n < 20; n++) lanes.ready(wake(`greedy ${n}`, 'greedy'), NOW);
    expect(fill(lanes).held).toHaveLength(5);
    for (let n = 0; n < 20; n++) prove(lanes, wake(`other ${n}`));
    for (let n = 0; n < 20; n++) lanes.ready(wake(`other ${n}`), NOW);
    fill(lanes);
    expect(lanes.running).toBe(10);
  });

  it('serve first who holds least', () => {
    const lanes = new Lanes({ total: 16, perLane: 2 });
    lanes.ready(wake('a1', 'a'), NOW);
    expect(fill(lanes).got).toEqual({ a1: 1 });
    lanes.ready(wake('a2', 'a'), NOW);
    lanes.ready(wake('b', 'b'), NOW);
    expect(lanes.next()?.lane.subscriptionId).toBe('b');
  });

  it.each(['failed', 'slow'] as const)(
    'keep a quarter of the slots free of receivers that were %s',
    (result) => {
      const lanes = new Lanes({ total: 8, perLane: 1 });
      prove(lanes, wake('good'));
      for (let n = 0; n < 20; n++) prove(lanes, wake(`bad ${n}`), result);
      for (let n = 0; n < 20; n++) lanes.ready(wake(`bad ${n}`), NOW);
      expect(fill(lanes).held).toHaveLength(6);
      lanes.ready(wake('good'), NOW);
      expect(fill(lanes).got).toEqual({ good: 1 });
    },
  );

  it('give receivers that have shown nothing yet a slot each, and however many wait, the next has one too', () => {
    const lanes = new Lanes({ total: 64, perLane: 8 });
    prove(lanes, wake('good'));
    for (const client of 'ab') for (let n = 0; n < 50; n++) lanes.ready(wake(`${client}${n}`, client), NOW);
    expect(fill(lanes).held).toHaveLength(32);
    lanes.ready(wake('newcomer'), NOW);
    expect(fill(lanes).got).toEqual({ newcomer: 1 });
    for (const client of 'defghi')
      for (let n = 0; n < 50; n++) lanes.ready(wake(`${client}${n}`, client), NOW);
    fill(lanes);
    expect(lanes.running).toBeGreaterThan(40);
    lanes.ready(wake('late'), NOW);
    expect(fill(lanes).got).toEqual({ late: 1 });
    lanes.ready(wake('good'), NOW);
    expect(fill(lanes).got).toEqual({ good: 2 });
  });

  it('leave something for the next, however quick two greedy clients have been before they hang', () => {
    const lanes = new Lanes({ total: 64, perLane: 8 });
    for (const client of 'ab')
      for (let n = 0; n < 16; n++)
        for (let times = 0; times < 7; times++) prove(lanes, wake(`${client}${n}`, client));
    prove(lanes, wake('honest'));
    for (const client of 'ab') for (let n = 0; n < 16; n++) lanes.ready(wake(`${client}${n}`, client), NOW);
    expect(fill(lanes).held.length).toBeLessThan(50);
    lanes.ready(wake('honest'), NOW);
    expect(fill(lanes).got).toEqual({ honest: 2 });
  });

  it('free the slots that an attempt held as unproven when it turns out to be quick', () => {
    const lanes = new Lanes({ total: 16, perLane: 8 });
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 50; n++) lanes.ready(wake(`a${n}`, 'a'), NOW);
      const { held } = fill(lanes);
      expect(held.length).toBeGreaterThanOrEqual(4);
      for (const lane of held) lanes.ended(lane, came('quick', false), NOW);
      fill(lanes, () => 0);
    }
    expect(lanes.running).toBe(0);
    lanes.ready(wake('b'), NOW);
    expect(fill(lanes).got).toEqual({ b: 1 });
  });

  it('remember so many receivers and no more', () => {
    const lanes = new Lanes({ total: 8, perLane: 4 }, 2);
    for (const name of ['a', 'b', 'c']) prove(lanes, wake(name));
    const widthOf = (name: string) => {
      lanes.ready(wake(name), NOW);
      return fill(lanes).held.length;
    };
    expect([widthOf('c'), widthOf('a')]).toEqual([2, 1]);
  });

  it('look again while a look finds all that it asked for, and when something came meanwhile', () => {
    const lanes = new Lanes({ total: 10, perLane: 3 });
    lanes.ready(wake('a'), NOW);
    const first = lanes.next();
    lanes.ready(wake('a'), NOW); // during the look
    expect(lanes.next()).toBeNull();
    lanes.claimed(first?.lane as Lane, first?.slots ?? 0, 0, NOW);
    const second = lanes.next();
    expect(second?.lane.subscriptionId).toBe('a');
    lanes.claimed(second?.lane as Lane, second?.slots ?? 0, 0, NOW);
    expect(lanes.next()).toBeNull();
    expect(lanes.running).toBe(0);
  });

  it('leave alone whose breaker is open, unless somebody has done something about it', () => {
    const lanes = new Lanes({ total: 10, perLane: 1 });
    const fail = () => {
      const { lane } = lanes.next() as { lane: Lane };
      lanes.claimed(lane, 1, 1, NOW);
      lanes.ended(lane, came('failed', false, SOON), NOW);
    };
    lanes.ready(wake('a'), NOW);
    fail();
    lanes.ready(wake('a'), NOW);
    expect(lanes.next()).toBeNull();
    lanes.ready({ ...wake('a'), isAfresh: true }, NOW);
    fail();
    lanes.ready(wake('a'), LATER);
    expect(lanes.next()?.lane.subscriptionId).toBe('a');
  });

  it('never lose or invent a slot in a storm', () => {
    const lanes = new Lanes({ total: 16, perLane: 4 });
    const running: Lane[] = [];
    let state = 7;
    const chance = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let n = 0; n < 4_000; n++) {
      const pick = chance();
      if (pick < 0.4)
        lanes.ready(wake(`s${Math.floor(chance() * 40)}`, `c${Math.floor(chance() * 40) % 7}`), NOW);
      else if (pick < 0.7) {
        const next = lanes.next();
        if (!next) continue;
        const count = Math.floor(chance() * (next.slots + 1));
        lanes.claimed(next.lane, next.slots, count, NOW);
        for (let i = 0; i < count; i++) running.push(next.lane);
      } else {
        const [lane] = running.splice(Math.floor(chance() * running.length), 1);
        if (lane) lanes.ended(lane, came(results[Math.floor(chance() * 4)] ?? 'none', chance() < 0.5), NOW);
      }
      expect(lanes.running).toBe(running.length);
      expect(running.length).toBeLessThanOrEqual(16);
    }
    for (const lane of running.splice(0)) lanes.ended(lane, came('quick', false), NOW);
    expect(lanes.running).toBe(0);
    fill(lanes, () => 0);
    // Nothing is held on paper either: all that receivers without proof may have is there.
    for (let n = 0; n < 16; n++) lanes.ready(wake(`new ${n}`), NOW);
    expect(fill(lanes).held).toHaveLength(12);
  });
});

test('of more clients than slots each has its turn', () => {
  const lanes = new Lanes({ total: 4, perLane: 2 });
  for (const client of 'abcdefgh') prove(lanes, wake(client));
  const turns: Record<string, number> = {};
  const running: Lane[] = [];
  for (const client of 'abcdefgh') lanes.ready(wake(client), NOW);
  for (let round = 0; round < 400; round++) {
    for (let next = lanes.next(); next; next = lanes.next()) {
      lanes.claimed(next.lane, next.slots, 1, NOW);
      running.push(next.lane);
      turns[next.lane.subscriptionId] = (turns[next.lane.subscriptionId] ?? 0) + 1;
    }
    const ended = running.shift();
    if (ended) lanes.ended(ended, came('quick', true), NOW);
  }
  const all = [...'abcdefgh'].map((client) => turns[client] ?? 0);
  expect(Math.min(...all)).toBeGreaterThan(Math.max(...all) / 2);
});
