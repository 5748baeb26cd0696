import { Database } from '@corridor/event-store';
import { Clock } from '@corridor/kernel';
import { type Policy, everythingAllowed } from '@corridor/payments-contract';
import { LastKnown } from '@corridor/platform';
import { Injectable } from '@nestjs/common';

/** What is refused in which countries and currencies, as payments has published it. */
@Injectable()
export class KnownPolicy extends LastKnown<Policy> {
  constructor(database: Database, clock: Clock) {
    super(database, clock, 'policy', everythingAllowed);
  }
}
