import {
  DeliveryTrigger,
  type DueSubscription,
  type OnDue,
  type SendOutcome,
  type SendRequest,
  Sender,
} from '@corridor/webhook-dispatcher';
import type { Faults } from './faults.js';
import type { Life, Machine } from './machine.js';

const LATENCY_MS = 20;
const DEADLINE_MS = 15_000;

/** The receivers of webhooks, and what they have got. */
export class Receivers {
  /** By the id of the notification: the bodies. */
  readonly got = new Map<string, string[]>();

  receive({ id, body }: SendRequest): void {
    this.got.set(id, [...(this.got.get(id) ?? []), body]);
  }
}

/** The HTTP client of one life of the dispatcher. */
export class SimulatedSender extends Sender {
  private isClosed = false;

  constructor(
    private readonly machine: Machine,
    private readonly faults: Faults,
    private readonly receivers: Receivers,
    private readonly life: Life,
  ) {
    super();
  }

  override async send(request: SendRequest, cancel: AbortSignal): Promise<SendOutcome> {
    const { machine, receivers } = this;
    await this.pause(machine.about(LATENCY_MS));
    if (cancel.aborted) return { kind: 'cancelled' };
    if (this.isClosed) return failed('aborted', null);
    if (this.faults.happens('hostileReceiver')) return this.hostile(request);
    receivers.receive(request);
    machine.note(`received ${request.id}`);
    return { kind: 'delivered', status: 200, excerpt: null };
  }

  override close(): void {
    this.isClosed = true;
  }

  private async hostile(request: SendRequest): Promise<SendOutcome> {
    switch (this.life.chance.below(4)) {
      case 0: // it gets everything, and its response does not arrive
        this.receivers.receive(request);
        await this.pause(DEADLINE_MS);
        return failed('timeout', null);
      case 1:
        return failed('status', 500);
      case 2: // its name does not resolve
        return failed('address_not_allowed', null);
      default:
        return { ...failed('status', 503), retryAfterMs: this.life.chance.below(5_000) };
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.machine.after(ms, this.life, resolve));
  }
}

const failed = (
  failure: (SendOutcome & { kind: 'failed' })['failure'],
  status: number | null,
): SendOutcome & { kind: 'failed' } => ({
  kind: 'failed',
  failure,
  error: 'simulated',
  status,
  excerpt: null,
  retryAfterMs: null,
});

/** Wakes the dispatcher of the same life: late, twice or never. */
export class SimulatedTrigger extends DeliveryTrigger {
  private onDue: OnDue | null = null;

  constructor(
    private readonly machine: Machine,
    private readonly faults: Faults,
    private readonly life: Life,
  ) {
    super();
  }

  override trigger(due: readonly DueSubscription[], delayMs = 0): void {
    if (this.faults.happens('lostTrigger')) return;
    const times = this.faults.happens('duplicate') ? 2 : 1;
    for (let n = 0; n < times; n++)
      this.machine.after(delayMs + this.machine.about(1), this.life, () =>
        this.machine.within(this.life, () => this.onDue?.(due)),
      );
  }

  override async start(onDue: OnDue): Promise<void> {
    this.onDue = onDue;
  }

  override async ping(): Promise<void> {
    if (!this.onDue) throw new Error('the queue of triggers is not open');
  }

  override async stop(): Promise<void> {
    this.onDue = null;
  }
}
