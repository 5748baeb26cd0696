import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import type { Event } from './screening.js';

/** Without names, hits and reasons: those stay in the case. */
export function publishScreening({ streamId, event }: Recorded<Event>): Message | null {
  switch (event.type) {
    case 'requested':
      return message('screening.requested', about(streamId, event));
    case 'passed':
    case 'cleared':
      return event.isUndecided ? null : message('screening.cleared', about(streamId, event));
    case 'opened':
      return message('screening.hit', about(streamId, event));
    case 'blocked':
      return message('screening.blocked', about(streamId, event));
    case 'assigned':
    case 'noted':
      return null;
  }
}

const about = (
  screeningId: string,
  { subject: { type, id }, client }: Extract<Event, { readonly subject: object }>,
) => ({ screeningId, subject: { type, id }, client });
