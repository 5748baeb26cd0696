import type { ConversionResource, QuoteResource } from '@corridor/conversions-contract';
import { Database, EventStore } from '@corridor/event-store';
import {
  type Caller,
  Clock,
  type Money,
  dateOf,
  fromResource,
  nowOf,
  outcomeOf,
  startOf,
  type Timestamp,
} from '@corridor/kernel';
import { DueWork, earliestAfter } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { conversion } from './conversion/conversion.js';
import { comeDue, expiresOn } from './conversion/ending.js';
import { expire, firmQuote } from './quote/quote.js';

type Booked = Pick<ConversionResource, 'id' | 'fundByDate' | 'sellAmount' | 'deposit'>;
interface Due {
  readonly id: string;
  /** None if it is cancelled, or if its deposit matters as well. */
  readonly needs: readonly Money[];
}
type Dates = Pick<ConversionResource, 'valueDate' | 'fundByDate'> & {
  /** By which its deposit has to be paid; null if it awaits none. */
  readonly depositBy: Timestamp | null;
};

/**
 * When a booked conversion comes due: it is exchanged at the start of its value date, at the latest at fundByDate, and
 * cancelled after that, or when it awaits its deposit for too long.
 */
export const dueTimesOf = ({ valueDate, fundByDate, depositBy }: Dates): Timestamp[] => [
  startOf(valueDate),
  fundByDate,
  expiresOn(fundByDate),
  ...(depositBy === null ? [] : [expiresOn(depositBy)]),
];

/** SANDBOX: what the test clock of a client does with its conversions, as `DueDates` in PRODUCTION, and with its quotes. */
@Injectable()
export class DueConversions extends DueWork {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async carryOut(caller: Caller, at: Timestamp): Promise<void> {
    const decide = (state: Parameters<typeof comeDue>[0]) => comeDue(state, { now: at });
    await this.eachFunded(await this.due(caller.client.id, at), 'insufficient_funds', (id) =>
      this.store.handleAndSettle(conversion, id, decide, { caller, outcome: outcomeOf }),
    );
    const times = { now: at, realNow: nowOf(this.clock) };
    const ended = (await this.activeQuotes(caller.client.id)).filter(({ expiresOn: end }) => end <= at);
    await this.each(ended, (id) =>
      this.store.handle(firmQuote, id, (state) => expire(state, times), { caller }),
    );
  }

  override async nextAfter(at: Timestamp, clientId: string): Promise<Timestamp | null> {
    const booked = await this.database.query<Dates>(
      `SELECT DISTINCT data ->> 'valueDate' AS "valueDate", data ->> 'fundByDate' AS "fundByDate",
         CASE data #>> '{deposit,status}' WHEN 'AWAITING_DEPOSIT' THEN data #>> '{deposit,fundByDate}' END AS "depositBy"
       FROM conversion WHERE client_id = $1 AND data ->> 'status' = 'BOOKED'`,
      [clientId],
    );
    const ends = (await this.activeQuotes(clientId)).map(({ expiresOn: end }) => end);
    return earliestAfter(at, [...booked.flatMap(dueTimesOf), ...ends]);
  }

  private activeQuotes(clientId: string): Promise<Pick<QuoteResource, 'id' | 'expiresOn'>[]> {
    return this.database.query(
      `SELECT id, data ->> 'expiresOn' AS "expiresOn" FROM quote
       WHERE client_id = $1 AND status = 'ACTIVE' ORDER BY id`,
      [clientId],
    );
  }

  /** Those whose deposit was not paid in time, then the others with the oldest value date first. */
  private async due(clientId: string, at: Timestamp): Promise<Due[]> {
    const rows = await this.database.query<{ data: Booked }>(
      `SELECT data FROM conversion, LATERAL (SELECT
         data #>> '{deposit,status}' = 'AWAITING_DEPOSIT' AND data #>> '{deposit,fundByDate}' < $3 AS is_overdue) AS deposit
       WHERE client_id = $1 AND data ->> 'status' = 'BOOKED' AND (data ->> 'valueDate' <= $2 OR is_overdue)
       ORDER BY is_overdue DESC, data ->> 'valueDate', id`,
      [clientId, dateOf(at), at],
    );
    return rows.map(({ data: { id, fundByDate, sellAmount, deposit } }) => ({
      id,
      needs: at > fundByDate || deposit.status !== 'NOT_REQUIRED' ? [] : [fromResource(sellAmount)],
    }));
  }
}
