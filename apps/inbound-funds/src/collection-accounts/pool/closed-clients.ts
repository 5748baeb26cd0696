import type { AccountRequestResource } from '@corridor/inbound-funds-contract';
import { Database, EventStore } from '@corridor/event-store';
import { OPERATOR } from '@corridor/http';
import { type Caller, asSystem } from '@corridor/kernel';
import type { ClosedClientListener } from '@corridor/platform';
import { Injectable } from '@nestjs/common';
import { accountRequest, withdraw } from './account-request.js';

/** Nobody else decides about the accounts of the client until the open transaction ends. */
export async function lockedAccounts(
  database: Database,
  clientId: string,
): Promise<{ readonly isClosed: boolean }> {
  await database.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `collection accounts of ${clientId}`,
  ]);
  const found = await database.query('SELECT FROM closed_client WHERE client_id = $1', [clientId]);
  return { isClosed: found.length > 0 };
}

/** A client that is closed gets no accounts any more, also none of those that its wallets wait for. */
@Injectable()
export class ClosedClients implements ClosedClientListener {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
  ) {}

  async onClientClosed(cause: Caller): Promise<void> {
    const { client } = cause;
    await lockedAccounts(this.database, client.id);
    await this.database.query('INSERT INTO closed_client (client_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      client.id,
    ]);
    const waiting = await this.database.query<Pick<AccountRequestResource, 'id'>>(
      `SELECT id FROM account_request WHERE client_id = $1 AND of_client = $2 AND status = 'WAITING' ORDER BY id`,
      [OPERATOR.id, client.id],
    );
    const caller = asSystem(cause, OPERATOR);
    for (const { id } of waiting) await this.store.handle(accountRequest, id, withdraw, { caller });
  }
}
