import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '@corridor/event-store';
import { Clock, type Timestamp, instantOf, timestamp } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { type SendOutcome, Sender } from '../sender/sender.js';
import { Vault } from '../subscription/secret.js';
import { type Wake, WakeUp } from '../wake-up/wake-up.js';
import { WebhookSettings } from '../webhook-settings.js';
import { bodyOf } from './body.js';
import { type Claimed, Deliveries } from './deliveries.js';
import { type Ended, type Lane, Lanes } from './lanes.js';
import { pauseAfter } from './schedule.js';

const CHANCES = 1_000_000;
/** Of the service's database connections, how many delivery uses at a time: requests have the others. */
const STATEMENTS = 6;
/** How long the end of the process waits for the attempts under way. */
const DRAIN_TIMEOUT_MS = 4_000;
/** An attempt that was not begun by then, by a process that slept, is not made: the subscription may be another by now. */
const STALE_MS = 2_000;
/** How often is looked whether other processes have begun what they have taken. */
const LOOK_MS = 20;
/** A receiver is quick that has answered by then. */
const QUICK_MS = 2_000;
/** A result that could not be written down is tried again after this long at first, then ever more slowly. */
const PATIENCE_MS = 100;
/** What is due later than that is left to the sweep: jobs that wait for hours would only fill the queue. */
const LONGEST_WAKE_MS = 60_000;
const ENDED_AT_ONCE = 1_000;

/**
 * Makes the attempts that are due. The rows say what is to be done; wake-ups and the sweep only say where to look. Any
 * number of processes may do so at once.
 */
@Injectable()
export class Dispatcher extends Job {
  private readonly lanes: Lanes;
  private readonly database = new Semaphore(STATEMENTS);
  private readonly claims = new Set<Promise<void>>();
  private readonly underWay = new Map<Claimed, Promise<void>>();
  private isStopped = false;
  private isClosed = false;

  constructor(
    private readonly settings: WebhookSettings,
    private readonly deliveries: Deliveries,
    private readonly sender: Sender,
    private readonly vault: Vault,
    private readonly wakeUp: WakeUp,
    private readonly clock: Clock,
  ) {
    super(settings.sweepMs);
    this.lanes = new Lanes({ total: settings.concurrency, perLane: settings.subscriptionConcurrency });
  }

  /** @throws Error when the signing secrets cannot be read: better now than at each attempt */
  override async onApplicationBootstrap(): Promise<void> {
    const sealed = await this.deliveries.anySecret();
    if (sealed) this.vault.decrypt(sealed);
    await this.wakeUp.start((wakes) => this.serve(wakes));
    await super.onApplicationBootstrap();
    void this.task.turn();
  }

