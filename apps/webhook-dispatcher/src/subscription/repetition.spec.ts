import type { Caller } from '@corridor/kernel';
import { type TestDispatcher, newCaller, startDispatcher } from '../dispatcher.fixture.js';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher({ WEBHOOK_SUBSCRIPTIONS_PER_CLIENT: '2' })));
afterAll(() => app.http.close());

const body = { targetUrl: 'https://example.com/hooks', events: ['payment.sent'] };
const create = (caller: Caller, key?: string) =>
  app.http.post('webhook-subscriptions', body, { as: caller, key });

/** Decisions §3: the stored response, byte for byte, independent of later changes of the record. */
describe('the same request under the same key', () => {
  it('shows the secret that creating showed, also when there is no room any more and the subscription has ended', async () => {
    const caller = newCaller();
    const first = await create(caller, 'create');
    await create(caller);
    expect((await create(caller)).problem?.code).toBe('limit_reached');
    expect((await create(caller, 'create')).text).toBe(first.text);
    await app.act(caller, first.data.id, 'pause');
    await app.act(caller, first.data.id, 'rotate-secret');
    await app.act(caller, first.data.id, 'unsubscribe');
    const again = await create(caller, 'create');
    expect([again.text, again.replayed]).toEqual([first.text, true]);
  });

  it('shows the secret that rotating showed, also once it sends again, has another secret, or has ended', async () => {
    const caller = newCaller();
    const { id } = (await create(caller)).data;
    await app.act(caller, id, 'pause');
    const first = await app.act(caller, id, 'rotate-secret', undefined, 'rotate');
    const other = await app.act(caller, id, 'rotate-secret');
    expect(other.data.signingSecret).not.toBe(first.data.signingSecret);
    await app.act(caller, id, 'resume');
    expect((await app.act(caller, id, 'rotate-secret')).problem?.code).toBe('subscription_not_paused');
    for (const step of ['pause', 'unsubscribe']) {
      const again = await app.act(caller, id, 'rotate-secret', undefined, 'rotate');
      expect([again.text, again.replayed]).toEqual([first.text, true]);
      await app.act(caller, id, step);
    }
    expect((await app.act(caller, id, 'rotate-secret', undefined, 'rotate')).text).toBe(first.text);
  });

  it('creates one subscription with one secret, despite concurrent requests', async () => {
    const caller = newCaller();
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(caller, 'storm')));
    expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(responses.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    expect((await app.http.get('webhook-subscriptions', { as: caller })).data).toHaveLength(1);
  });

  it('of another client is another request, and shows nothing of the first one', async () => {
    const [one, two] = [await create(newCaller(), 'shared'), await create(newCaller(), 'shared')];
    expect([one.status, two.status, two.replayed]).toEqual([200, 200, false]);
    expect(two.data.id).not.toBe(one.data.id);
    expect(two.data.signingSecret).not.toBe(one.data.signingSecret);
  });

  it('does not resume what was paused since, and unsubscribes once', async () => {
    const caller = newCaller();
    const { id } = (await create(caller)).data;
    await app.act(caller, id, 'pause');
    const resumed = await app.act(caller, id, 'resume', undefined, 'resume');
    await app.act(caller, id, 'pause');
    expect((await app.act(caller, id, 'resume', undefined, 'resume')).text).toBe(resumed.text);
    expect((await app.http.get(`webhook-subscriptions/${id}`, { as: caller })).data.isActive).toBe(false);
    const ended = await app.act(caller, id, 'unsubscribe', undefined, 'end');
    const again = await app.act(caller, id, 'unsubscribe', undefined, 'end');
    expect([again.text, again.status, again.replayed]).toEqual([ended.text, 200, true]);
  });
});
