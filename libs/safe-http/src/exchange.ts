import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Failure } from './failure.js';
import type { Progress } from './progress.js';

export const MAX_BODY_BYTES = 64 * 1024;
/** Everything of one response as it comes over the wire, interim responses and the frames of chunks included. */
const MAX_WIRE_BYTES = 512 * 1024;
/** Servers send two at most; they arrive before the bytes of the response are counted. */
const MAX_SESSION_TICKETS = 8;
/** How long to wait for the beginning of the body if the status alone decides. */
const EXCERPT_MS = 250;

type Reject = (error: Error) => void;

/**
 * Writes the body and reads the response as far as needed: all of a 2xx response, because it can fail until its end;
 * the head of any other, and the beginning of its body if it arrives soon. A 2xx response that arrives before the
 * request body is sent counts only after it is sent.
 */
export function exchange(request: ClientRequest, body: string, progress: Progress): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let received: IncomingMessage | undefined;
    let isSent = false;
    const fail = (error: Error) => {
      if (received && !isSuccess(received)) resolve(received);
      else reject(error);
      request.destroy();
    };
    progress.whenBrokenOff(fail);
    progress.phase = 'connecting';
    const taken = () => {
      if (isSent && received?.readableEnded) resolve(received);
      else if (received?.readableEnded) progress.phase = 'sending the request';
    };
    request
      .on('error', (error) => received?.complete || fail(error)) // what follows a complete response is ignored
      .on('close', () => {
        if (!isSent) fail(CLOSED);
      })
      .on('socket', (socket) => follow(socket, progress))
      .on('socket', (socket) => limit(socket, request, fail))
      .on('upgrade', (upgrade, socket) => {
        socket.destroy();
        resolve(upgrade);
      })
      .on('response', (response) => {
        progress.phase = 'reading the response';
        received = response.on('error', fail);
        progress.receive(response);
        if (isSuccess(response)) return takeAll(response, taken, fail);
        takeBeginning(response, progress, () => {
          resolve(response);
          setImmediate(() => (isSent && response.complete) || request.destroy()); // the rest is not needed
        });
      })
      .write(body, (error) => {
        isSent = !error; // the event `finish` comes after an error too
        taken();
      });
    request.end();
  });
}

/** In the way of Node's own errors. */
const CLOSED = Object.assign(new Error('closed before the body had left'), { code: 'ECONNRESET' });

const isSuccess = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

function takeAll(response: IncomingMessage, taken: () => void, fail: Reject) {
  let bytes = 0;
  response
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES)
        fail(
          new Failure(
            'response_too_large',
            `The receiver responded with ${response.statusCode}, but with a body of more than 64 kB.`,
          ),
        );
    })
    .on('end', taken);
}

function takeBeginning(response: IncomingMessage, { excerpt }: Progress, done: () => void) {
  const timer = setTimeout(done, EXCERPT_MS);
  response
    .on('data', () => excerpt.isFull && done())
    .once('end', done)
    .once('close', () => clearTimeout(timer));
}

const ENDLESS = 'The response does not come to an end.';

function limit(socket: Socket, request: ClientRequest, fail: Reject) {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_WIRE_BYTES) fail(new Failure('response_too_large', ENDLESS));
  };
  let tickets = 0;
  const countTicket = () =>
    ++tickets > MAX_SESSION_TICKETS && fail(new Failure('response_too_large', ENDLESS));
  socket.on('data', count).on('session', countTicket);
  request.once('close', () => socket.off('data', count).off('session', countTicket));
}

function follow(socket: Socket, progress: Progress) {
  if (socket.connecting) {
    progress.phase = 'connecting';
    socket.once('connect', () => (progress.phase = 'waiting for the response'));
  } else if ((socket as TLSSocket & { secureConnecting?: boolean }).secureConnecting) {
    progress.phase = 'negotiating TLS';
    socket.once('secureConnect', () => (progress.phase = 'waiting for the response'));
  } else progress.phase = 'waiting for the response';
}
