import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { refuse } from '@corridor/kernel';
import { problemHeaders, problemOf } from './problem.js';

/** Responds to bytes that are not HTTP, or to headers beyond Node's limit: there is no request yet, only a socket. */
export function respondToBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const refusal = refuse(
    'invalid_request',
    'The request is not valid HTTP/1.1, or its headers are too large.',
  );
  const body = JSON.stringify(problemOf(refusal, '/', requestId));
  const headers = {
    ...problemHeaders(refusal.code),
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
}
