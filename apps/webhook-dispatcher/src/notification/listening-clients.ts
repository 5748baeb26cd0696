import type { Envelope } from '@corridor/contracts';
import type { Sql } from '@corridor/event-store';

/**
 * The messages of clients that have, or had, a subscription. Those of others have no effect, whenever they are handled: a
 * subscription does not list what happened before it.
 */
export async function ofListeningClients(sql: Sql, messages: readonly Envelope[]): Promise<Envelope[]> {
  const clients = [...new Set(messages.map(({ caller }) => caller.client.id))];
  const rows = await sql.query<{ id: string }>('SELECT listening_clients($1) AS id', [clients]);
  const listening = new Set(rows.map(({ id }) => id));
  return messages.filter(({ caller }) => listening.has(caller.client.id));
}
