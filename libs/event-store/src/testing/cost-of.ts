import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** What some work asks of Postgres. */
export interface Cost {
  /** The texts of the statements, in order. */
  readonly statements: string[];
  /** How often a connection waited for Postgres: statements that are sent together wait once. */
  readonly roundTrips: number;
  readonly commits: number;
}

/** What this process asks of Postgres while the work runs. */
export const costOf = (work: () => Promise<unknown>): Promise<Cost> => measured(work, () => true);

const works = new AsyncLocalStorage<object>();

/** What the work alone asks of Postgres, and what it starts: not the jobs of this process, which ask whenever their time comes. */
export function ownCostOf(work: () => Promise<unknown>): Promise<Cost> {
  const own = {};
  return works.run(own, () => measured(work, () => works.getStore() === own));
}

async function measured(work: () => Promise<unknown>, counts: () => boolean): Promise<Cost> {
  const statements: string[] = [];
  let roundTrips = 0;
  const pending = new WeakMap<Client, number>();
  const change = (client: Client, by: number) => pending.set(client, (pending.get(client) ?? 0) + by);
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    if (!counts()) return query.apply(this, args) as never;
    statements.push(text);
    if (!pending.get(this)) roundTrips++;
    change(this, 1);
    const sent = query.apply(this, args);
    const ended = () => change(this, -1);
    if (sent instanceof Promise) sent.then(ended, ended);
    else ended(); // the pool, which passes on to a connection with a callback
    return sent as never;
  });
  try {
    await work();
    return { statements, roundTrips, commits: statements.filter((text) => text === 'COMMIT').length };
  } finally {
    spy.mockRestore();
  }
}

/** The least of three: timers of the process ask Postgres as well, at some moment. */
export async function leastCostOf(work: () => Promise<unknown>): Promise<Cost> {
  const costs = [await costOf(work), await costOf(work), await costOf(work)];
  return costs.reduce((least, one) => (one.statements.length < least.statements.length ? one : least));
}

/** The statements that this process sends to Postgres while the work runs, in order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await costOf(work)).statements;

/** The same as {@link ownCostOf}. */
export const ownStatementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await ownCostOf(work)).statements;
