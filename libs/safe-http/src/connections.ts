import http from 'node:http';
import https from 'node:https';
import {
  connect as connectByTcp,
  isIP,
  isIPv6,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback } from './address.js';
import { Failure } from './failure.js';
import { hostOf } from './url-policy.js';
import { type Target, notPublic } from './target.js';

export type Connect = (options: TcpNetConnectOpts) => Socket;

export interface ConnectionOptions {
  readonly connect?: Connect;
  /** Issuers to trust in place of the system's. */
  readonly ca?: string;
}

const KEPT = {
  keepAlive: true,
  /** Per host. How many are open at a time is decided by whoever sends. */
  maxFreeSockets: 2,
  /** Shorter than what servers commonly wait for the next request. */
  timeout: 4000,
};
/** Time for one of several addresses before the next is tried. */
const ADDRESS_TIMEOUT_MS = 2000;
/** For a connection that nobody waits for any more: the request's own deadline comes first. */
const CONNECT_TIMEOUT_MS = 15_000;
export const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Without finite-field Diffie-Hellman, which TLS 1.3 and everybody's servers do without too: with a large prime of the
 * server's it keeps the whole process busy for most of a second, before the certificate is looked at.
 */
const CIPHERS = 'DEFAULT:!kDHE';

/** What `http.request` hands on to its agent. */
type Route = https.RequestOptions & Pick<Target, 'addresses' | 'isAllowed'>;

/**
 * Connections that go to vetted addresses only. They are kept for a moment for the next request of the same way, which
 * is scheme, host, port and addresses: a name that has moved is followed.
 */
export class Connections {
  private readonly plain: http.Agent;
  private readonly secure: https.Agent;

  constructor({ connect = connectByTcp, ca }: ConnectionOptions) {
    this.plain = pinned(new http.Agent(KEPT), connect);
    this.secure = pinned(new https.Agent({ ...KEPT, ca, ciphers: CIPHERS }), connect);
  }

  /** A POST that has yet to be written. Redirects are not followed: that is a `fetch`'s affair. */
  post({ url, addresses, isAllowed }: Target, headers: Readonly<Record<string, string>>): http.ClientRequest {
    const host = hostOf(url);
    const route: Route = {
      method: 'POST',
      host,
      port: url.port,
      path: url.pathname + url.search,
      servername: isIP(host) ? '' : host,
      headers: { host: url.host, ...headers },
      maxHeaderSize: MAX_HEADER_BYTES,
      addresses,
      isAllowed,
    };
    return url.protocol === 'https:'
      ? https.request({ ...route, agent: this.secure })
      : http.request({ ...route, agent: this.plain });
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}

function pinned<Agent extends http.Agent>(agent: Agent, connect: Connect): Agent {
  const { createConnection, getName, keepSocketAlive, reuseSocket } = agent as unknown as https.Agent &
    Keeping;
  return Object.assign(agent, {
    getName: (route: Route) => `${getName.call(agent, route)}:${route.addresses.join(' ')}`,
    createConnection: (route: Route, done: Connected) => {
      const socket = open(route, connect);
      if (!(agent instanceof https.Agent)) return socket;
      // Only then: a socket changes its handle when it goes on to another address, and TLS on the first ends the process.
      onceConnected(socket, done, () =>
        harmless(createConnection.call(agent, { ...route, socket } as Route)),
      );
      return undefined;
    },
    // Nothing is to come while nobody asks: what does would be read for as long as it pours.
    keepSocketAlive: (socket: Socket) =>
      keepSocketAlive.call(agent, socket.once('data', end).once('session', end)),
    reuseSocket: (socket: Socket, request: http.ClientRequest) =>
      reuseSocket.call(agent, socket.off('data', end).off('session', end), request),
  });
}

/** Of Node's agents, documented and missing from their types. */
interface Keeping {
  keepSocketAlive(socket: Socket): boolean;
  reuseSocket(socket: Socket, request: http.ClientRequest): void;
}

function end(this: Socket) {
  this.destroy();
}

type Connected = (error: Error | null, socket?: Duplex) => void;

function onceConnected(socket: Socket, done: Connected, secured: () => Duplex | null | undefined): void {
  socket.setTimeout(CONNECT_TIMEOUT_MS, () =>
    socket.destroy(new Failure('timeout', 'The connection took too long.')),
  );
  socket.once('error', done);
  socket.once('connect', () => {
    if (socket.destroyed) return;
    socket.setTimeout(0).off('error', done);
    done(null, secured() ?? undefined);
  });
}

function open({ host, port, addresses, isAllowed }: Route, connect: Connect): Socket {
  const socket = harmless(
    connect({
      host: host ?? '',
      port: Number(port),
      lookup: answering(addresses), // not asked when the host is an address: then that one has been vetted itself
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
      noDelay: true,
    }),
  );
  // Before anyone else hears of the connection: not a byte has been written to it.
  socket.prependOnceListener('connect', () => {
    const { remoteAddress = '', localAddress } = socket;
    // A public address can be this machine's own: what listens behind it is not public for that.
    const isOwn = remoteAddress === localAddress && !isLoopback(remoteAddress);
    if (isOwn || !isAllowed(remoteAddress)) socket.destroy(notPublic());
  });
  return socket;
}

/** Who uses a connection hears of its errors; one that comes when nobody does any more would end the process. */
const harmless = <Connection extends Duplex | null | undefined>(connection: Connection): Connection => {
  connection?.on('error', () => undefined);
  return connection;
};

const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
