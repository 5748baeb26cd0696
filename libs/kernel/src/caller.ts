import type { MoneyResource } from './money.js';
import type { Timestamp } from './time.js';

/**
 * Who acts, for which client and with which credential. It is passed from the gateway through events, reactions and
 * jobs.
 */
export interface Caller {
  readonly environment: Environment;
  readonly client: Reference;
  /** The client user (`cu_`) who acts; null if the system acts on its own. */
  readonly user: Reference | null;
  /** `ak_`; null for a bearer token and for the system. */
  readonly apiKeyId: string | null;
  readonly permissions: readonly string[];
  /** The same from the request to the last reaction that it causes. */
  readonly correlationId: string;
  /** The message that caused this; null at the gateway. */
  readonly causationId: string | null;
  /** W3C trace context of the request. */
  readonly traceparent: string;
  /** SANDBOX: the time of a client that has advanced its test clock; missing for real time. */
  readonly clientTime?: ClientTime;
  /** Of a command that needed a second person: who has approved it, and a digest of the effect that they were shown. */
  readonly approved?: { readonly id: string; readonly by: Reference; readonly effectDigest?: string };
  /** Missing for the system, and for a user who is neither a maker nor a checker. */
  readonly approval?: ApprovalRights;
}

/** The system goes on from what a caller has caused, for a client: without a user or a key. */
export const asSystem = (cause: Caller, client: Reference = cause.client): Caller => ({
  ...cause,
  client,
  user: null,
  apiKeyId: null,
});

/** What a user of a client may do alone, and approve of others (production.md §3). */
export interface ApprovalRights {
  /** Of a maker: a payment above it waits for a checker. Null: nothing waits. */
  readonly makerLimit: MoneyResource | null;
  readonly isChecker: boolean;
  /** Of a checker: the largest payment that the user can approve. Null: any. */
  readonly checkerLimit: MoneyResource | null;
}

/** Ahead of real time by so many milliseconds, or a moment at which it stands still. */
export type ClientTime = { readonly aheadMs: number } | { readonly at: Timestamp };

export interface Reference {
  readonly id: string;
  readonly name: string;
}

export type Environment = 'SANDBOX' | 'PRODUCTION';
