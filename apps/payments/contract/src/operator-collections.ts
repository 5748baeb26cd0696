import type { Collection } from '@corridor/contracts';
import { bankFile } from './records/bank-file.js';
import { bankSubmission } from './records/bank-submission.js';
import { feePlan } from './records/fee-plan.js';
import { rescreening } from './records/rescreening.js';
import { screeningCase } from './records/screening-case.js';
import { screeningList } from './records/screening-list.js';

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
  bankFiles: {
    name: 'bank-files',
    permission: 'bank:read',
    item: bankFile,
    order: ['createdOn:DESC'],
    indexed: ['id', 'status', 'name', 'digest', 'createdOn'],
  },
  feePlans: {
    name: 'feePlans',
    permission: 'fees:read',
    item: feePlan,
    order: ['id:DESC'],
    indexed: ['id', 'name'],
  },
  screeningCases: {
    name: 'screening-cases',
    permission: 'screening:read',
    item: screeningCase,
    order: ['openedOn:DESC'],
    indexed: ['id', 'status', 'kind', 'client.id', 'subject.id', 'openedOn'],
  },
  screeningLists: {
    name: 'screening-lists',
    permission: 'screening-lists:read',
    item: screeningList,
    order: ['requestedOn:DESC'],
    indexed: ['id', 'requestedOn'],
  },
  rescreenings: {
    name: 'rescreenings',
    permission: 'screening-lists:read',
    item: rescreening,
    order: ['startedOn:DESC'],
    indexed: ['id', 'startedOn'],
  },
} as const satisfies Readonly<Record<string, Collection>>;
