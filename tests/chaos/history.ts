/**
 * What clients did and saw, and what is there afterwards: all that the checker reads.
 *
 * An operation is `ok` if its client has a response 2xx, `fail` if its only attempt was refused (4xx: it has certainly no
 * effect), and `unknown` otherwise: a lost connection, a timeout or 503 may have an effect, also later.
 */
export type Outcome = 'ok' | 'fail' | 'unknown';

export type RecordKind = 'instruction' | 'payment' | 'conversion' | 'funds';

/** What an operation does if it takes effect. */
export type Effect =
  | { readonly creates: RecordKind; readonly marker: string }
  | { readonly moves: string; readonly to: string }
  /** Sets its fee: nothing that is counted. */
  | { readonly charges: string };

export interface Operation {
  readonly client: string;
  readonly key: string;
  readonly effect: Effect;
  readonly path: string;
  readonly body: object | undefined;
  readonly invokedMs: number;
  completedMs: number;
  outcome: Outcome;
  /** Each response 2xx, byte for byte: that of the operation and those to its repetitions. */
  readonly responses: string[];
}

/** A record as a client saw it. */
export interface Sighting {
  readonly client: string;
  readonly record: string;
  readonly statuses: readonly string[];
  readonly invokedMs: number;
  readonly completedMs: number;
  /** False for a response that may be older than its request: a replay. */
  readonly isFresh: boolean;
}

/** A record as it is afterwards. */
export interface FinalRecord {
  readonly kind: RecordKind;
  readonly client: string;
  readonly id: string;
  /** That of the operation that created it; null if an instruction did. */
  readonly marker: string | null;
  readonly instruction: string | null;
  /** From the first to the present one. */
  readonly statuses: readonly string[];
  /** What it costs to send it, in minor units; null for no fee. */
  readonly fee: bigint | null;
}

/** A firm price and the record that has used it. */
export interface FinalQuote {
  readonly id: string;
  readonly isUsed: boolean;
  readonly users: readonly string[];
}

export interface Wallet {
  readonly id: string;
  readonly client: string;
  readonly balance: bigint;
}

export interface Transaction {
  readonly id: string;
  readonly wallet: string;
  readonly record: string;
  readonly action: string;
  readonly amount: bigint;
  readonly balance: bigint;
  /** Increases in each wallet. */
  readonly order: number;
}

export interface Notification {
  readonly id: string;
  readonly subscription: string;
  readonly type: string;
  readonly entity: string;
  readonly isSent: boolean;
}

/** A request that a receiver got, in order of arrival. */
export interface Receipt {
  readonly id: string;
  readonly subscription: string;
  readonly entity: string;
  readonly sequence: number;
  readonly isSigned: boolean;
}

export interface Final {
  readonly records: readonly FinalRecord[];
  readonly quotes: readonly FinalQuote[];
  readonly wallets: readonly Wallet[];
  readonly transactions: readonly Transaction[];
  /** Sum of all postings by currency. */
  readonly books: Readonly<Record<string, bigint>>;
  /** By subscription, which listens to all events of its client. */
  readonly subscriptions: Readonly<Record<string, string>>;
  readonly notifications: readonly Notification[];
  readonly receipts: readonly Receipt[];
}

export interface History {
  readonly operations: readonly Operation[];
  readonly sightings: readonly Sighting[];
  readonly final: Final;
}

export interface Violation {
  readonly rule: string;
  readonly what: string;
}
