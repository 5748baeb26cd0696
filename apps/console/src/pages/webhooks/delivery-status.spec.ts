import { statusOf } from './delivery-status.js';

const UNTIL = '2026-11-21T09:30:00.000';

test.each([
  ['WAITING', 'of a paused endpoint', {}],
  ['WAITING', 'during the first attempt', { lockedUntil: UNTIL, attemptCount: 1 }],
  ['RETRYING', 'between two attempts', { lockedUntil: UNTIL, attemptCount: 1, lastError: 'busy' }],
  ['DELIVERED', 'after one that succeeded', { sentOn: UNTIL, attemptCount: 2 }],
  ['GIVEN_UP', 'after the last one', { attemptCount: 10, lastError: 'busy' }],
  ['ENDED', 'of an endpoint that has ended', { attemptCount: 1, lastError: 'busy' }],
])('a notification is %s %s', (status, _, of) => {
  expect(statusOf({ sentOn: null, lockedUntil: null, attemptCount: 0, lastError: null, ...of })).toBe(status);
});
