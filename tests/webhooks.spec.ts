import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@corridor/testing';
import { createAndMove, instructionFor, simulate } from './support/instruction.js';
import { Receiver, responding } from './support/receiver.js';
import { type TestClient, fundedClient, newClient } from './support/system.js';

type Client = Awaited<ReturnType<typeof fundedClient>>;

const EVENTS = [
  'payment.draft',
  'payment.ready_to_send',
  'payment.sent',
  'payment_instruction.pending',
  'payment_instruction.acknowledged',
  'payment_instruction.filled',
  'payment_instruction.sent',
  'payment_instruction.cancelled',
  'payment_instruction.rejected',
  'payment_instruction.failed',
  'conversion.booked',
  'conversion.exchanged',
  'inbound_funds.pending',
  'inbound_funds.credited',
  'inbound_funds.rejected',
  'transaction.completed',
];

/** How often a dispatcher looks for due notifications without a trigger: the default of WEBHOOK_SWEEP_MS. */
const SWEEP_MS = 5_000;
const PUSHED = 20;

let client: Client;
let receiver: Receiver;
beforeAll(async () => (client = await fundedClient({ GBP: 10_000, EUR: 0 })));
beforeEach(async () => (receiver = await Receiver.start()));
afterEach(() => receiver.close());

const subscribe = async ({ api }: TestClient = client, events: readonly string[] = EVENTS) => {
  const { status, body, text } = await api.post('/v1/webhook-subscriptions', {
    targetUrl: receiver.url,
    events,
  });
  if (status !== 200) throw new Error(text);
  return body.data as { id: string; signingSecret: string };
};
const act = (id: string, action: string, body?: object, { api }: TestClient = client) =>
  api.post(`/v1/webhook-subscriptions/${id}/${action}`, body);
const notificationsOf = async (id: string) =>
  (await client.api.get(`/v1/webhook-subscriptions/${id}/notifications?limit=1000`)).body.data as any[];

/** The table of the page of events. */
function documentedEvents(): string[] {
  const page = readFileSync('dist/docs/webhook-events.md', 'utf8');
  const [, table = ''] = /## Events of one payment instruction\n([^#]*)/.exec(page) ?? [];
  return [...table.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, type = '']) => type);
}

/** When each happened by its own record, in the order of the page. They may arrive in another: only records have one. */
function timesOfDocumentedEvents(events: readonly any[]): string[] {
  const happenedOn = ({ payload }: any): string =>
    payload.completedOn ?? payload.statusHistory.at(-1).occurredOn;
  const left = [...events].sort((a, b) => happenedOn(a).localeCompare(happenedOn(b)));
  return documentedEvents().map((type) => {
    const [event] = left.splice(
      left.findIndex(({ eventType }) => eventType === type),
      1,
    );
    return happenedOn(event);
  });
}

