import { given } from '@corridor/testing';
import {
  type UserDetails,
  type UserEvent,
  createUser,
  disable,
  enable,
  endSessions,
  logIn,
  resetPassword,
  unlock,
  user,
} from './user.js';

const details: UserDetails = {
  clientUserId: 'cu_1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  passwordHash: '$argon2id$…',
  permissions: ['wallets:read'],
  settings: { locale: 'en-GB', avatarUrl: null },
};
const created: UserEvent = { type: 'created', ...details };

describe('a user', () => {
  test('is created once', () => {
    given(user).when(createUser, details).then(created);
    given(user, created).when(createUser, details).refuses('already_exists');
  });

  const login = { sessionsEnded: 0 };
  const disabled: UserEvent = { type: 'disabled' };

  test('logs in as often as they like', () => {
    given(user, created).when(logIn, login).then({ type: 'logged_in' });
    given(user, created, { type: 'logged_in' }).when(logIn, login).then({ type: 'logged_in' });
  });

  test('is unlocked as often as the operator likes', () => {
    given(user, created, { type: 'unlocked' }).when(unlock).then({ type: 'unlocked' });
    given(user).when(unlock).refuses('not_found');
  });

  test('that does not exist cannot log in', () => given(user).when(logIn, login).refuses('unauthenticated'));

  test('does not log in while disabled', () => {
    given(user, created).when(disable).then(disabled);
    given(user, created, disabled).when(disable).then();
    given(user, created, disabled).when(logIn, { sessionsEnded: 1 }).refuses('unauthenticated');
    given(user, created, disabled).when(enable).then({ type: 'enabled' });
    given(user, created, disabled, { type: 'enabled' }).when(enable).then();
    given(user, created, disabled, { type: 'enabled' })
      .when(logIn, { sessionsEnded: 1 })
      .then({ type: 'logged_in' });
  });

  test.each<UserEvent>([disabled, { type: 'password_reset', passwordHash: 'x' }, { type: 'sessions_ended' }])(
    'whose password was verified before $type is not logged in after it',
    (event) => given(user, created, event, { type: 'enabled' }).when(logIn, login).refuses('unauthenticated'),
  );

  test('gets a new password, also while disabled', () =>
    given(user, created, disabled)
      .when(resetPassword, { passwordHash: 'x' })
      .then({ type: 'password_reset', passwordHash: 'x' }));

  test.each([disable, enable, endSessions])('that does not exist: %p', (command) =>
    given(user).when(command).refuses('not_found'),
  );
});
