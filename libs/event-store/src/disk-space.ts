import type { Pool } from 'pg';
import { isDiskFull } from './outage.js';

/** How often it is tried whether there is space again. */
const PROBE_MS = 3_000;

/**
 * Needs 1 MB on the disk of the tables, in a temporary file that Postgres deletes at once. It writes no WAL, because a server without
 * space for WAL would stop.
 */
const PROBE = `SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 50000)`;

/** Whether the disk of a database is full: from the first statement that fails for it until there is space again. */
export class DiskSpace {
  private timer: NodeJS.Timeout | null = null;

  /** @param onChange called with the error when it is full, and with null when there is space again */
  constructor(
    private readonly pool: Pool,
    private readonly onChange: (error: unknown) => void,
  ) {}

  get isFull(): boolean {
    return this.timer !== null;
  }

  /** @param error with which a statement, or the transaction around it, has failed */
  note(error: unknown): void {
    if (this.isFull || !isDiskFull(error)) return;
    this.onChange(error);
    this.probeLater();
  }

  close(): void {
    clearTimeout(this.timer ?? undefined);
  }

  private probeLater(): void {
    this.timer = setTimeout(() => void this.probe(), PROBE_MS).unref();
  }

  private async probe(): Promise<void> {
    try {
      await this.pool.query(PROBE);
    } catch {
      return this.probeLater(); // still full, or the database is away, which `/health/ready` tells
    }
    this.timer = null;
    this.onChange(null);
  }
}
