import type { FieldIssue, ProblemCode } from '@corridor/kernel';
import { problems } from '@corridor/services';
import { problemPath } from '../problem/problem.js';

/** What an example has beside the status, title and meaning of its code. */
interface Occurrence {
  /** The path of a request that can be refused with the code. */
  readonly instance: string;
  /** Where it says more than the meaning of the code. */
  readonly detail?: string;
  readonly errors?: readonly FieldIssue[];
  readonly requiredPermission?: string;
  readonly resourceId?: string;
}

const INSTRUCTIONS = '/v1/payment-instructions';
const INSTRUCTION = 'pi_01KDVDNA00C4S4H25DC29Q19RT';
const SUBSCRIPTION = '/v1/webhook-subscriptions/whs_01KDVDNA00M4T5ZP1C7X2V9QKD';
const send = `/v1/simulators/payment-instructions/${INSTRUCTION}/send`;

/** A refusal because of one field. */
const because = (instance: string, issue: FieldIssue): Occurrence => ({
  instance,
  detail: `${issue.pointer}: ${issue.detail}`,
  errors: [issue],
});

const occurrences: Readonly<Record<ProblemCode, Occurrence>> = {
  already_exists: {
    instance: '/operator/v1/clients/cli_01KDVDNA00BZTJTZTSTB2M2CW8/users',
    detail: '#/email: This value is already in use.',
    errors: [{ pointer: '#/email', code: 'already_exists', detail: 'This value is taken.' }],
  },
  ambiguous_credentials: { instance: '/v1/wallets' },
  amount_not_convertible: { instance: INSTRUCTIONS },
  bearer_token_required: { instance: '/v1/api-keys' },
  beneficiary_not_usable: {
    instance: INSTRUCTIONS,
    detail: 'The beneficiary is archived.',
    errors: [{ pointer: '#/beneficiaryId', code: 'archived', detail: 'The beneficiary is archived.' }],
  },
  body_too_large: { instance: '/v1/transactions/search' },
  currency_not_buyable: { instance: INSTRUCTIONS },
  currency_not_sellable: { instance: INSTRUCTIONS },
  idempotency_in_flight: { instance: INSTRUCTIONS },
  idempotency_key_expired: { instance: INSTRUCTIONS, resourceId: INSTRUCTION },
  idempotency_key_required: { instance: INSTRUCTIONS },
  idempotency_key_reused: { instance: INSTRUCTIONS },
  illegal_transition: { instance: '/v1/payments/pmt_01KDVDNA00HHSHZE2WN3727EXW/cancel' },
  instruction_not_pending: { instance: `${INSTRUCTIONS}/${INSTRUCTION}/cancel` },
  insufficient_funds: { instance: send },
  internal: { instance: INSTRUCTIONS },
  invalid_request: because(INSTRUCTIONS, {
    pointer: '#/amount',
    code: 'not_positive',
    detail: 'Must be greater than zero.',
  }),
  limit_reached: { instance: '/v1/webhook-subscriptions' },
  malformed_json: { instance: INSTRUCTIONS },
  method_not_allowed: { instance: `${INSTRUCTIONS}/${INSTRUCTION}`, detail: 'Allowed: GET, HEAD.' },
  not_found: { instance: `${INSTRUCTIONS}/pi_01KDVDNA00ZZZZZZZZZZZZZZZZ` },
  payment_date_unavailable: { instance: INSTRUCTIONS },
  permission_required: { instance: send, requiredPermission: 'simulators:execute' },
  query_too_slow: { instance: '/v1/transactions' },
  quote_expired: { instance: INSTRUCTIONS, detail: 'The quote expired on 2026-11-21T09:31:00.123.' },
  quote_mismatch: {
    instance: INSTRUCTIONS,
    errors: [
      { pointer: '#/amount', code: 'differs_from_quote', detail: 'Must be 1000.00, as in the quote.' },
    ],
  },
  quote_not_found: { instance: INSTRUCTIONS },
  quote_used: { instance: INSTRUCTIONS, detail: `The quote was used for ${INSTRUCTION}.` },
  rate_limited: { instance: '/v1/rates' },
  request_timeout: { instance: INSTRUCTIONS },
  step_in_progress: { instance: send },
  step_parked: { instance: send },
  subscription_ended: { instance: `${SUBSCRIPTION}/resume` },
  subscription_not_paused: { instance: `${SUBSCRIPTION}/rotate-secret` },
  time_has_passed: {
    instance: '/v1/simulators/clock',
    detail: 'It is 2026-11-21T09:30:00.123 for this client.',
  },
  time_too_far_ahead: { instance: '/v1/simulators/clock' },
  unauthenticated: { instance: '/v1/auth/who-am-i' },
  unavailable: { instance: '/v1/rates' },
  unsupported_media_type: { instance: INSTRUCTIONS },
  wallet_exists: { instance: '/v1/wallets', detail: 'The client has a GBP wallet.' },
  wallet_full: { instance: '/v1/simulators/inbound-funds/credit' },
};

/** An example document for each code. */
export const problemExamples = () =>
  Object.fromEntries(
    (Object.keys(problems) as ProblemCode[]).map((code) => {
      const { status, title, meaning } = problems[code];
      const { instance, detail = meaning, ...more } = occurrences[code];
      const requestId = '5d7ea1f0-3c86-4d0b-9c55-6c2f0d1f8f4e';
      const value = { type: problemPath(code), title, status, detail, instance, code, requestId, ...more };
      return [code, { summary: title, value }];
    }),
  );
