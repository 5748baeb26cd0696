import type { Collection } from '@corridor/contracts';
import { dealingHalt } from './records/dealing.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  halts: {
    name: 'halts',
    permission: 'dealing:read',
    item: dealingHalt,
    order: ['haltedOn:DESC'],
    indexed: ['id', 'status', 'ccyPair', 'cause', 'haltedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
