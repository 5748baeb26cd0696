import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@corridor/event-store';
import { type Caller, Clock, instantOf, type Timestamp, timestamp } from '@corridor/kernel';
import { type ClockTurn, DueWork } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { DeliveryTrigger } from '../delivery-trigger/delivery-trigger.js';
import { ClientRetries } from './client-retries.js';

/** How long the receivers of a client can hold its clock in one advance. */
export const MAX_HOLD_MS = 5_000;
/** How often to check whether the attempts, also those of other processes, have been made. */
const LOOK_MS = 50;

/** What the retries have taken of an advance so far. */
interface Hold {
  heldMs: number;
  /** When the last turn was passed on, and the stop of the clock that they asked for. */
  passed: { readonly on: Date; readonly next: Timestamp | null } | null;
}

/**
 * SANDBOX: as the test clock of a client advances, its retries come closer in real time, and the clock stops for each of
 * them. After {@link MAX_HOLD_MS} in one advance it does not stop or wait for them any more: those that come due are made
 * while it goes on, and the next ones follow in real time.
 */
@Injectable()
export class DueRetries extends DueWork {
  private readonly retries: ClientRetries;
  /** By client; those of the last advance. */
  private readonly holds = new Map<string, Hold>();

  constructor(
    database: Database,
    private readonly trigger: DeliveryTrigger,
    private readonly clock: Clock,
  ) {
    super();
    this.retries = new ClientRetries(database);
  }

  override async begin({ byMs }: ClockTurn, { client }: Caller): Promise<void> {
    if (byMs === 0) return void this.holds.delete(client.id); // an advance begins
    // What was attempted since then has happened at the time of this turn.
    const { passed } = this.holdOf(client.id);
    await this.retries.bringForward(client.id, byMs, passed && passed.on);
  }

  /** Waits until the attempts that are due have been made, first attempts included. */
  override async carryOut({ client }: Caller, at: Timestamp): Promise<void> {
    const hold = this.holdOf(client.id);
    const { heldMs, passed } = hold;
    const sinceMs = passed?.next === at ? passed.on.getTime() : this.nowMs();
    const due = await this.retries.due(client.id, this.clock.now());
    if (due.length > 0) this.trigger.trigger(due);
    for (let isDue = due.length > 0; isDue && !this.isEnding;) {
      hold.heldMs = heldMs + this.nowMs() - sinceMs;
      if (hold.heldMs >= MAX_HOLD_MS) return;
      await sleep(LOOK_MS);
      isDue = (await this.retries.due(client.id, this.clock.now())).length > 0;
    }
    hold.heldMs = heldMs + this.nowMs() - sinceMs;
  }

  override async nextAfter(at: Timestamp, clientId: string): Promise<Timestamp | null> {
    const hold = this.holdOf(clientId);
    const now = this.clock.now();
    const due = hold.heldMs < MAX_HOLD_MS ? await this.retries.next(clientId, now) : null;
    const next = due === null ? null : afterMs(at, Math.max(instantOf(due).getTime() - now.getTime(), 1));
    hold.passed = { on: now, next };
    return next;
  }

  private holdOf(clientId: string): Hold {
    const hold = this.holds.get(clientId) ?? { heldMs: 0, passed: null };
    this.holds.set(clientId, hold);
    return hold;
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }
}

const afterMs = (at: Timestamp, ms: number): Timestamp => timestamp(new Date(instantOf(at).getTime() + ms));
