import { Socket } from 'node:net';

/**
 * A connection that sends with one system call what is written in one turn of the event loop: statements that are sent
 * together are one packet. If nothing is sent or received for a time while it is in use, it fails: nobody may be there any
 * more, and TCP would find out after a quarter of an hour.
 */
export class BatchingSocket extends Socket {
  isInUse = false;
  private isCollecting = false;

  /** @param silenceMs more than a statement may take */
  constructor(silenceMs: number) {
    super();
    this.setTimeout(silenceMs);
    this.on('timeout', () => {
      const error = new Error('Postgres does not respond');
      if (this.isInUse) this.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
  }

  override cork(): void {
    super.cork();
    if (this.isCollecting) return;
    this.isCollecting = true;
    super.cork();
    process.nextTick(() => {
      this.isCollecting = false;
      this.uncork();
    });
  }
}
