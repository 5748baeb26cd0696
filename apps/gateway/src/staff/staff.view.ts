import type { Projection, ReadModel, Recorded, View } from '@corridor/event-store';
import { type StaffResource, operatorCollections } from '@corridor/gateway-contract';
import { type AuditHistory, audited } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import { mailKey } from '../user/user.view.js';
import { type StaffEvent, endsSessions } from './staff.js';
import { FORGET_USED, keepUsed } from '../token/used-passwords.js';

/** The record of a member of staff: nothing that they log in with. */
export const staffView: View<StaffResource, StaffEvent> & ReadModel = {
  table: 'staff',
  searchable: searchable(operatorCollections.staff),
  columns: { id: 'id', status: 'status', 'auditHistory.created.on': 'created_on' },
  project(row, recorded) {
    const { streamId: id, event, occurredOn, caller, version } = recorded;
    const history = audited((row?.auditHistory ?? null) as AuditHistory | null, version, caller, occurredOn);
    const auditHistory = history as StaffResource['auditHistory'];
    if (event.type === 'created') {
      const { firstName, lastName, email, roles } = event;
      const login = { status: 'ACTIVE', hasAuthenticator: false, dateOfLastLogin: null } as const;
      return { id, firstName, lastName, email, roles, ...login, auditHistory };
    }
    return row && { ...row, ...changed(row, recorded), auditHistory };
  },
};

function changed(row: StaffResource, { event, occurredOn }: Recorded<StaffEvent>): Partial<StaffResource> {
  switch (event.type) {
    case 'roles_changed':
      return { roles: event.roles };
    case 'disabled':
      return { status: 'DISABLED' };
    case 'enabled':
      return { status: 'ACTIVE' };
    case 'authenticator_removed':
      return { hasAuthenticator: false };
    case 'logged_in':
      return { dateOfLastLogin: occurredOn, hasAuthenticator: row.hasAuthenticator || event.step !== null };
    default:
      return {};
  }
}

const NEW_PASSWORD = 'password_hash = $2, given_on = NULL, resets = resets + 1';
const RESET = `UPDATE staff_login SET ${FORGET_USED}, ${NEW_PASSWORD} WHERE staff_id = $1`;
const CHANGE = `UPDATE staff_login SET ${keepUsed('$3', '$4')}, ${NEW_PASSWORD} WHERE staff_id = $1`;

/** What members log in with, and their sessions. */
export const projectStaffLogin: Projection<StaffEvent> = (sql, recorded) => {
  for (const { streamId, caller, event, occurredOn } of recorded) {
    if (endsSessions(event)) sql.write('DELETE FROM staff_session WHERE staff_id = $1', [streamId]);
    switch (event.type) {
      case 'created':
        sql.write('INSERT INTO staff_login (email, staff_id, password_hash) VALUES ($1, $2, $3)', [
          mailKey(event.email),
          streamId,
          event.passwordHash,
        ]);
        break;
      case 'disabled':
        sql.write(`UPDATE staff_login SET is_disabled = true, ${FORGET_USED} WHERE staff_id = $1`, [
          streamId,
        ]);
        break;
      case 'enabled':
        sql.write('UPDATE staff_login SET is_disabled = false WHERE staff_id = $1', [streamId]);
        break;
      case 'password_changed':
        sql.write('DELETE FROM staff_session WHERE staff_id = $1 AND id <> $2', [streamId, event.sessionId]);
        sql.write(CHANGE, [streamId, event.passwordHash, occurredOn, caller.correlationId]);
        break;
      case 'password_reset':
        sql.write(RESET, [streamId, event.passwordHash]);
        break;
      case 'password_given':
        sql.write('UPDATE staff_login SET given_on = $2 WHERE staff_id = $1', [streamId, occurredOn]);
        break;
      case 'authenticator_issued':
      case 'authenticator_encrypted':
        sql.write('UPDATE staff_login SET secret = $2 WHERE staff_id = $1', [streamId, event.secret]);
        break;
      case 'authenticator_removed':
        sql.write('UPDATE staff_login SET secret = NULL, is_enrolled = false WHERE staff_id = $1', [
          streamId,
        ]);
        break;
      case 'logged_in':
        sql.write('DELETE FROM staff_session WHERE staff_id = $1 AND expires_on <= $2', [
          streamId,
          occurredOn,
        ]);
        sql.write('INSERT INTO staff_session (id, staff_id, expires_on) VALUES ($1, $2, $3)', [
          event.sessionId,
          streamId,
          event.expiresOn,
        ]);
        if (event.step !== null)
          sql.write('UPDATE staff_login SET is_enrolled = true, last_step = $2 WHERE staff_id = $1', [
            streamId,
            event.step,
          ]);
        break;
      default:
    }
  }
};
