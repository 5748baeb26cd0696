import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Attempt } from './attempt.js';
import { Failure } from './failure.js';

export const MAX_BODY_BYTES = 64 * 1024;
/** Everything of one answer as it comes over the wire, interim answers and the frames of chunks included. */
const MAX_WIRE_BYTES = 512 * 1024;
/** Servers send two, and nobody needs more; they are read before anything that is counted as an answer's bytes. */
const MAX_SESSION_TICKETS = 8;

type Reject = (error: Error) => void;

/**
 * Writes the body and takes in the answer as far as it is wanted: all of a 2xx one, for until its end it can still
 * break; the head of any other. Who has more to say than anyone has to a webhook is not listened to any longer, and who
 * says 2xx before the body has left us has yet to take it.
 */
export function exchange(request: ClientRequest, body: string, attempt: Attempt): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(error);
      request.destroy();
    };
    const abort = () => fail(attempt.signal.reason as Failure);
    attempt.signal.addEventListener('abort', abort, { once: true });
    attempt.phase = 'connecting';
    let answer: IncomingMessage | undefined;
    let isSent = false;
    const taken = () => {
      if (isSent && answer?.readableEnded) resolve(answer);
      else if (answer?.readableEnded) attempt.phase = 'sending the notification';
    };
    request
      .on('error', (error) => answer?.complete || fail(error)) // what comes behind a whole answer is not listened to
      .on('close', () => {
        attempt.signal.removeEventListener('abort', abort);
        if (!isSent) fail(CLOSED);
      })
      .on('socket', (socket) => follow(socket, attempt))
      .on('socket', (socket) => limit(socket, request, fail))
      .on('upgrade', (upgrade, socket) => {
        socket.destroy();
        resolve(upgrade);
      })
      .on('response', (response) => {
        attempt.phase = 'reading the answer';
        answer = response.on('error', fail);
        if (isGood(response)) return takeIn(response, taken, fail);
        resolve(response.resume());
        setImmediate(() => (isSent && response.complete) || request.destroy()); // the rest would help nobody
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

export const isGood = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

function takeIn(answer: IncomingMessage, taken: () => void, fail: Reject) {
  let bytes = 0;
  answer
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES)
        fail(new Failure(`The receiver answered ${answer.statusCode}, but with a body of more than 64 kB.`));
    })
    .on('end', taken);
}

const ENDLESS = 'The answer does not come to an end.';

function limit(socket: Socket, request: ClientRequest, fail: Reject) {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_WIRE_BYTES) fail(new Failure(ENDLESS));
  };
  let tickets = 0;
  const countTicket = () => ++tickets > MAX_SESSION_TICKETS && fail(new Failure(ENDLESS));
  socket.on('data', count).on('session', countTicket);
  request.once('close', () => socket.off('data', count).off('session', countTicket));
}

function follow(socket: Socket, attempt: Attempt) {
  if (socket.connecting) {
    attempt.phase = 'connecting';
    socket.once('connect', () => (attempt.phase = 'waiting for the answer'));
  } else if ((socket as TLSSocket & { secureConnecting?: boolean }).secureConnecting) {
    attempt.phase = 'negotiating TLS';
    socket.once('secureConnect', () => (attempt.phase = 'waiting for the answer'));
  } else attempt.phase = 'waiting for the answer';
}
