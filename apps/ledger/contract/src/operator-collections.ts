import type { Collection } from '@corridor/contracts';
import { receivable } from './records/receivable.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  receivables: {
    name: 'receivables',
    permission: 'receivables:read',
    item: receivable,
    order: ['openedOn:DESC'],
    indexed: ['id', 'status', 'client.id', 'conversion.id', 'amount.ccyCode', 'openedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
