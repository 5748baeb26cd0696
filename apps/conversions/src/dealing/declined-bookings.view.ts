import type { Projection } from '@corridor/event-store';
import { encodeJson } from '@corridor/kernel';
import type { Event } from '../conversion/conversion.js';

const KEEP = `INSERT INTO declined_booking (payment_instruction_id, conversion_id, client, wanted) VALUES ($1, $2, $3, $4)
  ON CONFLICT (payment_instruction_id) DO UPDATE
  SET conversion_id = excluded.conversion_id, client = excluded.client, wanted = excluded.wanted`;
const FORGET = 'DELETE FROM declined_booking WHERE payment_instruction_id = $1';

/**
 * PRODUCTION: the last declined booking of each instruction that waits. One whose price has moved waits for a consent: payments follows
 * its market.
 */
export const declinedBookings: Projection<Event> = (sql, recorded) => {
  for (const { event, streamId, caller } of recorded) {
    if (!('paymentInstructionId' in event) || caller.environment !== 'PRODUCTION') continue;
    const { paymentInstructionId: id } = event;
    if (id === null) continue;
    if (event.type === 'booking_declined' && event.wanted && event.reason !== 'price_moved')
      sql.write(KEEP, [id, streamId, encodeJson(caller.client), encodeJson(event.wanted)]);
    else sql.write(FORGET, [id]);
  }
};
