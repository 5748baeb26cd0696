import type { Aggregate, CalendarDate } from '@corridor/kernel';
import type { Event, State } from './conversion.js';

/** What events of earlier builds mean today. */
export const upcasters: NonNullable<Aggregate<State, Event>['upcasters']> = {
  // Before cut-offs existed the deadline was the end of the value date in UTC.
  booked: [
    (old: { valueDate: CalendarDate }) => ({ fundByDate: `${old.valueDate}T23:59:59.999`, ...old }),
    (old: object) => ({ margin: null, ...old }),
  ],
  booking_declined: [
    (old: object) => ({ priced: null, ...old }),
    (old: object) => ({ detail: null, wanted: null, ...old }),
  ],
  close_out_quoted: [withoutMargin],
  close_out_requested: [
    ({ settled, ...old }: Event & { type: 'close_out_requested' }) => ({
      ...old,
      settled: withoutMargin(settled),
    }),
  ],
  cancelled: [
    ({ closeOut, ...old }: Event & { type: 'cancelled' }) => ({
      ...old,
      ...(closeOut && { closeOut: withoutMargin(closeOut) }),
    }),
  ],
  exchanged: [(old: object) => ({ paymentId: null, ...old })],
  exchange_requested: [(old: object) => ({ holdFor: null, ...old })],
};

/** Before clients had margins. */
function withoutMargin(old: object) {
  return { margin: null, ...old };
}
