import { given } from '@corridor/testing';
import { type UserDetails, type UserEvent, createUser, logIn, unlock, user } from './user.js';

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

  test('logs in as often as they like', () => {
    given(user, created).when(logIn).then({ type: 'logged_in' });
    given(user, created, { type: 'logged_in' }).when(logIn).then({ type: 'logged_in' });
  });

  test('is unlocked as often as the operator likes', () => {
    given(user, created, { type: 'unlocked' }).when(unlock).then({ type: 'unlocked' });
    given(user).when(unlock).refuses('not_found');
  });

  test('that does not exist cannot log in', () => given(user).when(logIn).refuses('unauthenticated'));
});
