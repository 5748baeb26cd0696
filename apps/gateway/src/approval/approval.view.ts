import type { ReadModel, Registration, View } from '@corridor/event-store';
import { type ApprovalResource, operatorCollections } from '@corridor/gateway-contract';
import { searchable } from '@corridor/search';
import { type Approval, type ApprovalEvent, approval } from './approval.js';

export const approvals: View<ApprovalResource, ApprovalEvent> & ReadModel = {
  table: 'approval',
  searchable: searchable(operatorCollections.approvals),
  columns: {
    id: 'id',
    status: 'status',
    kind: 'kind',
    operation: 'operation',
    path: 'path',
    'askedBy.id': 'asked_by',
    'decidedBy.id': 'decided_by',
    askedOn: 'created_on',
  },
  project(row, { streamId: id, occurredOn: on, event }) {
    switch (event.type) {
      case 'asked': {
        const { type: _, sealed: _sealed, requestId: _id, traceparent: _trace, ...asked } = event;
        const { kind, effect, reason, operation, method, path, body, permission } = asked;
        const what = { kind, effect, reason, operation, method, path, body, permission };
        const { askedBy, askedWithKey, expiresOn } = asked;
        const undecided = { decidedBy: null, decidedOn: null, decisionReason: null, outcome: null };
        return {
          ...{ id, status: 'AWAITING_APPROVAL', ...what, askedBy, askedWithKey, askedOn: on, expiresOn },
          ...undecided,
        };
      }
      case 'approved':
        return row && { ...row, status: 'APPROVED', decidedBy: event.by, decidedOn: on };
      case 'rejected': {
        const { by: decidedBy, reason: decisionReason } = event;
        return row && { ...row, status: 'REJECTED', decidedBy, decidedOn: on, decisionReason };
      }
      case 'expired':
        return row && { ...row, status: 'EXPIRED', decidedOn: on };
      case 'carried_out': {
        const { succeeded, status, response, problem } = event;
        return row && { ...row, outcome: { succeeded, status, response, problem, on } };
      }
    }
  },
};

export const approvalRegistration: Registration<Approval, ApprovalEvent, ApprovalResource> = {
  aggregate: approval,
  view: approvals,
};
