import { Client } from 'pg';

/** The statements that this process sends to Postgres while the work runs, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.map(([statement]) => textOf(statement as unknown));
  } finally {
    sent.mockRestore();
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;
