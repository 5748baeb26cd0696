import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@corridor/testing';
import { type Reply, replyOf } from '../support/api.js';
import type { Effect, Operation, Sighting } from './history.js';

/** How long a client waits for a response. */
const PATIENCE_MS = 5_000;
/** Responses after which the same request is sent again: not one of them says that there is no effect. */
const COME_AGAIN = ['unavailable', 'idempotency_in_flight', 'step_in_progress', 'too_many_requests'];
const RETRY_MS = [50, 300] as const;
/** How often a client forgets an operation whose outcome it does not know, instead of repeating it. */
const ABANDONS = 0.1;

type Sent = Pick<Operation, 'key' | 'body'>;

/** An integration with several requests at once; it records what it does and sees. */
export class ChaosClient {
  readonly operations: Operation[] = [];
  readonly sightings: Sighting[] = [];
  /** Responses that no client can understand: a status from 500 other than 503, a body against the document. */
  readonly defects: string[] = [];
  /** Whether it repeats nothing: what has no response then remains unknown. */
  isLeaving = false;
  private count = 0;

  constructor(
    private readonly url: string,
    private readonly credential: Readonly<Record<string, string>>,
    readonly clientId: string,
    readonly beneficiaryId: string,
    private readonly chance: Chance,
  ) {}

  private abandons = () => this.isLeaving || this.chance.happens(ABANDONS);

  /** Unique for this client: how the effect of an operation is recognized. */
  marker = () => `operation ${++this.count}`;

  /** Until the outcome is known, or the client gives up. @returns the response 2xx, or null */
  async act(effect: Effect, path: string, body?: object): Promise<Reply | null> {
    const operation: Operation = {
      client: this.clientId,
      key: `${this.clientId} chaos ${++this.count}`,
      effect,
      path,
      body,
      invokedMs: performance.now(),
      completedMs: Infinity,
      outcome: 'unknown',
      responses: [],
    };
    this.operations.push(operation);
    const reply = await this.repeat(operation);
    return operation.outcome === 'ok' ? reply : null;
  }

  /** Sends it, with its key, until there is a response or the client gives up. @returns null then */
  async repeat(operation: Operation, givesUp = this.abandons): Promise<Reply | null> {
    for (let attempt = 1; ; attempt++) {
      const reply = await this.attempt('POST', operation.path, operation);
      operation.completedMs = performance.now();
      if (reply && reply.status < 300) {
        operation.outcome = 'ok';
        operation.responses.push(reply.text);
        this.saw(operation.invokedMs, reply);
        return reply;
      }
      if (reply) {
        if (operation.outcome === 'ok') operation.responses.push(reply.text);
        // After another attempt that may be on its way still, and its effect with it, the outcome is open.
        else if (attempt === 1) operation.outcome = 'fail';
        return reply;
      }
      if (givesUp()) return null;
      await sleep(this.chance.between(...RETRY_MS));
    }
  }

  /** A firm price; nothing depends on one whose response is lost. @returns its id, or null */
  async quote(terms: object): Promise<string | null> {
    const path = '/v1/quotes';
    const reply = await this.attempt('POST', path, {
      key: `${this.clientId} quote ${++this.count}`,
      body: terms,
    });
    return reply?.status === 200 ? (reply.body.data.id as string) : null;
  }

  /** A record, or null if there is no response. */
  async read(path: string): Promise<Reply | null> {
    const since = performance.now();
    const reply = await this.attempt('GET', path);
    if (reply?.status !== 200) return null;
    this.saw(since, reply);
    return reply;
  }

  /** One attempt. @returns null if the outcome is open */
  private async attempt(method: string, path: string, sent?: Sent): Promise<Reply | null> {
    const response = await this.fetched(method, path, sent);
    if (!response) return null;
    const { status, headers, text } = response;
    try {
      const reply = replyOf(method, path, status, headers, text, sent?.body);
      if (status < 500 && !COME_AGAIN.includes(reply.body?.code as string)) return reply;
      if (status >= 500 && reply.body?.code !== 'unavailable')
        this.defects.push(`${method} ${path}: ${status} ${text}`);
    } catch (error) {
      this.defects.push(String(error)); // it is not as the OpenAPI document says
    }
    return null;
  }

  private async fetched(method: string, path: string, sent?: Sent) {
    const body = sent?.body && JSON.stringify(sent.body);
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          ...this.credential,
          ...(sent && { 'x-idempotency-key': sent.key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch {
      return null; // refused, reset, too late, or incomplete: the client knows nothing
    }
  }

  private saw(invokedMs: number, { headers, body }: Reply): void {
    const { id, statusHistory } = body.data as { id?: string; statusHistory?: object[] };
    if (!id || !statusHistory) return;
    this.sightings.push({
      client: this.clientId,
      record: id,
      statuses: statusesOf(body.data),
      invokedMs,
      completedMs: performance.now(),
      isFresh: headers.get('idempotent-replayed') !== 'true',
    });
  }
}

/** A new record may have no history yet. */
export function statusesOf({
  status,
  statusHistory,
}: {
  status: string;
  statusHistory: { status: string }[];
}) {
  return statusHistory.length > 0 ? statusHistory.map((one) => one.status) : [status];
}
