import { Database } from '@corridor/event-store';
import { type FactType, schemas, factTypes } from '@corridor/webhook-dispatcher-contract';
import { committedEventTypes, facts, fixture, fixtures } from '@corridor/testing';
import { reactsTo } from '@corridor/testing/service';
import { Value } from 'typebox/value';
import { Reactions } from '../reactions.js';
import { type TestDispatcher, factOf, newCaller, startDispatcher, until } from '../dispatcher.fixture.js';

let app: TestDispatcher;
beforeAll(async () => (app = await startDispatcher()));
afterAll(() => app.http.close());

const subscribe = (caller = newCaller(), events: readonly string[] = factTypes) =>
  app.subscribe(caller, events);

describe('every event of section 6', () => {
  it('has a message that says it, with an example, and a reaction', () => {
    expect([...reactsTo(Reactions)].sort()).toEqual([...factTypes].sort());
    const notified = new Set(fixtures().map(({ type }) => type));
    expect(factTypes.filter((type) => !notified.has(type))).toEqual([]);
  });

  it('is listed for subscriptions, in the order of the specification', async () => {
    const { data } = await app.http.get('reference-data/webhook-subscriptions/events');
    expect(data).toEqual(committedEventTypes());
    const specified = (data as string[]).filter((type) => type === 'ping' || type in facts);
    expect(specified).toEqual(['ping', ...Object.keys(facts)]);
  });

  it.each(factTypes)('%s notifies about its record, in the state that it names', async (type) => {
    const caller = newCaller();
    const id = await subscribe(caller);
    // On a stream of its own: examples of one stream would have to come in the order of their versions.
    await app.deliver({ ...fixture(type), streamId: type, caller, occurredOn: now() });
    const [record, ...more] = await app.notificationsOf(caller, id);
    expect(more).toEqual([]);
    expect(Value.Errors(schemas.webhookNotification, record)).toEqual([]);
    const { resource } = fixture(type).data;
    const [entity, status] = facts[type] ?? [entityOf(type), resource.status];
    expect(record).toMatchObject({
      eventType: type,
      relatedEntityType: entity,
      relatedEntityId: resource.id,
      payload: { id: resource.id, status },
    });
    await expectNoBankDetails(type, record.payload);
  });

  /** Whatever in the example can lead to somebody's account is not in the payload. */
  async function expectNoBankDetails(type: FactType, payload: unknown) {
    const text = JSON.stringify(payload);
    const details: string[] = [];
    JSON.stringify(fixture(type).data.resource, (name, value: unknown) => {
      const isDetail =
        /accountNumber|iban|bic|routingCode\d?$|^raw$/i.test(name) ||
        (name === 'message' && type !== ('ping' as never));
      if (isDetail && typeof value === 'string') details.push(value);
      return value;
    });
    for (const detail of details) expect(text).not.toContain(detail);
    expect(text).not.toMatch(/IBAN|bicSwiftCode|accountNumber|"message"/i);
  }
});

/** What an event type beyond the specification is about: `payment_instruction.held` is about a `PaymentInstruction`. */
const entityOf = (type: FactType): string =>
  (type.split('.')[0] ?? '').replace(/(^|_)(\w)/g, (_, _start, letter: string) => letter.toUpperCase());

const now = () => app.clock.now().toISOString().slice(0, -1);

