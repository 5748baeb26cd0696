import { randomBytes } from 'node:crypto';
import { Clock, type IdPrefix, makeId } from '@corridor/kernel';

const RANDOM_BYTES = 10;
const IDS_AT_ONCE = 128;

/** Fresh, time-ordered ids. */
export class Ids {
  private random = Buffer.alloc(0);

  constructor(private readonly clock: Clock) {}

  next(prefix: IdPrefix): string {
    // Many at once: each call of the generator costs more than an id.
    if (this.random.length < RANDOM_BYTES) this.random = randomBytes(RANDOM_BYTES * IDS_AT_ONCE);
    const random = this.random.subarray(0, RANDOM_BYTES);
    this.random = this.random.subarray(RANDOM_BYTES);
    return makeId(prefix, this.clock.now().getTime(), random);
  }
}

/** The machine's time. */
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
