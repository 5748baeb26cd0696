import type { Collection } from '@corridor/contracts';
import { bankSubmission } from './records/bank-submission.js';
import { screeningCase } from './records/screening-case.js';

/** The collections that staff can search; clients cannot. */
export const operatorCollections = {
  bankSubmissions: {
    name: 'bank-submissions',
    permission: 'bank:read',
    item: bankSubmission,
    order: ['createdOn:DESC'],
    indexed: [
      'id',
      'status',
      'kind',
      'subjectId',
      'client.id',
      'reference',
      'amount.ccyCode',
      'valueDate',
      'createdOn',
    ],
  },
  screeningCases: {
    name: 'screening-cases',
    permission: 'screening:read',
    item: screeningCase,
    order: ['openedOn:DESC'],
    indexed: ['id', 'status', 'kind', 'client.id', 'subject.id', 'openedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
