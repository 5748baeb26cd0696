import type { DomainEvent } from '@corridor/kernel';
import type { Database } from './database.js';
import { readPieces } from './rebuild/histories.js';
import type { AnyAggregate } from './refolds.js';
import type { AnyRegistration, Recorded } from './registration.js';

/** Events that are read in one step. */
const EVENTS_AT_ONCE = 1_000;

/** A record that says how often it has changed. */
export interface Versioned {
  readonly id: string;
  readonly auditHistory: { readonly version: number };
}

/**
 * What a record was after each of its changes, folded from its events as the read model is. What an event changes without a new
 * version of the record is a part of the last one.
 * @param upTo the version of the stream
 * @param most the last ones are returned, oldest first
 */
export async function versionsOf(
  database: Database,
  { aggregate, view }: AnyRegistration,
  id: string,
  upTo: number,
  most: number,
): Promise<Versioned[]> {
  const versions: Versioned[] = [];
  let row: Versioned | null = null;
  for await (const recorded of historyOf(database, aggregate as AnyAggregate, id, upTo)) {
    row = (view?.project(row, recorded) ?? null) as Versioned | null;
    if (row === null) continue;
    if (versions.at(-1)?.auditHistory.version === row.auditHistory.version) versions.pop();
    versions.push(row);
    if (versions.length > most) versions.shift();
  }
  return versions;
}

async function* historyOf(
  database: Database,
  aggregate: AnyAggregate,
  id: string,
  upTo: number,
): AsyncGenerator<Recorded<DomainEvent>> {
  for (let after = 0; after < upTo; after += EVENTS_AT_ONCE) {
    const piece = { id, after, upTo: Math.min(upTo, after + EVENTS_AT_ONCE) };
    for (const { recorded } of await readPieces(database, database.archive, aggregate, [piece]))
      yield* recorded;
  }
}
