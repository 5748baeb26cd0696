import { webhookEventTypes, schemas } from '@corridor/webhook-dispatcher-contract';
import type { Caller } from '@corridor/kernel';
import { issues } from '@corridor/testing';
import { Value } from 'typebox/value';
import { type TestDispatcher, newCaller, startDispatcher } from '../dispatcher.fixture.js';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher()));
afterAll(() => app.http.close());

const body = {
  targetPlatform: 'ERP',
  targetUrl: 'https://example.com/hooks',
  events: ['payment.sent', 'ping'],
};
const create = async (caller: Caller, more: object = {}) =>
  (await app.http.post('webhook-subscriptions', { ...body, ...more }, { as: caller })).data;

describe('creating a subscription', () => {
  it('returns the secret, which is in no other response', async () => {
    const caller = newCaller();
    const data = await create(caller);
    expect(Value.Errors(schemas.webhookSubscriptionWithSecret, data)).toEqual([]);
    const { signingSecret, ...record } = data;
    expect(record).toEqual({
      id: expect.stringMatching(/^whs_[0-9A-Z]{26}$/),
      client: caller.client,
      ...body,
      isActive: true,
      unsubscribedOn: null,
      auditHistory: expect.objectContaining({ version: 1 }),
    });
    const read = await app.http.get(`webhook-subscriptions/${data.id}`, { as: caller });
    expect(read.data).toEqual(record);
    expect(Value.Errors(schemas.webhookSubscription, read.data)).toEqual([]);
    const listed = await app.http.get('webhook-subscriptions', { as: caller });
    expect(listed.data).toEqual([record]);
    expect(listed.text).not.toContain(signingSecret);
  });

  it('returns the same secret to a repeated request, byte for byte', async () => {
    const sending = { as: newCaller(), key: 'again' };
    const first = await app.http.post('webhook-subscriptions', body, sending);
    const again = await app.http.post('webhook-subscriptions', body, sending);
    expect(again.text).toBe(first.text);
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect((await app.http.get('webhook-subscriptions', sending)).data).toHaveLength(1);
  });

  it('needs nothing but a URL and events', async () => {
    const { targetPlatform } = await create(newCaller(), { targetPlatform: undefined });
    expect(targetPlatform).toBeNull();
  });

  it('takes every event type', async () => {
    const { events } = await create(newCaller(), { events: webhookEventTypes });
    expect(events).toEqual(webhookEventTypes);
  });

  const url = (length: number) => `https://example.com/${'x'.repeat(length - 'https://example.com/'.length)}`;
  it.each([
    ['targetUrl of 2048', { targetUrl: url(2048) }],
    ['targetPlatform of 1024', { targetPlatform: 'x'.repeat(1024) }],
    ['loopback in a sandbox', { targetUrl: 'http://127.0.0.1:9000/hooks' }],
    ['plain http in a sandbox', { targetUrl: 'http://example.com/hooks' }],
  ])('takes a %s', async (_, more) => {
    expect(await create(newCaller(), more)).toMatchObject(more);
  });

  it.each([
    ['#/targetUrl', 'too_long', { targetUrl: url(2049) }],
    ['#/targetUrl', 'required', { targetUrl: undefined }],
    ['#/targetUrl', 'not_a_url', { targetUrl: 'example.com' }],
    ['#/targetUrl', 'host_not_allowed', { targetUrl: 'http://10.0.0.1/hooks' }],
    ['#/targetUrl', 'host_not_allowed', { targetUrl: 'https://10.0.0.1/hooks' }],
    ['#/targetPlatform', 'too_long', { targetPlatform: 'x'.repeat(1025) }],
    ['#/events', 'required', { events: undefined }],
    ['#/events', 'too_few', { events: [] }],
    ['#/events', 'not_unique', { events: ['payment.sent', 'payment.sent'] }],
    ['#/events/1', 'not_allowed', { events: ['payment.sent', 'payment.lost'] }],
    ['#/events', 'not_a_list', { events: 'payment.sent' }],
    ['#/secret', 'unknown_field', { secret: 'x' }],
  ])('refuses %s: %s', async (pointer, code, more) => {
    const { status, problem } = await app.http.post('webhook-subscriptions', { ...body, ...more });
    expect(status).toBe(400);
    expect(problem?.errors).toMatchObject([{ pointer, code }]);
  });

  it('reports all issues at once', async () => {
    const response = await app.http.post('webhook-subscriptions', { targetUrl: 'x', events: ['no'] });
    expect(issues(response)).toEqual([400, '#/events/0 not_allowed', '#/targetUrl not_a_url']);
  });

  it('is refused from the 51st on, also in a storm, and not when one has ended', async () => {
    const caller = newCaller();
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => app.http.post('webhook-subscriptions', body, { as: caller })),
    );
    const ids = responses.flatMap(({ data }) => (data ? [data.id as string] : []));
    expect(ids).toHaveLength(50);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ problem }) => problem?.code))).toEqual(new Set(['limit_reached']));
    await app.act(caller, ids[0] ?? '', 'unsubscribe');
    expect(await create(caller)).toMatchObject({ isActive: true });
  });
});

