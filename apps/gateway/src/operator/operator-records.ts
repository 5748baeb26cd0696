import { Database } from '@corridor/event-store';
import { type Reference, refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { ClientRow } from '../client/client.view.js';
import type { UserRow } from '../user/user.view.js';

/** API keys that a client may have at a time (decisions §8). */
const MAX_KEYS = 50;

/** What the operator's commands need to know of records that exist: any client's. */
@Injectable()
export class OperatorRecords {
  constructor(private readonly database: Database) {}

  /** @throws Refusal not_found */
  async client(id: string): Promise<Reference> {
    const { name } = await this.one<ClientRow>('client', id);
    return { id, name };
  }

  /** @throws Refusal not_found */
  async user(id: string): Promise<{ readonly user: UserRow; readonly client: Reference }> {
    const user = await this.one<UserRow>('client_user', id);
    return { user, client: await this.clientOf('client_user', id) };
  }

  /** @throws Refusal not_found */
  async clientOf(table: 'client_user' | 'api_key', id: string): Promise<Reference> {
    const [row] = await this.database.query<{ clientId: string }>(
      `SELECT client_id AS "clientId" FROM ${table} WHERE id = $1`,
      [id],
    );
    if (!row) throw refuse('not_found');
    return this.client(row.clientId);
  }

  /** @throws Refusal when the client has its 50 keys. Two requests at once may make one more: nobody is harmed. */
  async roomForKey(clientId: string): Promise<void> {
    const [row] = await this.database.query<{ keys: number }>(
      `SELECT count(*)::int AS keys FROM api_key WHERE client_id = $1 AND data ->> 'status' = 'ACTIVE'`,
      [clientId],
    );
    if (row && row.keys >= MAX_KEYS)
      throw refuse('limit_reached', `A client has at most ${MAX_KEYS} API keys.`);
  }

  private async one<Row>(table: 'client' | 'client_user', id: string): Promise<Row> {
    const [row] = await this.database.query<{ data: string }>(
      `SELECT data::text FROM ${table} WHERE id = $1`,
      [id],
    );
    if (!row) throw refuse('not_found');
    return JSON.parse(row.data) as Row;
  }
}
