/** A TCP proxy on 127.0.0.1 that makes the faults of a network, one at a time. */
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `reset`: connections are reset, also new ones.
 * `black hole`: no byte passes in either direction; what was sent arrives when it is healed, as after retransmission.
 * `half open`: the servers of present connections see them closed, the clients hear nothing of it, ever; new ones work.
 * `lost reply`: requests pass; the first reply that contains `of` is dropped, and its connection is reset.
 * `slow`: 1 kB/s in each direction of each connection.
 * `latency`: everything arrives 200 ms later.
 *
 * @typedef {'reset' | 'black hole' | 'half open' | 'lost reply' | 'slow' | 'latency'} NetworkFault
 */

/** @type {readonly NetworkFault[]} */
export const NETWORK_FAULTS = ['reset', 'black hole', 'half open', 'lost reply', 'slow', 'latency'];

export const LATENCY_MS = 200;
export const SLOW_BYTES_PER_S = 1_000;
const SLICES_PER_S = 10;

/** @typedef {{ client: import('node:net').Socket, upstream: import('node:net').Socket, isHalfOpen: boolean }} Pair */

export class TcpProxy {
  /** @type {Set<Pair>} */
  #pairs = new Set();
  /** @type {NetworkFault | null} */
  #fault = null;
  #lostReply = '';
  #healed = Promise.resolve();
  #heal = () => undefined;

  /** @param {number} target a port on 127.0.0.1 */
  static async start(target) {
    const server = createServer({ allowHalfOpen: true });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return new TcpProxy(server, target);
  }

  /** @param {import('node:net').Server} server @param {number} target */
  constructor(server, target) {
    this.server = server;
    server.on('connection', (client) => this.#accept(client, target));
  }

  get port() {
    return /** @type {import('node:net').AddressInfo} */ (this.server.address()).port;
  }

  /**
   * Until it is healed.
   * @param {NetworkFault} fault
   * @param {string} [of] which replies are lost; all without it
   */
  make(fault, of = '') {
    this.heal();
    this.#fault = fault;
    this.#lostReply = of;
    this.#healed = new Promise((resolve) => (this.#heal = () => void resolve()));
    for (const pair of this.#pairs) {
      if (fault === 'reset') reset(pair);
      if (fault !== 'half open') continue;
      pair.isHalfOpen = true;
      pair.upstream.destroy();
    }
  }

  heal() {
    this.#fault = null;
    this.#heal();
  }

  close() {
    this.heal();
    this.#pairs.forEach(reset);
    return new Promise((resolve) => this.server.close(() => resolve(undefined)));
  }

  /** @param {import('node:net').Socket} client @param {number} target */
  #accept(client, target) {
    const pair = {
      client,
      upstream: connect({ port: target, host: '127.0.0.1', allowHalfOpen: true }),
      isHalfOpen: false,
    };
    this.#pairs.add(pair);
    for (const socket of [client, pair.upstream]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined); // it is closed, which the other one is told below
    }
    client.once('close', () => this.#pairs.delete(pair));
    if (this.#fault === 'reset') return reset(pair);
    void this.#forward(pair, client, pair.upstream);
    void this.#forward(pair, pair.upstream, client);
  }

  /** @param {Pair} pair @param {import('node:net').Socket} from @param {import('node:net').Socket} to */
  async #forward(pair, from, to) {
    try {
      for await (const bytes of from) await this.#pass(pair, bytes, to);
      await this.#unlessBlackHole();
      if (!pair.isHalfOpen) to.end();
    } catch {
      await this.#unlessBlackHole();
      if (!pair.isHalfOpen) to.resetAndDestroy();
    }
  }

  /** @param {Pair} pair @param {Buffer} bytes @param {import('node:net').Socket} to */
  async #pass(pair, bytes, to) {
    await this.#unlessBlackHole();
    if (pair.isHalfOpen) return;
    if (this.#fault === 'lost reply' && to === pair.client && bytes.includes(this.#lostReply))
      return reset(pair);
    if (this.#fault === 'latency') await Promise.race([sleep(LATENCY_MS), this.#healed]);
    if (this.#fault === 'slow') return this.#passSlowly(bytes, to);
    to.write(bytes);
  }

  /** @param {Buffer} bytes @param {import('node:net').Socket} to */
  async #passSlowly(bytes, to) {
    const slice = SLOW_BYTES_PER_S / SLICES_PER_S;
    for (let at = 0; at < bytes.length; at += slice) {
      if (this.#fault === 'slow') await Promise.race([sleep(1_000 / SLICES_PER_S), this.#healed]);
      to.write(bytes.subarray(at, at + slice));
    }
  }

  async #unlessBlackHole() {
    while (this.#fault === 'black hole') await this.#healed;
  }
}

/** @param {Pair} pair */
function reset({ client, upstream }) {
  client.resetAndDestroy();
  upstream.destroy();
}
