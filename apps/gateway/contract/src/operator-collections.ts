import type { Collection } from '@corridor/contracts';
import { staffMember } from './records/staff.js';

/** The collections that staff can search; clients cannot. By default newest first. */
export const operatorCollections = {
  staff: {
    name: 'staff',
    permission: 'staff:read',
    item: staffMember,
    order: ['auditHistory.created.on:DESC'],
    indexed: ['id', 'status', 'auditHistory.created.on'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
