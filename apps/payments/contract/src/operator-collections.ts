import type { Collection } from '@corridor/contracts';
import { screeningCase } from './records/screening-case.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  screeningCases: {
    name: 'screening-cases',
    permission: 'screening:read',
    item: screeningCase,
    order: ['openedOn:DESC'],
    indexed: ['id', 'status', 'kind', 'client.id', 'subject.id', 'openedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
