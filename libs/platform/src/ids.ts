import { randomBytes } from 'node:crypto';
import { Clock, type IdPrefix, makeId } from '@corridor/kernel';

/** Fresh, time-ordered ids. */
export class Ids {
  constructor(private readonly clock: Clock) {}

  next(prefix: IdPrefix): string {
    return makeId(prefix, this.clock.now().getTime(), randomBytes(10));
  }
}

/** The machine's time. */
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
