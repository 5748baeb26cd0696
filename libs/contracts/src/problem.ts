import type { KeysOf } from './contract.js';

/** A problem type (RFC 9457), as documented at `/problems/<code>`. */
export interface Problem {
  readonly status: number;
  /** Without a full stop. */
  readonly title: string;
  /** Seconds after which the request can be repeated: `Retry-After`. */
  readonly retryAfter?: number;
  /** What happened and what the caller can do, in whole sentences. The `detail` of a response, unless the refusal has its own. */
  readonly meaning: string;
  /** What the caller does next, in whole sentences. On the page of the problem. */
  readonly fix: string;
  /** For the documentation: what a refusal with this code has beside its code. */
  readonly example: ProblemExample;
}

/** The members of an example document that depend on the request. */
export interface ProblemExample {
  /** The path of a request that can be refused with the code; `{id}` stands for an id. */
  readonly instance: string;
  /** Where it says more than the meaning of the code. */
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
  readonly requiredPermission?: string;
}

export type Problems = Readonly<Record<string, Problem>>;

/** The problems that any service can return. Those of a single service are in that service's contract. */
export const generalProblems = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    meaning: 'One or more fields are missing, malformed or not allowed. `errors` names each of them.',
    fix: 'Correct every field that `errors` names: `pointer` says where it is, `detail` what is expected.',
    example: {
      instance: '/v1/payment-instructions',
      detail: '#/amount: Must be greater than zero.',
      errors: [{ pointer: '#/amount', code: 'not_positive', detail: 'Must be greater than zero.' }],
    },
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning:
      'The body is not JSON in UTF-8, is nested deeper than 32 levels, or contains a number that cannot be stored exactly.',
    fix: 'Send the output of a JSON library, in UTF-8. Write amounts as numbers with at most 15 digits.',
    example: { instance: '/v1/payment-instructions' },
  },
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency key required',
    meaning:
      'Every POST and PUT except searches and the token needs the header X-IDEMPOTENCY-KEY: 1 to 255 printable ASCII characters.',
    fix: 'Send a new UUID as `X-IDEMPOTENCY-KEY` with each new command, and the same one when you repeat it.',
    example: { instance: '/v1/payment-instructions' },
  },
  ambiguous_credentials: {
    status: 400,
    title: 'Two credentials',
    meaning: 'Send either X-API-KEY or Authorization, not both.',
    fix: 'Remove one of the two headers.',
    example: { instance: '/v1/wallets' },
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    meaning:
      'The credential is missing, unknown, expired or revoked. Send an API key as `X-API-KEY`, or a token as `Authorization: Bearer <token>`.',
    fix: 'Check the key, or get a new token from `POST /v1/auth/token`: tokens expire after 30 minutes. Operations of operators need `X-OPERATOR-KEY`.',
    example: { instance: '/v1/auth/who-am-i' },
  },
  permission_required: {
    status: 403,
    title: 'Permission required',
    meaning:
      'The credential lacks the permission named in `requiredPermission`. The idempotency key can be used again.',
    fix: 'Use a credential that has the permission, or let a user who may manage keys create one.',
    example: { instance: '/v1/simulators/inbound-funds/credit', requiredPermission: 'simulators:execute' },
  },
  client_suspended: {
    status: 403,
    title: 'Client suspended',
    meaning:
      'The client is suspended: it can read, and what was in progress goes on, but commands are refused. The idempotency key can be used again.',
    fix: 'Contact the operator of Corridor.',
    example: { instance: '/v1/payment-instructions' },
  },
  client_closed: {
    status: 409,
    title: 'Client closed',
    meaning: 'The client is closed: nothing of it changes any more, and it receives no money.',
    fix: 'Nothing opens it again. Create another client.',
    example: { instance: '/operator/v1/clients/{id}/resume' },
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such path, or no record with this id that belongs to your client.',
    fix: 'Check the path and the id. Ids belong to one client and one environment.',
    example: { instance: '/v1/wallets/XAU' },
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but does not support this method.',
    fix: 'Use one of the methods in the header `Allow`.',
    example: { instance: '/v1/rates', detail: 'Allowed: GET, HEAD.' },
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning:
      'The headers of a request have to arrive within 15 seconds, and its body within 30. The connection is closed.',
    fix: 'Send the request again with the same idempotency key, on a faster connection or with a smaller body.',
    example: { instance: '/v1/payment-instructions' },
  },
  idempotency_in_flight: {
    status: 409,
    title: 'Request in flight',
    retryAfter: 1,
    meaning:
      'A request with this idempotency key is still being processed. Retry it after Retry-After seconds.',
    fix: 'Wait for the first request, or repeat it after `Retry-After` seconds.',
    example: { instance: '/v1/payment-instructions' },
  },
  idempotency_key_expired: {
    status: 409,
    title: 'Idempotency key expired',
    meaning:
      'This key was used more than 7 days ago. The effect of that request remains, under the id in `resourceId`, and is not repeated.',
    fix: 'Read the record with the id in `resourceId`. For another command use a new key.',
    example: { instance: '/v1/wallets' },
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    meaning: 'Another record already has this value, which must be unique. `errors` names the field.',
    fix: 'Choose another value, or use the record that exists.',
    example: {
      instance: '/operator/v1/clients',
      detail: '#/code: This value is already in use.',
      errors: [{ pointer: '#/code', code: 'already_exists', detail: 'This value is taken.' }],
    },
  },
  illegal_transition: {
    status: 409,
    title: 'Illegal transition',
    meaning: 'The status of the record does not allow this step.',
    fix: 'Read the record: its status says which steps are possible.',
    example: { instance: '/v1/simulators/inbound-funds/{id}/credit' },
  },
  step_in_progress: {
    status: 409,
    title: 'Step in progress',
    retryAfter: 1,
    meaning: 'The record is changing to its next status. Retry after Retry-After seconds.',
    fix: 'Repeat the request with the same idempotency key after `Retry-After` seconds.',
    example: { instance: '/v1/simulators/clock' },
  },
  step_parked: {
    status: 409,
    title: 'Step parked',
    meaning:
      'A step of this record has failed in Corridor and waits for its operators, who can see it. Nothing is lost: it is completed once when the cause is removed. The same request with the same idempotency key then gets its result.',
    fix: 'Give the `requestId` to the operator of Corridor, who removes the cause and redrives the step.',
    example: { instance: '/v1/simulators/clock' },
  },
  second_person_required: {
    status: 409,
    title: 'Second person required',
    meaning:
      'Another person has to approve this: not the one who asked for it, and nobody with one of their credentials.',
    fix: 'Let a colleague with the same permission approve or reject it, or reject it yourself to withdraw it.',
    example: { instance: '/operator/v1/approvals/{id}/approve' },
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'A request body may have at most 100 kB.',
    fix: 'Send less in one request, for example fewer conditions in a search.',
    example: { instance: '/v1/transactions/search' },
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Send bodies with Content-Type: application/json.',
    fix: 'Set the header `Content-Type: application/json`.',
    example: { instance: '/v1/payment-instructions' },
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'This key was used for a different request of the same operation: its path or body differs.',
    fix: 'Use a new key for a new command. To repeat a command, send exactly the same path and body.',
    example: { instance: '/v1/payment-instructions' },
  },
  query_too_slow: {
    status: 422,
    title: 'Query too slow',
    meaning:
      'The search took too long. Add a condition on an indexed field: the list of search fields says which are.',
    fix: 'Add a condition on an indexed field, or search a shorter period.',
    example: { instance: '/v1/transactions' },
  },
  limit_reached: {
    status: 422,
    title: 'Limit reached',
    meaning: 'The client has reached the maximum number of these records.',
    fix: 'End or revoke records that you no longer need, or ask the operator for a higher limit.',
    example: { instance: '/v1/webhook-subscriptions' },
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    retryAfter: 1,
    meaning: 'The rate limit of your client is exceeded. Retry after Retry-After seconds.',
    fix: 'Wait `Retry-After` seconds, then send requests more slowly: the header `RateLimit` says how many remain.',
    example: { instance: '/v1/rates' },
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'An unexpected error in Corridor. Report the requestId to its operator.',
    fix: 'Repeat the request with the same idempotency key: it takes effect once. Report the `requestId` to the operator.',
    example: { instance: '/v1/payment-instructions' },
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    retryAfter: 2,
    meaning:
      'A part of Corridor does not respond. It is safe to retry the same request with the same idempotency key after Retry-After seconds.',
    fix: 'Repeat the same request with the same idempotency key after `Retry-After` seconds.',
    example: { instance: '/v1/rates' },
  },
} as const satisfies Problems;

declare module '@corridor/kernel' {
  interface ProblemCodes extends KeysOf<typeof generalProblems> {}
}
