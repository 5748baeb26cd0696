import type { ConversionResource } from '@corridor/conversions-contract';
import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, nowOf } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { conversion } from '../conversion/conversion.js';
import { topUp } from '../conversion/deposit.js';
import { LiveRates } from '../rates/live-rates.js';
import { Credit } from './credit.js';
import { limitsInForce } from './limits.js';

const EVERY_MS = 5 * 60_000;
const PAGE = 500;

type Deposited = Pick<ConversionResource, 'id' | 'client'>;

/** PRODUCTION: values the conversions with a received deposit at the market, and requires more of those whose loss is too large. */
@Injectable()
export class TopUps extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly rates: LiveRates,
    private readonly credit: Credit,
    private readonly clock: Clock,
  ) {
    super(EVERY_MS);
  }

  /** Each once; one that fails does not delay the others. Any number of replicas may run it, as for the value dates. */
  async turn(): Promise<void> {
    for (let page = await this.deposited(''); page.length > 0; page = await this.deposited(page.at(-1)!.id))
      for (const one of page) await this.value(one).catch((error: unknown) => this.log.error(error, one.id));
  }

  private async value({ id, client }: Deposited): Promise<void> {
    const { all, own } = await this.credit.limitsOf(client.id, 'PRODUCTION');
    const policy = limitsInForce(all, own).deposits;
    if (!policy.topUpPercent) return;
    const terms = { policy, market: await this.rates.offerFor(client.id), now: nowOf(this.clock) };
    // Most need nothing: only those that do take the lock of their stream.
    if (topUp(await this.store.state(conversion, id), terms).length === 0) return;
    const caller = systemCaller('PRODUCTION', client);
    await this.store.handle(conversion, id, (state) => topUp(state, terms), { caller });
  }

  private deposited(after: string): Promise<Deposited[]> {
    return this.database.query<Deposited>(
      `SELECT id, data -> 'client' AS client FROM open_trade JOIN conversion USING (id)
       WHERE covered_minor > 0 AND covered_minor = deposit_minor AND id > $1 ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
  }
}
