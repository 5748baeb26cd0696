import { type Socket, connect, isIP } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { ClientBase } from 'pg';

/** The codes of a CancelRequest and of an SSLRequest in the protocol of Postgres. */
const CANCEL = 80_877_102;
const TLS = 80_877_103;
/** The response to an SSLRequest: TLS begins. */
const ACCEPTED = 'S';

/** What `pg` knows of a connection, beside what its types say. */
interface Connected {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly ssl: boolean | ConnectionOptions;
}

/**
 * Asks Postgres to cancel the statement of a connection, over a connection of its own, as poolers expect it, and over TLS where that
 * one is. It may come too late for this statement and reach the next one, so the connection must not be used again.
 */
export function cancelStatement(client: ClientBase): void {
  const { host, port, processID, secretKey, ssl } = client as unknown as Connected;
  const request = packet(CANCEL, processID, secretKey);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => undefined); // the statement then ends at its timeout
  if (!ssl) return void socket.end(request);
  socket.write(packet(TLS));
  socket.once('data', (response) => {
    if (response.toString() !== ACCEPTED) return void socket.destroy();
    encrypted(socket, host, ssl === true ? {} : ssl).end(request);
  });
}

/** Length, then the numbers. */
function packet(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length);
  [bytes.length, ...numbers].forEach((number, i) => bytes.writeInt32BE(number, 4 * i));
  return bytes;
}

function encrypted(socket: Socket, host: string, options: ConnectionOptions): Socket {
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ socket, host, ...named, ...options }).on('error', () => undefined);
}
