import type { Caller } from '@corridor/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  record,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';
import type { SendOutcome } from './sender.js';
import { Deliveries } from './deliveries.js';

const S = 1_000;
const LEASE_MS = 25 * S;

let app: TestDispatcher;
let deliveries: Deliveries;
beforeEach(async () => {
  app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' });
  deliveries = app.http.app.get(Deliveries);
});
afterEach(() => app.http.close());

const claim = (id: string, limit = 20) => deliveries.claim(id, limit, app.clock.now(), LEASE_MS);

/** Receivers that respond when the test tells them to. */
function holding() {
  const held: ((outcome: SendOutcome) => void)[] = [];
  app.sender.respond = () => new Promise((resolve) => held.push(resolve));
  return held;
}

/** Two attempts at a receiver that has already responded to a ping. */
async function twoUnderWay(caller: Caller, id: string) {
  await app.act(caller, id, 'ping');
  await until(async () => (await app.notificationsOf(caller, id))[0].sentOn !== null);
  const held = holding();
  for (let n = 0; n < 2; n++) {
    app.clock.advance(1);
    await app.happens('payment.sent', `pmt_${n}`, { caller });
  }
  await until(() => held.length === 2);
  return held;
}

/** Somebody else holds the endpoint's row; until `end` all that needs it waits. */
async function lockEndpoint(id: string) {
  const other = await app.http.db.pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM endpoint WHERE subscription_id = $1 FOR NO KEY UPDATE', [id]);
  return {
    other,
    /** @returns the process id of who waits */
    async somebodyWaits(): Promise<number> {
      let pid = 0;
      await until(async () => {
        const { rows } = await other.query(
          'SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
        );
        pid = rows[0]?.pid ?? 0;
        return pid > 0;
      });
      return pid;
    },
    async end() {
      await other.query('COMMIT');
      other.release();
    },
  };
}

describe('what is committed while a step waits for the endpoint', () => {
  it('is seen by a claim: the one before has just been delivered', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    app.trigger.isAway = true;
    for (let n = 0; n < 2; n++) await app.happens('payment.sent', 'pmt_1', { caller });
    const [first] = await claim(id);
    const lock = await lockEndpoint(id);
    await lock.other.query(
      `UPDATE delivery SET sent_on = due_on, due_on = NULL, lease = NULL WHERE notification_id = $1`,
      [first?.id],
    );
    const claiming = claim(id);
    await lock.somebodyWaits();
    await lock.end();
    expect(await claiming).toMatchObject([{ sequence: 2 }]);
  });

  it('is seen by a delivery that ends: something more has happened', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    app.trigger.isAway = true;
    await app.happens('payment.sent', 'pmt_1', { caller });
    const [first] = await claim(id);
    const lock = await lockEndpoint(id);
    const ending = record(deliveries, first!, delivered, app.clock.now());
    await lock.somebodyWaits();
    await app.happens('payment.sent', 'pmt_1', { caller });
    await lock.end();
    expect(await ending).toEqual({ isMoreDue: true, wasOpen: false, openUntil: null });
  });
});

it('a result that the database rejects at first is recorded, and nothing is sent twice', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const held = holding();
  await app.act(caller, id, 'ping');
  await until(() => held.length === 1);
  const lock = await lockEndpoint(id);
  held[0]?.(delivered);
  await lock.other.query('SELECT pg_terminate_backend($1)', [await lock.somebodyWaits()]);
  await lock.end();
  await until(async () => (await app.notificationsOf(caller, id))[0].sentOn !== null);
  app.clock.advance(60 * S);
  await app.dispatcher.turn();
  await sleep(50);
  expect(held).toHaveLength(1);
});

it('a result without a free connection is recorded later, and nothing is sent twice', async () => {
  const caller = newCaller();
  const id = await app.subscribe(caller);
  const held = holding();
  await app.act(caller, id, 'ping');
  await until(() => held.length === 1);
  const { pool } = app.http.db;
  const { connectionTimeoutMillis } = pool.options;
  pool.options.connectionTimeoutMillis = 1 * S; // before a connection that does nothing is given up
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const noConnection = app.http.db.database.query('SELECT 1');
  held[0]?.(delivered);
  await expect(noConnection).rejects.toThrow('timeout exceeded when trying to connect');
  await sleep(200);
  for (const connection of taken) connection.release();
  pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
  await until(async () => (await app.notificationsOf(caller, id))[0].sentOn !== null);
  app.clock.advance(60 * S);
  await app.dispatcher.turn();
  await sleep(50);
  expect(held).toHaveLength(1);
});

describe('an attempt that is not begun in time', () => {
  it('is treated as not claimed', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    const take = deliveries.claimMany.bind(deliveries);
    deliveries.claimMany = async (...input) => {
      const claimed = await take(...input);
      if (claimed.some((one) => one?.length)) deliveries.claimMany = take;
      app.clock.advance(3 * S); // the process sleeps
      return claimed;
    };
    const { data } = await app.act(caller, id, 'ping');
    await until(async () => (await app.notificationsOf(caller, id))[0].sentOn !== null);
    expect(app.sender.sent).toHaveLength(1);
    expect(app.sender.sent[0]?.timestamp).toBe(Math.floor(app.clock.now().getTime() / 1000));
    expect(await app.notificationsOf(caller, id)).toEqual([
      { ...data, attemptCount: 1, sentOn: expect.any(String) },
    ]);
  });

  it('leaves a half-open circuit breaker as it was', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    app.trigger.isAway = true;
    for (let n = 0; n < 11; n++) await app.happens('payment.sent', `pmt_${n}`, { caller });
    for (const one of await claim(id, 10)) await record(deliveries, one, failed(), app.clock.now());
    app.clock.advance(6 * S);
    const trial = await claim(id);
    expect([trial.length, (await claim(id)).length]).toEqual([1, 0]);
    await deliveries.undo(trial, app.clock.now());
    expect(await claim(id)).toHaveLength(1);
  });
});

