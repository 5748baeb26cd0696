import { type Caller, instantOf, timestamp } from '@corridor/kernel';
import { Database } from '@corridor/event-store';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';
import { DeliveryTrigger } from '../delivery-trigger/delivery-trigger.js';
import { DueRetries, MAX_HOLD_MS } from './due-retries.js';

const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
/** Of the default schedule, after the first attempt. */
const DELAYS = [5 * S, 5 * MIN, 30 * MIN, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY];

let app: TestDispatcher;
let retries: DueRetries;
let presentMs: number;
beforeEach(async () => {
  app = await startDispatcher();
  presentMs = app.clock.now().getTime();
  retries = new DueRetries(app.http.app.get(Database), app.http.app.get(DeliveryTrigger), app.clock);
});
afterEach(() => app.http.close());

/**
 * Advances the test clock of a client as the gateway does if nothing becomes due in other services.
 * @param happens in other services, when it is so late
 */
async function advance(
  caller: Caller,
  byMs: number,
  happens: () => Promise<void> = async () => undefined,
  laterMs = byMs,
): Promise<void> {
  const { id } = caller.client;
  const toMs = presentMs + byMs;
  const otherMs = presentMs + laterMs;
  for (let turn = 1, stepMs = 0; ; turn++) {
    const at = timestamp(new Date(presentMs));
    if (presentMs === otherMs) await happens();
    const received = { service: 'webhook-dispatcher', turn, at, byMs: stepMs, next: null };
    await app.http.app.get(Database).transaction(() => retries.begin(received, caller));
    await retries.carryOut(caller, at);
    if (presentMs === toMs) return;
    app.clock.advance(1);
    const next = await retries.nextAfter(at, id);
    const stops = [...(next ? [instantOf(next).getTime()] : []), toMs, otherMs];
    const nextMs = Math.min(...stops.filter((ms) => ms > presentMs));
    stepMs = nextMs - presentMs;
    presentMs = nextMs;
  }
}

/** A receiver that fails until it does not. @returns the times of the attempts, on the clock of the client */
function failingTimes(times: number): number[] {
  const made: number[] = [];
  app.sender.respond = () => (made.push(presentMs) > times ? delivered : failed());
  return made;
}

const gaps = (made: readonly number[]) => made.slice(1).map((ms, n) => ms - (made[n] as number));

function expectSchedule(made: readonly number[]) {
  for (const [n, gap] of gaps(made).entries()) {
    expect(gap).toBeGreaterThanOrEqual((DELAYS[n] as number) * 0.9 - 100); // real time passes
    expect(gap).toBeLessThanOrEqual((DELAYS[n] as number) * 1.1);
  }
}

test('one advance makes all attempts that would have been made by then, each at its time', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const made = failingTimes(3);
  await app.happens('payment.sent', 'pmt_1', { caller });
  await advance(caller, 3 * DAY);
  expect(made).toHaveLength(4);
  expectSchedule(made);
  const [notification] = await app.notificationsOf(caller, id);
  expect(notification).toMatchObject({ attemptCount: 4, sentOn: expect.any(String) });
});

test('a short one makes only those that fall into it', async () => {
  const caller = newCaller();
  await app.subscribe(caller);
  const made = failingTimes(99);
  await app.happens('payment.sent', 'pmt_1', { caller });
  await advance(caller, HOUR);
  expect(made).toHaveLength(4);
  await advance(caller, HOUR);
  expect(made).toHaveLength(4);
  await advance(caller, 2 * HOUR);
  expect(made).toHaveLength(5);
  expectSchedule(made);
});

test('what happens in an advance is retried from its time on', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const made = failingTimes(3);
  const happens = async () => {
    await app.happens('payment.sent', 'pmt_1', { caller });
    // It has failed before the turn of webhooks.
    await until(async () => (await app.notificationsOf(caller, id))[0].lastError !== null);
  };
  await advance(caller, 3 * DAY, happens, DAY);
  expect(made).toHaveLength(4);
  expectSchedule(made);
});

test('the schedule ends as it does in real time, and the circuit breaker lets through what it would', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const made = failingTimes(99);
  for (const entity of ['pmt_1', 'pmt_2', 'pmt_3']) await app.happens('payment.sent', entity, { caller });
  await advance(caller, 10 * DAY);
  expect(made).toHaveLength(30);
  expect(made).toEqual([...made].sort((one, other) => one - other));
  for (const { attemptCount, lockedUntil, sentOn } of await app.notificationsOf(caller, id))
    expect([attemptCount, lockedUntil, sentOn]).toEqual([10, null, null]);
});

test('a receiver that does not respond holds the clock for a limited time', async () => {
  const caller = newCaller();
  await app.subscribe(caller);
  app.sender.respond = () => new Promise(() => undefined);
  await app.happens('payment.sent', 'pmt_1', { caller });
  let hasEnded = false;
  const advanced = advance(caller, 3 * DAY).then(() => (hasEnded = true));
  await until(() => app.sender.sent.length === 1);
  expect(hasEnded).toBe(false);
  app.clock.advance(MAX_HOLD_MS);
  await advanced;
  expect(app.sender.sent).toHaveLength(1);
});

test('attempts of other clients hold nothing, and come no closer', async () => {
  const [one, other] = [newCaller(), newCaller()];
  await app.subscribe(one);
  const id = await app.subscribe(other);
  app.sender.respond = () => failed();
  await app.happens('payment.sent', 'pmt_1', { caller: other });
  await until(async () => (await app.notificationsOf(other, id))[0].lastError !== null);
  const before = await app.notificationsOf(other, id);
  await advance(one, 3 * DAY);
  expect(await app.notificationsOf(other, id)).toEqual(before);
});
