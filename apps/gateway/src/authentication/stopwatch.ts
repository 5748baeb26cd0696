import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Measures durations, in milliseconds on the clock of `performance.now()`. */
@Injectable()
export class Stopwatch {
  now(): number {
    return performance.now();
  }

  /** Waits until the moment, if it has not passed. */
  async until(moment: number): Promise<void> {
    const left = moment - this.now();
    if (left > 0) await sleep(left);
  }
}