describe('a fact', () => {
  it('is sent to each subscription of its client that lists it, once despite redeliveries', async () => {
    const caller = newCaller();
    const [first, second] = [await subscribe(caller), await subscribe(caller, ['payment.sent', 'ping'])];
    const other = await subscribe(caller, ['conversion.booked']);
    const stranger = newCaller();
    const foreign = await subscribe(stranger);
    const message = await app.happens('payment.sent', 'pmt_once', { caller });
    await app.deliver(message, message);
    await app.deliver(message);
    const count = async (id: string, as = caller) => (await app.notificationsOf(as, id)).length;
    expect(await Promise.all([count(first), count(second), count(other), count(foreign, stranger)])).toEqual([
      1, 1, 0, 0,
    ]);
  });

  it('is sent to the subscriptions of the time when it happened, even if it arrives late', async () => {
    const caller = newCaller();
    const before = now();
    app.clock.advance(1_000);
    const id = await subscribe(caller, ['payment.sent']);
    const during = now();
    app.clock.advance(1_000);
    await app.http.put(
      `webhook-subscriptions/${id}`,
      { targetUrl: 'https://example.com/hooks', events: ['payment.failed'] },
      { as: caller },
    );
    app.clock.advance(1_000);
    const after = now();
    const happened = [before, during, after].flatMap((occurredOn, i) =>
      (['payment.sent', 'payment.failed'] as const).map((type) =>
        factOf(type, `pmt_${caller.client.id}_${i}_${type.slice('payment.'.length)}`, {
          caller,
          occurredOn,
          version: 1,
        }),
      ),
    );
    await app.deliver(...happened);
    const notified = (await app.notificationsOf(caller, id)).map((one: any) => one.relatedEntityId);
    expect(notified.sort()).toEqual([`pmt_${caller.client.id}_1_sent`, `pmt_${caller.client.id}_2_failed`]);
  });

  it('is queued while paused, and stays unsent if the subscription ended before it arrived', async () => {
    const caller = newCaller();
    const id = await subscribe(caller, ['payment.sent']);
    await app.act(caller, id, 'pause');
    const occurredOn = now();
    app.clock.advance(1_000);
    await app.act(caller, id, 'unsubscribe');
    app.clock.advance(1_000);
    await app.happens('payment.sent', `pmt_${caller.client.id}_late`, { caller, occurredOn });
    await app.happens('payment.sent', `pmt_${caller.client.id}_after`, { caller });
    expect(await app.notificationsOf(caller, id)).toMatchObject([
      {
        relatedEntityId: `pmt_${caller.client.id}_late`,
        sentOn: null,
        attemptCount: 0,
        lockedUntil: null,
        lastError: 'The subscription ended before this could be sent.',
      },
    ]);
  });

  it('is sent to the subscriptions that existed when it happened, while others are created', async () => {
    const caller = newCaller();
    const made: Promise<string>[] = [];
    const happened: { at: string; id: string }[] = [];
    for (let i = 0; i < 20; i++) {
      made.push(subscribe(caller, ['payment.sent']));
      const id = `pmt_${caller.client.id}_${i}`;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
      app.clock.advance(1);
      happened.push({ at: now(), id });
      await app.happens('payment.sent', id, { caller });
    }
    for (const one of made) {
      const id = await one;
      const { data } = await app.http.get(`webhook-subscriptions/${id}`, { as: caller });
      const since = data.auditHistory.created.on as string;
      const notified = (await app.notificationsOf(caller, id)).map((each: any) => each.relatedEntityId);
      // Of what happened in the very millisecond, with this clock of the test's, either may have come first.
      const sure = happened.filter(({ at, id: entity }) => at !== since || notified.includes(entity));
      expect(notified.sort()).toEqual(
        sure
          .filter(({ at }) => at >= since)
          .map((each) => each.id)
          .sort(),
      );
    }
  });

  it('keeps the numbers of its entity the same for all subscriptions', async () => {
    const caller = newCaller();
    const ids = [await subscribe(caller), await subscribe(caller, ['payment.sent'])];
    const entity = `pmt_${caller.client.id}_sequence`;
    await app.happens('payment.draft', entity, { caller });
    await app.happens('payment.ready_to_send', entity, { caller });
    await app.happens('payment.sent', entity, { caller });
    const rows = await app.http.db.database.query<{ id: string; sequence: number }>(
      `SELECT n.subscription_id AS id, sequence FROM webhook_notification AS n JOIN delivery ON notification_id = n.id
       WHERE related_id = $1 ORDER BY position`,
      [entity],
    );
    const sequences = ids.map((id) => rows.filter((row) => row.id === id).map(({ sequence }) => sequence));
    expect(sequences).toEqual([[1, 2, 3], [3]]);
  });
});

/** interface-spec 6: once, whatever becomes of the consumer while it works. */
it('a fact whose transaction does not commit creates no notification; the next delivery does', async () => {
  const caller = newCaller();
  const ids = await Promise.all([1, 2].map(() => app.subscribe(caller)));
  const notified = async () =>
    (await app.http.get('webhook-notifications', { as: caller })).data.map((one: any) => one.subscription.id);
  const occurredOn = app.clock.now().toISOString().slice(0, -1);
  const message = factOf('payment.sent', 'pmt_cut', { caller, occurredOn, version: 1 });

  const cut = app.http.app.get(Database).transaction(async () => {
    await app.http.app.get(Reactions).onFact(message as never);
    throw new Error('the power fails');
  });
  await expect(cut).rejects.toThrow('the power fails');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await notified()).toEqual([]);
  const sent = () => app.sender.sent.filter(({ body }) => body.includes('pmt_cut'));
  expect(sent()).toEqual([]);

  await app.deliver(message);
  expect((await notified()).sort()).toEqual([...ids].sort());
  await until(() => sent().length === 2);
});
