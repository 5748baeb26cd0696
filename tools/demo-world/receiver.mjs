import { once } from 'node:events';
import { createServer } from 'node:http';

/** The server of a client, which receives webhooks while the world is played, and is down for a while. */
export class Receiver {
  isDown = false;
  server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(this.isDown ? 503 : 204).end());
  });

  /** @returns its address */
  async open() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.server.address()).port}/webhooks`;
  }

  close() {
    this.server.close();
    this.server.closeAllConnections();
  }
}
