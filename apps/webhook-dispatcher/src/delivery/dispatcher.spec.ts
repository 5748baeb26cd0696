import type { Caller } from '@corridor/kernel';
import { workFields } from '@corridor/tracing';
import { Logger } from '@nestjs/common';
import { type SendOutcome } from './sender.js';
import { EncryptedSecrets } from '../secrets/encrypted-secrets.js';
import { KeyRing } from '../secrets/key-ring.js';
import { type WebhookSettings, webhookSettings } from '../webhook-settings.js';
import { Deliveries } from './deliveries.js';
import { Dispatcher } from './dispatcher.js';
import {
  type TestDispatcher,
  delivered,
  failed,
  newCaller,
  startDispatcher,
  until,
} from '../dispatcher.fixture.js';

const S = 1_000;
const MIN = 60 * S;

let app: TestDispatcher;
beforeEach(async () => (app = await startDispatcher()));
afterEach(() => app.http.close());

const subscribe = async (caller: Caller, more: object = {}) => {
  const body = { targetUrl: 'https://example.com/hooks', events: ['payment.draft', 'payment.sent'], ...more };
  return (await app.http.post('webhook-subscriptions', body, { as: caller })).data;
};

/** Advances the clock, and runs what is due. */
async function later(ms: number) {
  app.clock.advance(ms);
  await app.dispatcher.turn();
}

const settled = (caller: Caller, id: string, isSo: (all: any[]) => boolean) =>
  until(async () => isSo(await app.notificationsOf(caller, id)));

/** Receivers that respond when the test tells them to. */
function holding() {
  const held: ((outcome: SendOutcome) => void)[] = [];
  app.sender.respond = () => new Promise((resolve) => held.push(resolve));
  return held;
}

