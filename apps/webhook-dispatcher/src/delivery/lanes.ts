import type { Timestamp } from '@corridor/kernel';
import type { Wake } from '../wake-up/wake-up.js';

/** Of all slots, what may be held by receivers of which is not known that they answer quickly. */
const UNPROVEN_SHARE = 3 / 4;
/** Of what the other clients leave, what one client may hold: however many are greedy, something is left for the next. */
const CLIENT_SHARE = 1 / 2;
/** So many subscriptions at rest are remembered with what their receivers have shown. */
const REMEMBERED = 10_000;

export interface Limits {
  /** Attempts at a time. */
  readonly total: number;
  /** Attempts at a time for one subscription. */
  readonly perLane: number;
}

/** What came of an attempt. */
export interface Ended {
  /** None when it was not begun. */
  readonly result: 'quick' | 'slow' | 'failed' | 'none';
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
  /** Its receiver has answered its last attempt well and quickly. */
  isProven: boolean;
  /** Until when its circuit breaker is known to be open. */
  closedUntil: Timestamp;
  /** Something may be due. */
  isReady: boolean;
  /** A claim is on its way. */
  isClaiming: boolean;
}

/**
 * Decides whose turn it is. Slots are shared so that a receiver that hangs holds up nobody else: it shrinks to one slot,
 * receivers that have not shown that they are quick never hold all slots, no client holds more than its share, and among
 * those who wait the client that holds least comes first.
 */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  /** Of each client, how many slots it holds and which of its lanes wait; those that came first stand first. */
  private readonly clients = new Map<string, Client>();
  /** Those with nothing to do; those that came to rest first stand first. */
  private readonly resting = new Set<Lane>();
  private held = 0;
  private heldUnproven = 0;

  constructor(
    private readonly limits: Limits,
    private readonly remembered = REMEMBERED,
  ) {}

  /** Something may be due for a subscription. While its breaker is known to be open there is nothing to look for. */
  ready({ subscriptionId, clientId, isAfresh }: Wake, now: Timestamp): void {
    const lane = this.lanes.get(subscriptionId) ?? {
      subscriptionId,
      clientId,
      width: 1,
      running: 0,
      isProven: false,
      closedUntil: '',
      isReady: false,
      isClaiming: false,
    };
    this.lanes.set(subscriptionId, lane);
    this.resting.delete(lane);
    if (lane.closedUntil > now && !isAfresh) return this.rest(lane);
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
    for (const client of this.clients.values()) {
      if (best && client.held >= best.held) continue;
      for (const lane of client.waiting) {
        const slots = this.slotsFor(lane, client);
        if (slots === 0) continue;
        best = { lane, slots, held: client.held };
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
    this.rest(lane);
  }

  /** An attempt has ended: its slot is free. */
  ended(lane: Lane, { result, isMoreDue, openUntil }: Ended, now: Timestamp): void {
    lane.closedUntil = openUntil ?? '';
    if (openUntil) this.notReady(lane);
    this.hold(lane, -1);
    if (result !== 'none') this.prove(lane, result === 'quick');
    if (result === 'quick' || result === 'slow') lane.width = Math.min(lane.width + 1, this.limits.perLane);
    if (result === 'failed') lane.width = Math.max(Math.floor(lane.width / 2), 1);
    if (isMoreDue) this.ready(lane, now);
    this.rest(lane);
  }

  get running(): number {
    return this.held;
  }

  /** Among clients that hold as many slots the one that was served longest ago comes first. */
  private putLast(clientId: string): void {
    const client = this.clients.get(clientId);
    if (client && this.clients.delete(clientId)) this.clients.set(clientId, client);
  }

  private slotsFor(lane: Lane, client: Client): number {
    if (lane.isClaiming) return 0;
    const { total } = this.limits;
    const free = Math.min(lane.width - lane.running, freeFor(client.held, this.held, total));
    const unproven = Math.max(Math.floor(total * UNPROVEN_SHARE), 1);
    const freeUnproven = freeFor(client.heldUnproven, this.heldUnproven, unproven);
    return Math.max(lane.isProven ? free : Math.min(free, freeUnproven), 0);
  }

  private notReady(lane: Lane): void {
    lane.isReady = false;
    this.clientOf(lane).waiting.delete(lane);
  }

  private hold(lane: Lane, slots: number): void {
    lane.running += slots;
    this.held += slots;
    this.clientOf(lane).held += slots;
    if (!lane.isProven) this.holdUnproven(lane, slots);
  }

  private holdUnproven(lane: Lane, slots: number): void {
    this.heldUnproven += slots;
    this.clientOf(lane).heldUnproven += slots;
  }

  private prove(lane: Lane, isProven: boolean): void {
    if (lane.isProven === isProven) return;
    lane.isProven = isProven;
    this.holdUnproven(lane, isProven ? -lane.running : lane.running);
  }

  /** A lane with nothing to do is remembered for a time. */
  private rest(lane: Lane): void {
    if (lane.running > 0 || lane.isReady || lane.isClaiming) return;
    this.resting.add(lane);
    const client = this.clientOf(lane);
    if (client.held === 0 && client.waiting.size === 0) this.clients.delete(lane.clientId);
    const [first] = this.resting;
    if (!first || this.resting.size <= this.remembered) return;
    this.resting.delete(first);
    this.lanes.delete(first.subscriptionId);
  }

  private clientOf({ clientId }: Lane): Client {
    const client = this.clients.get(clientId) ?? { held: 0, heldUnproven: 0, waiting: new Set<Lane>() };
    this.clients.set(clientId, client);
    return client;
  }
}

/** How many more of so many slots a client may hold. */
function freeFor(heldByClient: number, held: number, total: number): number {
  const left = total - (held - heldByClient);
  return Math.min(Math.max(Math.floor(left * CLIENT_SHARE), 1), left) - heldByClient;
}

interface Client {
  held: number;
  heldUnproven: number;
  readonly waiting: Set<Lane>;
}
