import { given } from '@corridor/testing';
import {
  type ApprovalEvent,
  type Asked,
  type Outcome,
  approval,
  approve,
  ask,
  carriedOut,
  expire,
  reject,
} from './approval.js';

const asked: Asked = {
  ...{ kind: 'roles', effect: 'Changes roles.', reason: null, operation: 'changeStaffRoles' },
  ...{ method: 'PUT', path: '/operator/v1/staff/stf_3/roles', body: { roles: ['support'] }, sealed: null },
  ...{ permission: 'staff:write', askedBy: { id: 'stf_1', name: 'Ines' }, askedWithKey: null },
  ...{ expiresOn: '2026-11-24T09:30:00.000', requestId: 'r-1', traceparent: 't' },
};
const bo = { id: 'stf_2', name: 'Bo' };
const decider = { by: bo, permissions: ['staff:write'], at: '2026-11-24T09:29:59.999' };
const ines = { ...decider, by: asked.askedBy };
const late = { ...decider, at: asked.expiresOn };
const weak = { ...decider, permissions: ['staff:read'] };
const done: Outcome = { succeeded: true, status: 200, response: { id: 'stf_3' }, problem: null };
const failed: Outcome = { succeeded: false, status: 409, response: null, problem: { code: 'x' } };

const wasAsked: ApprovalEvent = { type: 'asked', ...asked };
const approved: ApprovalEvent = { type: 'approved', by: bo };
const rejected: ApprovalEvent = { type: 'rejected', by: bo, reason: 'No' };
const expired: ApprovalEvent = { type: 'expired' };
const after = (...events: ApprovalEvent[]) => given(approval, wasAsked, ...events);

describe('an approval', () => {
  it('is asked for once', () => {
    given(approval).when(ask, asked).then(wasAsked);
    after().when(ask, asked).refuses('already_exists');
  });

  it('is given by another person with the permission, in time', () => {
    after().when(approve, decider).then(approved);
    after().when(approve, ines).refuses('second_person_required');
    after().when(approve, weak).refuses('permission_required');
    after().when(approve, late).refuses('illegal_transition');
    given(approval).when(approve, decider).refuses('not_found');
  });

  it('is rejected by another person with the permission, or withdrawn', () => {
    after()
      .when(reject, { ...decider, reason: 'No' })
      .then(rejected);
    after()
      .when(reject, { ...ines, permissions: [], reason: 'No' })
      .then({ ...rejected, by: asked.askedBy });
    after()
      .when(reject, { ...weak, reason: 'No' })
      .refuses('permission_required');
  });

  it.each([
    ['APPROVED', approved],
    ['REJECTED', rejected],
    ['EXPIRED', expired],
  ] as const)('is final when %s', (_, event) => {
    after(event).when(approve, decider).refuses('illegal_transition');
    after(event)
      .when(reject, { ...decider, reason: 'No' })
      .refuses('illegal_transition');
    after(event).when(expire, late).then();
  });

  it('expires once its time has come', () => {
    after().when(expire, decider).then();
    after().when(expire, late).then(expired);
  });

  it('records one outcome, and success rather than the refusal of another attempt', () => {
    after(approved)
      .when(carriedOut, done)
      .then({ type: 'carried_out', ...done });
    after(approved, { type: 'carried_out', ...done })
      .when(carriedOut, failed)
      .then();
    after(approved, { type: 'carried_out', ...failed })
      .when(carriedOut, failed)
      .then();
    after(approved, { type: 'carried_out', ...failed })
      .when(carriedOut, done)
      .then({ type: 'carried_out', ...done });
    after(rejected).when(carriedOut, done).then();
  });
});
