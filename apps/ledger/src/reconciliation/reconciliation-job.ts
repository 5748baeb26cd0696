import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { Reconciliation } from './reconciliation.js';

const EVERY_MS = 1_000;

/** Compares what the banks state with the books, soon after either has something new. */
@Injectable()
export class ReconciliationJob extends Job {
  constructor(private readonly reconciliation: Reconciliation) {
    super(EVERY_MS);
  }

  override turn(): Promise<void> {
    return this.reconciliation.run();
  }
}