describe('after the response to a pause', () => {
  /** The number of checks whether another process has begun its claimed attempts, until the response. */
  const looksOf = async (action: () => Promise<{ status: number }>) => {
    const looks = jest.spyOn(deliveries, 'isTaken');
    expect((await action()).status).toBe(200);
    const { length } = looks.mock.calls;
    looks.mockRestore();
    return length;
  };

  it('no attempt of another process begins: it waits until that has ended', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    app.trigger.isAway = true;
    await app.act(caller, id, 'ping');
    const [taken] = await claim(id); // by another process
    let hasResponse = false;
    const pausing = app.act(caller, id, 'pause').then(() => (hasResponse = true));
    await sleep(300);
    expect(hasResponse).toBe(false);
    await record(deliveries, taken!, delivered, app.clock.now());
    await pausing;
    expect(await looksOf(() => app.act(caller, id, 'rotate-secret'))).toBe(1);
  });

  it('what another process holds is not waited for any longer than it may take to begin', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    app.trigger.isAway = true;
    await app.act(caller, id, 'ping');
    await claim(id);
    const startedMs = performance.now();
    expect(await looksOf(() => app.act(caller, id, 'pause'))).toBeGreaterThan(1);
    expect(performance.now() - startedMs).toBeGreaterThan(1_900);
    // The lease does not end: the clock of the test stands still.
  });

  it('what this process has not sent yet is cancelled, as if it had not been taken', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    let begun = 0;
    app.sender.respond = (_, cancel) =>
      new Promise((resolve) => {
        begun++;
        cancel.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
      });
    const { data } = await app.act(caller, id, 'ping');
    await until(() => begun === 1);
    await app.act(caller, id, 'pause');
    await until(async () => (await app.notificationsOf(caller, id))[0].attemptCount === 0);
    expect(await app.notificationsOf(caller, id)).toEqual([data]);
    app.sender.respond = () => delivered;
    await app.act(caller, id, 'resume');
    await until(async () => (await app.notificationsOf(caller, id))[0].sentOn !== null);
    expect((await app.notificationsOf(caller, id))[0].attemptCount).toBe(1);
  });

  it('what has begun is not waited for', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    const held = holding();
    await app.act(caller, id, 'ping');
    await until(() => held.length === 1);
    for (const action of ['pause', 'rotate-secret', 'unsubscribe'])
      expect([action, await looksOf(() => app.act(caller, id, action))]).toEqual([action, 1]);
    held[0]?.(delivered);
  });
});

describe('a subscription that ends', () => {
  it('does so at once however long its queue is, and the queue ends piece by piece', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    await app.act(caller, id, 'pause');
    await app.act(caller, id, 'ping');
    await app.http.db.database.query(
      `WITH made AS (
         INSERT INTO webhook_notification (id, client_id, subscription_id, event_type, payload, sequence, traceparent, created_on)
         SELECT 'whn_' || n, client_id, subscription_id, event_type, payload, sequence, traceparent, created_on
         FROM webhook_notification, generate_series(1, 2500) AS n
         RETURNING *)
       INSERT INTO delivery (notification_id, subscription_id, target_url, sequence_key, due_on)
       SELECT id, subscription_id, '', 'key ' || id, created_on FROM made`,
    );
    const waiting = async () => {
      const rows = await app.http.db.database.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM delivery WHERE due_on IS NOT NULL',
      );
      return rows[0]?.count;
    };
    expect((await app.act(caller, id, 'unsubscribe')).status).toBe(200);
    expect(await waiting()).toBe(1_501);
    await app.dispatcher.turn();
    expect(await waiting()).toBe(0);
    expect((await app.notificationsOf(caller, id))[0]).toMatchObject({
      lockedUntil: null,
      attemptCount: 0,
      lastError: 'The subscription ended before this could be sent.',
    });
  });

  it('lets the attempt in progress finish, and records its outcome', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    const held = await twoUnderWay(caller, id);
    await app.act(caller, id, 'unsubscribe');
    held[0]?.(delivered);
    held[1]?.(failed('responded with 500'));
    await until(async () =>
      (await app.notificationsOf(caller, id)).every((one: any) => one.lockedUntil === null),
    );
    expect((await app.notificationsOf(caller, id)).slice(1)).toMatchObject([
      { sentOn: expect.any(String), lastError: null },
      { sentOn: null, lastError: 'responded with 500' },
    ]);
    app.clock.advance(3600 * S);
    await app.dispatcher.turn();
    await sleep(50);
    expect(held).toHaveLength(2);
  });
});

describe('the end of the process', () => {
  it('records attempts that fail in time, releases unfinished ones, and begins none', async () => {
    const caller = newCaller();
    const id = await app.subscribe(caller);
    const held = await twoUnderWay(caller, id);
    app.sender.close = () => held[1]?.(failed('closed'));
    const ending = app.dispatcher.onModuleDestroy();
    app.clock.advance(1);
    await app.happens('payment.sent', 'pmt_3', { caller });
    held[0]?.(failed('responded with 500'));
    await ending;
    expect(held).toHaveLength(2);
    expect((await app.notificationsOf(caller, id)).slice(1)).toMatchObject([
      { attemptCount: 1, lastError: 'responded with 500', lockedUntil: expect.any(String) },
      { attemptCount: 1, lastError: null, lockedUntil: null },
      { attemptCount: 0, lastError: null, lockedUntil: null },
    ]);
    expect(await claim(id)).toHaveLength(2); // whoever comes next has them at once
  });
});
