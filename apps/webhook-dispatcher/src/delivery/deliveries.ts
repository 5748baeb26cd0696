import { randomUUID } from 'node:crypto';
import type { Database } from '@corridor/event-store';
import { type Timestamp, timestamp } from '@corridor/kernel';
import { ENDED_BEFORE } from '../notification/notification.js';
import type { SendOutcome } from '../sender/sender.js';
import type { Wake } from '../wake-up/wake-up.js';
import { type Breaker, strikesOf } from './breaker.js';

/** An attempt that this process has taken: nobody else makes it until the lease ends. */
export interface Claimed {
  readonly id: string;
  readonly lease: string;
  readonly leasedUntil: Timestamp;
  readonly subscriptionId: string;
  readonly eventType: string;
  readonly createdOn: Timestamp;
  readonly relatedId: string | null;
  readonly relatedType: string | null;
  readonly sequence: number;
  /** JSON, as it stands in the row. */
  readonly payload: string;
  readonly traceparent: string;
  /** Of the subscription at this moment. */
  readonly targetUrl: string;
  readonly sealedSecret: string;
  /** Failed attempts so far. */
  readonly failures: number;
}

export interface Delivered {
  /** Something else of the subscription can be attempted. */
  readonly isMoreDue: boolean;
  /** The circuit breaker was open until now. */
  readonly wasOpen: boolean;
}

/** What a failure leads to. */
export interface Failed {
  /** When the circuit breaker lets the subscription be tried again; null while it is closed. */
  readonly openUntil: Timestamp | null;
  /** It was open before. */
  readonly wasOpen: boolean;
}