describe('a notification', () => {
  it('is sent at once, and its record shows it', async () => {
    const caller = newCaller();
    const { id, signingSecret } = await subscribe(caller);
    const { data } = await app.act(caller, id, 'ping', { message: 'hello' });
    await settled(caller, id, ([one]) => one.sentOn !== null);
    expect(app.sender.sent).toEqual([
      {
        url: 'https://example.com/hooks',
        secret: signingSecret,
        id: data.id,
        timestamp: Math.floor(app.clock.now().getTime() / 1000),
        body: expect.any(String),
        traceparent: caller.traceparent,
      },
    ]);
    expect(JSON.parse(app.sender.sent[0]?.body ?? '')).toEqual({
      id: data.id,
      eventType: 'ping',
      createdOn: data.createdOn,
      relatedEntityId: null,
      relatedEntityType: null,
      sequence: 2,
      payload: { message: 'hello' },
    });
    const [record] = await app.notificationsOf(caller, id);
    expect(record).toEqual({ ...data, sentOn: data.createdOn, attemptCount: 1 });
  });

  it('is sent and logged for the request that has caused it: an event, a ping, or a redelivery', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    const requests: unknown[] = [];
    app.sender.respond = () => {
      requests.push(workFields().requestId);
      return delivered;
    };
    const of = (correlationId: string) => ({ ...caller, correlationId });
    const sent = (count: number) =>
      settled(caller, id, (all) => all.filter((one) => one.sentOn).length === count);
    await app.happens('payment.sent', 'pmt_1', { caller: of('a payment') });
    await sent(1);
    const { data } = await app.act(of('a ping'), id, 'ping');
    await sent(2);
    await app.http.post(`webhook-notifications/${data.id}/redeliver`, undefined, { as: of('a redelivery') });
    await sent(3);
    expect(requests).toEqual(['a payment', 'a ping', 'a redelivery']);
  });

  it('follows the schedule, with the same body and id, and stays visible when it is exhausted', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => failed('The receiver responded with 503.');
    await app.act(caller, id, 'ping');
    const leaseEnd = () => new Date(app.clock.now().getTime() + 25 * S).toISOString().slice(0, -1);
    const pauses = [
      5 * S,
      5 * MIN,
      30 * MIN,
      120 * MIN,
      300 * MIN,
      600 * MIN,
      840 * MIN,
      1200 * MIN,
      1440 * MIN,
    ];
    for (const [i, pause] of pauses.entries()) {
      await settled(caller, id, ([one]) => one.attemptCount === i + 1 && one.lockedUntil !== leaseEnd());
      const [{ lockedUntil, sentOn, lastError }] = await app.notificationsOf(caller, id);
      expect([sentOn, lastError]).toEqual([null, 'The receiver responded with 503.']);
      const waitsMs = Date.parse(`${lockedUntil}Z`) - app.clock.now().getTime();
      expect(waitsMs).toBeGreaterThanOrEqual(0.9 * pause);
      expect(waitsMs).toBeLessThanOrEqual(1.1 * pause);
      await later(0.89 * pause);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(app.sender.sent).toHaveLength(i + 1);
      await later(0.22 * pause);
      await until(() => app.sender.sent.length === i + 2);
    }
    await settled(caller, id, ([one]) => one.attemptCount === 10 && one.lockedUntil === null);
    await later(10 * 24 * 60 * MIN);
    expect(app.sender.sent).toHaveLength(10);
    expect(new Set(app.sender.sent.map(({ body, id: key }) => body + key)).size).toBe(1);
    const [record] = await app.notificationsOf(caller, id);
    expect(record).toMatchObject({ sentOn: null, attemptCount: 10, lockedUntil: null });

    app.sender.respond = () => ({ ...delivered, status: 204 });
    const { data: clone } = await app.http.post(`webhook-notifications/${record.id}/redeliver`, undefined, {
      as: caller,
    });
    expect(clone).toEqual({
      ...record,
      id: expect.stringMatching(/^whn_/),
      createdOn: expect.any(String),
      attemptCount: 0,
      lastError: null,
      clonedFromNotificationId: record.id,
    });
    await settled(caller, id, (all) => all.some((one) => one.id === clone.id && one.sentOn !== null));
    const { data: second } = await app.http.post(`webhook-notifications/${clone.id}/redeliver`, undefined, {
      as: caller,
    });
    expect(second).toMatchObject({ clonedFromNotificationId: clone.id, payload: record.payload });
  });

  it("waits for the receiver's Retry-After", async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => failed('busy', 60 * S);
    await app.act(caller, id, 'ping');
    await settled(caller, id, ([one]) => one.lastError === 'busy');
    const [{ lockedUntil }] = await app.notificationsOf(caller, id);
    expect(Date.parse(`${lockedUntil}Z`) - app.clock.now().getTime()).toBe(60 * S);
    expect(app.trigger.delayed).toMatchObject([{ delayMs: 60 * S, due: { subscriptionId: id } }]);
  });

  it('is left to the sweep after a long delay: no job waits for hours', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => failed('busy', 24 * 60 * MIN);
    await app.act(caller, id, 'ping');
    await settled(caller, id, ([one]) => one.lastError === 'busy');
    expect(app.trigger.delayed).toEqual([]);
    app.sender.respond = () => delivered;
    await later(24 * 60 * MIN);
    await settled(caller, id, ([one]) => one.sentOn !== null);
  });

  it('is locked by its attempt for the lease, and not after its end', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    const held = holding();
    await app.act(caller, id, 'ping');
    await until(() => held.length === 1);
    const [running] = await app.notificationsOf(caller, id);
    expect(Date.parse(`${running.lockedUntil}Z`) - app.clock.now().getTime()).toBe(25 * S);
    expect(running).toMatchObject({ attemptCount: 1, sentOn: null });
    held[0]?.(delivered);
    await settled(caller, id, ([one]) => one.lockedUntil === null && one.sentOn !== null);
  });

  it('is attempted again if its process died, and a late success counts', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    await app.act(caller, id, 'ping'); // from then on two at a time
    await settled(caller, id, ([one]) => one.sentOn !== null);
    app.clock.advance(1);
    const held = holding();
    await app.act(caller, id, 'ping');
    await until(() => held.length === 1);
    await later(24 * S);
    expect(held).toHaveLength(1);
    await later(2 * S);
    await until(() => held.length === 2);
    const [, retaken] = await app.notificationsOf(caller, id);
    expect(retaken).toMatchObject({
      attemptCount: 2,
      lastError: 'The attempt before was interrupted on our side.',
    });
    held[0]?.(delivered);
    await settled(caller, id, ([, one]) => one.sentOn !== null);
    held[1]?.(failed());
    await later(MIN);
    expect((await app.notificationsOf(caller, id))[1]).toMatchObject({ attemptCount: 2, lockedUntil: null });
    expect(held).toHaveLength(2);
  });

  it('survives a defect of the sender and a database that fails once', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => {
      throw new Error('defect');
    };
    await app.act(caller, id, 'ping');
    await settled(caller, id, ([one]) => one.lastError === 'The attempt failed on our side.');
    app.sender.respond = () => delivered;
    await later(6 * S);
    await settled(caller, id, ([one]) => one.sentOn !== null);
  });
});

