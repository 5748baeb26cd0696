import type { TObject } from 'typebox';
import type { MessageDefinitions } from './message.js';
import { contractErrors } from './contract-errors.js';
import type { Problems } from './problem.js';

/** The public contract of a service. `@corridor/services` has the list of all contracts. */
export interface Contract {
  /** Kebab-case. Names the service's folder, database, topic, consumer group and address variable. */
  readonly service: string;
  /** What it is responsible for, in a few words. */
  readonly owns: string;
  /** The id prefixes of its records (interface-spec 2.1), by the record's name: `{ wallet: 'wal' }`. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** `<collection>:read` and the like (decisions §4). */
  readonly permissions: readonly string[];
  /** The problems of this service only, by code. */
  readonly problems: Problems;
  /** Path prefixes of whole segments, such as `/v1/wallets`, and for staff `/operator/v1/…`. Of several that fit a path, the longest wins. */
  readonly routes: readonly string[];
  /** The facts that it sends and the requests that it accepts, by type. */
  readonly messages: MessageDefinitions;
  /** The collections that clients can search. */
  readonly collections: Readonly<Record<string, Collection>>;
}

/** A collection of records that clients can search (decisions §5). */
export interface Collection {
  /** In paths, and of its permission: `payments`, `payments:read`. */
  readonly name: string;
  /** If reading it needs another permission. */
  readonly permission?: string;
  /** A record as in lists. */
  readonly item: TObject;
  /** The default order: `auditHistory.created.on:DESC`. */
  readonly order: readonly string[];
  /** Indexed fields: each has a column and an index, or is one of the texts. */
  readonly indexed: readonly string[];
  /** Fields that are unique per client, in addition to `id`. */
  readonly unique?: readonly string[];
}

/** Checks a contract and returns it with its literal types. @throws Error that names all its errors */
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
