import type { Clients } from './clients.js';
import { legalEdges } from './legal-edges.js';
import { money } from './money.js';
import { notifications } from './notifications.js';
import type { Postgres } from './postgres.js';
import type { Receivers } from './receivers.js';
import { folds } from './folds.js';
import { quotes } from './quotes.js';
import { responses } from './responses.js';

/** What is left when a simulation has settled. */
export interface Outcome {
  readonly postgres: Postgres;
  readonly clients: Clients;
  readonly receivers: Receivers;
  readonly log: readonly string[];
}

type Invariant = (outcome: Outcome) => Promise<string[]>;

const invariants: Readonly<Record<string, Invariant>> = {
  money,
  folds,
  quotes,
  legalEdges,
  notifications,
  responses,
};

/** What does not hold, each in a sentence. */
export async function violations(outcome: Outcome): Promise<string[]> {
  const found = await Promise.all(Object.values(invariants).map((invariant) => invariant(outcome)));
  return found.flat();
}

/** One sentence for each row that a statement finds. */
export async function eachRow(
  { postgres }: Outcome,
  service: string,
  statement: string,
  sentence: string,
): Promise<string[]> {
  const rows = await postgres.of(service).rows<object>(statement);
  return rows.map((row) => `${sentence}: ${JSON.stringify(row)}`);
}
