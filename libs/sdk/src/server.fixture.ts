import { once } from 'node:events';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Corridor } from './corridor.js';
import type { CorridorOptions } from './sending.js';

export interface Received {
  readonly atMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Behaviour = (response: ServerResponse, received: Received) => void;

/** A server that does with each request what the test says, in this order. */
export class TestServer {
  readonly received: Received[] = [];
  private behaviours: Behaviour[] = [];
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const received = { atMs: performance.now(), method, url, headers, body };
      this.received.push(received);
      const behaviour = this.behaviours.shift() ?? json(500, { error: 'nothing is left to do' });
      behaviour(response, received);
    });
  });
  url = '';

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A client of it, after which it does this. */
  that(...behaviours: Behaviour[]): Corridor {
    this.received.length = 0;
    this.behaviours = behaviours;
    return this.client();
  }

  client = (options: Partial<CorridorOptions> = {}): Corridor =>
    new Corridor({ url: this.url, apiKey: 'ck_test', ...options });

  async end(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

export const responds =
  (status: number, body: string, headers: Record<string, string>): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  responds(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export const data = (record: unknown): Behaviour => json(200, { data: record });

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Behaviour =>
  json(
    status,
    {
      type: `/problems/${code}`,
      title: 'A title',
      status,
      detail: 'A detail.',
      instance: '/v1',
      code,
      requestId: 'r',
    },
    { 'content-type': 'application/problem+json', ...headers },
  );

export const html = (status: number): Behaviour =>
  responds(status, '<html>Not what you wanted</html>', { 'content-type': 'text/html' });

/** The whole request came, and no response goes back. */
export const resets: Behaviour = (response) => void response.destroy();
export const hangs: Behaviour = () => undefined;
