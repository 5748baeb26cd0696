import { Socket } from 'node:net';

/**
 * A connection that sends with one system call what is written in one turn of the event loop: statements that are sent
 * together are one packet.
 */
export class BatchingSocket extends Socket {
  private isCollecting = false;

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
