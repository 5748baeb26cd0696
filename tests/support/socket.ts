import { connect } from 'node:net';
import { type Reply, replyOf } from './api.js';

export interface RawRequest {
  readonly method?: string;
  readonly target: string;
  /** Lines, sent as latin-1. `Host`, `Connection` and `Content-Length` are added where none stands here. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

const TIMEOUT_MS = 120_000;

/**
 * Sends a request byte for byte, which fetch would reject or change, on a new connection. Status 0: the connection
 * ended without a response.
 */
export async function sendRaw(url: string, request: RawRequest): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return read(request, await exchange(hostname, Number(port), bytesOf(hostname, request)));
}

function bytesOf(
  host: string,
  { method = 'GET', target, headers = [], body = '' }: RawRequest,
): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const given = new Set(headers.map((line) => line.split(':', 1)[0]?.toLowerCase()));
  const defaults = [
    `Host: ${host}`,
    'Connection: close',
    ...(bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : []),
  ].filter((line) => !given.has(line.split(':', 1)[0]?.toLowerCase()));
  const head = [`${method} ${target} HTTP/1.1`, ...defaults, ...headers, '', ''].join('\r\n');
  return [Buffer.from(head, 'latin1'), bytes];
}

function exchange(host: string, port: number, bytes: readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(port, host, () => socket.write(Buffer.concat(bytes)));
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => undefined); // a rejected body is not read to its end; the response counts
    socket.on('close', () => resolve(Buffer.concat(received)));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  });
}

function read({ method = 'GET', target, body }: RawRequest, bytes: Buffer): Reply {
  const response = bytes.toString('utf8').replace(/^(HTTP\/1\.1 1\d\d[^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '');
  const end = response.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = response.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1),
    ]),
  );
  const rest = end < 0 ? '' : response.slice(end + 4);
  const text = headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  return status === 0
    ? { status, headers, text, body: undefined }
    : replyOf(method, target, status, headers, text, body?.toString('utf8'));
}

/** Good for ASCII: the length of a chunk counts bytes. */
const unchunked = (text: string): string =>
  text
    .split(/^[0-9a-f]+\r\n/im)
    .join('')
    .replaceAll('\r\n', '');
