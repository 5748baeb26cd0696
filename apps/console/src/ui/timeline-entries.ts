import type { Delivery, Timeline, TimelineEvent } from '../api/records.js';

export type Entry =
  | { readonly kind: 'event'; readonly on: string; readonly event: TimelineEvent }
  | { readonly kind: 'webhook'; readonly on: string; readonly delivery: Delivery };

/** The events in the order of the API, which is that of causes, and each webhook after what had happened when it was created. */
export function entriesOf({ events, notifications }: Pick<Timeline, 'events' | 'notifications'>): Entry[] {
  const places = (notifications ?? []).map((delivery) => ({
    after: events.findLastIndex(({ occurredOn }) => occurredOn <= delivery.createdOn),
    delivery,
  }));
  const webhooksAfter = (place: number): Entry[] =>
    places
      .filter(({ after }) => after === place)
      .map(({ delivery }) => ({ kind: 'webhook', on: delivery.createdOn, delivery }));
  return [
    ...webhooksAfter(-1),
    ...events.flatMap((event, place): Entry[] => [
      { kind: 'event', on: event.occurredOn, event },
      ...webhooksAfter(place),
    ]),
  ];
}

/** Entries of one day, in the time zone of the reader. */
export interface Day {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** An event that a cause of the day before has is on the day of its own time: a day can then come twice. */
export function daysOf(entries: readonly Entry[], nameOf: (moment: string) => string): Day[] {
  const days: { name: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const name = nameOf(entry.on);
    const last = days.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}
