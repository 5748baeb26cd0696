import { schemas } from '@corridor/contracts';
import { Catalogue } from './catalogue.js';
import { parseSort, type Sort } from './sort.js';
import type { Searchable } from './search.js';

/** What can be searched, by the name that it has in paths, with its default order: the newest first (decisions §5). */
export const searchables = {
  'payment-instructions': searchable(schemas.paymentInstruction, ['auditHistory.created.on:DESC']),
  payments: searchable(schemas.payment, ['auditHistory.created.on:DESC']),
  beneficiaries: searchable(schemas.beneficiary, ['auditHistory.created.on:DESC']),
  conversions: searchable(schemas.conversion, ['auditHistory.created.on:DESC']),
  // These say nowhere when they were made; their ids rise with time.
  wallets: searchable(schemas.walletSummary, ['id:DESC']),
  'inbound-funds': searchable(schemas.inboundFunds, ['id:DESC']),
  transactions: searchable(
    schemas.transaction,
    ['sortDate:DESC', 'sortPriority:DESC'],
    ['id', 'sortPriority'],
  ),
} as const satisfies Record<string, Searchable>;

export type CollectionName = keyof typeof searchables;

function searchable(item: object, order: readonly string[], unique: readonly string[] = ['id']): Searchable {
  const catalogue = new Catalogue(item);
  return { catalogue, defaultOrder: order.map((text) => sortOf(catalogue, text)), unique };
}

function sortOf(catalogue: Catalogue, text: string): Sort {
  const sort = parseSort(text, { pointer: '' });
  if ('code' in sort) throw new Error(sort.detail);
  return { field: catalogue.get(sort.field), order: sort.order };
}
