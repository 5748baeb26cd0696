import { Database } from '@corridor/event-store';
import { type TestDispatcher, factOf, newCaller, startDispatcher } from './dispatcher.fixture.js';
import { Reactions } from './reactions.js';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher()));
afterAll(() => app.http.close());

/** interface-spec 6: once, whatever becomes of the consumer while it works. */
it('a fact whose transaction does not commit leaves no notification; the next delivery tells it', async () => {
  const caller = newCaller();
  const body = { targetUrl: 'https://example.com/hooks', events: ['payment.sent'] };
  const ids = await Promise.all(
    [1, 2].map(async () => (await app.http.post('webhook-subscriptions', body, { as: caller })).data.id),
  );
  const told = async () =>
    (await app.http.get('webhook-notifications', { as: caller })).data.map((one: any) => one.subscription.id);
  const occurredOn = app.clock.now().toISOString().slice(0, -1);
  const message = factOf('payment.sent', 'pmt_cut', { caller, occurredOn, version: 1 });

  const cut = app.http.app.get(Database).transaction(async () => {
    await app.http.app.get(Reactions).onFact(message as never);
    throw new Error('the power fails');
  });
  await expect(cut).rejects.toThrow('the power fails');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await told()).toEqual([]);
  expect(app.sender.sent).toEqual([]);

  await app.deliver(message);
  expect((await told()).sort()).toEqual([...ids].sort());
});
