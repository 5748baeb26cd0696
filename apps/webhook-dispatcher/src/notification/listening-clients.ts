import type { Envelope } from '@corridor/contracts';
import type { Sql } from '@corridor/event-store';

/** Of each database, the clients of which this process knows that they have, or had, a subscription. */
const known = new WeakMap<Sql, Set<string>>();
/** So many are remembered; then the process begins anew. */
const MAX_REMEMBERED = 10_000;

/**
 * The messages of clients that have, or had, a subscription. Those of others have no effect, whenever they are handled: a
 * subscription does not list what happened before it.
 *
 * A client that had one remains one that had one, so no statement asks again. A client without one may create it at any
 * moment, in any process: only the database knows, and waits for creations that are in progress.
 */
export async function ofListeningClients(sql: Sql, messages: readonly Envelope[]): Promise<Envelope[]> {
  const remembered = known.get(sql) ?? new Set();
  known.set(sql, remembered);
  const clients = [...new Set(messages.map(({ caller }) => caller.client.id))];
  const listening = new Set(clients.filter((id) => remembered.has(id)));
  const unknown = clients.filter((id) => !listening.has(id));
  if (unknown.length > 0) {
    const rows = await sql.query<{ id: string }>('SELECT listening_clients($1) AS id', [unknown]);
    if (remembered.size + rows.length > MAX_REMEMBERED) remembered.clear();
    for (const { id } of rows) {
      listening.add(id);
      remembered.add(id);
    }
  }
  return messages.filter(({ caller }) => listening.has(caller.client.id));
}
