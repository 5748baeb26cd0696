import { given } from '@corridor/testing';
import {
  type StaffEvent,
  changePassword,
  changeRoles,
  createStaff,
  disable,
  enable,
  endSessions,
  issueAuthenticator,
  logIn,
  removeAuthenticator,
  resetPassword,
  staff,
} from './staff.js';

const details = {
  firstName: 'Ines',
  lastName: 'Almeida',
  email: 'ines@corridor.example',
  passwordHash: 'argon2',
  roles: ['administrator'] as const,
};
const created: StaffEvent = { type: 'created', ...details };
const issued: StaffEvent = { type: 'authenticator_issued', secret: 'encrypted' };
const login = (step: number | null): StaffEvent => ({ type: 'logged_in', ...session(step) });
const session = (step: number | null) => ({ sessionId: 's', expiresOn: '2026-11-21T10:00:00.000', step });
/** Of somebody with the authenticator, and the password that they have had from the beginning. */
const attempt = (step: number | null, compared = { resets: 0, secret: 'encrypted' }) => ({
  session: session(step),
  compared,
});
const alone = { administer: false };
const others = { administer: true };

describe('a member of staff', () => {
  test('is created once', () => {
    given(staff).when(createStaff, details).then(created);
    given(staff, created).when(createStaff, details).refuses('already_exists');
  });

  test('keeps the administration if nobody else has it', () => {
    given(staff, created).when(disable, alone).refuses('last_administrator');
    given(staff, created).when(disable, others).then({ type: 'disabled' });
    given(staff, created)
      .when(changeRoles, { roles: ['support'], ...alone })
      .refuses('last_administrator');
    given(staff, created)
      .when(changeRoles, { roles: ['support', 'administrator'], ...alone })
      .then({ type: 'roles_changed', roles: ['support', 'administrator'] });
    given(staff, created)
      .when(changeRoles, { roles: ['administrator'], ...alone })
      .then();
  });

  test('logs in without a code until the first code is used, and then never again without', () => {
    given(staff, created).when(logIn, attempt(null)).then(login(null));
    given(staff, created, issued).when(logIn, attempt(null)).then(login(null));
    given(staff, created, issued).when(logIn, attempt(7)).then(login(7));
    given(staff, created, issued, login(7)).when(logIn, attempt(null)).refuses('unauthenticated');
    given(staff, created, issued, login(7)).when(logIn, attempt(8)).then(login(8));
    given(staff, created, issued, login(7))
      .when(issueAuthenticator, { secret: 'x' })
      .refuses('illegal_transition');
    given(staff, created, issued, login(7), { type: 'authenticator_removed' })
      .when(logIn, attempt(null))
      .then(login(null));
  });

  test.each([7, 6])('uses no code twice, and none before it (%i after 7)', (step) =>
    given(staff, created, issued, login(7)).when(logIn, attempt(step)).refuses('unauthenticated'),
  );

  test('does not log in with what was replaced while it was compared', () => {
    const reset: StaffEvent = { type: 'password_reset', passwordHash: 'x' };
    const another: StaffEvent = { type: 'authenticator_issued', secret: 'another' };
    given(staff, created, reset).when(logIn, attempt(null)).refuses('unauthenticated');
    given(staff, created, reset)
      .when(logIn, attempt(null, { resets: 1, secret: 'encrypted' }))
      .then(login(null));
    given(staff, created, issued, { type: 'authenticator_removed' })
      .when(logIn, attempt(7))
      .refuses('unauthenticated');
    given(staff, created, issued, another).when(logIn, attempt(7)).refuses('unauthenticated');
  });

  test('who is disabled cannot do anything', () => {
    const left: StaffEvent[] = [created, { type: 'disabled' }];
    given(staff, ...left)
      .when(disable, alone)
      .then();
    given(staff, ...left)
      .when(logIn, attempt(null))
      .refuses('unauthenticated');
    given(staff, ...left)
      .when(changeRoles, { roles: ['support'], ...others })
      .refuses('illegal_transition');
    given(staff, ...left)
      .when(resetPassword, { passwordHash: 'x' })
      .refuses('illegal_transition');
    given(staff, ...left)
      .when(issueAuthenticator, { secret: 'x' })
      .refuses('illegal_transition');
    given(staff, ...left)
      .when(removeAuthenticator)
      .refuses('illegal_transition');
    given(staff, ...left)
      .when(endSessions)
      .then({ type: 'sessions_ended' });
  });

  test('who does not exist is not found', () => {
    for (const command of [removeAuthenticator, endSessions]) given(staff).when(command).refuses('not_found');
    given(staff).when(disable, others).refuses('not_found');
    given(staff).when(logIn, attempt(null)).refuses('unauthenticated');
  });

  test('is enabled again, and changes a password that nobody has replaced meanwhile', () => {
    given(staff, created, { type: 'disabled' }).when(enable).then({ type: 'enabled' });
    given(staff, created).when(enable).then();
    given(staff).when(enable).refuses('not_found');
    const change = { passwordHash: 'new', sessionId: 's', resets: 1 };
    const reset: StaffEvent = { type: 'password_reset', passwordHash: 'other' };
    const changed: StaffEvent = { type: 'password_changed', passwordHash: 'new', sessionId: 's' };
    given(staff, created, reset).when(changePassword, change).then(changed);
    given(staff, created, reset, changed).when(changePassword, change).refuses('illegal_transition');
    given(staff, created, reset, { type: 'disabled' })
      .when(changePassword, change)
      .refuses('illegal_transition');
  });
});
