import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { until } from '@corridor/testing';
import { Webhook } from 'standardwebhooks';

/** A received request. */
export interface Received {
  readonly atMs: number;
  readonly headers: IncomingHttpHeaders;
  /** Byte for byte. */
  readonly text: string;
  // Tests look into payloads of every shape.
  readonly body: any;
}

export type Behaviour = (received: Received, response: ServerResponse) => void;

export const responding =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end();

/** Accepts the request and never responds. */
export const hanging: Behaviour = () => undefined;

/** A client's webhook endpoint on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = responding(204);

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param tls its certificate and key: without them it speaks http */
  static async start(tls?: { readonly cert: string; readonly key: string }): Promise<Receiver> {
    const server = tls ? createSecureServer(tls) : createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new Receiver(server, `http${tls ? 's' : ''}://127.0.0.1:${port}/hooks`);
    server.on('request', (request, response) => void take(request, response));
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => undefined);
      const text = await textOf(request);
      if (text === null) return;
      const received = { atMs: Date.now(), headers: request.headers, text, body: JSON.parse(text) };
      receiver.received.push(received);
      receiver.behaviour(received, response);
    };
    return receiver;
  }

  /** The payload, verified with the library of the standard; throws if it was not signed with the secret. */
  verified(secret: string, all = this.received): any[] {
    const webhook = new Webhook(secret);
    return all.map(({ text, headers }) => webhook.verify(text, headers as Record<string, string>));
  }

  /** The number of requests signed with the secret. */
  signedBy(secret: string): number {
    return this.received.filter((one) => {
      try {
        return this.verified(secret, [one]).length > 0;
      } catch {
        return false;
      }
    }).length;
  }

  /** Waits for the given number of requests. */
  async has(count: number): Promise<void> {
    await until(
      () => this.received.length >= count,
      () => `${this.received.length} of ${count} requests came`,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Null if its sender ended before it was complete. */
async function textOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString('utf8');
}
