import type { KeysOf, Problems } from '@corridor/contracts';

/** The problems that only this service returns. */
export const problems = {
  bearer_token_required: {
    status: 403,
    title: 'Access token required',
    meaning:
      'Only a person can do this, with the access token of a login: not an API key. The idempotency key can be used again.',
    fix: 'Log in with `POST /v1/auth/token`, or as staff with `POST /operator/v1/auth/token`, and send the token as `Authorization: Bearer`.',
    example: { instance: '/v1/api-keys' },
  },
  client_not_closable: {
    status: 409,
    title: 'Client not closable',
    meaning:
      'Something of the client is open: money in a wallet, or records that have not ended. `errors` names each of them, at most 100.',
    fix: 'End it: pay or convert the money, cancel or wait for the records. Then close the client again.',
    example: {
      instance: '/operator/v1/clients/{id}/close',
      detail: 'The GBP wallet has a balance of 12.50.',
      errors: [{ pointer: '#', code: 'wallet', detail: 'The GBP wallet has a balance of 12.50.' }],
    },
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    meaning:
      'Somebody has to be able to administer the staff: the last active administrator keeps the role and the login, and so do the last two where each needs the approval of the other.',
    fix: 'Create another administrator first.',
    example: { instance: '/operator/v1/staff/{id}/disable' },
  },
  events_expired: {
    status: 409,
    title: 'Events expired',
    meaning:
      'The events after `Last-Event-ID` are not kept any more, so the stream would have a gap. They are kept for 7 days, unless the operator has chosen another time.',
    fix: 'Read your records with searches, and open the stream again without `Last-Event-ID` before you do.',
    example: { instance: '/v1/events' },
  },
  too_many_streams: {
    status: 429,
    title: 'Too many streams',
    retryAfter: 5,
    meaning: 'Your client has too many streams of events open.',
    fix: 'Close streams that nobody reads, or let several parts of your program share one.',
    example: { instance: '/v1/events' },
  },
  first_password_used: {
    status: 403,
    title: 'First password used',
    meaning:
      'Somebody has logged in with this password, which staff had given, and replaced it. `detail` has the time and the address.',
    fix: 'If it was you, log in with the password that you chose then. If not, have the account locked at once: somebody else can use it.',
    example: {
      instance: '/v1/auth/token',
      detail: 'This password was used on 2026-11-20T09:30:00.000 (UTC) from 203.0.113.7, and replaced.',
    },
  },
  password_change_required: {
    status: 403,
    title: 'Password change required',
    meaning:
      'Staff have given this password: its owner replaces it with the first login, within three days, so that nobody else knows it.',
    fix: 'Send the same request with `newPassword`, which only you know. After three days, ask staff for another password.',
    example: { instance: '/v1/auth/token' },
  },
  time_has_passed: {
    status: 422,
    title: 'Time has passed',
    meaning: 'The test clock of a client only moves forwards. For another beginning, use another client.',
    fix: 'Read the clock, and set it to a later time.',
    example: { instance: '/v1/simulators/clock', detail: 'It is 2026-11-21T09:30:00.123 for this client.' },
  },
  time_too_far_ahead: {
    status: 422,
    title: 'Time too far ahead',
    meaning: 'The test clock of a client can be at most five years ahead of real time.',
    fix: 'Set the clock to an earlier time.',
    example: { instance: '/v1/simulators/clock' },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
