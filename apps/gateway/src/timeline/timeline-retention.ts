import type { RetentionPolicy } from '@corridor/event-store';

/** By a function of the owner: the service itself may not delete from the index. */
export const timelineEvents = (days: number): RetentionPolicy => ({
  name: 'timeline events',
  setting: 'TIMELINE_DAYS',
  days,
  due: () => ({
    from: `timeline_event
      WHERE occurred_on < to_char(now() AT TIME ZONE 'UTC' - make_interval(days => $1), 'YYYY-MM-DD')`,
    ...{ order: 'occurred_on', time: `occurred_on || 'Z'`, values: [days] },
  }),
  batch: (limit) => ({ text: 'SELECT remove_timeline_events($1, $2)', values: [days, limit] }),
});
