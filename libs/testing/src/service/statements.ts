import { Client } from 'pg';

type Query = (this: Client, ...sent: unknown[]) => unknown;

/**
 * The statements that this process sends to Postgres while the work is done, each as its first two words: `INSERT INTO`.
 * A bare word is the whole statement: `BEGIN`.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const client = Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (...args) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    sent.push(text.trim().split(/\s+/, 2).join(' '));
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return sent;
}
