import type { Caller } from '@corridor/kernel';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  record,
  startDispatcher,
} from '../dispatcher.fixture.js';
import { type Claimed, Deliveries } from './deliveries.js';

const LEASE_MS = 25_000;

/** Many processes on the rows of one subscription; only the test triggers and sweeps. */
let app: TestDispatcher;
let deliveries: Deliveries;
beforeEach(async () => {
  app = await startDispatcher({ WEBHOOK_SWEEP_MS: '3600000' });
  app.trigger.isAway = true;
  deliveries = app.http.app.get(Deliveries);
});
afterEach(() => app.http.close());

const subscribe = (caller: Caller) => app.subscribe(caller, ['payment.draft', 'payment.sent']);
/** What this many processes take when they look at the same moment. */
const allClaim = async (id: string, processes: number): Promise<Claimed[]> => {
  const claims = Array.from({ length: processes }, () => deliveries.claim(id, 8, app.clock.now(), LEASE_MS));
  return (await Promise.all(claims)).flat();
};

describe('processes that look at the same moment', () => {
  it('claim each attempt once, and of each record only the first one until it has ended', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    const entities = ['pmt_1', 'pmt_2', 'pmt_3', 'pmt_4', 'pmt_5'];
    for (let n = 0; n < 4; n++)
      for (const entity of entities) await app.happens('payment.draft', entity, { caller });

    for (let sequence = 1; sequence <= 4; sequence++) {
      const taken = await allClaim(id, 10);
      expect(taken.map((one) => one.relatedId).sort()).toEqual(entities);
      expect(new Set(taken.map((one) => one.sequence))).toEqual(new Set([sequence]));
      expect(await allClaim(id, 10)).toEqual([]);
      const nextOn = new Date(app.clock.now().getTime() + 3_600_000).toISOString().slice(0, -1);
      for (const [i, one] of taken.entries())
        await (i % 2
          ? record(deliveries, one, delivered, app.clock.now())
          : record(deliveries, one, failed(), app.clock.now(), nextOn));
    }
    expect(await allClaim(id, 10)).toEqual([]);
  });

  it('make one trial together while the circuit breaker is half open', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    for (let n = 0; n < 40; n++) await app.happens('payment.sent', `pmt_${n}`, { caller });
    for (const one of [...(await allClaim(id, 1)), ...(await allClaim(id, 1))])
      await record(deliveries, one, failed(), app.clock.now());
    expect(await allClaim(id, 10)).toEqual([]);

    app.clock.advance(61_000);
    const [trial, ...more] = await allClaim(id, 10);
    expect([trial?.subscriptionId, more]).toEqual([id, []]);
    expect(await allClaim(id, 10)).toEqual([]);
    await record(deliveries, trial as Claimed, delivered, app.clock.now());
    expect((await allClaim(id, 2)).length).toBe(16);
  });

  it('end no more of a queue at once than they should, however Postgres joins', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    for (let n = 0; n < 20; n++) await app.happens('payment.sent', `pmt_${n}`, { caller });
    const { database } = app.http.db;
    await database.query('UPDATE endpoint SET has_ended = true WHERE subscription_id = $1', [id]);
    // A loop over the rows, with the subquery within: what the planner takes for a small table whose statistics are old.
    const ended = await database.transaction(async (sql) => {
      for (const other of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
        await sql.query(`SET LOCAL enable_${other} = off`);
      return deliveries.endQueue(id, app.clock.now(), 8);
    });
    expect(ended).toBe(8);
  });

  it('claim nothing of a paused or ended subscription, after the response of the action', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    for (let n = 0; n < 20; n++) await app.happens('payment.sent', `pmt_${n}`, { caller });
    await app.act(caller, id, 'pause');
    expect(await allClaim(id, 5)).toEqual([]);
    await app.act(caller, id, 'resume');
    expect(await allClaim(id, 1)).toHaveLength(8);
    await app.act(caller, id, 'unsubscribe');
    expect(await allClaim(id, 5)).toEqual([]);
    expect(await deliveries.due(app.clock.now())).toEqual([]);
  });
});

it('the failure of an attempt whose lease has ended is not counted', async () => {
  const caller = newCaller();
  const id = await subscribe(caller);
  await app.happens('payment.sent', 'pmt_1', { caller });
  const [first] = await allClaim(id, 1);
  app.clock.advance(LEASE_MS + 1);
  const [second] = await allClaim(id, 1);
  expect(second?.id).toBe(first?.id);
  await record(deliveries, first as Claimed, failed('late'), app.clock.now());
  const { data } = await app.http.get(`webhook-notifications/${first?.id}`, { as: caller });
  expect(data).toMatchObject({ attemptCount: 2, lastError: expect.stringContaining('interrupted') });
  expect(data.lockedUntil).toBe(second?.leasedUntil);
});
