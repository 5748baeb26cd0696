import { type Collection, ofClient } from '@corridor/contracts';
import { type CollectionName, collections } from '@corridor/services';
import { Catalogue } from './catalogue.js';
import { parseSort, type Sort } from './sort.js';
import type { Searchable } from './search.js';

/** What can be searched: the collections of all contracts, read once. */
export const searchables = Object.fromEntries(
  Object.entries(collections)
    .sort(([, a], [, b]) => (a.name < b.name ? -1 : 1))
    .map(([key, collection]) => [key, searchable(collection)]),
) as Readonly<Record<CollectionName, Searchable>>;

/** What can be searched of a collection. @throws Error when it names a field that its records do not have */
export function searchable(collection: Collection): Searchable {
  const { name, permission = `${name}:read`, item, order, indexed, unique = [] } = collection;
  const catalogue = new Catalogue(item);
  for (const field of [...indexed, ...unique]) catalogue.get(field);
  const defaultOrder = order.map((text) => sortOf(catalogue, text));
  return { name, permission, item, catalogue, defaultOrder, indexed, unique: ['id', ...unique] };
}

/** A collection of clients as staff search it: the records of all clients, each with its `clientId`. */
export function ofAllClients({ name, item, defaultOrder, indexed }: Searchable): Searchable {
  const record = ofClient(item);
  return {
    name,
    permission: 'records:read',
    item: record,
    catalogue: new Catalogue(record),
    defaultOrder,
    indexed: [...indexed, 'clientId'],
    unique: ['id'], // others are unique for a client only
  };
}

function sortOf(catalogue: Catalogue, text: string): Sort {
  const sort = parseSort(text, { pointer: '' });
  if ('code' in sort) throw new Error(sort.detail);
  return { field: catalogue.get(sort.field), order: sort.order };
}
