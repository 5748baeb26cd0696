import type { Payout } from '@corridor/conversions-contract';
import { Database, EventStore } from '@corridor/event-store';
import { systemCaller } from '@corridor/http';
import { type Reference, decodeJson } from '@corridor/kernel';
import { Job } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { endDecline, paymentCover } from './cover.js';
import { type Cover, Credit } from './credit.js';

/** How long a payment waits at most once it can be sent: for money, a limit, or the end of a conversion. */
const EVERY_MS = 10_000;
const PAGE = 500;

interface Declined {
  readonly paymentId: string;
  readonly paymentInstructionId: string | null;
  readonly coverId: string;
  readonly client: Reference;
  readonly payouts: string;
}

/** PRODUCTION: says once which payments could be covered now, whatever has declined them, as for bookings (ADR 72, 77). */
@Injectable()
export class DeclinedCovers extends Job {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly credit: Credit,
  ) {
    super(EVERY_MS);
  }

  /** The oldest payment first. Any number of replicas may run it: the stream says it once. */
  async turn(): Promise<void> {
    const covers = new Map<string, Promise<Cover>>();
    for (
      let page = await this.declined('');
      page.length > 0;
      page = await this.declined(page.at(-1)!.paymentId)
    )
      for (const one of page)
        await this.look(one, covers).catch((error: unknown) => this.log.error(error, one.paymentId));
  }

  private async look({ coverId, client, payouts, ...ids }: Declined, covers: Map<string, Promise<Cover>>) {
    const caller = systemCaller('PRODUCTION', client, ids.paymentId);
    const cover = covers.get(client.id) ?? this.credit.previewCover(caller);
    covers.set(client.id, cover);
    if ((await cover)(decodeJson<Payout[]>(payouts).map(({ amount }) => amount))) return;
    await this.store.handle(paymentCover, coverId, (state) => endDecline(state, ids), { caller });
  }

  private declined(after: string): Promise<Declined[]> {
    return this.database.query<Declined & Record<string, unknown>>(
      `SELECT payment_id AS "paymentId", payment_instruction_id AS "paymentInstructionId", cover_id AS "coverId",
         client, payouts::text
       FROM declined_cover WHERE payment_id > $1 ORDER BY payment_id LIMIT ${PAGE}`,
      [after],
    );
  }
}