describe('a subscriber', () => {
  it('receives all events of a payment once, signed, in order for each record', async () => {
    const { id, signingSecret } = await subscribe();
    const instruction = await createAndMove(
      client.api,
      instructionFor(client.beneficiaryId),
      'acknowledge',
      'fill',
      'send',
    );
    await receiver.has(12);
    await sleep(300);
    const events = receiver.verified(signingSecret);
    expect(events).toHaveLength(12);
    const { linkedPaymentId, linkedConversionId } = (
      await client.api.get(`/v1/payment-instructions/${instruction}`)
    ).body.data;
    const about = (entity: string) => events.filter(({ relatedEntityId }) => relatedEntityId === entity);
    const types = (entity: string) => about(entity).map(({ eventType }) => eventType.split('.')[1]);
    expect(types(instruction)).toEqual(['pending', 'acknowledged', 'filled', 'sent']);
    expect(types(linkedPaymentId)).toEqual(['draft', 'ready_to_send', 'sent']);
    expect(types(linkedConversionId)).toEqual(['booked', 'exchanged']);
    for (const entity of [instruction, linkedPaymentId, linkedConversionId]) {
      const sequences = about(entity).map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
      for (const { eventType, payload } of about(entity))
        expect([payload.id, payload.status.toLowerCase()]).toEqual([entity, eventType.split('.')[1]]);
    }
    const transactions = events.filter(({ eventType }) => eventType === 'transaction.completed');
    expect(transactions.map(({ payload }) => payload.triggeredByAction).sort()).toEqual([
      'CONVERSION',
      'CONVERSION',
      'PAYMENT',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/DE89370400440532013000|COBADEFF/);
    expect(events.map(({ eventType }) => eventType).sort()).toEqual(documentedEvents().sort());
    const timesOfTheStory = timesOfDocumentedEvents(events);
    expect(timesOfTheStory).toEqual([...timesOfTheStory].sort());

    await until(async () => (await notificationsOf(id)).every(({ sentOn }) => sentOn !== null));
    const records = await notificationsOf(id);
    expect(records).toHaveLength(12);
    for (const record of records) {
      const event = events.find((one) => one.id === record.id);
      const { sequence: _, ...shared } = event;
      expect(record).toMatchObject({ ...shared, attemptCount: 1, lastError: null, lockedUntil: null });
    }
    await act(id, 'unsubscribe');
  });

  it('receives the other final events of instructions and funds', async () => {
    const { id, signingSecret } = await subscribe();
    const { api, beneficiaryId } = client;
    const cancelled = await createAndMove(api, instructionFor(beneficiaryId));
    await api.post(`/v1/payment-instructions/${cancelled}/cancel`, { reason: 'twice' });
    await createAndMove(api, instructionFor(beneficiaryId), 'reject');
    await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fail');
    for (const outcome of ['CREDIT', 'REJECT'])
      await api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 5, outcome });
    await receiver.has(12);
    const types = receiver.verified(signingSecret).map(({ eventType }) => eventType);
    expect(new Set(types)).toEqual(
      new Set([
        'payment_instruction.pending',
        'payment_instruction.acknowledged',
        'payment_instruction.cancelled',
        'payment_instruction.rejected',
        'payment_instruction.failed',
        'inbound_funds.pending',
        'inbound_funds.credited',
        'inbound_funds.rejected',
        'transaction.completed',
      ]),
    );
    await act(id, 'unsubscribe');
  });

  it('receives no events of other clients, and no unlisted events', async () => {
    const other = await newClient();
    const foreign = await subscribe(other);
    const { id } = await subscribe(client, ['payment_instruction.cancelled']);
    await createAndMove(client.api, instructionFor(client.beneficiaryId), 'acknowledge');
    await act(id, 'ping', { message: 'last' });
    await receiver.has(1);
    await sleep(300);
    expect(receiver.received.map(({ body }) => body.payload)).toEqual([{ message: 'last' }]);
    expect((await client.api.get(`/v1/webhook-subscriptions/${foreign.id}`)).status).toBe(404);
    await act(id, 'unsubscribe');
  });

  it('that was paused receives everything on resume, in order, signed with the current secret', async () => {
    const { id, signingSecret } = await subscribe();
    expect((await act(id, 'rotate-secret')).body.code).toBe('subscription_not_paused');
    expect((await act(id, 'pause')).body.data).toEqual({ id, isActive: false, unsubscribedOn: null });
    const instruction = await createAndMove(client.api, instructionFor(client.beneficiaryId), 'acknowledge');
    await simulate(client.api, instruction, 'fill');
    await until(async () => (await notificationsOf(id)).length === 4);
    const { body } = await act(id, 'rotate-secret');
    await sleep(500);
    expect(receiver.received).toEqual([]);
    await act(id, 'resume');
    await receiver.has(4);
    const events = receiver.verified(body.data.signingSecret);
    expect(receiver.signedBy(signingSecret)).toBe(0);
    const own = events.filter(({ relatedEntityId }) => relatedEntityId === instruction);
    expect(own.map(({ payload }) => payload.status)).toEqual(['PENDING', 'ACKNOWLEDGED', 'FILLED']);
    await act(id, 'unsubscribe');
  });

  it('that fails gets a retry after five seconds, with the same id, and can request a redelivery', async () => {
    const { id, signingSecret } = await subscribe();
    receiver.behaviour = (received, response) =>
      responding(receiver.received.length === 1 ? 503 : 200)(received, response);
    const { data: ping } = (await act(id, 'ping', { message: 'again' })).body;
    await receiver.has(2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(ping.id);
    expect(second?.text).toBe(first?.text);
    await until(async () => (await notificationsOf(id))[0]?.sentOn !== null);
    const [record] = await notificationsOf(id);
    expect(record).toMatchObject({ id: ping.id, attemptCount: 2, lockedUntil: null });
    expect(record.lastError).toContain('503');
    const { data: attempts } = (await client.api.get(`/v1/webhook-notifications/${ping.id}/attempts`)).body;
    const [failed, delivered] = attempts.sort((a: any, b: any) => a.attemptNumber - b.attemptNumber);
    expect(attempts).toMatchObject([
      { attemptNumber: 1, outcome: 'FAILED', statusCode: 503, error: expect.stringContaining('503') },
      { attemptNumber: 2, outcome: 'DELIVERED', statusCode: 200, error: null },
    ]);
    // By the dispatcher's own clock: the retry is due 5 s ± 10 % after the end of the first attempt.
    const endedMs = Date.parse(failed.startedOn) + failed.latencyMs;
    expect(Date.parse(delivered.startedOn) - endedMs).toBeGreaterThanOrEqual(4_490);
    const { body } = await client.api.post(`/v1/webhook-notifications/${ping.id}/redeliver`);
    expect(body.data).toMatchObject({ clonedFromNotificationId: ping.id, attemptCount: 0, sentOn: null });
    await receiver.has(3);
    expect(receiver.verified(signingSecret).map((one) => one.id)).toEqual([ping.id, ping.id, body.data.id]);
    await act(id, 'unsubscribe');
  });

  it('that unsubscribed receives nothing more', async () => {
    const { id } = await subscribe();
    await act(id, 'pause');
    await act(id, 'ping');
    const { body } = await act(id, 'unsubscribe');
    expect(body.data).toEqual({ id, isActive: false, unsubscribedOn: expect.any(String) });
    await createAndMove(client.api, instructionFor(client.beneficiaryId));
    await sleep(1_000);
    expect(receiver.received).toEqual([]);
    expect((await act(id, 'resume')).body.code).toBe('subscription_ended');
    expect(await notificationsOf(id)).toMatchObject([{ eventType: 'ping', sentOn: null, attemptCount: 0 }]);
  });

  it('needs the permission for it', async () => {
    const reader = await newClient(['webhook-subscriptions:read']);
    const body = { targetUrl: receiver.url, events: ['payment.sent'] };
    const { status, body: problem } = await reader.api.post('/v1/webhook-subscriptions', body);
    expect([status, problem.requiredPermission]).toEqual([403, 'webhook-subscriptions:write']);
    expect((await reader.api.get('/v1/webhook-subscriptions')).status).toBe(200);
  });
});

it('is pushed: one after the other, more arrive than the sweep could find', async () => {
  const { id } = await subscribe(client, ['inbound_funds.pending']);
  const funds = { ccyCode: 'GBP', amount: 1, outcome: 'PENDING' };
  let waitedMs = 0;
  for (let n = 1; n <= PUSHED; n++) {
    await client.api.post('/v1/simulators/inbound-funds/credit', funds);
    const since = performance.now();
    await receiver.has(n);
    waitedMs += performance.now() - since;
  }
  expect(waitedMs / SWEEP_MS).toBeLessThan(PUSHED / 2); // each sweep would have found one, and the next begun after it
  await act(id, 'unsubscribe');
});
