import { connect } from 'node:net';
import type { ClientBase } from 'pg';

/** The code of a CancelRequest in the protocol of Postgres. */
const CANCEL = 80_877_102;

/** What `pg` knows of a connection, beside what its types say. */
interface Connected {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Asks Postgres to cancel the statement of a connection, over a connection of its own, as poolers expect it. It may come
 * too late for this statement and reach the next one, so the connection must not be used again.
 */
export function cancelStatement(client: ClientBase): void {
  const { host, port, processID, secretKey } = client as unknown as Connected;
  const request = Buffer.alloc(16);
  [request.length, CANCEL, processID, secretKey].forEach((value, i) => request.writeInt32BE(value, 4 * i));
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => undefined); // the statement then ends at its timeout
  socket.end(request);
}
