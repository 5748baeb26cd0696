import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Sends a request many times over one connection without waiting for the responses: more in a second than fetch can.
 * @returns the statuses, in order
 */
export async function pipelined(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}`;
  const socket = connect(Number(port), hostname);
  socket.write(`${`${request}\r\n`.repeat(count - 1)}${request}connection: close\r\n\r\n`);
  const responses = await text(socket);
  return [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
