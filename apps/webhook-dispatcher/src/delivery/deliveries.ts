import { randomUUID } from 'node:crypto';
import type { Database } from '@corridor/event-store';
import { type Timestamp, timestamp } from '@corridor/kernel';
import type { SendOutcome } from '../sender/sender.js';
import type { Wake } from '../wake-up/wake-up.js';
import { type Breaker, openUntil, strikesOf } from './breaker.js';

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
}

/** What a failure leads to. */
export interface Failed {
  /** When the circuit breaker lets the subscription be tried again; null while it is closed. */
  readonly openUntil: Timestamp | null;
}

/** The statements of delivery. Each is one transaction, and takes the endpoint's row before a notification's. */
export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly breaker: Breaker,
  ) {}

  /**
   * Takes up to `limit` attempts that are due, in order. What is about the same entity is taken only when the first
   * attempt of all before it has ended. A subscription that is paused or ended gives none; one whose breaker is half
   * open gives one, and then none until that has ended.
   */
  async claim(subscriptionId: string, limit: number, now: Date, leaseMs: number): Promise<Claimed[]> {
    const lease = randomUUID();
    const leasedUntil = timestamp(new Date(now.getTime() + leaseMs));
    const rows = await this.database.query<Omit<Claimed, 'lease' | 'leasedUntil'> & { position: string }>(
      CLAIM,
      [subscriptionId, timestamp(now), leasedUntil, limit, this.breaker.threshold, lease, ahead(now)],
    );
    return rows
      .sort((a, b) => Number(a.position) - Number(b.position))
      .map((row) => ({ ...row, lease, leasedUntil }));
  }

  /** The receiver has it: true whoever else may have taken it meanwhile. */
  async delivered({ id, subscriptionId }: Claimed, now: Date): Promise<Delivered> {
    const [row] = await this.database.query<Delivered>(DELIVERED, [
      subscriptionId,
      id,
      timestamp(now),
      ahead(now),
    ]);
    return { isMoreDue: row?.isMoreDue ?? false };
  }

  /** @param nextOn when it is tried again; null when it was the last attempt */
  async failed(
    { id, subscriptionId, lease }: Claimed,
    { error }: Extract<SendOutcome, { kind: 'failed' }>,
    nextOn: Timestamp | null,
    now: Date,
    tookMs: number,
  ): Promise<Failed> {
    const [row] = await this.database.query<{ strikes: number }>(FAILED, [
      subscriptionId,
      id,
      lease,
      error,
      nextOn,
      strikesOf(tookMs),
    ]);
    const until = row ? openUntil(this.breaker, row.strikes, now) : null;
    if (until)
      await this.database.query(`UPDATE endpoint SET open_until = $2 WHERE subscription_id = $1`, [
        subscriptionId,
        until,
      ]);
    return { openUntil: until };
  }

  /** Gives attempts back that were taken and not made. */
  async release(leases: readonly Claimed[], now: Date): Promise<void> {
    await this.database.query(RELEASE, [
      leases.map(({ id }) => id),
      leases.map(({ lease }) => lease),
      timestamp(now),
    ]);
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

/** By how much the clock of the process that queued a notification may be ahead of ours. */
const CLOCKS_DIFFER_MS = 5_000;
const ahead = (now: Date): Timestamp => timestamp(new Date(now.getTime() + CLOCKS_DIFFER_MS));

const CLAIM = `
  WITH ready AS MATERIALIZED (
    SELECT subscription_id, target_url, sealed_secret, strikes FROM endpoint
    WHERE subscription_id = $1 AND is_active AND (open_until IS NULL OR open_until <= $2)
    FOR NO KEY UPDATE
  ), next AS MATERIALIZED (
    SELECT id FROM webhook_notification AS one
    WHERE subscription_id = (SELECT subscription_id FROM ready) AND due_on <= $7
      AND (due_on <= $2 OR attempts = 0)
      AND (failures > 0 OR NOT EXISTS (
        SELECT 1 FROM webhook_notification AS earlier
        WHERE earlier.subscription_id = one.subscription_id AND earlier.sequence_key = one.sequence_key
          AND earlier.position < one.position AND earlier.failures = 0 AND earlier.due_on IS NOT NULL))
    ORDER BY due_on, position
    LIMIT (SELECT CASE WHEN strikes >= $5 THEN 1 ELSE $4::int END FROM ready)
    FOR UPDATE SKIP LOCKED
  ), probing AS (
    UPDATE endpoint SET open_until = $3 FROM ready
    WHERE endpoint.subscription_id = ready.subscription_id AND ready.strikes >= $5 AND EXISTS (SELECT 1 FROM next)
  )
  UPDATE webhook_notification AS one
  SET attempts = attempts + 1, due_on = $3, locked_until = $3, lease = $6, target_url = ready.target_url,
      last_error = CASE WHEN lease IS NULL THEN last_error
                        ELSE 'The attempt before was interrupted on our side.' END
  FROM next, ready WHERE one.id = next.id
  RETURNING one.id, one.position, one.subscription_id AS "subscriptionId", event_type AS "eventType",
    created_on AS "createdOn", related_id AS "relatedId", related_type AS "relatedType", sequence,
    payload::text AS payload, traceparent, failures, ready.target_url AS "targetUrl",
    ready.sealed_secret AS "sealedSecret"`;

const LOCK_ENDPOINT = `ready AS MATERIALIZED (
    SELECT subscription_id FROM endpoint WHERE subscription_id = $1 FOR NO KEY UPDATE
  )`;

const DELIVERED = `
  WITH ${LOCK_ENDPOINT}, done AS (
    UPDATE webhook_notification AS one
    SET sent_on = $3, due_on = NULL, locked_until = NULL, lease = NULL
    FROM ready WHERE one.id = $2 AND one.subscription_id = ready.subscription_id AND sent_on IS NULL
  ), closed AS (
    UPDATE endpoint SET strikes = 0, open_until = NULL FROM ready
    WHERE endpoint.subscription_id = ready.subscription_id AND (strikes > 0 OR open_until IS NOT NULL)
  )
  SELECT EXISTS (
    SELECT 1 FROM webhook_notification AS more WHERE subscription_id = $1 AND due_on <= $4
      AND (due_on <= $3 OR attempts = 0) AND id <> $2
  ) AS "isMoreDue"`;

const FAILED = `
  WITH ${LOCK_ENDPOINT}, done AS (
    UPDATE webhook_notification AS one
    SET failures = failures + 1, last_error = $4, due_on = $5, locked_until = $5, lease = NULL
    FROM ready WHERE one.id = $2 AND one.subscription_id = ready.subscription_id
      AND lease = $3 AND due_on IS NOT NULL
  )
  UPDATE endpoint SET strikes = strikes + $6 FROM ready
  WHERE endpoint.subscription_id = ready.subscription_id
  RETURNING strikes`;

const RELEASE = `
  UPDATE webhook_notification AS one SET due_on = $3, locked_until = NULL
  FROM unnest($1::text[], $2::uuid[]) AS given (id, lease)
  WHERE one.id = given.id AND one.lease = given.lease AND due_on IS NOT NULL`;