describe('the order of first attempts', () => {
  it('is the order of events per entity, also with slow receivers', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    const began: string[] = [];
    const running = new Set<string>();
    app.sender.respond = async ({ body }) => {
      const { relatedEntityId, sequence } = JSON.parse(body);
      expect(running).not.toContain(relatedEntityId);
      running.add(relatedEntityId);
      began.push(`${relatedEntityId} ${sequence}`);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      running.delete(relatedEntityId);
      return Math.random() < 0.3 ? failed() : delivered;
    };
    for (let n = 0; n < 10; n++)
      for (const entity of ['pmt_1', 'pmt_2', 'pmt_3', 'pmt_4'])
        await app.happens(n % 2 ? 'payment.sent' : 'payment.draft', entity, { caller });
    await settled(caller, id, (all) => all.length === 40 && all.every((one) => one.attemptCount > 0));
    for (let t = 0; t < 30; t++) await later(10 * S);
    for (const entity of ['pmt_1', 'pmt_2', 'pmt_3', 'pmt_4']) {
      const firsts = [...new Set(began)].filter((one) => one.startsWith(entity));
      expect(firsts).toEqual(Array.from({ length: 10 }, (_, i) => `${entity} ${i + 1}`));
    }
  });

  it('does not wait for a retry', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = ({ body }) => (JSON.parse(body).sequence === 1 ? failed() : delivered);
    await app.happens('payment.draft', 'pmt_1', { caller });
    app.clock.advance(1);
    await app.happens('payment.sent', 'pmt_1', { caller });
    await settled(caller, id, (all) => all[1]?.sentOn !== null);
    expect((await app.notificationsOf(caller, id))[0]).toMatchObject({ sentOn: null, attemptCount: 1 });
  });
});