/** The statements of delivery. Each is one transaction, and takes the endpoint's row before a notification's. */
export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly breaker: Breaker,
  ) {}

  /** Takes up to `limit` attempts that are due, in order (`claim_notifications` says which). */
  async claim(subscriptionId: string, limit: number, now: Date, leaseMs: number): Promise<Claimed[]> {
    const lease = randomUUID();
    const leasedUntil = after(now, leaseMs);
    const rows = await this.database.query<Omit<Claimed, 'lease' | 'leasedUntil'>>(
      `SELECT (taken).id, (taken).subscription_id AS "subscriptionId", (taken).event_type AS "eventType",
         (taken).created_on AS "createdOn", (taken).related_id AS "relatedId", (taken).related_type AS "relatedType",
         (taken).sequence, (taken).payload::text AS payload, (taken).traceparent, (taken).failures,
         (taken).target_url AS "targetUrl", secret AS "sealedSecret"
       FROM claim_notifications($1, $2, $3, $4, $5, $6, $7) ORDER BY (taken).position`,
      [subscriptionId, timestamp(now), soon(now), leasedUntil, lease, limit, this.breaker.threshold],
    );
    return rows.map((row) => ({ ...row, lease, leasedUntil }));
  }

  /** The receiver has it: true whoever else may have taken it meanwhile. */
  async delivered({ id, subscriptionId }: Claimed, now: Date): Promise<Delivered> {
    const [row] = await this.database.query<Delivered>(
      `SELECT is_more_due AS "isMoreDue", was_open AS "wasOpen" FROM notification_delivered($1, $2, $3, $4)`,
      [subscriptionId, id, timestamp(now), soon(now)],
    );
    return row as Delivered;
  }

  /** @param nextOn when it is tried again; null when it was the last attempt */
  async failed(
    { id, subscriptionId, lease }: Claimed,
    { error }: Extract<SendOutcome, { kind: 'failed' }>,
    nextOn: Timestamp | null,
    now: Date,
    tookMs: number,
  ): Promise<Failed> {
    const { threshold, pausesMs } = this.breaker;
    const pauses = pausesMs.map((ms) => after(now, ms));
    const [row] = await this.database.query<Failed>(
      `SELECT is_open_until AS "openUntil", was_open AS "wasOpen"
       FROM notification_failed($1, $2, $3, $4, $5, $6, $7, $8)`,
      [subscriptionId, id, lease, error, nextOn, strikesOf(tookMs), threshold, pauses],
    );
    return row as Failed;
  }

  /** Gives attempts back that were broken off. */
  async release(claims: readonly Claimed[], now: Date): Promise<void> {
    await this.giveBack(claims, now, '');
  }

  /** Gives attempts back that were not begun: as if they had not been taken. */
  async undo(claims: readonly Claimed[], now: Date): Promise<void> {
    await this.giveBack(claims, now, ', attempts = attempts - 1, lease = NULL');
  }

  private async giveBack(claims: readonly Claimed[], now: Date, more: string): Promise<void> {
    // One that was let through a half-open circuit breaker kept that closed for others until its end.
    await this.database.query(
      `UPDATE endpoint SET open_until = NULL FROM unnest($1::text[], $2::text[]) AS given (id, leased_until)
       WHERE subscription_id = given.id AND open_until = given.leased_until`,
      [claims.map(({ subscriptionId }) => subscriptionId), claims.map(({ leasedUntil }) => leasedUntil)],
    );
    await this.database.query(
      `UPDATE webhook_notification AS one SET due_on = $3, locked_until = NULL${more}
       FROM unnest($1::text[], $2::uuid[]) AS given (id, lease)
       WHERE one.id = given.id AND one.lease = given.lease AND due_on IS NOT NULL`,
      [claims.map(({ id }) => id), claims.map(({ lease }) => lease), timestamp(now)],
    );
  }

  /** Whether attempts of the subscription are taken, but for these. */
  async isTaken(
    subscriptionId: string,
    except: readonly Claimed[],
    now: Date,
    leaseMs: number,
  ): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM webhook_notification
       WHERE subscription_id = $1 AND due_on > $2 AND due_on <= $3 AND lease <> ALL($4::uuid[]) LIMIT 1`,
      [subscriptionId, timestamp(now), after(now, leaseMs), except.map(({ lease }) => lease)],
    );
    return rows.length > 0;
  }

  /**
   * Of a subscription that has ended: what was not sent will not be, and stays visible. Attempts under way may end.
   * @param subscriptionId null for all of them
   * @returns how many, at most `limit`: a queue may be so long that one statement would hold up everybody
   */
  async endQueue(subscriptionId: string | null, now: Date, limit: number): Promise<number> {
    const rows = await this.database.query(
      `UPDATE webhook_notification AS one
       SET due_on = NULL, locked_until = NULL, lease = NULL, last_error = coalesce(last_error, $3)
       WHERE id IN (
         SELECT id FROM endpoint JOIN webhook_notification AS waiting USING (subscription_id)
         WHERE has_ended AND ($4::text IS NULL OR subscription_id = $4) AND due_on IS NOT NULL AND (lease IS NULL OR due_on <= $1)
         LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED)
       RETURNING 1`,
      [timestamp(now), limit, ENDED_BEFORE, subscriptionId],
    );
    return rows.length;
  }

  /** The newest one; null without subscriptions. */
  async anySecret(): Promise<string | null> {
    const [row] = await this.database.query<{ sealed: string }>(
      `SELECT sealed_secret AS sealed FROM endpoint ORDER BY subscription_id DESC LIMIT 1`,
    );
    return row?.sealed ?? null;
  }

  /** The subscriptions for which something is due and no circuit breaker is open, as all processes see it. */
  due(now: Date): Promise<Wake[]> {
    return this.database.query<Wake>(
      `SELECT subscription_id AS "subscriptionId", client_id AS "clientId", true AS "isAfresh" FROM endpoint
       WHERE is_active AND (open_until IS NULL OR open_until <= $1) AND EXISTS (
         SELECT 1 FROM webhook_notification AS waiting
         WHERE waiting.subscription_id = endpoint.subscription_id AND due_on <= $1)`,
      [timestamp(now)],
    );
  }
}

const after = (now: Date, ms: number): Timestamp => timestamp(new Date(now.getTime() + ms));

/** By how much the clock of the process that queued a notification may be ahead of ours. */
const CLOCKS_DIFFER_MS = 5_000;
const soon = (now: Date): Timestamp => after(now, CLOCKS_DIFFER_MS);
