import type { QuoteResource } from '@corridor/conversions-contract';
import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { Clock, makeId, nowOf, refuse } from '@corridor/kernel';
import { Job, type PlatformSettings, Readiness, platformSettings } from '@corridor/platform';
import { Inject, Injectable } from '@nestjs/common';
import { VALID_MS, expire, firmQuote } from './quote.js';

/** A quote is refused from `expiresOn` on; its record says so at most this long after. */
const EVERY_MS = 5_000;
const PAGE = 500;
/** Later than that, and the job does not keep up or fails. */
const LATE_MS = 60_000;

type Ended = Pick<QuoteResource, 'id' | 'client' | 'expiresOn'>;

/** Marks the quotes that have expired in real time, and reports if it does not. */
@Injectable()
export class QuoteExpiry extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(platformSettings.KEY) private readonly settings: Pick<PlatformSettings, 'environment'>,
    readiness: Readiness,
  ) {
    super(EVERY_MS);
    readiness.reports('quotes', () => this.nothingLate());
  }

  /** @throws Refusal `unavailable` with the number of quotes that should have been marked */
  async nothingLate(): Promise<void> {
    const [late] = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM quote WHERE status = 'ACTIVE' AND id <= $1`,
      [this.lastEnded(LATE_MS)],
    );
    if (late && late.count > 0) throw refuse('unavailable', `not marked as expired: ${late.count}`);
  }

  /** Any number of replicas may run it: the stream's lock lets one of them act, and the others see the result. */
  async turn(): Promise<void> {
    for (let page = await this.ended(); page.length > 0; page = await this.ended(page.at(-1)?.id))
      for (const one of page) await this.expire(one).catch((error: unknown) => this.log.error(error, one.id));
  }

  private expire({ id, client, expiresOn }: Ended) {
    const times = { now: nowOf(this.clock), realNow: nowOf(this.clock) };
    const caller = { ...systemCaller(this.settings.environment, client), clientTime: { at: expiresOn } };
    return this.store.handle(firmQuote, id, (state) => expire(state, times), { caller });
  }

  /** Of all clients, those that are old enough by the time in their ids. */
  private async ended(after = ''): Promise<Ended[]> {
    const rows = await this.database.query<{ data: Ended }>(
      `SELECT data FROM quote WHERE status = 'ACTIVE' AND id <= $1 AND id > $2 ORDER BY id LIMIT ${PAGE}`,
      [this.lastEnded(), after],
    );
    return rows.map(({ data }) => data);
  }

  /** The greatest id of the quotes that ended at least so long ago. */
  private lastEnded(agoMs = 0): string {
    return makeId('quo', this.clock.now().getTime() - VALID_MS - agoMs, Buffer.alloc(10, 0xff));
  }
}
