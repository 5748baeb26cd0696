import { type FactType, factTypes } from '@corridor/webhook-dispatcher-contract';
import type { Envelope, MessageType } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { type ConsumerGroup, MessageConsumer } from '@corridor/messaging';
import { messageRegistry } from '@corridor/services';
import { TestClock, type TestResponse, fixture, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import type { Claimed, Deliveries, RecordedAttempt } from './delivery/deliveries.js';
import { breakerAfter } from './delivery/delivery-policy.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { type SendOutcome, type SendRequest, Sender } from './delivery/sender.js';
import { ofListeningClients } from './notification/listening-clients.js';
import { DeliveryTrigger, type DueSubscription, type OnDue } from './delivery-trigger/delivery-trigger.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

/** Triggers this process and nobody else; delayed triggers are for the test to see. */
export class LocalTrigger extends DeliveryTrigger {
  readonly delayed: { readonly due: DueSubscription; readonly delayMs: number }[] = [];
  isAway = false;
  private onDue: OnDue = () => undefined;

  override trigger(due: readonly DueSubscription[], delayMs = 0): void {
    if (delayMs > 0) this.delayed.push(...due.map((one) => ({ due: one, delayMs })));
    else if (!this.isAway) setImmediate(() => this.onDue(due));
  }

  override async start(onDue: OnDue): Promise<void> {
    this.onDue = onDue;
  }

  override async ping(): Promise<void> {
    if (this.isAway) throw new Error('away');
  }

  override async stop(): Promise<void> {
    this.onDue = () => undefined;
  }
}

/** Receivers that do what the test says. */
export class ScriptedSender extends Sender {
  readonly sent: SendRequest[] = [];
  respond: (request: SendRequest, cancel: AbortSignal) => SendOutcome | Promise<SendOutcome> = () =>
    delivered;

  override async send(request: SendRequest, cancel: AbortSignal): Promise<SendOutcome> {
    this.sent.push(request);
    return this.respond(request, cancel);
  }

  override close(): void {}
}

export const delivered = { kind: 'delivered', status: 200, excerpt: null } as const satisfies SendOutcome;

export const failed = (error = 'responded with 500', retryAfterMs: number | null = null) =>
  ({ kind: 'failed', failure: 'status', error, status: 500, excerpt: null, retryAfterMs }) as const;

/** Writes down what came of an attempt, as the dispatcher does. */
export function record(
  deliveries: Deliveries,
  one: Claimed,
  outcome: Exclude<SendOutcome, { kind: 'cancelled' }>,
  now: Date,
  retryOn: string | null = null,
): Promise<RecordedAttempt> {
  const breaker = breakerAfter(outcome.kind === 'failed' ? 'failed' : 'quick', 0);
  const startedOn = now.toISOString().slice(0, -1);
  return deliveries.record(one, { startedOn, latencyMs: 0, outcome, retryOn, breaker }, now);
}

/** A caller with all webhook permissions. */
export const webhookCaller: Caller = {
  ...testCaller,
  permissions: [
    'webhook-subscriptions:read',
    'webhook-subscriptions:write',
    'webhook-notifications:read',
    'webhook-notifications:write',
  ],
};

let clients = 0;

/** A caller of a new client. */
export const newCaller = (): Caller => ({
  ...webhookCaller,
  client: { id: `cli_${++clients}`, name: 'Client' },
});

export const SECRET_KEY = 'a key for specs with its 32 characters';

export interface TestDispatcher {
  readonly http: TestService;
  readonly clock: TestClock;
  readonly sender: ScriptedSender;
  readonly trigger: LocalTrigger;
  readonly dispatcher: Dispatcher;
  /** @returns the id of a new subscription */
  subscribe(caller: Caller, events?: readonly string[]): Promise<string>;
  /** What can be done with a subscription: `pause`, `ping` */
  act(caller: Caller, id: string, action: string, input?: object, key?: string): Promise<TestResponse>;
  /** Of a subscription, in the order in which they were made. */
  notificationsOf(caller: Caller, id: string): Promise<any[]>;
  /** A fact arrives as the consumer delivers it; of the stream of its entity, in the version that is next. */
  happens(
    type: FactType,
    entityId: string,
    more?: { caller?: Caller; occurredOn?: string },
  ): Promise<Envelope>;
  deliver(...messages: Envelope[]): Promise<void>;
}

/** The single service, with receivers and a clock controlled by the test. */
export async function startDispatcher(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestDispatcher> {
  const clock = new TestClock();
  const sender = new ScriptedSender();
  const trigger = new LocalTrigger();
  const http = await startTestService(service, WebhookDispatcherModule, {
    clock,
    caller: webhookCaller,
    variables: { WEBHOOK_SECRET_KEY: SECRET_KEY, WEBHOOK_ALLOW_LOOPBACK: 'true', ...variables },
    providers: [
      { provide: Sender, useValue: sender },
      { provide: DeliveryTrigger, useValue: trigger },
    ],
  });
  const reactions = http.app.get(Reactions);
  const versions = new Map<string, number>();
  const group: ConsumerGroup = {
    name: service.name,
    types: factTypes,
    handle: (message) => reactions.onFact(message as never),
    relevant: (messages) => ofListeningClients(http.db.database, messages),
    messages: messageRegistry,
    onDeadLetter: ({ reason }) => {
      throw new Error(reason);
    },
  };
  const delivery = new MessageConsumer(group, http.db.database);
  return {
    http,
    clock,
    sender,
    trigger,
    dispatcher: http.app.get(Dispatcher),
    async subscribe(caller, events = ['payment.sent']) {
      const body = { targetUrl: 'https://example.com/hooks', events };
      return (await http.post('webhook-subscriptions', body, { as: caller })).data.id;
    },
    act: (caller, id, action, input, key) =>
      http.post(`webhook-subscriptions/${id}/${action}`, input, { as: caller, key }),
    notificationsOf: async (caller, id) =>
      (await http.get(`webhook-subscriptions/${id}/notifications?limit=1000`, { as: caller })).data.reverse(),
    deliver: (...messages) => delivery.deliver(messages),
    async happens(
      type,
      entityId,
      { caller = testCaller, occurredOn = clock.now().toISOString().slice(0, -1) } = {},
    ) {
      const version = (versions.get(entityId) ?? 0) + 1;
      versions.set(entityId, version);
      const message = factOf(type, entityId, { caller, occurredOn, version });
      await delivery.deliver([message]);
      return message;
    },
  };
}

/** The example of a fact, about another entity. */
export function factOf(
  type: FactType,
  entityId: string,
  more: Partial<Pick<Envelope, 'caller' | 'occurredOn' | 'version'>>,
): Envelope {
  const example = fixture(type as MessageType) as Envelope<FactType>;
  const resource = { ...example.data.resource, id: entityId };
  return {
    ...example,
    streamId: entityId,
    caller: testCaller,
    ...more,
    data: { ...example.data, resource },
  } as Envelope;
}

/** Waits until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 25_000): Promise<void> {
  for (const deadline = Date.now() + ms; !(await isSo());) {
    if (Date.now() > deadline) throw new Error(`not so within ${ms} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
