import type { Projection, ReadModel, View } from '@corridor/event-store';
import { operatorCollections } from '@corridor/gateway-contract';
import { type ApprovalRights, type AuditHistory, audited } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import { type UserDetails, type UserEvent, endsSessions } from './user.js';

/** interface-spec 2.14, and the data that authentication needs, without the password hash. */
export interface UserRow extends Omit<UserDetails, 'passwordHash'> {
  readonly id: string;
  readonly status: 'Active' | 'Disabled';
  readonly dateOfLastLogin: string | null;
  readonly approval: ApprovalRights;
  readonly auditHistory: AuditHistory;
}

/** Of a user who is neither a maker nor a checker: as long as nobody sets anything else. */
export const NO_APPROVAL: ApprovalRights = { makerLimit: null, isChecker: false, checkerLimit: null };

export const users: View<UserRow, UserEvent> & ReadModel = {
  table: 'client_user',
  searchable: searchable(operatorCollections.users),
  columns: {
    id: 'id',
    status: 'status',
    email: 'email',
    lastName: 'last_name',
    'auditHistory.created.on': 'created_on',
    clientId: 'client_id',
  },
  isOfAllClients: true,
  project(row, { streamId, version, caller, occurredOn, event }) {
    const auditHistory = audited(row?.auditHistory ?? null, version, caller, occurredOn);
    switch (event.type) {
      case 'logged_in':
        return row && { ...row, dateOfLastLogin: occurredOn, auditHistory };
      case 'disabled':
        return row && { ...row, status: 'Disabled', auditHistory };
      case 'enabled':
        return row && { ...row, status: 'Active', auditHistory };
      case 'approval_set':
        return row && { ...row, approval: event.approval, auditHistory };
      case 'created': {
        const { clientUserId, firstName, lastName, email, permissions, settings } = event;
        return {
          id: streamId,
          firstName,
          lastName,
          email,
          status: 'Active',
          dateOfLastLogin: null,
          settings,
          clientUserId,
          permissions,
          approval: NO_APPROVAL,
          auditHistory,
        };
      }
      default:
        return row && { ...row, auditHistory };
    }
  },
};

/** Email addresses are not case-sensitive. */
export const mailKey = (email: string): string => email.toLowerCase();

/** The credentials of a login. */
export const projectLogin: Projection<UserEvent> = (sql, recorded) => {
  for (const { streamId, caller, event, occurredOn } of recorded) {
    if (endsSessions(event))
      sql.write('UPDATE login SET sessions_ended = sessions_ended + 1 WHERE user_id = $1', [streamId]);
    switch (event.type) {
      case 'created':
        sql.write(`INSERT INTO login (email, user_id, client_id, password_hash) VALUES ($1, $2, $3, $4)`, [
          mailKey(event.email),
          streamId,
          caller.client.id,
          event.passwordHash,
        ]);
        break;
      case 'unlocked':
        sql.write('UPDATE login SET unlocks = unlocks + 1 WHERE user_id = $1', [streamId]);
        break;
      case 'password_given':
        sql.write('UPDATE login SET given_on = $2 WHERE user_id = $1', [streamId, occurredOn]);
        break;
      case 'password_reset':
      case 'password_changed':
        sql.write(
          'UPDATE login SET password_hash = $2, given_on = NULL, unlocks = unlocks + 1 WHERE user_id = $1',
          [streamId, event.passwordHash],
        );
        break;
      default:
    }
  }
};
