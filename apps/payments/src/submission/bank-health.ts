import { Database } from '@corridor/event-store';
import { Clock, instantOf, nowOf, refuse, timestamp } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { PaymentRail } from '../rail/payment-rail.js';

const LATE_MS = 15 * 60_000;

/** The service is degraded while the bank does not take payments, their money is not given back, or its server or files need a person. */
@Injectable()
export class BankHealth {
  constructor(database: Database, readiness: Readiness, clock: Clock, rail: PaymentRail) {
    readiness.reports('bank', async () => {
      const late = timestamp(new Date(instantOf(nowOf(clock)).getTime() - LATE_MS));
      const [found] = await database.query<{ waiting: number; failure: string | null }>(
        `SELECT count(*)::int AS waiting, max(failure) AS failure FROM bank_task WHERE since < $1`,
        [late],
      );
      const { waiting = 0, failure = null } = found ?? {};
      const why = failure === null ? '' : `: ${failure}`;
      if (waiting > 0)
        throw refuse('unavailable', `${waiting} submissions wait for more than 15 minutes${why}`);
    });
    readiness.reports('bank server', () => {
      if (!rail.away) return Promise.resolve();
      const { since, reason } = rail.away;
      throw refuse('unavailable', `not reached or not understood since ${since.toISOString()}: ${reason}`);
    });
    readiness.reports('bank files', async () => {
      if (!rail.files?.areAwaited) return;
      const setAside = await rail.files.setAside();
      if (setAside.length > 0)
        throw refuse('unavailable', `${setAside.length} files of the bank are set aside`);
      const before = clock.now().getTime() - LATE_MS;
      const late = (await rail.files.arrived()).filter((on) => on.getTime() < before).length;
      if (late > 0) throw refuse('unavailable', `${late} files of the bank wait for more than 15 minutes`);
    });
  }
}
