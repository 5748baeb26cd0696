import type { Role } from '@corridor/gateway-contract';
import { type Aggregate, refuse } from '@corridor/kernel';
import type { PasswordGiven } from '../token/given-password.js';

/** A member of staff: a person who works with the operator's interface (production.md §2). */
export interface Staff {
  readonly status: 'NEW' | 'ACTIVE' | 'DISABLED';
  readonly roles: readonly Role[];
  readonly authenticator: Authenticator | null;
  /** How often the password was replaced. */
  readonly resets: number;
  /** Of the last one-time code that was accepted: each is usable once. */
  readonly lastStep: number;
}

interface Authenticator {
  /** Encrypted. */
  readonly secret: string;
  /** By the first login with one of its codes. From then on each login needs one. */
  readonly isEnrolled: boolean;
}

export interface StaffDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** argon2id hash in its text form. The password itself is not stored. */
  readonly passwordHash: string;
  readonly roles: readonly Role[];
}

/** A login. It ends when it expires, and with the events that {@link endsSessions}. */
export interface Session {
  readonly sessionId: string;
  readonly expiresOn: string;
  /** The time step of the one-time code; null without one. */
  readonly step: number | null;
}

/** What the password and the code of a login were compared with. */
export interface Compared {
  readonly resets: number;
  /** Encrypted. Null without an authenticator. */
  readonly secret: string | null;
}

export type StaffEvent =
  | ({ readonly type: 'created' } & StaffDetails)
  | { readonly type: 'roles_changed'; readonly roles: readonly Role[] }
  | { readonly type: 'disabled' }
  | { readonly type: 'enabled' }
  | { readonly type: 'password_reset'; readonly passwordHash: string }
  | PasswordGiven
  /** By the member, in a session that goes on or begins. */
  | { readonly type: 'password_changed'; readonly passwordHash: string; readonly sessionId: string }
  | { readonly type: 'authenticator_issued'; readonly secret: string }
  /** The same secret, encrypted again because CALLER_SECRET is being replaced. */
  | { readonly type: 'authenticator_encrypted'; readonly secret: string }
  | { readonly type: 'authenticator_removed' }
  | ({ readonly type: 'logged_in' } & Session)
  | { readonly type: 'sessions_ended' };

export const staff: Aggregate<Staff, StaffEvent> = {
  name: 'staff',
  stateVersion: 3,
  initial: { status: 'NEW', roles: [], authenticator: null, resets: 0, lastStep: 0 },
  evolve(state, event) {
    switch (event.type) {
      case 'created':
        return { ...state, status: 'ACTIVE', roles: event.roles };
      case 'roles_changed':
        return { ...state, roles: event.roles };
      case 'disabled':
        return { ...state, status: 'DISABLED' };
      case 'enabled':
        return { ...state, status: 'ACTIVE' };
      case 'authenticator_issued':
        return { ...state, authenticator: { secret: event.secret, isEnrolled: false } };
      case 'authenticator_encrypted':
        return {
          ...state,
          authenticator: state.authenticator && { ...state.authenticator, secret: event.secret },
        };
      case 'authenticator_removed':
        return { ...state, authenticator: null };
      case 'logged_in':
        return event.step === null
          ? state
          : { ...state, authenticator: enrolled(state), lastStep: event.step };
      case 'password_reset':
      case 'password_changed':
        return { ...state, resets: state.resets + 1 };
      case 'password_given':
      case 'sessions_ended':
        return state;
    }
  },
};

const enrolled = ({ authenticator }: Staff): Authenticator | null =>
  authenticator && { ...authenticator, isEnrolled: true };

/** Whether it logs the member out everywhere. */
export const endsSessions = ({ type }: StaffEvent): boolean =>
  ['disabled', 'password_reset', 'authenticator_removed', 'sessions_ended'].includes(type);

/** Whether enough others may administer the staff: one, or two who approve what each other does. */
export interface Others {
  readonly administer: boolean;
}

/** @param given whether its owner has to replace the password */
export function createStaff(
  { status }: Staff,
  details: StaffDetails,
  given: readonly PasswordGiven[] = [],
): StaffEvent[] {
  if (status !== 'NEW') throw refuse('already_exists');
  return [{ type: 'created', ...details }, ...given];
}

