import type { Envelope, MessageType } from '@corridor/contracts';
import type { Caller } from '@corridor/kernel';
import { MessageConsumer } from '@corridor/messaging';
import { TestClock, type TestService, fixture, startTestService, testCaller } from '@corridor/testing';
import { Dispatcher } from './delivery/dispatcher.js';
import type { FactType } from './notification/payload.js';
import { Reactions } from './reactions.js';
import { type SendOutcome, type SendRequest, Sender } from './sender/sender.js';
import { service } from './service.js';
import { type OnWake, type Wake, WakeUp } from './wake-up/wake-up.js';
import { WebhookDispatcherModule } from './webhook-dispatcher.module.js';

/** Wakes this process and nobody else; delayed wake-ups are for the test to see. */
export class LocalWakeUp extends WakeUp {
  readonly delayed: { readonly wake: Wake; readonly delayMs: number }[] = [];
  isAway = false;
  private onWake: OnWake = () => undefined;

  override wake(wakes: readonly Wake[], delayMs = 0): void {
    if (delayMs > 0) this.delayed.push(...wakes.map((wake) => ({ wake, delayMs })));
    else if (!this.isAway) setImmediate(() => this.onWake(wakes));
  }

  override async start(onWake: OnWake): Promise<void> {
    this.onWake = onWake;
  }

  override async stop(): Promise<void> {
    this.onWake = () => undefined;
  }
}

/** Receivers that do what the test says. */
export class ScriptedSender extends Sender {
  readonly sent: SendRequest[] = [];
  answer: (request: SendRequest) => SendOutcome | Promise<SendOutcome> = () => ({
    kind: 'delivered',
    status: 200,
  });

  override async send(request: SendRequest): Promise<SendOutcome> {
    this.sent.push(request);
    return this.answer(request);
  }

  override callOff(_ids: readonly string[]): void {}

  override close(): void {}
}

export const failed = (error = 'answered 500', retryAfterMs: number | null = null): SendOutcome => ({
  kind: 'failed',
  error,
  retryAfterMs,
});

/** Somebody who may do all that there is to do with webhooks. */
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

/** Somebody of a client of the test's own. */
export const newCaller = (): Caller => ({
  ...webhookCaller,
  client: { id: `cli_${++clients}`, name: 'Client' },
});

export const SECRET_KEY = 'a key for specs with its 32 characters';

export interface TestDispatcher {
  readonly http: TestService;
  readonly clock: TestClock;
  readonly sender: ScriptedSender;
  readonly wakeUp: LocalWakeUp;
  readonly dispatcher: Dispatcher;
  /** A fact arrives as the consumer delivers it; of the stream of its entity, in the version that is next. */
  happens(
    type: FactType,
    entityId: string,
    more?: { caller?: Caller; occurredOn?: string },
  ): Promise<Envelope>;
  deliver(...messages: Envelope[]): Promise<void>;
}

/** The service by itself, with receivers and a clock of the test's own. */
export async function startDispatcher(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestDispatcher> {
  const clock = new TestClock();
  const sender = new ScriptedSender();
  const wakeUp = new LocalWakeUp();
  const http = await startTestService(service, WebhookDispatcherModule, {
    clock,
    caller: webhookCaller,
    variables: { WEBHOOK_SECRET_KEY: SECRET_KEY, WEBHOOK_ALLOW_LOOPBACK: 'true', ...variables },
    providers: [
      { provide: Sender, useValue: sender },
      { provide: WakeUp, useValue: wakeUp },
    ],
  });
  const reactions = http.app.get(Reactions);
  const versions = new Map<string, number>();
  const delivery = new MessageConsumer(
    service.name,
    http.db.database,
    (message) => reactions.onFact(message as never),
    ({ reason }) => {
      throw new Error(reason);
    },
  );
  return {
    http,
    clock,
    sender,
    wakeUp,
    dispatcher: http.app.get(Dispatcher),
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
export async function until(isSo: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const deadline = Date.now() + ms; !(await isSo());) {
    if (Date.now() > deadline) throw new Error(`not so within ${ms} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
