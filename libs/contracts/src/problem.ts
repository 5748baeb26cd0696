import type { KeysOf } from './contract.js';

/** A problem type (RFC 9457), as documented at `/problems/<code>`. */
export interface Problem {
  readonly status: number;
  /** Without a full stop. */
  readonly title: string;
  /** What happened and what the caller can do, in whole sentences. The `detail` of a response, unless the refusal has its own. */
  readonly meaning: string;
}

export type Problems = Readonly<Record<string, Problem>>;

/** The problems that any service can return. Those of a single service are in that service's contract. */
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
      'The body is not JSON in UTF-8, is nested deeper than 32 levels, or contains a number that cannot be stored exactly.',
  },
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency key required',
    meaning:
      'Every POST and PUT except searches and the token needs the header X-IDEMPOTENCY-KEY: 1 to 255 printable ASCII characters.',
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
      'The credential lacks the permission named in `requiredPermission`. The idempotency key can be used again.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such path, or no record with this id that belongs to your client.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but does not support this method.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning:
      'The headers of a request have to arrive within 15 seconds, and its body within 30. The connection is closed.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'Request in flight',
    meaning:
      'A request with this idempotency key is still being processed. Retry it after Retry-After seconds.',
  },
  idempotency_key_expired: {
    status: 409,
    title: 'Idempotency key expired',
    meaning:
      'This key was used more than 7 days ago. The effect of that request remains, under the id in `resourceId`, and is not repeated.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    meaning: 'Another record already has this value, which must be unique. `errors` names the field.',
  },
  illegal_transition: {
    status: 409,
    title: 'Illegal transition',
    meaning: 'The status of the record does not allow this step.',
  },
  step_in_progress: {
    status: 409,
    title: 'Step in progress',
    meaning: 'The record is changing to its next status. Retry after Retry-After seconds.',
  },
  step_parked: {
    status: 409,
    title: 'Step parked',
    meaning:
      'A step of this record has failed in Corridor and waits for its operators, who can see it. Nothing is lost: it is completed once when the cause is removed. The same request with the same idempotency key then gets its result.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'A request body may have at most 100 kB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Send bodies with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'This key was used for a different request of the same operation: its path or body differs.',
  },
  query_too_slow: {
    status: 422,
    title: 'Query too slow',
    meaning:
      'The search took too long. Add a condition on an indexed field: see GET /v1/reference-data/search-fields.',
  },
  limit_reached: {
    status: 422,
    title: 'Limit reached',
    meaning: 'The client has reached the maximum number of these records.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The rate limit of your client is exceeded. Retry after Retry-After seconds.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'An unexpected error in Corridor. Report the requestId to its operator.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    meaning:
      'A part of Corridor does not respond. It is safe to retry the same request with the same idempotency key after Retry-After seconds.',
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof generalProblems> {}
}
