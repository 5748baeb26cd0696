import { Socket } from 'node:net';

/**
 * A connection that sends with one system call what is written in one turn of the event loop: statements that are sent
 * together are one packet. If nothing is sent or received for a time while it is in use, it fails: nobody may be there any
 * more, and TCP would find out after a quarter of an hour.
 */
export class BatchingSocket extends Socket {
  private isInUse = false;
  private isCollecting = false;

  /** @param silenceMs more than a statement may take */
  constructor(private readonly silenceMs: number) {
    super();
    this.setTimeout(silenceMs);
    this.on('timeout', () => {
      const error = new Error('Postgres does not respond');
      if (this.isInUse) this.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
  }

  /** Until it is used for something else, a statement may take longer. */
  waitsLonger(ms: number): void {
    this.setTimeout(this.silenceMs + ms);
  }

  isUsed(): void {
    this.isInUse = true;
    this.setTimeout(this.silenceMs);
  }

  isIdle(): void {
    this.isInUse = false;
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

/** `pg` has no public name for what its option `stream` returned. @returns undefined of a client that is none of `pg` */
export const socketOf = (client: object): BatchingSocket | undefined =>
  (client as { connection?: { stream: BatchingSocket } }).connection?.stream;
