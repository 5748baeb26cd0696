import { Clock } from '../index.js';

/** A clock that advances only when it is told to. */
export class TestClock extends Clock {
  constructor(private at = new Date('2026-11-21T09:30:00.123Z')) {
    super();
  }

  override now(): Date {
    return this.at;
  }

  advance(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }
}
