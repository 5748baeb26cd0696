import { type Aggregate, refuse } from '@corridor/kernel';
import type { Permission } from '@corridor/http';

/** A person who acts for a client. `usr_` identifies the person, `cu_` the person in this client. */
export interface User {
  readonly details: Pick<UserDetails, 'clientUserId' | 'permissions'> | null;
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
  | { readonly type: 'unlocked' };

export const user: Aggregate<User, UserEvent> = {
  name: 'user',
  stateVersion: 1,
  initial: { details: null },
  evolve(state, event) {
    if (event.type !== 'created') return state;
    const { clientUserId, permissions } = event;
    return { details: { clientUserId, permissions } };
  },
};

export function createUser({ details }: User, input: UserDetails): UserEvent[] {
  if (details) throw refuse('already_exists');
  return [{ type: 'created', ...input }];
}

/** Ends the delay of logins after failed ones. */
export function unlock({ details }: User): UserEvent[] {
  if (!details) throw refuse('not_found');
  return [{ type: 'unlocked' }];
}

export function logIn({ details }: User): UserEvent[] {
  if (!details) throw refuse('unauthenticated');
  return [{ type: 'logged_in' }];
}
