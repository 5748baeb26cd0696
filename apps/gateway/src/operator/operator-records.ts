import { Database } from '@corridor/event-store';
import { type Reference, refuse } from '@corridor/kernel';
import { Injectable } from '@nestjs/common';
import type { ClientRow } from '../client/client.view.js';
import type { UserRow } from '../user/user.view.js';

/** Lookups of existing records of any client, for the operator's commands. */
@Injectable()
export class OperatorRecords {
  constructor(private readonly database: Database) {}

  /** @throws Refusal not_found */
  async client(id: string): Promise<Reference> {
    const { name } = await this.one<ClientRow>('client', id);
    return { id, name };
  }

  /** For what is created in it. @throws Refusal not_found, client_closed */
  async openClient(id: string): Promise<Reference> {
    const { name, status } = await this.one<ClientRow>('client', id);
    if (status === 'Closed') throw refuse('client_closed');
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

  private async one<Row>(table: 'client' | 'client_user', id: string): Promise<Row> {
    const [row] = await this.database.query<{ data: string }>(
      `SELECT data::text FROM ${table} WHERE id = $1`,
      [id],
    );
    if (!row) throw refuse('not_found');
    return JSON.parse(row.data) as Row;
  }
}