describe('a subscription', () => {
  it('pauses, resumes and ends', async () => {
    const caller = newCaller();
    const { id } = await create(caller);
    const state = async (action: string) => {
      const { status, data } = await app.act(caller, id, action);
      if (status === 200) expect(Value.Errors(schemas.webhookSubscriptionState, data)).toEqual([]);
      return [status, data];
    };
    const active = { id, isActive: true, unsubscribedOn: null };
    const paused = { id, isActive: false, unsubscribedOn: null };
    expect(await state('resume')).toEqual([200, active]);
    expect(await state('pause')).toEqual([200, paused]);
    expect(await state('pause')).toEqual([200, paused]);
    expect(await state('resume')).toEqual([200, active]);
    const ended = { id, isActive: false, unsubscribedOn: '2026-11-21T09:30:00.123' };
    expect(await state('unsubscribe')).toEqual([200, ended]);
    const { data } = await app.http.get(`webhook-subscriptions/${id}`, { as: caller });
    expect(data).toMatchObject({ ...ended, auditHistory: { version: 4 } });
  });

  it('that has ended refuses everything', async () => {
    const caller = newCaller();
    const { id } = await create(caller);
    const { data: notification } = await app.act(caller, id, 'ping');
    await app.act(caller, id, 'unsubscribe');
    const responses = await Promise.all([
      ...['pause', 'resume', 'unsubscribe', 'rotate-secret', 'ping'].map((action) =>
        app.act(caller, id, action),
      ),
      app.http.put(`webhook-subscriptions/${id}`, body, { as: caller }),
      app.http.post(`webhook-notifications/${notification.id}/redeliver`, undefined, { as: caller }),
    ]);
    for (const { status, problem } of responses)
      expect([status, problem?.code]).toEqual([409, 'subscription_ended']);
  });

  it('rotates its secret only while it is paused, and returns the same response to a repeated request', async () => {
    const caller = newCaller();
    const { id, signingSecret } = await create(caller);
    expect((await app.act(caller, id, 'rotate-secret')).problem?.code).toBe('subscription_not_paused');
    await app.act(caller, id, 'pause');
    const sending = { as: caller, key: 'rotation' };
    const url = `webhook-subscriptions/${id}/rotate-secret`;
    const rotated = await app.http.post(url, undefined, sending);
    expect(Value.Errors(schemas.webhookSubscriptionWithSecret, rotated.data)).toEqual([]);
    expect(rotated.data.signingSecret).not.toBe(signingSecret);
    expect(rotated.data.isActive).toBe(false);
    expect((await app.http.post(url, undefined, sending)).text).toBe(rotated.text);
  });

  it('changes as a whole', async () => {
    const caller = newCaller();
    const { id } = await create(caller);
    const change = { targetPlatform: null, targetUrl: 'https://example.org/', events: ['conversion.booked'] };
    const { data } = await app.http.put(`webhook-subscriptions/${id}`, change, { as: caller });
    expect(data).toMatchObject({ id, ...change, auditHistory: { version: 2 } });
    expect(Value.Errors(schemas.webhookSubscription, data)).toEqual([]);
    const refused = await app.http.put(
      `webhook-subscriptions/${id}`,
      { ...change, events: [] },
      { as: caller },
    );
    expect(refused.status).toBe(400);
  });

  it('listens on without a gap when a change leaves its events, and keeps no trace of that', async () => {
    const caller = newCaller();
    const { id } = await create(caller);
    const put = (events: string[], targetPlatform: string) =>
      app.http.put(`webhook-subscriptions/${id}`, { ...body, events, targetPlatform }, { as: caller });
    for (let n = 0; n < 5; n++) await put(body.events, `platform ${n}`);
    const intervals = () =>
      app.http.db.database.query('SELECT events, until FROM listening WHERE subscription_id = $1', [id]);
    expect(await intervals()).toEqual([{ events: body.events, until: null }]);
    await put(['conversion.booked'], 'another');
    expect(await intervals()).toEqual([
      { events: body.events, until: expect.any(String) },
      { events: ['conversion.booked'], until: null },
    ]);
  });

  it('of another client does not exist', async () => {
    const owner = newCaller();
    const { id } = await create(owner);
    const { data: notification } = await app.act(owner, id, 'ping');
    const as = newCaller();
    const responses = await Promise.all([
      app.http.get(`webhook-subscriptions/${id}`, { as }),
      app.http.get(`webhook-subscriptions/${id}/notifications`, { as }),
      app.http.get(`webhook-notifications/${notification.id}`, { as }),
      ...['pause', 'resume', 'unsubscribe', 'rotate-secret', 'ping'].map((action) => app.act(as, id, action)),
      app.http.put(`webhook-subscriptions/${id}`, body, { as }),
      app.http.post(`webhook-notifications/${notification.id}/redeliver`, undefined, { as }),
      app.act(owner, 'whs_unknown', 'pause'),
      app.http.post('webhook-notifications/whn_unknown/redeliver', undefined, { as: owner }),
    ]);
    for (const { status } of responses) expect(status).toBe(404);
    expect((await app.http.get('webhook-subscriptions', { as })).data).toEqual([]);
  });
});

