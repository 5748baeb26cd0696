import { refuse } from '@corridor/kernel';

/** Where a client is in its events. */
export interface Place {
  /** Of the history of the database (ADR 85): a restored one goes on with the next. */
  readonly epoch: number;
  /** Consecutive numbers of one client, from 1; 0 is before the first. */
  readonly position: number;
}

/** What `Last-Event-ID` holds. */
export const eventId = ({ epoch, position }: Place): string => `${epoch}-${position}`;

/** @throws Refusal invalid_request */
export function placeOf(id: string): Place {
  const [, epoch, position] = /^(\d{1,9})-(\d{1,15})$/.exec(id) ?? [];
  if (epoch === undefined || position === undefined) throw refuseId();
  return { epoch: Number(epoch), position: Number(position) };
}

export const refuseId = () =>
  refuse('invalid_request', 'Last-Event-ID: Must be the id of an event of this stream.', {
    errors: [
      {
        pointer: '#',
        code: 'invalid_event_id',
        detail: 'Last-Event-ID must be the id of an event of this stream.',
      },
    ],
  });
