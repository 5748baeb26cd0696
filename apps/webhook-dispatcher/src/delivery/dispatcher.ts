import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '@corridor/event-store';
import { Clock, type Timestamp, instantOf, timestamp } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { workingOn, workingOnNothing } from '@corridor/tracing';
import { bodyOf } from '@corridor/webhook-dispatcher-contract';
import { Inject, Injectable } from '@nestjs/common';
import { DeliveryTrigger, type DueSubscription } from '../delivery-trigger/delivery-trigger.js';
import { EncryptedSecrets } from '../secrets/encrypted-secrets.js';
import { KeyRing } from '../secrets/key-ring.js';
import { Remembered } from '../secrets/remembered.js';
import { type WebhookSettings, webhookSettings } from '../webhook-settings.js';
import { ClaimedAttempts } from './claimed-attempts.js';
import { type Claimed, Deliveries, type MadeAttempt } from './deliveries.js';
import { beginAttempt, endAttempt } from './attempt-span.js';
import { breakerAfter, retryDelayMs, successful } from './delivery-policy.js';
import { DeliverySteps } from './delivery-steps.js';
import { type Ended, FairScheduler, type Receiver } from './fair-scheduler.js';
import { type SendOutcome, Sender } from './sender.js';

const CHANCES = 1_000_000;
/** How many attempts of a subscription wait for their turn, if its receiver is fast: a claim for many of them. */
const AHEAD = 56;
/** How long shutdown waits for the attempts in progress. */
const DRAIN_TIMEOUT_MS = 4_000;
/**
 * An attempt that has not begun by then, because its process was suspended, is not made: the subscription may have
 * changed.
 */
const STALE_MS = 2_000;
/** How often to check whether other processes have begun their claimed attempts. */
const LOOK_MS = 20;
/** The first retry delay of a result that could not be recorded; it increases with each retry. */
const PATIENCE_MS = 100;
/** Later attempts are left to the sweep: jobs that wait for hours would only fill the queue. */
const LONGEST_TRIGGER_MS = 60_000;
const ENDED_AT_ONCE = 1_000;

/**
 * Makes the due attempts. The rows define the work; triggers and the sweep only say where to look. Any number of
 * processes may run it at once.
 */
@Injectable()
export class Dispatcher extends Job {
  private readonly scheduler: FairScheduler;
  private readonly steps: DeliverySteps;
  private readonly secrets: Remembered<string>;
  private readonly claims = new Set<Promise<void>>();
  private readonly attempts: ClaimedAttempts<Attempt | null>;
  private isStopped = false;
  private isClosed = false;

  constructor(
    @Inject(webhookSettings.KEY) private readonly settings: WebhookSettings,
    private readonly deliveries: Deliveries,
    private readonly sender: Sender,
    keys: KeyRing,
    private readonly encrypted: EncryptedSecrets,
    private readonly trigger: DeliveryTrigger,
    private readonly clock: Clock,
  ) {
    super(settings.sweepMs);
    const { concurrency: total, subscriptionConcurrency: perSubscription, leaseMs } = settings;
    this.scheduler = new FairScheduler({ total, perSubscription, ahead: AHEAD });
    this.secrets = new Remembered((sealed) => keys.decrypt(sealed));
    this.steps = new DeliverySteps(deliveries, clock, leaseMs);
    const make = (one: Claimed, cancel: AbortSignal) => workingOn(workOf(one), () => this.make(one, cancel));
    const record = (receiver: Receiver, one: Claimed, made: Attempt | null) =>
      workingOn(workOf(one), () => this.conclude(receiver, one, made));
    const giveBack = (receiver: Receiver, some: readonly Claimed[]) => this.giveBack(receiver, some);
    this.attempts = new ClaimedAttempts({ make, record, giveBack }, STALE_MS);
  }

  /** @throws Error when the signing secrets cannot be read: at startup rather than at each attempt */
  override async onApplicationBootstrap(): Promise<void> {
    await this.encrypted.check();
    await this.trigger.start(
      (due) => this.serve(due),
      () => !this.scheduler.isFull,
    );
    await super.onApplicationBootstrap();
    void this.task.turn();
  }

