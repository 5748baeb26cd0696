import type { Pool } from 'pg';
import { isAway } from './outage.js';
import { isFence } from './recovery/fence.js';

/** How often it is tried whether the database responds again. */
const PROBE_MS = 500;

/** Errors of statements that failed because a database did not respond. */
const told = new WeakSet<Error>();

/**
 * Whether an error, or what caused it, is that a database did not respond: {@link Reachability} has told it, once for all of
 * these errors.
 */
export function isToldAsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause, driverError } = error as { cause?: unknown; driverError?: unknown };
  return told.has(error) || isToldAsAway(cause) || (driverError !== error && isToldAsAway(driverError));
}

/**
 * Whether a database can be worked with: it cannot from the first statement that fails because it does not respond, or is fenced, until it
 * responds, or is not fenced.
 */
export class Reachability {
  private timer: NodeJS.Timeout | null = null;
  private isFenced = false;
  private isClosed = false;

  /** @param onChange called with the error when that begins, and with null when it has ended */
  constructor(
    private readonly pool: Pool,
    private readonly onChange: (error: unknown) => void,
  ) {}

  get isAway(): boolean {
    return this.timer !== null;
  }

  /** @param error with which a statement, a transaction or a connection has failed */
  note(error: unknown): void {
    if (!(error instanceof Error) || !isAway(error)) return;
    told.add(error);
    if (this.isAway || this.isClosed) return;
    this.isFenced = isFence(error);
    this.onChange(error);
    this.probeLater();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer ?? undefined);
  }

  private probeLater(): void {
    this.timer = setTimeout(() => void this.probe(), PROBE_MS).unref();
  }

  private async probe(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ isFenced: boolean }>(
        'SELECT fenced_on IS NOT NULL AS "isFenced" FROM epoch',
      );
      if (this.isFenced && rows[0]?.isFenced) return this.probeLater();
    } catch {
      return this.isClosed ? undefined : this.probeLater();
    }
    this.timer = null;
    this.onChange(null);
  }
}