describe('a paused subscription', () => {
  it('queues, and sends at once and in order when it is resumed', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    await app.act(caller, id, 'pause');
    for (let n = 0; n < 5; n++) {
      app.clock.advance(1);
      await app.happens('payment.draft', 'pmt_1', { caller });
    }
    await app.act(caller, id, 'ping');
    await later(MIN);
    expect(app.sender.sent).toEqual([]);
    expect((await app.notificationsOf(caller, id)).map((one: any) => one.attemptCount)).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
    await app.act(caller, id, 'resume');
    await settled(caller, id, (all) => all.every((one) => one.sentOn !== null));
    const sent = app.sender.sent.map(({ body }) => JSON.parse(body));
    expect(sent.filter(({ eventType }) => eventType !== 'ping').map(({ sequence }) => sequence)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('keeps retries back too', async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => failed();
    await app.act(caller, id, 'ping');
    await settled(caller, id, ([one]) => one.lastError !== null);
    await app.act(caller, id, 'pause');
    await later(MIN);
    expect(app.sender.sent).toHaveLength(1);
    app.sender.respond = () => delivered;
    await app.act(caller, id, 'resume');
    await settled(caller, id, ([one]) => one.sentOn !== null);
  });

  it('sends with the current secret and to the current URL', async () => {
    const caller = newCaller();
    const { id, signingSecret } = await subscribe(caller);
    app.sender.respond = () => failed();
    await app.act(caller, id, 'ping');
    await settled(caller, id, ([one]) => one.lastError !== null);
    await app.act(caller, id, 'pause');
    const { data: rotated } = await app.act(caller, id, 'rotate-secret');
    const events = ['payment.sent'];
    const targetUrl = 'https://example.org/new';
    await app.http.put(`webhook-subscriptions/${id}`, { targetUrl, events }, { as: caller });
    await app.act(caller, id, 'resume');
    await later(MIN);
    await until(() => app.sender.sent.length === 2);
    const used = app.sender.sent.map(({ secret, url }) => [secret, url]);
    expect(used).toEqual([
      [signingSecret, 'https://example.com/hooks'],
      [rotated.signingSecret, targetUrl],
    ]);
    expect((await app.notificationsOf(caller, id))[0].targetUrl).toBe(targetUrl);
  });
});

it('an ended subscription sends nothing more, and what was queued stays visible', async () => {
  const caller = newCaller();
  const { id } = await subscribe(caller);
  const held = holding();
  await app.act(caller, id, 'ping');
  await until(() => held.length === 1);
  await app.act(caller, id, 'pause');
  await app.act(caller, id, 'ping');
  await app.act(caller, id, 'unsubscribe');
  held[0]?.(failed('responded with 500'));
  await later(60 * MIN);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(held).toHaveLength(1);
  const all = await app.notificationsOf(caller, id);
  expect(all).toHaveLength(2);
  for (const one of all)
    expect(one).toMatchObject({ sentOn: null, lockedUntil: null, lastError: expect.any(String) });
});

describe('the circuit breaker', () => {
  it('pauses a failing receiver, and allows one attempt at a time', async () => {
    const [warn, log] = [jest.spyOn(Logger.prototype, 'warn'), jest.spyOn(Logger.prototype, 'log')];
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => failed();
    for (let n = 0; n < 40; n++) await app.happens('payment.sent', `pmt_${n}`, { caller });
    await settled(caller, id, (all) => {
      const failures = all.filter(({ lastError }) => lastError !== null).length;
      return warn.mock.calls.length > 0 && failures === app.sender.sent.length;
    });
    const first = app.sender.sent.length;
    expect(first).toBeGreaterThanOrEqual(10);
    expect(first).toBeLessThan(13);
    await later(4 * S);
    expect(app.sender.sent).toHaveLength(first);
    await later(10 * S);
    await until(() => app.sender.sent.length === first + 1);
    await later(S);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(app.sender.sent).toHaveLength(first + 1);
    app.sender.respond = () => delivered;
    await later(MIN);
    await settled(caller, id, (all) => all.filter(({ sentOn }) => sentOn !== null).length >= 39);
    await later(10 * MIN);
    await settled(caller, id, (all) => all.every((one) => one.sentOn !== null));
    const receiver = `the receiver of ${id} of ${caller.client.id}`;
    expect(warn.mock.calls).toEqual([
      [`${receiver} keeps failing, circuit breaker opened: responded with 500`],
    ]);
    expect(log.mock.calls).toEqual([[`${receiver} responds again`]]);
    jest.restoreAllMocks();
  });

  it("is reset at once by the client's actions", async () => {
    const caller = newCaller();
    const { id } = await subscribe(caller);
    app.sender.respond = () => failed();
    for (let n = 0; n < 12; n++) await app.happens('payment.sent', `pmt_${n}`, { caller });
    await settled(caller, id, (all) => all.filter(({ lastError }) => lastError !== null).length >= 10);
    app.sender.respond = () => delivered;
    const { data } = await app.act(caller, id, 'ping');
    await settled(caller, id, (all) => all.some((one) => one.id === data.id && one.sentOn !== null));
  });
});

it('a storm of actions at once loses nothing, sends nothing while paused, and signs with no old secret', async () => {
  const caller = newCaller();
  const { id } = await subscribe(caller);
  app.sender.respond = async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    return Math.random() < 0.2 ? failed() : delivered;
  };
  const actions = ['pause', 'resume', 'rotate-secret', 'ping', 'ping', 'resume', 'ping', 'pause'];
  const responses = await Promise.all(
    Array.from({ length: 160 }, async (_, i) => {
      if (i % 5 === 0) await app.happens('payment.sent', `pmt_${i}`, { caller });
      return app.act(caller, id, actions[i % actions.length] ?? '');
    }),
  );
  expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  await app.act(caller, id, 'pause');
  const before = app.sender.sent.length;
  const { data } = await app.act(caller, id, 'rotate-secret');
  await Promise.all(Array.from({ length: 20 }, () => app.act(caller, id, 'ping')));
  await later(10 * S);
  expect(app.sender.sent).toHaveLength(before);
  await app.act(caller, id, 'resume');
  app.sender.respond = () => delivered;
  for (let t = 0; t < 20; t++) {
    await later(MIN);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await settled(caller, id, (all) => all.every((one) => one.sentOn !== null));
  const pings = responses.filter(({ data: one }) => one?.eventType === 'ping').length + 20;
  const all = await app.notificationsOf(caller, id);
  expect(all).toHaveLength(pings + 32);
  const after = app.sender.sent.slice(before).map(({ secret }) => secret);
  expect(new Set(after)).toEqual(new Set([data.signingSecret]));
});

it('does not start with a key that cannot read the secrets', async () => {
  await subscribe(newCaller());
  const keys = new KeyRing('another key with its 32 characters or so');
  const other = new Dispatcher(
    app.http.app.get<WebhookSettings>(webhookSettings.KEY),
    app.http.app.get(Deliveries),
    app.sender,
    keys,
    new EncryptedSecrets(app.http.db.database, keys),
    app.trigger,
    app.clock,
  );
  await expect(other.onApplicationBootstrap()).rejects.toThrow(/WEBHOOK_SECRET_KEY/);
});
