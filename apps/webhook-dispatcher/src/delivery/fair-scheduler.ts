import type { Timestamp } from '@corridor/kernel';
import type { DueSubscription } from '../delivery-trigger/delivery-trigger.js';
import {
  type AttemptResult,
  FIRST_WIDTH,
  type HeldSlots,
  type SlotLimits,
  type SlotUse,
  aheadOf,
  freeSlots,
  widthAfter,
} from './delivery-policy.js';

/** So many idle subscriptions are remembered with what their receivers have shown. */
const REMEMBERED = 10_000;

/** What came of an attempt, and what it means for the next one. */
export interface Ended {
  readonly result: AttemptResult;
  readonly latencyMs?: number;
  /** Something else of the subscription may be due. */
  readonly isMoreDue: boolean;
  /** When its circuit breaker lets it be tried again; null while that is closed. */
  readonly openUntil: Timestamp | null;
}

/** What the scheduler knows of a subscription. */
export interface Receiver extends DueSubscription, SlotUse {
  width: number;
  ahead: number;
  running: number;
  isProven: boolean;
  /** Until when its circuit breaker is known to be open. */
  openUntil: Timestamp | null;
  /** Something may be due. */
  isReady: boolean;
  /** A claim is on its way. */
  isClaiming: boolean;
}

interface Client extends HeldSlots {
  held: number;
  heldUnproven: number;
  readonly waiting: Set<Receiver>;
}

/**
 * Assigns the slots of this process to subscriptions, by the rules of `delivery-policy.ts`: a hanging receiver does not
 * delay others, no client holds more than its share, and among the waiting clients the one with the fewest slots comes
 * first.
 */
export class FairScheduler {
  private readonly receivers = new Map<string, Receiver>();
  /** Those that were served longest ago come first. */
  private readonly clients = new Map<string, Client>();
  /** Receivers with nothing to do; those that became idle first come first. */
  private readonly idle = new Set<Receiver>();
  private readonly all = { held: 0, heldUnproven: 0 };

  constructor(
    private readonly limits: SlotLimits,
    private readonly remembered = REMEMBERED,
  ) {}

  /** How many slots are held. */
  get running(): number {
    return this.all.held;
  }

  get isFull(): boolean {
    return this.running >= this.limits.total;
  }

  /** Something may be due for a subscription. While its breaker is known to be open there is nothing to look for. */
  ready({ subscriptionId, clientId, isAfresh }: DueSubscription, now: Timestamp): void {
    const receiver = this.receivers.get(subscriptionId) ?? newReceiver(subscriptionId, clientId);
    this.receivers.set(subscriptionId, receiver);
    this.idle.delete(receiver);
    if (receiver.openUntil && receiver.openUntil > now && !isAfresh) return this.restIfIdle(receiver);
    receiver.openUntil = null;
    receiver.isReady = true;
    this.clientOf(receiver).waiting.add(receiver);
  }

  /**
   * The next receiver and how many attempts it may begin; it holds that many slots until {@link claimed}.
   * @returns null when none waits or no slot is free
   */
  next(): { readonly receiver: Receiver; readonly slots: number } | null {
    let best: { receiver: Receiver; slots: number; held: number } | null = null;
    for (const client of this.clients.values()) {
      if (best && client.held >= best.held) continue;
      for (const receiver of client.waiting) {
        const slots = receiver.isClaiming ? 0 : freeSlots(receiver, client, this.all, this.limits);
        if (slots === 0) continue;
        best = { receiver, slots, held: client.held };
        break;
      }
    }
    if (!best) return null;
    const { receiver, slots } = best;
    this.putLast(receiver.clientId);
    this.notReady(receiver);
    receiver.isClaiming = true;
    this.hold(receiver, slots);
    return { receiver, slots };
  }

  /** Of the slots that a receiver was given, it needs this many. */
  claimed(receiver: Receiver, slots: number, taken: number, now: Timestamp): void {
    receiver.isClaiming = false;
    this.hold(receiver, taken - slots);
    if (taken === slots) this.ready(receiver, now); // there may be more
    this.restIfIdle(receiver);
  }

  /** An attempt has ended: its slot is free. */
  ended(receiver: Receiver, { result, latencyMs = 0, isMoreDue, openUntil }: Ended, now: Timestamp): void {
    receiver.openUntil = openUntil;
    if (openUntil) this.notReady(receiver);
    this.hold(receiver, -1);
    if (result !== 'not_begun') this.prove(receiver, result === 'quick');
    receiver.width = widthAfter(receiver.width, result, this.limits);
    receiver.ahead = aheadOf(receiver.width, result, latencyMs, this.limits);
    if (isMoreDue) this.ready(receiver, now);
    this.restIfIdle(receiver);
  }

  private putLast(clientId: string): void {
    const client = this.clients.get(clientId);
    if (client && this.clients.delete(clientId)) this.clients.set(clientId, client);
  }

  private notReady(receiver: Receiver): void {
    receiver.isReady = false;
    this.clientOf(receiver).waiting.delete(receiver);
  }

  private hold(receiver: Receiver, slots: number): void {
    receiver.running += slots;
    this.all.held += slots;
    this.clientOf(receiver).held += slots;
    if (!receiver.isProven) this.holdUnproven(receiver, slots);
  }

  private holdUnproven(receiver: Receiver, slots: number): void {
    this.all.heldUnproven += slots;
    this.clientOf(receiver).heldUnproven += slots;
  }

  private prove(receiver: Receiver, isProven: boolean): void {
    if (receiver.isProven === isProven) return;
    receiver.isProven = isProven;
    this.holdUnproven(receiver, isProven ? -receiver.running : receiver.running);
  }

  /** A receiver with nothing to do is remembered for a time. */
  private restIfIdle(receiver: Receiver): void {
    if (receiver.running > 0 || receiver.isReady) return; // during a claim it holds slots
    this.idle.add(receiver);
    const client = this.clientOf(receiver);
    if (client.held === 0 && client.waiting.size === 0) this.clients.delete(receiver.clientId);
    const [first] = this.idle;
    if (!first || this.idle.size <= this.remembered) return;
    this.idle.delete(first);
    this.receivers.delete(first.subscriptionId);
  }

  private clientOf({ clientId }: Receiver): Client {
    const client = this.clients.get(clientId) ?? { held: 0, heldUnproven: 0, waiting: new Set<Receiver>() };
    this.clients.set(clientId, client);
    return client;
  }
}

const newReceiver = (subscriptionId: string, clientId: string): Receiver => ({
  subscriptionId,
  clientId,
  width: FIRST_WIDTH,
  ahead: 0,
  running: 0,
  isProven: false,
  openUntil: null,
  isReady: false,
  isClaiming: false,
});
