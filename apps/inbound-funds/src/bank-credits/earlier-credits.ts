import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR, systemCaller } from '@corridor/http';
import { Job, type PlatformSettings, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { bankCredit, enterInBooks } from './bank-credit.js';

const EVERY_MS = 60_000;
const PAGE = 500;

/** Tells the books of the unmatched credits that earlier builds have recorded (ADR 63): once after each start, then it has nothing to do. */
@Injectable()
export class EarlierCredits extends Job {
  private last: string | null = '';

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    @Inject(platformSettings.KEY)
    private readonly platform: Pick<PlatformSettings, 'environment'>,
  ) {
    super(EVERY_MS);
  }

  /** Any number of replicas may run it. */
  override async turn(): Promise<void> {
    while (this.last !== null) {
      const rows = await this.database.query<{ id: string }>(
        `SELECT id FROM bank_credit WHERE client_id = $1 AND status = 'UNMATCHED' AND id > $2 ORDER BY id LIMIT ${PAGE}`,
        [OPERATOR.id, this.last],
      );
      for (const { id } of rows) {
        const caller = systemCaller(this.platform.environment, OPERATOR, id);
        await this.store.handle(bankCredit, id, enterInBooks, { caller });
      }
      this.last = rows.at(-1)?.id ?? null;
    }
  }
}
