import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '@corridor/kernel';
import { problemHeaders, problemOf } from './problem.js';

/** Responds to bytes that are not HTTP, to headers beyond Node's limit and to timeouts: there is no whole request, only a socket. */
export function respondToBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? refuse('request_timeout')
      : refuse('invalid_request', 'The request is not valid HTTP/1.1, or its headers are too large.');
  const problem = problemOf(refusal, '/', requestId);
  const body = JSON.stringify(problem);
  const headers = {
    ...problemHeaders(refusal.code),
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}
