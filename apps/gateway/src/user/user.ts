import { type Aggregate, type ApprovalRights, refuse } from '@corridor/kernel';
import type { Permission } from '@corridor/http';
import type { PasswordGiven } from '../token/given-password.js';

/** A person who acts for a client. `usr_` identifies the person, `cu_` the person in this client. */
export interface User {
  readonly details: Pick<UserDetails, 'clientUserId' | 'permissions'> | null;
  readonly isDisabled: boolean;
  /** How often the sessions were ended: a login counts only with the current number. */
  readonly sessionsEnded: number;
}

export interface UserDetails {
  readonly clientUserId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** argon2id hash in its text form. The password itself is not stored. */
  readonly passwordHash: string;
  readonly permissions: readonly Permission[];
  readonly settings: { readonly locale: string; readonly avatarUrl: string | null };
}

export type UserEvent =
  | ({ readonly type: 'created' } & UserDetails)
  | { readonly type: 'logged_in' }
  | { readonly type: 'unlocked' }
  | { readonly type: 'disabled' }
  | { readonly type: 'enabled' }
  | { readonly type: 'password_reset'; readonly passwordHash: string }
  | PasswordGiven
  /** By the user, with a login. */
  | { readonly type: 'password_changed'; readonly passwordHash: string }
  | { readonly type: 'sessions_ended' }
  | { readonly type: 'approval_set'; readonly approval: ApprovalRights };

export const user: Aggregate<User, UserEvent> = {
  name: 'user',
  stateVersion: 2,
  initial: { details: null, isDisabled: false, sessionsEnded: 0 },
  evolve(before, event) {
    const state = endsSessions(event) ? { ...before, sessionsEnded: before.sessionsEnded + 1 } : before;
    switch (event.type) {
      case 'created': {
        const { clientUserId, permissions } = event;
        return { ...state, details: { clientUserId, permissions } };
      }
      case 'disabled':
        return { ...state, isDisabled: true };
      case 'enabled':
        return { ...state, isDisabled: false };
      default:
        return state;
    }
  },
};

/** Whether it logs the user out everywhere. */
export const endsSessions = ({ type }: UserEvent): boolean =>
  ['disabled', 'password_reset', 'password_changed', 'sessions_ended'].includes(type);

/** @param given whether its owner has to replace the password */
export function createUser(
  { details }: User,
  input: UserDetails,
  given: readonly PasswordGiven[] = [],
): UserEvent[] {
  if (details) throw refuse('already_exists');
  return [{ type: 'created', ...input }, ...given];
}

/** Ends the delay of logins after failed ones. */
export function unlock(state: User): UserEvent[] {
  exists(state);
  return [{ type: 'unlocked' }];
}

/** Ends the sessions; until the user is enabled again, logins and keys do not work. */
export function disable(state: User): UserEvent[] {
  exists(state);
  return state.isDisabled ? [] : [{ type: 'disabled' }];
}

export function enable(state: User): UserEvent[] {
  exists(state);
  return state.isDisabled ? [{ type: 'enabled' }] : [];
}

/** @param given as in {@link createUser} */
export function resetPassword(
  state: User,
  { passwordHash }: Pick<UserDetails, 'passwordHash'>,
  given: readonly PasswordGiven[] = [],
): UserEvent[] {
  exists(state);
  return [{ type: 'password_reset', passwordHash }, ...given];
}

export function endSessions(state: User): UserEvent[] {
  exists(state);
  return [{ type: 'sessions_ended' }];
}

/** What the user may create alone, and approve of others. */
export function setApproval(state: User, { approval }: { readonly approval: ApprovalRights }): UserEvent[] {
  exists(state);
  return [{ type: 'approval_set', approval }];
}

/**
 * @param login `sessionsEnded` when its password was verified: one that was replaced meanwhile logs nobody in. `newHash` of a password
 *   that replaces it, which ends all sessions but this one; null to keep it
 */
export function logIn(
  state: User,
  login: Pick<User, 'sessionsEnded'> & { readonly newHash?: string | null },
): UserEvent[] {
  const isCurrent = login.sessionsEnded === state.sessionsEnded;
  if (!state.details || state.isDisabled || !isCurrent) throw refuse('unauthenticated');
  const { newHash: passwordHash = null } = login;
  const changed: UserEvent[] = passwordHash === null ? [] : [{ type: 'password_changed', passwordHash }];
  return [...changed, { type: 'logged_in' }];
}

function exists({ details }: User): void {
  if (!details) throw refuse('not_found');
}
