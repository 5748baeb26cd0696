import type { ClientBase, QueryConfig } from 'pg';

const EVERY_MS = 1_000;
/** A connection that takes longer to respond is given up. */
const SILENT_MS = 3_000;

const QUESTION: QueryConfig & { readonly query_timeout: number } = {
  text: `SELECT 'heartbeat'`,
  query_timeout: SILENT_MS,
};

/**
 * Asks a connection every second whether it still responds, and destroys it if it does not: a backend that is stopped, and
 * a network that loses packets, report no error. Whatever waits for it then fails.
 */
export class Heartbeat {
  private isWaiting = false;
  private isStopped = false;
  private readonly timer = setInterval(() => void this.beat(), EVERY_MS).unref();

  constructor(
    private readonly client: ClientBase,
    private readonly onSilent: (error: Error) => void,
  ) {}

  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  private async beat(): Promise<void> {
    if (this.isWaiting) return;
    this.isWaiting = true;
    try {
      await this.client.query(QUESTION);
    } catch (cause) {
      if (this.isStopped) return;
      this.stop();
      this.onSilent(new Error('its connection to Postgres does not respond', { cause }));
    }
    this.isWaiting = false;
  }
}
