import type { KeysOf } from './contract.js';

/** One way in which Corridor refuses, as its page at `/problems/<code>` shows it (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** Without a full stop. */
  readonly title: string;
  /** What happened and what the caller can do, in whole sentences. The `detail` of a response, unless the refusal has its own. */
  readonly meaning: string;
}

export type Problems = Readonly<Record<string, Problem>>;

/** The problems that any service can respond with. What only one service refuses is in that service's contract. */
export const generalProblems = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    meaning: 'One or more fields are missing, malformed or not allowed. `errors` names each of them.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning:
      'The body is not JSON in UTF-8, is nested deeper than 32 levels, or holds a number that cannot be kept exactly.',
  },
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency key required',
    meaning:
      'Every POST and PUT but searches and the token needs the header X-IDEMPOTENCY-KEY: 1 to 255 printable ASCII characters.',
  },
  ambiguous_credentials: {
    status: 400,
    title: 'Two credentials',
    meaning: 'Send either X-API-KEY or Authorization, not both.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    meaning: 'The credential is missing, unknown, expired or revoked.',
  },
  permission_required: {
    status: 403,
    title: 'Permission required',
    meaning:
      'The credential lacks the permission named in `requiredPermission`. The idempotency key was not used up.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'Nothing of this id or path exists for your client.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but not with this method.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'Request in flight',
    meaning: 'A request with this idempotency key is still being worked on. Send it again after Retry-After.',
  },
  idempotency_key_expired: {
    status: 409,
    title: 'Idempotency key expired',
    meaning:
      'This key was used more than 7 days ago. Its effect stands, under the id in `resourceId`; it is not repeated.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    meaning: 'Another record has this value already, and it is unique. `errors` names the field.',
  },
  illegal_transition: {
    status: 409,
    title: 'Illegal transition',
    meaning: 'The record is not in a state from which this step is possible.',
  },
  step_in_progress: {
    status: 409,
    title: 'Step in progress',
    meaning: 'The record is on its way to the next state. Try again after Retry-After.',
  },
  body_too_large: { status: 413, title: 'Body too large', meaning: 'A request body has at most 100 kB.' },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Bodies are sent with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'This key was used for another request of the same operation: the path or the body differs.',
  },
  query_too_slow: {
    status: 422,
    title: 'Query too slow',
    meaning:
      'The search did not end in time. Narrow it by a field that is indexed: see GET /v1/reference-data/search-fields.',
  },
  limit_reached: {
    status: 422,
    title: 'Limit reached',
    meaning: 'The client has as many of these as it may have at a time.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The limit of your client is exceeded. Wait for Retry-After seconds.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'A defect in Corridor. Tell its operator the requestId.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    meaning:
      'A part of Corridor does not answer. Nothing was lost: send the same request with the same idempotency key after Retry-After.',
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof generalProblems> {}
}
