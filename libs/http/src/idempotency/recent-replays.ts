import type { Idempotency, StoredResponse } from '@corridor/event-store';

/** How long a stored response is repeated from memory: a retry is rarely later, and it may outlive its 7 days by this. */
export const REPLAY_MS = 10_000;
const MOST_REPLAYS = 1_000;

interface Replay {
  readonly fingerprint: string;
  readonly stored: StoredResponse;
  readonly until: number;
}

/**
 * Stored responses that this process has read lately. A stored response never changes, in any process, so a repeated request
 * can get it without asking Postgres. Everything else is up to the command: a first repetition, a key of another request.
 */
export class RecentReplays {
  private readonly replays = new Map<string, Replay>();

  /** The response to the same request with this key, if it is known. */
  find(idempotency: Idempotency): StoredResponse | null {
    const known = this.replays.get(nameOf(idempotency));
    if (!known || known.fingerprint !== idempotency.fingerprint) return null;
    return performance.now() < known.until ? known.stored : null;
  }

  /** A response with a secret is stored encrypted, and not kept. */
  keep(idempotency: Idempotency, stored: StoredResponse): void {
    if (stored.isSecret) return;
    const name = nameOf(idempotency);
    this.replays.delete(name); // so that the oldest are the first ones
    if (this.replays.size >= MOST_REPLAYS) this.replays.delete(this.replays.keys().next().value as string);
    const { fingerprint } = idempotency;
    this.replays.set(name, { fingerprint, stored, until: performance.now() + REPLAY_MS });
  }
}

const nameOf = ({ scope, operation, key }: Idempotency): string => `${scope} ${operation} ${key}`;

/** Thrown instead of a refusal: the request has its response already. It has no stack, like a refusal. */
export class Repeated extends Error {
  private constructor(readonly stored: StoredResponse) {
    super('repeated');
  }

  static with(stored: StoredResponse): Repeated {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    const repeated = new Repeated(stored);
    Error.stackTraceLimit = stackTraceLimit;
    return repeated;
  }
}