describe('a ping', () => {
  it('returns its notification', async () => {
    const caller = newCaller();
    const { id } = await create(caller);
    await app.act(caller, id, 'pause');
    const { status, data } = await app.act(caller, id, 'ping', { message: 'x'.repeat(100) });
    expect(status).toBe(200);
    expect(Value.Errors(schemas.webhookNotification, data)).toEqual([]);
    expect(data).toEqual({
      id: expect.stringMatching(/^whn_[0-9A-Z]{26}$/),
      subscription: { id },
      eventType: 'ping',
      payload: { message: 'x'.repeat(100) },
      targetUrl: body.targetUrl,
      createdOn: '2026-11-21T09:30:00.123',
      sentOn: null,
      attemptCount: 0,
      lastError: null,
      lockedUntil: null,
      relatedEntityId: null,
      relatedEntityType: null,
      clonedFromNotificationId: null,
    });
    const { data: listed } = await app.http.get(`webhook-subscriptions/${id}/notifications`, { as: caller });
    expect(listed).toEqual([data]);
    expect((await app.http.get(`webhook-notifications/${data.id}`, { as: caller })).data).toEqual(data);
  });

  it('needs no message, and no body', async () => {
    const caller = newCaller();
    const { id } = await create(caller);
    for (const input of [undefined, {}, { message: null }])
      expect((await app.act(caller, id, 'ping', input)).data.payload).toEqual({ message: null });
    const { status, problem } = await app.act(caller, id, 'ping', { message: 'x'.repeat(101) });
    expect([status, problem?.errors]).toMatchObject([400, [{ pointer: '#/message', code: 'too_long' }]]);
  });
});

describe('a signing secret', () => {
  it('is in no table in plain text', async () => {
    const caller = newCaller();
    const { id, signingSecret } = await create(caller);
    await app.act(caller, id, 'pause');
    const { data: rotated } = await app.act(caller, id, 'rotate-secret');
    await app.act(caller, id, 'ping');
    const tables = await app.http.db.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const rows = await app.http.db.database.query<{ row: string }>(
        `SELECT t::text AS row FROM "${name}" AS t`,
      );
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of [signingSecret, rotated.signingSecret] as string[]) {
        expect(text).not.toContain(secret.slice('whsec_'.length));
        expect(text).not.toContain(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'));
      }
    }
  });
});
