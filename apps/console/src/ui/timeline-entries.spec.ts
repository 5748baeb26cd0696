import type { Delivery, TimelineEvent } from '../api/records.js';
import { daysOf, entriesOf } from './timeline-entries.js';

const event = (id: string, occurredOn: string) => ({ id, occurredOn }) as TimelineEvent;
const delivery = (id: string, createdOn: string) => ({ notification: { id }, createdOn }) as Delivery;

const namesOf = (entries: ReturnType<typeof entriesOf>) =>
  entries.map((entry) => (entry.kind === 'event' ? entry.event.id : entry.delivery.notification.id));

test('each webhook stands after what had happened when it was created', () => {
  const events = [
    event('created', '2026-11-28T23:59:00.000'),
    event('sent', '2026-11-29T00:01:00.000'),
    event('exchanged', '2026-11-29T00:00:30.000'), // after its cause, whatever the clocks say
    event('completed', '2026-11-29T00:05:00.000'),
  ];
  const notifications = [
    delivery('early', '2026-11-28T23:58:00.000'),
    delivery('of created', '2026-11-28T23:59:00.000'),
    delivery('of sent', '2026-11-29T00:01:00.001'),
    delivery('again', '2026-11-29T00:01:00.001'),
  ];
  const entries = entriesOf({ events, notifications });
  expect(namesOf(entries)).toEqual(
    ['early', 'created', 'of created', 'sent', 'exchanged', 'of sent', 'again', 'completed'], //
  );
  expect(
    daysOf(entries, (moment) => moment.slice(0, 10)).map((day) => [day.name, day.entries.length]),
  ).toEqual([
    ['2026-11-28', 3],
    ['2026-11-29', 5],
  ]);
});

test('without webhooks, or without the permission to read them, there are the events', () => {
  const events = [event('created', '2026-11-28T23:59:00.000')];
  for (const notifications of [[], null])
    expect(namesOf(entriesOf({ events, notifications }))).toEqual(['created']);
});
