import { Database, eventOf } from '@corridor/event-store';
import type { Money } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';

/**
 * What the pending balance counts of single inbound funds, by the log. Read in the transaction of a delivery: the messages about
 * one of them come in one stream, so nobody else changes it meanwhile.
 */
@Injectable()
export class CountedFunds {
  constructor(private readonly database: Database) {}

  /** The amount that is counted; null if there is none. */
  async find(clientId: string, inboundFundsId: string): Promise<Money | null> {
    const [last] = await this.database.query<{ data: string; schemaVersion: number }>(
      `SELECT data::text, schema_version AS "schemaVersion" FROM events
       WHERE type IN ('funds_announced', 'funds_cleared') AND data ->> 'inboundFundsId' = $1 AND stream_id = $2
       ORDER BY version DESC LIMIT 1`,
      [inboundFundsId, clientId],
    );
    const event = last && eventOf<ClientLedgerEvent>(clientLedger, last);
    return event?.type === 'funds_announced' ? event.amount : null;
  }
}