  /** Attempts in progress may finish; those that do not finish in time are left to the next process. */
  override async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await Promise.all([super.onModuleDestroy(), this.trigger.stop(), ...this.claims]);
    await Promise.race([this.attempts.drained(), sleep(DRAIN_TIMEOUT_MS, null, { ref: false })]);
    const left = this.attempts.making;
    this.isClosed = true;
    this.sender.close();
    if (left.length > 0)
      await this.deliveries.release(left, this.clock.now()).catch((error: unknown) => this.log.error(error));
  }

  /** Something may be due for these. */
  serve(due: readonly DueSubscription[]): void {
    for (const one of due) this.scheduler.ready(one, this.now());
    this.pump();
  }

  /** Looks for due attempts without a trigger, and ends the queues of ended subscriptions. */
  override async turn(): Promise<void> {
    this.serve(await this.deliveries.due(this.clock.now()));
    while (!this.isStopped && (await this.endQueue(null)) === ENDED_AT_ONCE);
  }

  /**
   * A subscription is paused or has ended. Resolves when no earlier claimed attempt can begin: those of this process
   * are in progress or cancelled, and those of other processes have begun, were released, or are stale.
   */
  async stopped(subscriptionId: string): Promise<void> {
    try {
      for (const until = performance.now() + STALE_MS; performance.now() < until; await sleep(LOOK_MS))
        if (!(await this.isTakenElsewhere(subscriptionId, this.attempts.cancel(subscriptionId)))) break;
      await this.endQueue(subscriptionId);
    } catch (error) {
      this.log.error(error); // the request is effective anyway; the sweep ends the queue
    }
  }

  private isTakenElsewhere(subscriptionId: string, mine: readonly Claimed[]): Promise<boolean> {
    const { leaseMs } = this.settings;
    return this.deliveries.isTaken(subscriptionId, mine, this.clock.now(), leaseMs);
  }

  /** A part of it; the sweep has the rest. */
  private endQueue(subscriptionId: string | null): Promise<number> {
    return this.deliveries.endQueue(subscriptionId, this.clock.now(), ENDED_AT_ONCE);
  }

  private pump(): void {
    if (!this.isStopped) workingOnNothing(() => this.claimAll());
  }

  private claimAll(): void {
    for (let next = this.scheduler.next(); next; next = this.scheduler.next()) {
      const claim = this.claim(next.receiver, next.slots).finally(() => this.claims.delete(claim));
      this.claims.add(claim);
    }
  }

  private async claim(receiver: Receiver, slots: number): Promise<void> {
    const claimed = await this.take(receiver, slots).catch((error: unknown): Claimed[] => {
      this.log.error(error);
      return []; // the sweep comes back to it
    });
    this.scheduler.claimed(receiver, slots, claimed.length, this.now());
    this.attempts.add(receiver, claimed);
    this.pump();
  }

  private async take({ subscriptionId }: Receiver, slots: number): Promise<Claimed[]> {
    if (this.isStopped) return [];
    const claimed = await this.steps.claim({ subscriptionId, limit: slots });
    if (!this.isStopped) return claimed;
    await this.deliveries.undo(claimed, this.clock.now());
    return [];
  }

  /** @returns null if it was not begun */
  private async make(one: Claimed, cancel: AbortSignal): Promise<Attempt | null> {
    const startedOn = this.now();
    const startedMs = performance.now();
    const outcome = this.isStale(one) ? NOT_BEGUN : await this.send(one, cancel);
    const latencyMs = Math.round(performance.now() - startedMs);
    return outcome.kind === 'cancelled' ? null : { outcome, startedOn, latencyMs };
  }

  private async conclude(receiver: Receiver, one: Claimed, made: Attempt | null): Promise<void> {
    if (this.isClosed && made?.outcome.kind === 'failed') return; // aborted by us: released, not counted
    if (!made) return this.giveBack(receiver, [one]);
    if (made.outcome.kind === 'failed') this.attempts.dismiss(receiver);
    const ended = await this.persistently(one, () => this.record(receiver, one, made)).catch(
      (error: unknown): Ended => {
        this.log.error(error); // the lease ends, and the attempt is made again
        return NOT_ENDED;
      },
    );
    this.end(receiver, [one], ended);
  }

  private async giveBack(receiver: Receiver, some: readonly Claimed[]): Promise<void> {
    const [first] = some;
    if (!first) return;
    await this.persistently(first, () => this.deliveries.undo(some, this.clock.now())).catch(
      (error: unknown) => this.log.error(error), // the leases end
    );
    this.end(receiver, some, NOT_ENDED);
  }

  private end(receiver: Receiver, some: readonly Claimed[], ended: Ended): void {
    for (const _ of some) this.scheduler.ended(receiver, ended, this.now());
    this.pump();
  }

  /** Retries during the lease while the database is unavailable: unrecorded attempts are repeated. */
  private async persistently<Result>(one: Claimed, write: () => Promise<Result>): Promise<Result> {
    for (let pauseMs = PATIENCE_MS; ; pauseMs *= 2)
      try {
        return await write();
      } catch (error) {
        const endsMs = instantOf(one.leasedUntil).getTime() - this.clock.now().getTime();
        if (!isUnavailable(error) || this.isClosed || pauseMs > endsMs) throw error;
        await sleep(pauseMs);
      }
  }

  private async send(one: Claimed, cancel: AbortSignal): Promise<SendOutcome> {
    const attempt = beginAttempt(one);
    const outcome = await this.sendSigned(one, attempt?.traceparent ?? one.traceparent, cancel);
    if (attempt) endAttempt(attempt, outcome);
    return outcome;
  }

  private async sendSigned(one: Claimed, traceparent: string, cancel: AbortSignal): Promise<SendOutcome> {
    try {
      const request = {
        url: one.targetUrl,
        secret: this.secrets.of(one.sealedSecret),
        id: one.id,
        timestamp: Math.floor(this.clock.now().getTime() / 1000),
        body: bodyOf(one),
        traceparent,
      };
      return await this.sender.send(request, cancel);
    } catch (error) {
      this.log.error(error);
      return FAILED_INSIDE;
    }
  }

  private now(): Timestamp {
    return timestamp(this.clock.now());
  }

  private isStale({ leasedUntil }: Claimed): boolean {
    const claimedMs = instantOf(leasedUntil).getTime() - this.settings.leaseMs;
    return this.clock.now().getTime() - claimedMs > STALE_MS;
  }

  private async record(receiver: Receiver, one: Claimed, attempt: Attempt): Promise<Ended> {
    const { outcome, latencyMs } = attempt;
    const now = this.clock.now();
    const result = outcome.kind === 'delivered' ? successful(latencyMs) : 'failed';
    const delayMs = outcome.kind === 'delivered' ? null : this.retryDelayMs(one, outcome.retryAfterMs);
    const retryOn = delayMs === null ? null : timestamp(new Date(now.getTime() + delayMs));
    const made = { ...attempt, retryOn, breaker: breakerAfter(result, latencyMs) };
    const { isMoreDue, openUntil, wasOpen } = await this.steps.record({ one, made });
    if (outcome.kind === 'delivered') {
      if (wasOpen) this.log.log(`${nameOf(receiver)} responds again`);
    } else if (openUntil && !wasOpen)
      this.log.warn(`${nameOf(receiver)} keeps failing, circuit breaker opened: ${outcome.error}`);
    const due = [{ subscriptionId: receiver.subscriptionId, clientId: receiver.clientId }];
    if (delayMs !== null && delayMs <= LONGEST_TRIGGER_MS) this.trigger.trigger(due, Math.max(delayMs, 1));
    if (openUntil) this.trigger.trigger(due, instantOf(openUntil).getTime() - now.getTime() + 1);
    return { result, latencyMs, isMoreDue: isMoreDue && openUntil === null, openUntil };
  }

  private retryDelayMs({ failures }: Claimed, retryAfterMs: number | null): number | null {
    return retryDelayMs(this.settings.scheduleMs, failures + 1, retryAfterMs, randomInt(CHANCES) / CHANCES);
  }
}

/** A completed attempt, before the decision about it. */
type Attempt = Pick<MadeAttempt, 'outcome' | 'startedOn' | 'latencyMs'>;

const workOf = ({ requestId, traceparent }: Claimed) => ({ requestId, traceparent });

const NOT_BEGUN: SendOutcome = { kind: 'cancelled' };
const NOT_ENDED: Ended = { result: 'not_begun', isMoreDue: true, openUntil: null };
const FAILED_INSIDE: SendOutcome = {
  kind: 'failed',
  failure: 'internal',
  error: 'The attempt failed on our side.',
  status: null,
  excerpt: null,
  retryAfterMs: null,
};

const nameOf = ({ subscriptionId, clientId }: DueSubscription) =>
  `the receiver of ${subscriptionId} of ${clientId}`;
