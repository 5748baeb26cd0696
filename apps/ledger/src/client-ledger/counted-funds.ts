import { Database, eventOf } from '@corridor/event-store';
import type { Timestamp } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import type { KnownFunds } from './pending-funds.js';

interface Found {
  readonly data: string | null;
  readonly schemaVersion: number;
  readonly occurredOn: Timestamp;
  readonly isCredited: boolean;
}

/**
 * What the pending balance counts of single inbound funds, by the log. Read in the transaction of a delivery: the messages about
 * one of them come in one stream, so nobody else changes it meanwhile.
 */
@Injectable()
export class CountedFunds {
  constructor(private readonly database: Database) {}

  async find(clientId: string, inboundFundsId: string): Promise<KnownFunds> {
    const [found] = await this.database.query<Found>(
      `SELECT last.*, EXISTS (SELECT FROM transfer WHERE id = $1) AS "isCredited" FROM (SELECT) AS one LEFT JOIN LATERAL (
         SELECT data::text, schema_version AS "schemaVersion",
           to_char(occurred_on AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS "occurredOn" FROM events
         WHERE type IN ('funds_announced', 'funds_cleared') AND data ->> 'inboundFundsId' = $1 AND stream_id = $2
         ORDER BY version DESC LIMIT 1
       ) AS last ON true`,
      [inboundFundsId, clientId],
    );
    const { data, schemaVersion, occurredOn, isCredited } = found as Found;
    if (data === null) return { counted: null, isSettled: isCredited };
    const event = eventOf<ClientLedgerEvent>(clientLedger, { data, schemaVersion });
    if (event.type !== 'funds_announced') return { counted: null, isSettled: true };
    const { amount, transaction } = event;
    return { counted: { amount, since: transaction?.sortDate ?? occurredOn }, isSettled: false };
  }
}
