import { type Caller, type Timestamp, instantOf, refuse } from '@corridor/kernel';

/** A password that staff have given to somebody else: whoever has it replaces it with the login (ADR 71). */
export interface PasswordGiven {
  readonly type: 'password_given';
}

const USABLE_DAYS = 3;

/** What follows the event of a password that a caller sets for somebody. In the sandbox, and with the operator key, it stays as it is. */
export const givenBy = ({ environment, user }: Caller): PasswordGiven[] =>
  environment === 'PRODUCTION' && user ? [{ type: 'password_given' }] : [];

/**
 * Of a login with the right password.
 * @param givenOn null for one that its owner has chosen
 * @throws Refusal password_change_required
 */
export function mustBeReplaced(givenOn: Timestamp | null, now: Date, newPassword: string | null): void {
  if (givenOn === null) return;
  if (now.getTime() - instantOf(givenOn).getTime() > USABLE_DAYS * 86_400_000)
    throw refuse(
      'password_change_required',
      `Staff gave this password more than ${USABLE_DAYS} days ago: it cannot be used any more. They can give another one.`,
    );
  if (newPassword === null) throw refuse('password_change_required');
}
