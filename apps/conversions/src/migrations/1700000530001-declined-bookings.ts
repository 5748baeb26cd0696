import { migrationOf } from '@corridor/event-store';

/** What payment instructions wait for: bookings that were declined, until they can be made or are requested again. */
export const DeclinedBookings1700000530001 = migrationOf(
  'DeclinedBookings1700000530001',
  [
    `CREATE TABLE declined_booking (
      payment_instruction_id text PRIMARY KEY,
      conversion_id          text NOT NULL,
      client                 json NOT NULL,
      wanted                 json NOT NULL
    )`,
  ],
  'instructions that were declined wait in it',
);
