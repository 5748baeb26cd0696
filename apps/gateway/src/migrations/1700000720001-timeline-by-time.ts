import { indexesOf } from '@corridor/event-store';

/** Finds the oldest events of the index behind the timeline. */
export const TimelineByTime1700000720001 = indexesOf(
  'TimelineByTime1700000720001',
  ['CREATE INDEX timeline_event_by_time ON timeline_event (occurred_on)'],
  'old events are found by it',
);
