import type { Failure } from './attempt.js';
import { parseJson } from './decimal.js';
import { RECEIVED_DECIMALS } from './generated/decimals.js';
import type { WebhookEvent } from './generated/schemas.js';
import { sleep, waitAfterMs } from './retry.js';

/** What happens, as a webhook tells it. */
export type StreamedEvent = Exclude<WebhookEvent, { eventType: 'ping' }>;

export interface StreamOptions {
  /** The id of the last event that was processed: the stream goes on after it. Default: with what happens from now on. */
  readonly after?: string;
  /** Ends the stream, and with it the loop. */
  readonly signal?: AbortSignal;
  /** Is called with each place from which the stream can go on: that of an event, and those between events. */
  readonly onPlace?: (id: string) => void;
}

/** A connection that sends events, or why there is none. */
export type Connected = { readonly stream: ReadableStream<Uint8Array> } | Failure;

export type Connect = (after: string | undefined, signal: AbortSignal) => Promise<Connected>;

/** Without a sign of life for so long a connection is lost; Corridor sends one every 15 s. */
const SILENCE_MS = 60_000;

/**
 * The events of a client, each once and in order, over as many connections as it takes.
 * @param maxAttempts until the first connection; one that is lost later is replaced however long that takes
 * @throws CorridorError if there is no stream, or none from there any more (`events_expired`)
 */
export async function* streamed(
  connect: Connect,
  maxAttempts: number,
  options: StreamOptions,
): AsyncGenerator<StreamedEvent, void> {
  const { signal } = options;
  const reading = new Reading(connect, maxAttempts, options);
  while (!signal?.aborted) {
    const connection = new Connection(signal);
    try {
      yield* reading.over(connection);
    } finally {
      connection.end();
    }
    await sleep(reading.waitMs(), signal).catch(() => undefined); // the loop looks at the signal
  }
}

/** Where the stream is. */
class Reading {
  private place: string | undefined;
  private failures = 0;
  private hasBegun = false;
  private retryAfter: string | null = null;

  constructor(
    private readonly connect: Connect,
    private readonly maxAttempts: number,
    private readonly options: StreamOptions,
  ) {
    this.place = options.after;
  }

  /** How long to wait after a connection. */
  waitMs(): number {
    return waitAfterMs(++this.failures, this.retryAfter);
  }

  /** What one connection brings. */
  async *over(connection: Connection): AsyncGenerator<StreamedEvent, void> {
    const connected = await this.connect(this.place, connection.signal);
    this.retryAfter = null;
    if ('error' in connected) return this.failed(connected);
    this.hasBegun = true;
    for await (const { id, data } of connection.blocks(connected.stream)) {
      if (data !== undefined) {
        this.failures = 0;
        yield parseJson(data, RECEIVED_DECIMALS) as StreamedEvent;
      }
      if (id === undefined) continue;
      this.place = id;
      this.options.onPlace?.(id);
    }
  }

  private failed({ error, isRetried, retryAfter }: Failure): void {
    if (this.options.signal?.aborted) return;
    const isLast = !this.hasBegun && this.failures + 1 >= this.maxAttempts;
    if (!isRetried || isLast) throw error;
    this.retryAfter = retryAfter;
  }
}

interface Block {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

class Connection {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onAbort = () => this.controller.abort();

  constructor(private readonly outer: AbortSignal | undefined) {
    outer?.addEventListener('abort', this.onAbort, { once: true });
    this.isAlive();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.onAbort);
    this.controller.abort();
  }

  /** Until the connection ends, in whichever way. */
  async *blocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Block, void> {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      this.isAlive();
      const part = await reader.read().catch(() => null); // lost: another connection goes on
      clearTimeout(this.timer); // whoever takes the events may take long
      if (!part || part.done) return;
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) yield { id: fieldOf('id', block), data: fieldOf('data', block) };
    }
  }

  private isAlive(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.onAbort, SILENCE_MS);
  }
}

const fieldOf = (name: string, block: string): string | undefined =>
  new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
