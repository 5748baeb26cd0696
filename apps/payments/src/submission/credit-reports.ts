import { EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { bankCreditIdOf } from '@corridor/inbound-funds-contract';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { RailCredit } from '../rail/payment-rail.js';
import { creditReport, report } from './credit-report.js';

/** Takes the credits that the rail has read. */
@Injectable()
export class CreditReports {
  constructor(
    private readonly store: EventStore,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {}

  /**
   * Resolves when they are stored: the bank need not repeat them.
   * @param traceparent of the step that has read them; without it each begins a trace
   */
  async take(credits: readonly RailCredit[], traceparent?: string): Promise<void> {
    // At once: the commands share transactions (ADR 21). Of one that comes twice only the first has an effect.
    await Promise.all(credits.map((credit) => this.one(credit, traceparent)));
  }

  private async one(credit: RailCredit, traceparent: string | undefined): Promise<void> {
    const id = bankCreditIdOf(credit);
    const own = systemCaller(this.platform.environment, OPERATOR, id);
    const caller = traceparent === undefined ? own : { ...own, traceparent };
    await this.store.handle(creditReport, id, (state) => report(state, credit), { caller });
  }
}
