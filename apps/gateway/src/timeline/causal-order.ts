/** What the order of events depends on. */
export interface Ordered {
  readonly messageId: string;
  readonly causationId: string | null;
  readonly source: string;
  readonly streamId: string;
  readonly version: number;
  readonly occurredOn: string;
}

/**
 * Every event after the one that has caused it and after earlier ones of its stream; otherwise by time. The clocks of two services
 * may differ, so an effect can have an earlier time than its cause.
 */
export function inCausalOrder<Event extends Ordered>(events: readonly Event[]): Event[] {
  const byTime = events.toSorted(
    (a, b) =>
      compare(a.occurredOn, b.occurredOn) ||
      compare(`${a.source} ${a.streamId}`, `${b.source} ${b.streamId}`) ||
      a.version - b.version,
  );
  // Two services may have the same id: then both go first.
  const byId = Map.groupBy(byTime, ({ messageId }) => messageId);
  const before = new Map<Event, Event>();
  const streams = new Map<string, Event>();
  for (const event of byTime.toSorted((a, b) => a.version - b.version)) {
    const stream = `${event.source} ${event.streamId}`;
    const earlier = streams.get(stream);
    if (earlier) before.set(event, earlier);
    streams.set(stream, event);
  }
  const ordered = new Set<Event>();
  const begun = new Set<Event>();
  const add = (event: Event): void => {
    if (begun.has(event)) return;
    begun.add(event);
    for (const cause of byId.get(event.causationId ?? '') ?? []) add(cause);
    const earlier = before.get(event);
    if (earlier) add(earlier);
    ordered.add(event);
  };
  for (const event of byTime) add(event);
  return [...ordered];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