export function changeRoles(
  state: Staff,
  { roles, administer }: Others & Pick<StaffDetails, 'roles'>,
): StaffEvent[] {
  active(state);
  if (!roles.includes('administrator')) keepsOne(state, { administer });
  if (String([...roles].sort()) === String([...state.roles].sort())) return [];
  return [{ type: 'roles_changed', roles }];
}

/** At once: sessions end, and keys do not work until the member is enabled. */
export function disable(state: Staff, others: Others): StaffEvent[] {
  if (state.status === 'NEW') throw refuse('not_found');
  if (state.status === 'DISABLED') return [];
  keepsOne(state, others);
  return [{ type: 'disabled' }];
}

/** Sessions that have ended stay so. */
export function enable({ status }: Staff): StaffEvent[] {
  if (status === 'NEW') throw refuse('not_found');
  return status === 'DISABLED' ? [{ type: 'enabled' }] : [];
}

/** By the member. @param resets when the current password was compared @throws Refusal illegal_transition if it was replaced meanwhile */
export function changePassword(
  state: Staff,
  {
    resets,
    ...change
  }: { readonly passwordHash: string; readonly sessionId: string; readonly resets: number },
): StaffEvent[] {
  active(state);
  if (state.resets !== resets) throw refuse('illegal_transition', 'The password was replaced meanwhile.');
  return [{ type: 'password_changed', ...change }];
}

/** @param given as in {@link createStaff} */
export function resetPassword(
  state: Staff,
  { passwordHash }: { readonly passwordHash: string },
  given: readonly PasswordGiven[] = [],
): StaffEvent[] {
  active(state);
  return [{ type: 'password_reset', passwordHash }, ...given];
}

/** A new secret for an authenticator app, which the first login with its code enrols. @throws Refusal illegal_transition while another one is enrolled */
export function issueAuthenticator(state: Staff, { secret }: { readonly secret: string }): StaffEvent[] {
  active(state);
  if (state.authenticator?.isEnrolled)
    throw refuse('illegal_transition', 'An authenticator is enrolled. An administrator can remove it.');
  return [{ type: 'authenticator_issued', secret }];
}

/** Does nothing if the authenticator was replaced meanwhile. */
export const encryptAuthenticator = (
  { authenticator }: Staff,
  { before, after }: { readonly before: string; readonly after: string },
): StaffEvent[] =>
  authenticator?.secret === before ? [{ type: 'authenticator_encrypted', secret: after }] : [];

export function removeAuthenticator(state: Staff): StaffEvent[] {
  active(state);
  return state.authenticator ? [{ type: 'authenticator_removed' }] : [];
}

/** @param login `newHash` of a password that replaces the one of the login; null to keep it
 * @throws Refusal unauthenticated also for a code that was used before, and for a password or an authenticator replaced meanwhile */
export function logIn(
  { status, authenticator, resets, lastStep }: Staff,
  {
    session,
    compared,
    newHash = null,
  }: { readonly session: Session; readonly compared: Compared; readonly newHash?: string | null },
): StaffEvent[] {
  const isFine =
    session.step === null
      ? !authenticator?.isEnrolled
      : session.step > lastStep && compared.secret === authenticator?.secret;
  if (status !== 'ACTIVE' || compared.resets !== resets || !isFine) throw refuse('unauthenticated');
  const { sessionId } = session;
  const changed: StaffEvent[] =
    newHash === null ? [] : [{ type: 'password_changed', passwordHash: newHash, sessionId }];
  return [...changed, { type: 'logged_in', ...session }];
}

export function endSessions({ status }: Staff): StaffEvent[] {
  if (status === 'NEW') throw refuse('not_found');
  return [{ type: 'sessions_ended' }];
}

function active({ status }: Staff): void {
  if (status === 'NEW') throw refuse('not_found');
  if (status === 'DISABLED') throw refuse('illegal_transition', 'The member of staff is DISABLED.');
}

function keepsOne({ roles }: Staff, { administer }: Others): void {
  if (roles.includes('administrator') && !administer) throw refuse('last_administrator');
}
