import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '@corridor/event-store';
import { type Timestamp, timestamp } from '@corridor/kernel';
import type { DueSubscription } from '../delivery-trigger/delivery-trigger.js';
import { ENDED_BEFORE } from '../notification/notification.js';
import { type BreakerStep, byFailureScore, isTrial } from './delivery-policy.js';
import type { SendOutcome } from './sender.js';

/** An attempt claimed by this process: no other process makes it until the lease ends. */
export interface Claimed {
  /** Of the notification. */
  readonly id: string;
  readonly attemptId: string;
  readonly attemptNumber: number;
  readonly lease: string;
  readonly leasedUntil: Timestamp;
  readonly clientId: string;
  readonly subscriptionId: string;
  readonly eventType: string;
  readonly createdOn: Timestamp;
  readonly relatedId: string | null;
  readonly relatedType: string | null;
  readonly sequence: number;
  /** JSON, as it stands in the row. */
  readonly payload: string;
  readonly traceparent: string;
  /** That has caused it; null if an earlier version has queued it. */
  readonly requestId: string | null;
  /** Of the subscription at this moment. */
  readonly targetUrl: string;
  readonly sealedSecret: string;
  /** Failed attempts so far. */
  readonly failures: number;
}

/** A completed attempt, and the decision about it. */
export interface MadeAttempt {
  readonly startedOn: Timestamp;
  readonly latencyMs: number;
  readonly outcome: Exclude<SendOutcome, { kind: 'cancelled' }>;
  /** When it is retried; null if it is not. */
  readonly retryOn: Timestamp | null;
  /** The new state of the circuit breaker, by its failure score. */
  readonly breaker: readonly BreakerStep[];
}

/** The state after an attempt was recorded. */
export interface RecordedAttempt {
  /** Something else of the subscription can be attempted. */
  readonly isMoreDue: boolean;
  /** When the circuit breaker allows the next attempt; null while it is closed. */
  readonly openUntil: Timestamp | null;
  /** It was open before. */
  readonly wasOpen: boolean;
}

/** How many attempts of a subscription may be claimed. */
export interface Grant {
  readonly subscriptionId: string;
  readonly limit: number;
}

export interface Outcome {
  readonly one: Claimed;
  readonly made: MadeAttempt;
}

/** A claimed attempt, or the subscription of an endpoint that another transaction has locked. */
type ClaimedRow = Omit<Claimed, 'lease' | 'leasedUntil'> & { readonly busy: string | null };

const INTERRUPTED = 'The attempt before was interrupted on our side.';

/**
 * The statements of delivery: they claim and record. Each is one transaction, and takes the endpoint's row before a
 * delivery's.
 */
