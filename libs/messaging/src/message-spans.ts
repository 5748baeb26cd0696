import type { Envelope } from '@corridor/contracts';
import { type Span, beginSpan, isTracing } from '@corridor/tracing';
import type { Outgoing, Published } from './carrier.js';

/** Where a message was when it arrived, and the step that published it, as far as they are known. */
export interface Arrival {
  readonly traceparent: string | null;
  /** In a topic of Kafka. */
  readonly partition?: number;
  readonly offset?: string;
  /** In the log of its service, which is the topic within one process. */
  readonly seq?: string;
}

const arrivals = new WeakMap<Envelope, Arrival>();
const deliveries = new WeakMap<Envelope, Span>();

/** The envelope writes the caller before the data, and quotes are escaped in what the caller contains. */
const TRACEPARENT = /"traceparent":"([\da-f-]+)"/;

/** Begins the publication of messages. While traces are not exported they remain what they are. */
export function publishing<Message extends Outgoing>(
  service: string,
  messages: readonly Message[],
): readonly Message[] {
  if (!isTracing()) return messages;
  return messages.map((message) => ({ ...message, span: publicationOf(service, message) }));
}

function publicationOf(service: string, { type, streamId, version, json }: Outgoing): Span | null {
  return beginSpan({
    ...{ service, name: `publish ${type}`, kind: 'PRODUCER' },
    parent: TRACEPARENT.exec(json)?.[1] ?? null,
    attributes: {
      'messaging.destination.name': service,
      'messaging.message.id': `${streamId}/${version}`,
      'corridor.stream_id': streamId,
      'corridor.stream_version': version,
    },
  });
}

/** They are with the carrier. */
export function published(messages: readonly Published[]): void {
  for (const { span, seq } of messages) span?.end({ 'corridor.log_seq': String(seq) });
}

/** Notes how a message has arrived; only while traces are exported. */
export function arrived(message: Envelope, arrival: Arrival): Envelope {
  if (isTracing()) arrivals.set(message, arrival);
  return message;
}

/** Begins the delivery of messages to a group; each is one step of its trace. @returns ends it, with an error if it has failed */
export function delivering(group: string, messages: readonly Envelope[]): (error?: unknown) => void {
  if (!isTracing()) return () => undefined;
  const spans = messages.map((message) => deliveryOf(group, message));
  return (error) => {
    for (const span of spans) span?.end({}, error === undefined ? undefined : 'not delivered, will retry');
  };
}

function deliveryOf(group: string, message: Envelope): Span | null {
  const { id, type, source, streamId, version, caller } = message;
  const { traceparent, partition, offset, seq } = arrivals.get(message) ?? { traceparent: null };
  const span = beginSpan({
    ...{ service: group, name: `deliver ${type}`, kind: 'CONSUMER' },
    parent: traceparent ?? caller.traceparent,
    attributes: {
      'messaging.consumer.group.name': group,
      'messaging.destination.name': source,
      'messaging.destination.partition.id': partition === undefined ? undefined : String(partition),
      'messaging.kafka.offset': offset === undefined ? undefined : Number(offset),
      'messaging.message.id': id,
      'corridor.log_seq': seq,
      'corridor.stream_id': streamId,
      'corridor.stream_version': version,
      'corridor.request_id': caller.correlationId,
    },
  });
  if (span) deliveries.set(message, span);
  return span;
}

/** W3C trace context of what a message causes: its delivery, if that is a step of its own. */
export const traceOf = (message: Envelope): string =>
  deliveries.get(message)?.traceparent ?? message.caller.traceparent;
