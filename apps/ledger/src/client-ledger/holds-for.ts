import { Database, eventOf } from '@corridor/event-store';
import type { Money } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import { holdOf } from './holds.js';

/**
 * What is held for single transfers, by the log. Read in the transaction of a delivery: a transfer is requested after the one that
 * holds money for it was posted, so nobody else changes it meanwhile.
 */
@Injectable()
export class HoldsFor {
  constructor(private readonly database: Database) {}

  /** By the id of the transfer that may spend them. */
  async find(clientId: string, transferIds: readonly string[]): Promise<ReadonlyMap<string, Money[]>> {
    const rows = await this.database.query<{ data: string; schemaVersion: number }>(
      `SELECT data::text, schema_version AS "schemaVersion" FROM events
       WHERE type = 'transfer_posted' AND data ->> 'holdFor' = ANY($1) AND stream_id = $2`,
      [transferIds, clientId],
    );
    const found = new Map<string, Money[]>();
    for (const row of rows) {
      const event = eventOf<ClientLedgerEvent>(clientLedger, row);
      const hold = event.type === 'transfer_posted' && holdOf(event);
      if (hold && event.holdFor !== null)
        found.set(event.holdFor, [...(found.get(event.holdFor) ?? []), hold]);
    }
    return found;
  }
}
