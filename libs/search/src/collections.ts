import { schemas } from '@corridor/contracts';
import type { TSchema } from 'typebox';
import { Catalogue } from './catalogue.js';
import { parseSort, type Sort } from './sort.js';
import type { Searchable } from './search.js';

const NEWEST = 'auditHistory.created.on:DESC';

/** What can be searched, by the name that it has in paths, with its default order: the newest first (decisions §5). */
export const searchables = {
  paymentInstructions: searchable('payment-instructions', schemas.paymentInstruction, NEWEST),
  payments: searchable('payments', schemas.payment, NEWEST),
  beneficiaries: searchable('beneficiaries', schemas.beneficiary, NEWEST),
  conversions: searchable('conversions', schemas.conversion, NEWEST),
  // These say nowhere when they were made; their ids rise with time.
  wallets: searchable('wallets', schemas.walletSummary, 'id:DESC'),
  inboundFunds: searchable('inbound-funds', schemas.inboundFunds, 'id:DESC'),
  transactions: {
    ...searchable('transactions', schemas.transaction, 'sortDate:DESC', 'sortPriority:DESC'),
    unique: ['id', 'sortPriority'],
  },
} as const satisfies Record<string, Searchable>;

function searchable(name: string, item: TSchema, ...order: readonly string[]): Searchable {
  const catalogue = new Catalogue(item);
  return {
    name,
    item,
    catalogue,
    defaultOrder: order.map((text) => sortOf(catalogue, text)),
    unique: ['id'],
  };
}

function sortOf(catalogue: Catalogue, text: string): Sort {
  const sort = parseSort(text, { pointer: '' });
  if ('code' in sort) throw new Error(sort.detail);
  return { field: catalogue.get(sort.field), order: sort.order };
}
