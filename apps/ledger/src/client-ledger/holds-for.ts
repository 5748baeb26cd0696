import { Database, eventOf } from '@corridor/event-store';
import type { Money } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import { type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import { type KnownHolds, holdOf, sumsOf } from './holds.js';

type Row = { readonly data: string; readonly schemaVersion: number };
type Hold = { readonly holdFor: string; readonly amount: Money };

/** The events that hold money, of one client: as the index over them says it, for any values. */
const HOLDING = `SELECT data::text, schema_version AS "schemaVersion" FROM events
  WHERE type = 'transfer_posted' AND data ->> 'holdFor' IS NOT NULL AND stream_id = $1`;

/**
 * What is held, by the log. Read in the transaction of a delivery, after a decision that needed it: the client's stream is locked
 * since then, so nobody else changes it meanwhile.
 */
@Injectable()
export class HoldsFor {
  constructor(private readonly database: Database) {}

  /** @param needs `sums`: also the sums, which takes a row for each hold that the client has ever had */
  async find(clientId: string, transferIds: readonly string[], needs: 'own' | 'sums'): Promise<KnownHolds> {
    const found = await this.read(`${HOLDING} AND data ->> 'holdFor' = ANY ($2)`, [clientId, transferIds]);
    const own = Map.groupBy(found, ({ holdFor }) => holdFor);
    return {
      own: new Map([...own].map(([id, holds]) => [id, holds.map(({ amount }) => amount)])),
      sums: needs === 'sums' ? await this.sums(clientId) : null,
    };
  }

  private async sums(clientId: string) {
    const unspent = await this.read(
      `${HOLDING} AND NOT EXISTS (SELECT FROM transfer WHERE id = data ->> 'holdFor')`,
      [clientId],
    );
    return sumsOf(unspent.map(({ amount }) => amount));
  }

  private async read(statement: string, values: readonly unknown[]): Promise<Hold[]> {
    const rows = await this.database.query<Row>(statement, values);
    return rows.flatMap((row) => {
      const event = eventOf<ClientLedgerEvent>(clientLedger, row);
      const amount = event.type === 'transfer_posted' ? holdOf(event) : null;
      return event.type === 'transfer_posted' && event.holdFor !== null && amount
        ? [{ holdFor: event.holdFor, amount }]
        : [];
    });
  }
}
