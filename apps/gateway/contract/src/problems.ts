import type { KeysOf, Problems } from '@corridor/contracts';

/** What only this service refuses. */
export const problems = {
  bearer_token_required: {
    status: 403,
    title: 'Access token required',
    meaning:
      'API keys are managed by a user who has logged in: with an access token, not with an API key. The idempotency key was not used up.',
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof problems> {}
}
