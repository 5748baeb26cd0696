import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { SILENCE_MS } from './limits.js';

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

const sockets = new WeakMap<object, BatchingSocket>();

/** A client of `pg` on such a connection. Over TLS, `pg` puts the socket that encrypts on top of it. */
export class BatchingClient extends Client {
  constructor(config: ClientConfig = {}) {
    const socket = new BatchingSocket(SILENCE_MS);
    super({ ...config, stream: () => socket });
    sockets.set(this, socket);
  }
}

/** @returns undefined of a client that is no {@link BatchingClient} */
export const socketOf = (client: object): BatchingSocket | undefined => sockets.get(client);
