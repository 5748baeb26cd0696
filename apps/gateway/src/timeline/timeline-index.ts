import type { Envelope } from '@corridor/contracts';
import { Database } from '@corridor/event-store';
import { Clock, nowOf, refuse } from '@corridor/kernel';
import { EventCarrier, StoredOffsets, isPaused } from '@corridor/messaging';
import { Readiness } from '@corridor/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ADD_EVENTS, type Head, MOVED_HEADS } from '../events/add-events.js';
import { addedEvent } from '../events/added-event.js';
import { EventHeads } from '../events/event-heads.js';
import { type GatewaySettings, gatewaySettings } from '../gateway-settings.js';
import { service } from '../service.js';
import { type IndexedEvent, indexedEvent, knownForm, referencesOf } from './indexed-event.js';
import { isIndexed, NOT_INDEXED } from './sentences.js';
import { TIMELINE_GROUP } from './timeline-group.js';

/** For so long messages are collected and then written together: a request causes several, from several services. */
const COLLECT_MS = 100;
/** So many are written without waiting for more. */
const AT_ONCE = 100;
/** A message that is so much older when it is indexed: the index is behind. */
const BEHIND_MS = 60_000;
/** After so long without a message there are none that wait. */
const QUIET_MS = 10_000;

const INSERT = `WITH new AS (
    INSERT INTO timeline_event (source, message_id, stream_id, version, type, occurred_on, client_id, correlation_id,
      causation_id, trace_id, actor, summary, record_ids, money, record)
    SELECT source, "messageId", "streamId", version, type, "occurredOn", "clientId", "correlationId",
      "causationId", "traceId", actor, summary, "recordIds", money, record
    FROM json_to_recordset($1) AS sent (source text, "messageId" text, "streamId" text, version integer, type text,
      "occurredOn" text, "clientId" text, "correlationId" text, "causationId" text, "traceId" text, actor json,
      summary text, "recordIds" text[], money json, record json)
    ORDER BY source, "messageId"
    ON CONFLICT (source, message_id) DO NOTHING
    RETURNING seq, source, message_id, occurred_on, client_id
  ), named AS (
    INSERT INTO timeline_reference (reference, occurred_on, seq, client_id)
    SELECT reference, occurred_on, seq, client_id
    FROM new JOIN json_to_recordset($2) AS named (source text, "messageId" text, reference text)
      ON named.source = new.source AND named."messageId" = new.message_id
  ), ${ADD_EVENTS}
  ${MOVED_HEADS}`;

interface Waiting {
  readonly messages: readonly Envelope[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Copies the messages of all services into the index behind the timeline (ADR 45). It has a consumer group of its own: no
 * request waits for it, and it begins with the first message that is kept. A message that is delivered again changes nothing.
 * The same statement adds what happened to the events that clients follow (ADR 79).
 */
@Injectable()
export class TimelineIndex implements OnModuleInit {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** When the last message that was indexed had happened, and when it was indexed. */
  private last: { readonly occurredOn: string; readonly indexedAtMs: number } | null = null;
  private failure: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly carrier: EventCarrier,
    private readonly clock: Clock,
    private readonly heads: EventHeads,
    @Inject(gatewaySettings.KEY) private readonly settings: GatewaySettings,
    readiness: Readiness,
  ) {
    if (carrier.isHere) readiness.reports('timeline index', async () => this.mustBeUpToDate());
  }

  async onModuleInit(): Promise<void> {
    if (!this.carrier.isHere) return;
    await this.carrier.subscribe({
      consumer: TIMELINE_GROUP,
      service: service.name,
      offsets: new StoredOffsets(TIMELINE_GROUP, this.database),
      isPaused: () => isPaused(this.database, TIMELINE_GROUP),
      skipped: async () => NOT_INDEXED,
      deliver: (messages) => this.deliver(messages),
    });
  }

  /** Resolves when they are in the index. */
  deliver(messages: readonly Envelope[]): Promise<void> {
    const indexed = messages.filter(({ type }) => isIndexed(type));
    if (indexed.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiting.push({ messages: indexed, resolve, reject });
      const count = this.waiting.reduce((sum, one) => sum + one.messages.length, 0);
      if (count >= AT_ONCE) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), COLLECT_MS);
    });
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const deliveries = this.waiting;
    this.waiting = [];
    this.write(deliveries.flatMap(({ messages }) => messages)).then(
      () => deliveries.forEach(({ resolve }) => resolve()),
      (error: unknown) => deliveries.forEach(({ reject }) => reject(error)),
    );
  }

  private async write(messages: readonly Envelope[]): Promise<void> {
    try {
      // One that was delivered twice may be in it twice.
      const once = new Map(messages.map((one) => [`${one.source} ${one.id}`, one]));
      const read = [...once.values()].map((message) => ({ message, known: knownForm(message) }));
      const events = read.map(({ message, known }) => indexedEvent(message, known));
      const added = read.flatMap(
        ({ message, known }, n) => addedEvent(message, known, events[n]?.clientId ?? '') ?? [],
      );
      const moved = await this.database.query<Head & Record<string, unknown>>(INSERT, [
        storable(events),
        storable(events.flatMap(named)),
        storable(added.map((one, n) => ({ n, ...one }))),
        nowOf(this.clock),
        this.settings.eventDays,
      ]);
      this.heads.moved(moved);
      this.failure = null;
      this.noteLast(messages);
    } catch (error) {
      this.failure = nowOf(this.clock);
      throw error;
    }
  }

  private noteLast(messages: readonly Envelope[]): void {
    const occurredOn = messages.reduce((last, one) => (one.occurredOn > last ? one.occurredOn : last), '');
    this.last = { occurredOn, indexedAtMs: this.clock.now().getTime() };
  }

  /** @throws Refusal unavailable with how far the index is behind */
  private mustBeUpToDate(): void {
    if (this.failure)
      throw refuse('unavailable', `not written since ${this.failure}; timelines lack what happened later`);
    if (!this.last) return;
    const { occurredOn, indexedAtMs } = this.last;
    const isLate = indexedAtMs - new Date(`${occurredOn}Z`).getTime() > BEHIND_MS;
    if (isLate && this.clock.now().getTime() - indexedAtMs < QUIET_MS)
      throw refuse('unavailable', `behind: it has what happened until ${occurredOn}`);
  }
}

/** NUL and lone surrogates, which Postgres has no text for: one message with them must not stop the index. */
const UNSTORABLE = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;
const storable = (rows: readonly object[]) => JSON.stringify(rows).replace(UNSTORABLE, '\\ufffd');

const named = (event: IndexedEvent) =>
  referencesOf(event).map((reference) => ({ source: event.source, messageId: event.messageId, reference }));
