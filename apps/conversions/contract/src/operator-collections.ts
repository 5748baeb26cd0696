import type { Collection } from '@corridor/contracts';
import { blotterEntry, dealingHalt, hedge, manualPoints, manualRate } from './records/dealing.js';
import { marginPlan } from './records/margin-plan.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  halts: {
    name: 'halts',
    permission: 'dealing:read',
    item: dealingHalt,
    order: ['haltedOn:DESC'],
    indexed: ['id', 'status', 'ccyPair', 'cause', 'haltedOn'],
  },
  manualRates: {
    name: 'manual-rates',
    permission: 'dealing:read',
    item: manualRate,
    order: ['id:ASC'],
    indexed: ['id'],
  },
  manualPoints: {
    name: 'manual-points',
    permission: 'dealing:read',
    item: manualPoints,
    order: ['id:ASC'],
    indexed: ['id'],
  },
  marginPlans: {
    name: 'marginPlans',
    permission: 'dealing:read',
    item: marginPlan,
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'name', 'auditHistory.created.on'],
  },
  blotter: {
    name: 'blotter',
    permission: 'dealing:read',
    item: blotterEntry,
    order: ['tradedOn:DESC'],
    indexed: [
      'id',
      'client.id',
      'status',
      'sellAmount.ccyCode',
      'buyAmount.ccyCode',
      'valueDate',
      'tradedOn',
    ],
  },
  hedges: {
    name: 'hedges',
    permission: 'dealing:read',
    item: hedge,
    order: ['recordedOn:DESC'],
    indexed: [
      'id',
      'status',
      'externalReference',
      'counterparty',
      'buyAmount.ccyCode',
      'sellAmount.ccyCode',
      'valueDate',
      'recordedOn',
    ],
  },
} as const satisfies Readonly<Record<string, Collection>>;
