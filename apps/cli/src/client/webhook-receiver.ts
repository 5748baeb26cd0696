import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { WebhookVerificationError, type webhooks } from '@corridor/sdk';

export type WebhookEvent = Awaited<ReturnType<typeof webhooks.verify>>;
type Verify = (body: Uint8Array, headers: IncomingHttpHeaders) => Promise<WebhookEvent>;

/** An attempt that has arrived. */
export interface Delivery {
  /** UTC. */
  readonly arrivedOn: string;
  /** Null if the signature is not that of the subscription. */
  readonly event: WebhookEvent | null;
  /** How many attempts of the notification have arrived. */
  readonly attempt: number;
  /** Of the response. */
  readonly status: number;
  /** Why it could not be forwarded. */
  readonly error: string | null;
}

interface Reply {
  readonly status: number;
  readonly content: string;
  readonly error: string | null;
}

/** Corridor waits for 15 s. */
const FORWARD_MS = 14_000;
/** What of the response Corridor keeps. */
const EXCERPT_LENGTH = 1_024;
/** Headers that the receiver needs to verify the signature, and to tell the sender. */
const PASSED_ON = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Receives webhooks and, if it has somewhere to forward them to, responds as that does; otherwise with 204. */
export class WebhookReceiver {
  private readonly seen = new Map<string, number>();
  private readonly server: Server;
  /** Called with how to verify, which is known only after the subscription was created: what comes earlier waits for it. */
  verifyBy: (verify: Verify) => void = () => undefined;
  private readonly verify = new Promise<Verify>((resolve) => (this.verifyBy = resolve));

  constructor(
    private readonly onDelivery: (delivery: Delivery) => void,
    private readonly now: () => Date,
    private readonly forwardTo?: string,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** @param port 0 for a free one @returns its URL */
  async open(port: number): Promise<string> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.server.closeIdleConnections();
    await promisify(this.server.close.bind(this.server))();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, content } = await this.receive(await buffer(request), request.headers);
    response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 204 ? undefined : content);
  }

  private async receive(body: Uint8Array, headers: IncomingHttpHeaders): Promise<Reply> {
    const arrivedOn = this.now().toISOString();
    const event = await this.verified(body, headers);
    if (event === null) {
      this.onDelivery({ arrivedOn, event, attempt: 1, status: 401, error: null });
      return { status: 401, content: 'The signature is wrong.', error: null };
    }
    const attempt = (this.seen.get(event.id) ?? 0) + 1;
    this.seen.set(event.id, attempt);
    const reply = await this.forwarded(body, headers);
    this.onDelivery({ arrivedOn, event, attempt, status: reply.status, error: reply.error });
    return reply;
  }

  private async verified(body: Uint8Array, headers: IncomingHttpHeaders): Promise<WebhookEvent | null> {
    const verify = await this.verify;
    return verify(body, headers).catch((error: unknown) => {
      if (error instanceof WebhookVerificationError) return null;
      throw error;
    });
  }

  private async forwarded(body: Uint8Array, headers: IncomingHttpHeaders): Promise<Reply> {
    if (this.forwardTo === undefined) return { status: 204, content: '', error: null };
    const sent = PASSED_ON.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    try {
      const response = await fetch(this.forwardTo, {
        method: 'POST',
        headers: sent,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(FORWARD_MS),
      });
      const content = (await response.text()).slice(0, EXCERPT_LENGTH);
      return { status: response.status, content, error: null };
    } catch (failure) {
      const { message, cause } = failure as Error;
      const error = `${this.forwardTo} does not respond: ${cause instanceof Error ? cause.message : message}`;
      return { status: 502, content: error, error };
    }
  }
}
