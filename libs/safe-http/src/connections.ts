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
import { Failure } from './failure.js';
import { hostOf } from './url-policy.js';
import { type Target, mayConnect, notPublic } from './target.js';

export type Connect = (options: TcpNetConnectOpts) => Socket;

export interface ConnectionOptions {
  readonly connect?: Connect;
  /** Issuers to trust in place of the system's. */
  readonly ca?: string;
  /** Kept connections per host. The caller limits how many are open at a time. */
  readonly kept?: number;
}

const USUALLY_KEPT = 2;

const KEPT = {
  keepAlive: true,
  /** Shorter than what servers commonly wait for the next request. */
  timeout: 4000,
};
/** Timeout for one of several addresses before the next one is tried. */
const ADDRESS_TIMEOUT_MS = 2000;
/** For a connection whose request has ended; otherwise the request's own deadline comes first. */
const CONNECT_TIMEOUT_MS = 15_000;
export const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Without finite-field Diffie-Hellman, which TLS 1.3 and common servers do not need: with a large prime chosen by the
 * server it blocks the whole process for most of a second, before the certificate is checked.
 */
const CIPHERS = 'DEFAULT:!kDHE';

/** What `http.request` hands on to its agent. */
type Route = https.RequestOptions & Pick<Target, 'addresses' | 'isAllowed'>;

/**
 * Connections that go to vetted addresses only. They are kept briefly for the next request with the same scheme, host,
 * port and addresses, so that DNS changes take effect.
 */
export class Connections {
  private readonly plain: http.Agent;
  private readonly secure: https.Agent;

  constructor({ connect = connectByTcp, ca, kept: maxFreeSockets = USUALLY_KEPT }: ConnectionOptions) {
    this.plain = pinned(new http.Agent({ ...KEPT, maxFreeSockets }), connect);
    this.secure = pinned(new https.Agent({ ...KEPT, maxFreeSockets, ca, ciphers: CIPHERS }), connect);
  }

  /** A POST that is not yet written. `http.request` follows no redirects. */
  post({ url, addresses, isAllowed }: Target, headers: Readonly<Record<string, string>>): http.ClientRequest {
    const host = hostOf(url);
    const route: Route = {
      method: 'POST',
      host,
      port: url.port,
      path: url.pathname + url.search,
      servername: isIP(host) ? '' : host,
      headers: ['host', url.host, ...Object.entries(headers).flat()],
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
    // An idle connection must receive nothing; otherwise the data would be read without limit.
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

function open(route: Route, connect: Connect): Socket {
  const { host, port, addresses } = route;
  const socket = harmless(
    connect({
      host: host ?? '',
      port: Number(port),
      lookup: lookupOf(addresses), // not called if the host is an address, which has been vetted itself
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
      noDelay: true,
    }),
  );
  // Before the connection is used: not a byte has been written to it.
  socket.prependOnceListener('connect', () => {
    if (!mayConnect(route, socket)) socket.destroy(notPublic());
  });
  return socket;
}

/** The user of a connection handles its errors; a later error without a listener would end the process. */
const harmless = <Connection extends Duplex | null | undefined>(connection: Connection): Connection => {
  connection?.on('error', () => undefined);
  return connection;
};

const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    );
