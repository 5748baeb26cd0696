import { EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { RailStatementPart } from '../rail/payment-rail.js';
import { partIdOf, report, statementPart } from './statement-part.js';

/** Takes the statements that the rail has read. */
@Injectable()
export class StatementReports {
  constructor(
    private readonly store: EventStore,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {}

  /** Resolves when the part is stored: the bank need not repeat it. */
  async take(part: RailStatementPart): Promise<void> {
    const id = partIdOf(part);
    const caller = systemCaller(this.platform.environment, OPERATOR, id);
    await this.store.handle(statementPart, id, (state) => report(state, part), { caller });
  }
}
