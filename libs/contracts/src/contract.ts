import type { TSchema } from 'typebox';
import type { MessageDefinitions } from './message.js';
import { contractErrors } from './contract-errors.js';
import type { Problems } from './problem.js';

/** Everything that others may know of a service. The list of all of them is `@corridor/services`. */
export interface Contract {
  /** Kebab-case. Names the service's folder, database, topic, consumer group and address variable. */
  readonly service: string;
  /** What it is responsible for, in a few words. */
  readonly owns: string;
  /** Of the ids of its records (interface-spec 2.1), by the record's name: `{ wallet: 'wal' }`. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** `<collection>:read` and the like (decisions §4). */
  readonly permissions: readonly string[];
  /** What only this service refuses, by code. */
  readonly problems: Problems;
  /** Path prefixes of whole segments, such as `/v1/wallets`. Of several that fit a path, the longest wins. */
  readonly routes: readonly string[];
  /** The same below `/operator/v1`. */
  readonly operatorRoutes?: readonly string[];
  /** What it sends and what can be requested of it, by type. */
  readonly messages: MessageDefinitions;
  /** What clients can search. */
  readonly collections: Readonly<Record<string, Collection>>;
}

/** A collection of records that clients can search (decisions §5). */
export interface Collection {
  /** In paths, and of its permission: `payments`, `payments:read`. */
  readonly name: string;
  /** Where reading it needs another permission than that. */
  readonly permission?: string;
  /** A record as lists show it. */
  readonly item: TSchema;
  /** Where none is requested: `auditHistory.created.on:DESC`. */
  readonly order: readonly string[];
  /** Fields that searches find records by without looking at the others: each has a column, and an index on it. */
  readonly indexed: readonly string[];
  /** Fields, beside `id`, that no two records of a client share. */
  readonly unique?: readonly string[];
}

/**
 * Checks a contract and gives it back with its literal types.
 * @throws Error that names everything that is wrong with it
 */
export function defineContract<const Definition extends Contract>(contract: Definition): Definition {
  const errors = contractErrors(contract);
  if (errors.length > 0) throw new Error(`the contract of ${contract.service}: ${errors.join('; ')}`);
  return contract;
}

/** The keys of a table, as an open interface inherits them. */
export type KeysOf<Table> = { readonly [Key in keyof Table]: true };

/** The values of a table, as an open interface inherits them. */
export type ValuesOf<Table extends Readonly<Record<string, string>>> = {
  readonly [Value in Table[keyof Table]]: true;
};