  /** Attempts under way may end; what does not in time is left to whoever comes next. */
  override async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await Promise.all([super.onModuleDestroy(), this.wakeUp.stop(), ...this.claims]);
    await Promise.race([Promise.all(this.underWay.values()), sleep(DRAIN_TIMEOUT_MS, null, { ref: false })]);
    const left = [...this.underWay.keys()];
    this.isClosed = true;
    this.sender.close();
    if (left.length > 0)
      await this.deliveries.release(left, this.clock.now()).catch((error: unknown) => this.log.error(error));
  }

  /** Something may be due for these. */
  serve(wakes: readonly Wake[]): void {
    for (const wake of wakes) this.lanes.ready(wake, this.now());
    this.pump();
  }

  /** Looks for what is due and was not told, and ends the queues of subscriptions that have ended. */
  override async turn(): Promise<void> {
    this.serve(await this.deliveries.due(this.clock.now()));
    while (!this.isStopped && (await this.endQueue(null)) === ENDED_AT_ONCE);
  }

  /**
   * A subscription is paused or has ended. Resolves when no attempt begins any more that was taken before: what this
   * process has taken is on its way or called off, and what another has taken it has begun, or given back, before that is
   * stale.
   */
  async stopped(subscriptionId: string): Promise<void> {
    try {
      for (const until = performance.now() + STALE_MS; performance.now() < until; await sleep(LOOK_MS))
        if (!(await this.isTakenElsewhere(subscriptionId, this.callOff(subscriptionId)))) break;
      await this.endQueue(subscriptionId);
    } catch (error) {
      this.log.error(error); // what was asked for holds all the same; the sweep ends the queue
    }
  }

  /** @returns what this process has of the subscription */
  private callOff(subscriptionId: string): Claimed[] {
    const mine = [...this.underWay.keys()].filter((one) => one.subscriptionId === subscriptionId);
    this.sender.callOff(mine.map(({ id }) => id));
    return mine;
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
    if (this.isStopped) return;
    for (let next = this.lanes.next(); next; next = this.lanes.next()) {
      const claim = this.claim(next.lane, next.slots).finally(() => this.claims.delete(claim));
      this.claims.add(claim);
    }
  }

  private async claim(lane: Lane, slots: number): Promise<void> {
    const claimed = await this.database
      .run(() => this.take(lane, slots))
      .catch((error: unknown): Claimed[] => {
        this.log.error(error);
        return []; // the sweep comes back to it
      });
    this.lanes.claimed(lane, slots, claimed.length, this.now());
    for (const one of claimed) {
      const attempt = this.attempt(lane, one).finally(() => this.underWay.delete(one));
      this.underWay.set(one, attempt);
    }
    this.pump();
  }

  private async take({ subscriptionId }: Lane, slots: number): Promise<Claimed[]> {
    if (this.isStopped) return [];
    const claimed = await this.deliveries.claim(
      subscriptionId,
      slots,
      this.clock.now(),
      this.settings.leaseMs,
    );
    if (!this.isStopped) return claimed;
    await this.deliveries.undo(claimed, this.clock.now());
    return [];
  }

  private async attempt(lane: Lane, one: Claimed): Promise<void> {
    const startedMs = performance.now();
    const outcome = this.isStale(one) ? null : await this.send(one);
    const tookMs = performance.now() - startedMs;
    if (this.isClosed && outcome?.kind === 'failed') return; // broken off by us: given back, not counted
    const ended = await this.persistently(one, () =>
      outcome === null || outcome.kind === 'called_off'
        ? this.notBegun(one)
        : this.record(lane, one, outcome, tookMs),
    ).catch((error: unknown): Ended => {
      this.log.error(error); // the lease ends, and the attempt is made again
      return { result: 'none', isMoreDue: true, openUntil: null };
    });
    this.lanes.ended(lane, ended, this.now());
    this.pump();
  }

  /** While the lease lasts: what is not written down is done again. */
  private async persistently(one: Claimed, write: () => Promise<Ended>): Promise<Ended> {
    for (let pauseMs = PATIENCE_MS; ; pauseMs *= 2)
      try {
        return await this.database.run(write);
      } catch (error) {
        const endsMs = instantOf(one.leasedUntil).getTime() - this.clock.now().getTime();
        if (isFault(error) || this.isClosed || pauseMs > endsMs) throw error;
        await sleep(pauseMs);
      }
  }

  private async send(one: Claimed): Promise<SendOutcome> {
    try {
      return await this.sender.send({
        url: one.targetUrl,
        secret: this.vault.decrypt(one.sealedSecret),
        id: one.id,
        timestamp: Math.floor(this.clock.now().getTime() / 1000),
        body: bodyOf(one),
        traceparent: one.traceparent,
      });
    } catch (error) {
      this.log.error(error);
      return { kind: 'failed', error: 'The attempt failed on our side.', retryAfterMs: null };
    }
  }

  private now(): Timestamp {
    return timestamp(this.clock.now());
  }

  private isStale({ leasedUntil }: Claimed): boolean {
    const claimedMs = instantOf(leasedUntil).getTime() - this.settings.leaseMs;
    return this.clock.now().getTime() - claimedMs > STALE_MS;
  }

  private async notBegun(one: Claimed): Promise<Ended> {
    await this.deliveries.undo([one], this.clock.now());
    return { result: 'none', isMoreDue: true, openUntil: null };
  }

  private async record(lane: Lane, one: Claimed, outcome: Made, tookMs: number): Promise<Ended> {
    const now = this.clock.now();
    if (outcome.kind === 'delivered') {
      const { isMoreDue, wasOpen } = await this.deliveries.delivered(one, now);
      if (wasOpen) this.log.log(`${nameOf(lane)} answers again`);
      return { result: tookMs <= QUICK_MS ? 'quick' : 'slow', isMoreDue, openUntil: null };
    }
    const { scheduleMs } = this.settings;
    const pauseMs = pauseAfter(
      scheduleMs,
      one.failures + 1,
      outcome.retryAfterMs,
      randomInt(CHANCES) / CHANCES,
    );
    const next = pauseMs === null ? null : timestamp(new Date(now.getTime() + pauseMs));
    const { openUntil, wasOpen } = await this.deliveries.failed(one, outcome, next, now, tookMs);
    if (openUntil && !wasOpen)
      this.log.warn(`${nameOf(lane)} keeps failing and is left alone for a while: ${outcome.error}`);
    const wake = [{ subscriptionId: lane.subscriptionId, clientId: lane.clientId }];
    if (pauseMs !== null && pauseMs <= LONGEST_WAKE_MS) this.wakeUp.wake(wake, Math.max(pauseMs, 1));
    if (openUntil) this.wakeUp.wake(wake, instantOf(openUntil).getTime() - now.getTime() + 1);
    return { result: 'failed', isMoreDue: openUntil === null, openUntil };
  }
}

type Made = Exclude<SendOutcome, { kind: 'called_off' }>;

/** Of the statement or of what it is given: it would fail again. */
const isFault = (error: unknown) => /^(22|23|42)/.test(String((error as { code?: unknown }).code));

const nameOf = ({ subscriptionId, clientId }: Wake) => `the receiver of ${subscriptionId} of ${clientId}`;
