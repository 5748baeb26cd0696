import { webhookEventTypes } from '@corridor/webhook-dispatcher-contract';
import type { Caller } from '@corridor/kernel';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher()));
afterAll(() => app.http.close());
beforeEach(() => (app.sender.respond = () => delivered));

const subscribe = (caller: Caller, events: readonly string[] = webhookEventTypes) =>
  app.subscribe(caller, events);
const redeliver = (caller: Caller, id: string, key?: string) =>
  app.http.post(`webhook-notifications/${id}/redeliver`, undefined, { as: caller, key });
const view = async (caller: Caller, id: string) =>
  (await app.http.get(`webhook-notifications/${id}`, { as: caller })).data;
const attempts = (id: string) => app.sender.sent.filter((one) => one.id === id);

describe('a notification that is redelivered', () => {
  it('while it waits itself leaves as two: each once, with the same payload, number and record', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    await app.act(caller, id, 'pause');
    const entity = `pmt_${caller.client.id}`;
    await app.happens('payment.sent', entity, { caller });
    const [waiting] = (await app.http.get('webhook-notifications', { as: caller })).data;
    const { data: clone } = await redeliver(caller, waiting.id);
    expect(clone).toEqual({
      ...waiting,
      id: expect.stringMatching(/^whn_/),
      createdOn: expect.any(String),
      clonedFromNotificationId: waiting.id,
    });
    expect(clone.id).not.toBe(waiting.id);
    expect(app.sender.sent.filter(({ body }) => body.includes(entity))).toEqual([]);
    await app.act(caller, id, 'resume');
    await until(async () => (await view(caller, clone.id)).sentOn && (await view(caller, waiting.id)).sentOn);
    const bodies = [waiting.id, clone.id].map((one) => attempts(one).map(({ body }) => JSON.parse(body)));
    expect(bodies.map((all) => all.length)).toEqual([1, 1]);
    const [original, again] = bodies.flat();
    expect(again).toEqual({ ...original, id: clone.id, createdOn: clone.createdOn });
  });

  it('after it was sent is sent again, and its own record stays as it was', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    const { data: ping } = await app.act(caller, id, 'ping', { message: 'hello' });
    await until(async () => (await view(caller, ping.id)).sentOn !== null);
    const before = await view(caller, ping.id);
    const { data: clone } = await redeliver(caller, ping.id);
    expect([clone.sentOn, clone.attemptCount, clone.lastError]).toEqual([null, 0, null]);
    await until(async () => (await view(caller, clone.id)).sentOn !== null);
    expect(await view(caller, ping.id)).toEqual(before);
  });

  it('under one key is cloned once, in a storm and after the subscription has ended; under many, as often', async () => {
    const caller = newCaller();
    const id = await subscribe(caller);
    const { data: ping } = await app.act(caller, id, 'ping');
    const storm = await Promise.all(Array.from({ length: 20 }, () => redeliver(caller, ping.id, 'once')));
    const responses = storm.filter(({ status }) => status === 200).map(({ text }) => text);
    expect(new Set(responses).size).toBe(1);
    expect(storm.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => redeliver(caller, ping.id)));
    const all = async () => (await app.http.get('webhook-notifications?limit=100', { as: caller })).data;
    await until(async () => (await all()).every((one: any) => one.sentOn !== null));
    expect(await all()).toHaveLength(22);
    for (const one of await all()) expect(attempts(one.id)).toHaveLength(1);

    await app.act(caller, id, 'unsubscribe');
    expect((await redeliver(caller, ping.id, 'once')).text).toBe(responses[0]);
    expect((await redeliver(caller, ping.id)).problem?.code).toBe('subscription_ended');
  });
});

describe('notifications are searched by', () => {
  /** One that was sent at the second attempt, a clone of it, and one that waits, of the same subscription. */
  async function three(caller: Caller) {
    const id = await subscribe(caller);
    app.sender.respond = () => failed('The receiver responded with 503.');
    await app.happens('payment.sent', `pmt_${caller.client.id}`, { caller });
    const [first] = (await app.http.get('webhook-notifications', { as: caller })).data;
    await until(async () => (await view(caller, first.id)).lastError !== null);
    app.sender.respond = () => delivered;
    app.clock.advance(6_000);
    await app.dispatcher.turn();
    await until(async () => (await view(caller, first.id)).sentOn !== null);
    app.clock.advance(86_400_000);
    const { data: clone } = await redeliver(caller, first.id);
    await until(async () => (await view(caller, clone.id)).sentOn !== null);
    app.clock.advance(86_400_000);
    app.sender.respond = () => failed('The connection was refused.');
    const { data: ping } = await app.act(caller, id, 'ping', { message: 'hello' });
    await until(async () => (await view(caller, ping.id)).lastError !== null);
    const [sent, again, waiting] = await Promise.all([first, clone, ping].map((one) => view(caller, one.id)));
    return { id, sent, clone: again, waiting };
  }

  it('every field of interface-spec 2.13', async () => {
    const caller = newCaller();
    const { id, sent, clone, waiting } = await three(caller);
    const [first, second, third] = [sent.id, clone.id, waiting.id] as [string, string, string];
    const table: [string, readonly string[]][] = [
      [`id == "${second}"`, [second]],
      [`subscription.id == "${id}"`, [first, second, third]],
      [`eventType == "payment.sent"`, [first, second]],
      [`payload.id == "${sent.payload.id}"`, [first, second]],
      [`payload.status == "SENT"`, [first, second]],
      [`payload.message ~ "HELL"`, [third]],
      [`targetUrl $= "/hooks"`, [first, second, third]],
      [`createdOn == "${sent.createdOn}"`, [first]],
      [`createdOn == "${clone.createdOn.slice(0, 10)}"`, [second]],
      [`sentOn == "${sent.sentOn}"`, [first]],
      [`sentOn >=d "${clone.sentOn}"`, [second]],
      [`attemptCount >= "2"`, [first]],
      [`lastError ~ "503"`, [first]],
      [`lockedUntil > "${waiting.createdOn}"`, [third]],
      [`relatedEntityId == "${sent.relatedEntityId}"`, [first, second]],
      [`relatedEntityType == "Payment"`, [first, second]],
      [`clonedFromNotificationId == "${first}"`, [second]],
    ];
    const fields = Object.keys(sent).flatMap((name) =>
      name === 'payload' ? ['payload.id'] : name === 'subscription' ? ['subscription.id'] : [name],
    );
    expect(new Set(table.map(([q]) => q.split(' ')[0]))).toEqual(
      new Set([...fields, 'payload.status', 'payload.message']),
    );
    for (const [q, expected] of table)
      for (const list of [`webhook-subscriptions/${id}/notifications`, 'webhook-notifications']) {
        const url = `${list}?q=${encodeURIComponent(q)}&sortBy=createdOn:ASC`;
        const { data } = await app.http.get(url, { as: caller });
        expect([q, list, data.map((found: any) => found.id)]).toEqual([q, list, expected]);
      }
  });
});
