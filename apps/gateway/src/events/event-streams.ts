import { Authenticator } from '@corridor/http';
import { type Caller, Refusal, refuse } from '@corridor/kernel';
import { ServiceMetrics } from '@corridor/platform';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewaySettings, gatewaySettings } from '../gateway-settings.js';
import { mayRead } from '../timeline/readable.js';
import { eventId, placeOf } from './event-id.js';
import { EventHeads } from './event-heads.js';
import { type Beginning, EventLog, type LoggedEvent } from './event-log.js';

/** After so long a browser connects again. */
const RETRY_MS = 2_000;
/** In so many heartbeats a reader takes what was sent, or is disconnected. */
const PATIENCE = 2;
/** A process that ends waits so long for readers that take nothing. */
const DRAIN_MS = 2_000;

/** What a client asks for. */
export interface StreamRequest {
  /** `Last-Event-ID`; null begins with what happens from now on. */
  readonly after: string | null;
  /** The stream ends after so many seconds; null: when its credential does. 0 ends it when everything is sent. */
  readonly maxSeconds: number | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
}

/** The streams of this process. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly ending = new AbortController();
  private readonly connections = new Set<FastifyReply['raw']>();
  private readonly sent: (labels?: Readonly<Record<string, string>>, by?: number) => void;
  private readonly disconnected: () => void;
  private readonly logger = new Logger('gateway');

  constructor(
    private readonly log: EventLog,
    private readonly heads: EventHeads,
    private readonly authenticator: Authenticator,
    @Inject(gatewaySettings.KEY) private readonly settings: GatewaySettings,
    metrics: ServiceMetrics,
  ) {
    metrics.knows(
      'event streams',
      { event_streams: { help: 'Open streams of events', together: 'sum' } },
      () => ({
        event_streams: this.connections.size,
      }),
    );
    this.sent = metrics.counts('streamed_events_total', { help: 'Events sent in streams' });
    this.disconnected = metrics.counts('event_stream_readers_disconnected_total', {
      help: 'Streams that were ended because the reader did not take what was sent',
    });
  }

  /**
   * The text of a stream, part by part: the next one is read when the connection has taken the one before.
   * @throws Refusal too_many_streams, invalid_request, events_expired, unavailable
   */
  async open(asked: StreamRequest): Promise<AsyncIterable<string>> {
    if (this.ending.signal.aborted) throw refuse('unavailable');
    const close = this.take(asked.caller.client.id, asked.reply);
    try {
      const { id } = asked.caller.client;
      const beginning = await (asked.after === null
        ? this.log.fromNow(id)
        : this.log.from(id, placeOf(asked.after)));
      return this.told(asked, beginning, close);
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Ends all streams in order; their clients go on with another process. */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    const impatient = setTimeout(() => this.connections.forEach((one) => one.destroy()), DRAIN_MS);
    await Promise.all(
      [...this.connections].map((one) => new Promise<void>((resolve) => void one.once('close', resolve))),
    );
    clearTimeout(impatient);
  }

  /** Counts the stream of a client. @returns ends that, once */
  private take(clientId: string, { raw }: FastifyReply): () => void {
    if (this.heads.streamsOf(clientId) >= this.settings.eventStreamsPerClient)
      throw refuse('too_many_streams');
    this.connections.add(raw);
    const unfollow = this.heads.follow(clientId);
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      unfollow();
      this.connections.delete(raw);
    };
    raw.once('close', close);
    return close;
  }

  private async *told(
    { caller: opener, maxSeconds, request, reply }: StreamRequest,
    { place, ...first }: Beginning,
    close: () => void,
  ): AsyncGenerator<string, void> {
    const { heartbeatMs } = this;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const over = maxSeconds ? [AbortSignal.timeout(maxSeconds * 1_000)] : [];
    const ends = AbortSignal.any([gone.signal, this.ending.signal, ...over]);
    const take = (text: string) => this.taken(text, reply);
    let { position } = place;
    let page = { ...first, caller: opener };
    const standing = () => `id: ${eventId({ ...place, position })}\n\n`;
    try {
      yield* take(`retry: ${RETRY_MS}\n${standing()}`);
      for (;;) {
        const { events, isCut, caller } = page;
        const visible = events.filter(({ type }) => mayRead(caller, type));
        position = events.at(-1)?.position ?? position;
        if (visible.length > 0) yield* take(visible.map(textOf).join(''));
        this.sent({}, visible.length);
        const isIdle = events.length === 0;
        if (ends.aborted || isCut || (isIdle && maxSeconds === 0)) return;
        if (isIdle) await this.heads.past(caller.client.id, position, heartbeatMs, ends);
        if (ends.aborted) return;
        page = await this.next(request, reply, position);
        if (isIdle && page.events.length === 0) yield* take(standing());
      }
    } catch (error) {
      if (!(error instanceof Refusal)) this.logger.error(`a stream of events: ${String(error)}`);
    } finally {
      close();
    }
  }

  private get heartbeatMs(): number {
    return this.settings.eventHeartbeatSeconds * 1_000;
  }

  /** Who is locked out gets no event any more, nor does whoever has lost a permission. */
  private async next(request: FastifyRequest, reply: FastifyReply, position: number) {
    const caller = await this.authenticator.authenticate(request, reply);
    return { caller, ...(await this.log.page(caller.client.id, position)) };
  }

  /** Disconnects a reader that does not take it in time: nothing is kept for it here, and it can go on from where it was. */
  private *taken(text: string, { raw }: FastifyReply): Generator<string, void> {
    const timer = setTimeout(() => {
      this.disconnected();
      raw.destroy();
    }, PATIENCE * this.heartbeatMs);
    try {
      yield text;
    } finally {
      clearTimeout(timer);
    }
  }
}

const textOf = ({ id, body }: LoggedEvent) => `id: ${id}\ndata: ${body}\n\n`;
