import { type RecordOf, integer, named, nullable, timestamp } from '@corridor/contracts';

/** The test clock of a client in the SANDBOX. */
export const clientClock = named('ClientClock', {
  now: timestamp,
  shift: integer('How far it is ahead of real time, in milliseconds.'),
  advancingTo: nullable(timestamp),
});
export type ClientClockResource = RecordOf<typeof clientClock>;
