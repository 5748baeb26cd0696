/**
 * Every way in which Corridor says no: stable code, HTTP status, title, and what the caller can do.
 * Served as pages at `/problems/<code>` (RFC 9457); a test proves table = pages = answers.
 */
export const problems = {
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
  bearer_token_required: {
    status: 403,
    title: 'Access token required',
    meaning:
      'API keys are managed by a user who has logged in: with an access token, not with an API key. The idempotency key was not used up.',
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
  wallet_exists: {
    status: 409,
    title: 'Wallet exists',
    meaning: 'A client has at most one wallet per currency.',
  },
  instruction_not_pending: {
    status: 409,
    title: 'Instruction not pending',
    meaning: 'Only a PENDING payment instruction can be cancelled.',
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
  subscription_not_paused: {
    status: 409,
    title: 'Subscription not paused',
    meaning: 'A signing secret is rotated while its webhook subscription is paused. Pause it first.',
  },
  subscription_ended: {
    status: 409,
    title: 'Subscription ended',
    meaning: 'The webhook subscription was unsubscribed. That is permanent: create a new one.',
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
    meaning: 'This key was used for another method, path or body.',
  },
  insufficient_funds: {
    status: 422,
    title: 'Insufficient funds',
    meaning: 'The wallet does not hold the amount. Nothing changed.',
  },
  wallet_full: {
    status: 422,
    title: 'Wallet full',
    meaning: 'The wallet would hold more than 12 digits before the decimal point. Nothing changed.',
  },
  beneficiary_not_usable: {
    status: 422,
    title: 'Beneficiary not usable',
    meaning:
      'The beneficiary does not exist, is not active, or its bank account cannot receive this currency or payment type.',
  },
  currency_not_sellable: {
    status: 422,
    title: 'Currency not sellable',
    meaning: 'Corridor does not sell this currency.',
  },
  currency_not_buyable: {
    status: 422,
    title: 'Currency not buyable',
    meaning: 'Corridor does not buy this currency.',
  },
  amount_not_convertible: {
    status: 422,
    title: 'Amount not convertible',
    meaning:
      'At the current rate the other side of the conversion is below one minor unit or above 12 integer digits.',
  },
  payment_date_unavailable: {
    status: 422,
    title: 'Payment date unavailable',
    meaning: 'Conversions and payments are taken at most 12 months ahead.',
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
} as const satisfies Record<string, Problem>;

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
}

export type ProblemCode = keyof typeof problems;

/** One issue of a request. `pointer` is a JSON pointer (`#/amount`) or `?q`. */
export interface FieldIssue {
  readonly pointer: string;
  /** In the text of a query: the index of the character, as JavaScript counts them. */
  readonly position?: number;
  readonly code: string;
  readonly detail: string;
}

/** The domain said no. Anything else that is thrown is a defect. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: ProblemCode,
    readonly detail: string = problems[code].meaning,
    /** More members of the problem document, such as `errors` or `requiredPermission`. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}: ${detail}`);
  }
}

export const refuse = (code: ProblemCode, detail?: string, extra?: Record<string, unknown>): Refusal =>
  new Refusal(code, detail, extra);
