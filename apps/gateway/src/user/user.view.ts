import type { Projection, View } from '@corridor/event-store';
import type { UserDetails, UserEvent } from './user.js';

/** interface-spec 2.14, and the data that authentication needs, without the password hash. */
export interface UserRow extends Omit<UserDetails, 'passwordHash'> {
  readonly id: string;
  readonly status: 'Active';
  readonly dateOfLastLogin: string | null;
}

export const users: View<UserRow, UserEvent> = {
  table: 'client_user',
  project(row, { streamId, occurredOn, event }) {
    if (event.type === 'logged_in') return row && { ...row, dateOfLastLogin: occurredOn };
    if (event.type === 'unlocked') return row;
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
    };
  },
};

/** Email addresses are not case-sensitive. */
export const mailKey = (email: string): string => email.toLowerCase();

/** The credentials of a login. */
export const projectLogin: Projection<UserEvent> = (sql, recorded) => {
  for (const { streamId, caller, event } of recorded) {
    if (event.type === 'unlocked')
      sql.write('UPDATE login SET unlocks = unlocks + 1 WHERE user_id = $1', [streamId]);
    if (event.type !== 'created') continue;
    sql.write(`INSERT INTO login (email, user_id, client_id, password_hash) VALUES ($1, $2, $3, $4)`, [
      mailKey(event.email),
      streamId,
      caller.client.id,
      event.passwordHash,
    ]);
  }
};