export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly newAttemptId: () => string,
    /** Of this process, for the log of attempts. */
    private readonly dispatcher: string,
  ) {}

  /** Runs statements that are sent together; each is a transaction. */
  pipelined<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.pipelined(work);
  }

  /** Claims up to `limit` due attempts, in order. Waits while another transaction has locked the endpoint. */
  async claim(subscriptionId: string, limit: number, now: Date, leaseMs: number): Promise<Claimed[]> {
    const [claimed] = await this.claimDue(this.database, [{ subscriptionId, limit }], now, leaseMs, true);
    return claimed ?? [];
  }

  /**
   * The same for several subscriptions, with one statement.
   * @returns null for those whose endpoints another transaction has locked
   */
  claimMany(sql: Sql, grants: readonly Grant[], now: Date, leaseMs: number): Promise<(Claimed[] | null)[]> {
    return this.claimDue(sql, grants, now, leaseMs, false);
  }

  private async claimDue(
    sql: Sql,
    grants: readonly Grant[],
    now: Date,
    leaseMs: number,
    waits: boolean,
  ): Promise<(Claimed[] | null)[]> {
    const lease = randomUUID();
    const leasedUntil = after(now, leaseMs);
    const limits = grants.map(({ limit }) => limit);
    const all = limits.reduce((sum, limit) => sum + limit, 0);
    const rows = await sql.query<ClaimedRow>(
      `SELECT busy, id, attempt_id AS "attemptId", attempts AS "attemptNumber", client_id AS "clientId",
         subscription_id AS "subscriptionId", event_type AS "eventType", created_on AS "createdOn",
         related_id AS "relatedId", related_type AS "relatedType", sequence, payload, traceparent, failures,
         target_url AS "targetUrl", secret AS "sealedSecret",
         (SELECT request_id FROM webhook_notification AS n WHERE n.id = claim.id) AS "requestId"
       FROM claim_due($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS claim ORDER BY place`,
      [
        ...[grants.map(({ subscriptionId }) => subscriptionId), limits],
        ...[timestamp(now), soon(now), leasedUntil, lease, this.dispatcher],
        Array.from({ length: all }, this.newAttemptId),
        ...[byFailureScore((score) => (isTrial(score) ? 1 : null)), byFailureScore(isTrial), INTERRUPTED],
        waits,
      ],
    );
    const busy = new Set(rows.map((row) => row.busy));
    const bySubscription = Map.groupBy(rows, (row) => row.subscriptionId);
    return grants.map(({ subscriptionId }) => {
      if (busy.has(subscriptionId)) return null;
      const own = bySubscription.get(subscriptionId) ?? [];
      return own.map(({ busy: _, ...row }) => ({ ...row, lease, leasedUntil }));
    });
  }

  /**
   * Records the outcome of an attempt, in the notification, the circuit breaker and the attempt log. Waits while another
   * transaction has locked the endpoint.
   */
  async record(one: Claimed, made: MadeAttempt, now: Date): Promise<RecordedAttempt> {
    const [recorded] = await this.recordAttempts(this.database, [{ one, made }], now, true);
    if (!recorded) throw new Error(`the endpoint of ${one.subscriptionId} is missing`);
    return recorded;
  }

  /**
   * The same for several attempts of different notifications, with one statement.
   * @returns null for those whose endpoints another transaction has locked
   */
  recordMany(sql: Sql, outcomes: readonly Outcome[], now: Date): Promise<(RecordedAttempt | null)[]> {
    return this.recordAttempts(sql, outcomes, now, false);
  }

  private async recordAttempts(
    sql: Sql,
    outcomes: readonly Outcome[],
    now: Date,
    waits: boolean,
  ): Promise<(RecordedAttempt | null)[]> {
    const numbered = outcomes.map((outcome, n) => this.recordOf(outcome, n, now));
    const byReceiver = Map.groupBy(numbered, ({ receiver }) => receiver);
    const rows = await sql.query<RecordedAttempt & { n: number }>(
      `SELECT n, is_more_due AS "isMoreDue", was_open AS "wasOpen", is_open_until AS "openUntil"
       FROM record_attempts($1, $2, $3, $4)`,
      [JSON.stringify([...byReceiver.values()].flat()), timestamp(now), soon(now), waits],
    );
    const byNumber = new Map(rows.map(({ n, ...recorded }) => [n, recorded]));
    return outcomes.map((_, n) => byNumber.get(n) ?? null);
  }

  private recordOf({ one, made }: Outcome, n: number, now: Date) {
    const { outcome, startedOn, latencyMs, retryOn, breaker } = made;
    const { status: statusCode, excerpt } = outcome;
    return {
      n,
      receiver: one.subscriptionId,
      notification: one.id,
      lease: one.lease,
      nextOn: retryOn,
      scores: breaker.map(({ failureScore }) => failureScore),
      opens: breaker.map(({ openMs }) => openMs && after(now, openMs)),
      id: one.attemptId,
      clientId: one.clientId,
      number: one.attemptNumber,
      targetUrl: one.targetUrl,
      startedOn,
      latencyMs,
      dispatcher: this.dispatcher,
      statusCode,
      excerpt,
      ...(outcome.kind === 'delivered'
        ? { outcome: 'DELIVERED' }
        : { outcome: 'FAILED', failure: outcome.failure.toUpperCase(), error: outcome.error }),
    };
  }

  /** Releases aborted attempts. */
  async release(claims: readonly Claimed[], now: Date): Promise<void> {
    await this.giveBack(claims, now, '');
  }

  /** Releases attempts that did not begin, as if they had not been claimed. */
  async undo(claims: readonly Claimed[], now: Date): Promise<void> {
    await this.giveBack(claims, now, ', attempts = attempts - 1, lease = NULL');
  }

  private async giveBack(claims: readonly Claimed[], now: Date, more: string): Promise<void> {
    // A trial attempt blocks a half-open circuit breaker for others until it ends.
    await this.database.query(
      `UPDATE endpoint SET open_until = NULL FROM unnest($1::text[], $2::text[]) AS given (id, leased_until)
       WHERE subscription_id = given.id AND open_until = given.leased_until`,
      [claims.map(({ subscriptionId }) => subscriptionId), claims.map(({ leasedUntil }) => leasedUntil)],
    );
    await this.database.query(
      `UPDATE delivery AS one SET due_on = $3, locked_until = NULL${more}
       FROM unnest($1::text[], $2::uuid[]) AS given (id, lease)
       WHERE one.notification_id = given.id AND one.lease = given.lease AND due_on IS NOT NULL`,
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
      `SELECT 1 FROM delivery
       WHERE subscription_id = $1 AND due_on > $2 AND due_on <= $3 AND lease <> ALL($4::uuid[]) LIMIT 1`,
      [subscriptionId, timestamp(now), after(now, leaseMs), except.map(({ lease }) => lease)],
    );
    return rows.length > 0;
  }

  /**
   * For an ended subscription: marks unsent notifications, which stay visible. Attempts in progress may finish. @param
   * subscriptionId null for all of them @returns their number, at most `limit`, so that a long queue does not block
   * others
   */
  async endQueue(subscriptionId: string | null, now: Date, limit: number): Promise<number> {
    const rows = await this.database.query(
      // Materialized: Postgres may otherwise repeat the subquery for each row, and end more of them each time.
      `WITH ended AS MATERIALIZED (
         SELECT notification_id FROM endpoint JOIN delivery AS waiting USING (subscription_id)
         WHERE has_ended AND ($4::text IS NULL OR subscription_id = $4) AND due_on IS NOT NULL AND (lease IS NULL OR due_on <= $1)
         LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED)
       UPDATE delivery AS one
       SET due_on = NULL, locked_until = NULL, lease = NULL, last_error = coalesce(last_error, $3)
       FROM ended WHERE one.notification_id = ended.notification_id
       RETURNING 1`,
      [timestamp(now), limit, ENDED_BEFORE, subscriptionId],
    );
    return rows.length;
  }

  /** The subscriptions for which something is due and no circuit breaker is open, as all processes see it. */
  due(now: Date): Promise<DueSubscription[]> {
    return this.database.query<DueSubscription>(
      `SELECT subscription_id AS "subscriptionId", client_id AS "clientId", true AS "isAfresh" FROM endpoint
       WHERE is_active AND (open_until IS NULL OR open_until <= $1) AND EXISTS (
         SELECT 1 FROM delivery AS waiting
         WHERE waiting.subscription_id = endpoint.subscription_id AND due_on <= $1)`,
      [timestamp(now)],
    );
  }
}

const after = (now: Date, ms: number): Timestamp => timestamp(new Date(now.getTime() + ms));

/** Maximum clock difference to the process that queued a notification. */
const CLOCKS_DIFFER_MS = 5_000;
const soon = (now: Date): Timestamp => after(now, CLOCKS_DIFFER_MS);
