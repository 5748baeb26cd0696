import {
  connect as connectByTcp,
  createServer,
  isIP,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import type { Connect } from './connections.js';
import type { Resolver } from './resolver.js';

/**
 * An internet on this machine: names have public addresses, and behind a public address a local server listens. The
 * sender's checks run unchanged; only the endpoint of the TCP connection is replaced.
 */
export class LocalInternet {
  /** The lookups and the connections, in order. */
  readonly lookups: string[] = [];
  readonly connected: string[] = [];
  private readonly names = new Map<string, (readonly string[])[]>();
  private readonly servers = new Map<string, number>();

  /** @param resolutions one after the other; the last one stays */
  name(name: string, ...resolutions: (readonly string[])[]): this {
    this.names.set(name, resolutions);
    return this;
  }

  at(address: string, server: Server): this {
    this.servers.set(address, (server.address() as AddressInfo).port);
    return this;
  }

  readonly resolve: Resolver = async (name) => {
    this.lookups.push(name);
    const resolutions = this.names.get(name) ?? [];
    return (resolutions.length > 1 ? resolutions.shift() : resolutions[0]) ?? [];
  };

  readonly connect: Connect = ({ host = '', lookup }) => {
    let address = host;
    if (!isIP(host))
      lookup?.(host, {}, (_error, all) => (address = Array.isArray(all) ? all[0]!.address : all));
    this.connected.push(address);
    const socket = connectByTcp({ host: '127.0.0.1', port: this.servers.get(address) ?? 1 });
    return Object.defineProperty(socket, 'remoteAddress', { get: () => address });
  };
}

const opened: Server[] = [];
const sockets = new Set<Socket>();

/** A server on a free port of loopback that does with each connection as it is told. */
export async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  opened.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

export const tcp = (behave: (socket: Socket) => void): Promise<number> => listening(createServer(behave));

/** After each test: ends all that was opened. */
export async function closeAll(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await Promise.all(opened.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
}
