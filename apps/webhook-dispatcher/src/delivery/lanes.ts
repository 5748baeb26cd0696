import type { Timestamp } from '@corridor/kernel';
import type { Wake } from '../wake-up/wake-up.js';

/** Slots that a lane has before its receiver has shown what it is like. */
const FIRST_WIDTH = 2;
/** Of all slots, what one client may hold, and what receivers may hold whose last attempt failed. */
const CLIENT_SHARE = 1 / 2;
const SUSPECT_SHARE = 3 / 4;

export interface Limits {
  /** Attempts at a time. */
  readonly total: number;
  /** Attempts at a time for one subscription. */
  readonly perLane: number;
}

/** What came of an attempt. */
export interface Ended {
  readonly hasSucceeded: boolean;
  /** Something else of the subscription may be due. */
  readonly isMoreDue: boolean;
  /** When its circuit breaker lets it be tried again; null while that is closed. */
  readonly openUntil: Timestamp | null;
}

/** The attempts of one subscription in this process. */
export interface Lane extends Wake {
  /** How many attempts it may have at a time: rises with each success, halves with each failure. */
  width: number;
  running: number;
  isSuspect: boolean;
  /** Until when its circuit breaker is known to be open. */
  closedUntil: Timestamp;
  /** Something may be due. */
  isReady: boolean;
  /** A claim is on its way. */
  isClaiming: boolean;
}

/**
 * Decides whose turn it is. Slots are shared so that a receiver that hangs holds up nobody else: it shrinks to one slot,
 * all such receivers together never hold all slots, no client holds more than its share, and among those who wait the
 * client that holds least comes first.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  /** Of each client, how many slots it holds and which of its lanes wait; those that came first stand first. */
  private readonly clients = new Map<string, { held: number; waiting: Set<Lane> }>();
  private held = 0;
  private heldBySuspects = 0;

  constructor(private readonly limits: Limits) {}

  /** Something may be due for a subscription. While its breaker is known to be open there is nothing to look for. */
  ready({ subscriptionId, clientId, isAfresh }: Wake, now: Timestamp): void {
    const lane = this.lanes.get(subscriptionId) ?? {
      subscriptionId,
      clientId,
      width: Math.min(FIRST_WIDTH, this.limits.perLane),
      running: 0,
      isSuspect: false,
      closedUntil: '',
      isReady: false,
      isClaiming: false,
    };
    this.lanes.set(subscriptionId, lane);
    if (lane.closedUntil > now && !isAfresh) return;
    lane.closedUntil = '';
    lane.isReady = true;
    this.clientOf(lane).waiting.add(lane);
  }

  /**
   * The next lane and how many attempts it may begin; it holds that many slots until {@link claimed}.
   * @returns null when nobody waits or no slot is free
   */
  next(): { readonly lane: Lane; readonly slots: number } | null {
    let best: { lane: Lane; slots: number; held: number } | null = null;
    for (const { held, waiting } of this.clients.values()) {
      if (best && held >= best.held) continue;
      for (const lane of waiting) {
        const slots = this.slotsFor(lane, held);
        if (slots === 0) continue;
        best = { lane, slots, held };
        break;
      }
    }
    if (!best) return null;
    const { lane, slots } = best;
    this.putLast(lane.clientId);
    this.notReady(lane);
    lane.isClaiming = true;
    this.hold(lane, slots);
    return { lane, slots };
  }

  /** Of the slots that a lane was given, it needs this many. */
  claimed(lane: Lane, slots: number, taken: number, now: Timestamp): void {
    lane.isClaiming = false;
    this.hold(lane, taken - slots);
    if (taken === slots) this.ready(lane, now); // there may be more
    this.forget(lane);
  }

  /** An attempt has ended: its slot is free. */
  ended(lane: Lane, { hasSucceeded, isMoreDue, openUntil }: Ended, now: Timestamp): void {
    lane.closedUntil = openUntil ?? '';
    if (openUntil) this.notReady(lane);
    this.hold(lane, -1);
    this.suspect(lane, !hasSucceeded);
    lane.width = hasSucceeded
      ? Math.min(lane.width + 1, this.limits.perLane)
      : Math.max(Math.floor(lane.width / 2), 1);
    if (isMoreDue) this.ready(lane, now);
    this.forget(lane);
  }

  get running(): number {
    return this.held;
  }

  /** Among clients that hold as many slots the one that was served longest ago comes first. */
  private putLast(clientId: string): void {
    const client = this.clients.get(clientId);
    if (client && this.clients.delete(clientId)) this.clients.set(clientId, client);
  }

  private slotsFor(lane: Lane, heldByClient: number): number {
    if (lane.isClaiming) return 0;
    const { total } = this.limits;
    const free = Math.min(
      total - this.held,
      Math.max(Math.floor(total * CLIENT_SHARE), 1) - heldByClient,
      lane.width - lane.running,
    );
    const forSuspects = Math.max(Math.floor(total * SUSPECT_SHARE), 1) - this.heldBySuspects;
    return Math.max(lane.isSuspect ? Math.min(free, forSuspects) : free, 0);
  }

  private notReady(lane: Lane): void {
    lane.isReady = false;
    this.clientOf(lane).waiting.delete(lane);
  }

  private hold(lane: Lane, slots: number): void {
    lane.running += slots;
    this.held += slots;
    this.clientOf(lane).held += slots;
    if (lane.isSuspect) this.heldBySuspects += slots;
  }

  private suspect(lane: Lane, isSuspect: boolean): void {
    if (lane.isSuspect === isSuspect) return;
    lane.isSuspect = isSuspect;
    this.heldBySuspects += isSuspect ? lane.running : -lane.running;
  }

  /** A lane at rest is forgotten, unless its receiver has a history that counts. */
  private forget(lane: Lane): void {
    if (lane.running > 0 || lane.isReady || lane.isClaiming || lane.isSuspect) return;
    this.lanes.delete(lane.subscriptionId);
    const client = this.clientOf(lane);
    if (client.held === 0 && client.waiting.size === 0) this.clients.delete(lane.clientId);
  }

  private clientOf({ clientId }: Lane) {
    const client = this.clients.get(clientId) ?? { held: 0, waiting: new Set<Lane>() };
    this.clients.set(clientId, client);
    return client;
  }
}
