import {
  createReadModel,
  migrationOf,
  orderIndex,
  searchColumns,
  valueIndexes,
  writtenColumns,
} from '@corridor/event-store';

const NEWEST_FIRST = 'created_on DESC, id DESC';
const COLUMNS = {
  status: 'status',
  kind: 'kind',
  operation: 'operation',
  path: 'path',
  asked_by: 'askedBy.id',
  decided_by: 'decidedBy.id',
};

/** Commands that need a second person, and one of them. */
export const Approvals1700000100001 = migrationOf(
  'Approvals1700000100001',
  [
    ...createReadModel('discard_request'),
    ...createReadModel('approval'),
    searchColumns('approval', COLUMNS),
    ...orderIndex('approval', 'approval_newest', NEWEST_FIRST, Object.keys(COLUMNS)),
    ...valueIndexes(
      'approval',
      NEWEST_FIRST,
      ['status', 'kind', 'operation', 'path', 'asked_by'],
      ['decided_by'],
    ),
    ...writtenColumns('approval', COLUMNS),
    `CREATE INDEX approval_open ON approval (id)
       WHERE status = 'AWAITING_APPROVAL' OR (status = 'APPROVED' AND (data ->> 'outcome') IS NULL)`,
  ],
  'approvals are never dropped',
);
