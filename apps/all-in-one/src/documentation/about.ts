import { contractVersion } from '@corridor/contracts';
import type { About, Document } from '@corridor/http';

/** The introduction of the OpenAPI document. */
export const about: About = {
  title: 'Corridor',
  version: contractVersion,
  description: `Wallets, currency conversion and payments as one service.

**Authentication.** \`X-API-KEY\` with an API key, or \`Authorization: Bearer\` with a token from \`POST /v1/auth/token\`; not both.
A key has permissions; \`x-required-permission\` of an operation names the one that it requires.

**Responses.** A record is in \`data\`, a page of a search in \`data\` and \`meta\`. Every successful response has the status 200.
A field without a value is null, never missing. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`;
[every code has a page](/problems). A method that a path does not support gets 405.

**Commands** are idempotent: each POST and PUT, except searches and the token, requires an \`X-IDEMPOTENCY-KEY\`, and repeating a
request with the same key has no second effect. A key belongs to the client and the operation: keys of different operations are
independent.

**Amounts** are JSON numbers with the exact decimal value, with at most as many decimals as the currency has. **Timestamps** are
UTC, without a time zone. Operations with \`x-extension\` are additions to the published contract; those with
\`x-non-production\` exist only outside of production.`,
  tags: {
    Identity: 'The identity of the caller, and the settings of the client.',
    Wallets: 'Funds in one currency per wallet, with the collection accounts that receive them.',
    Transactions: 'Movements of the wallets.',
    'Payment instructions': 'A conversion and a payment in one request.',
    Payments: 'Outgoing payments from a wallet to a beneficiary.',
    Beneficiaries: 'Recipients of payments and their bank accounts.',
    Quotes: 'A firm price for one conversion or payment instruction.',
    Conversions: 'Foreign exchange: one wallet is debited and another credited.',
    'Inbound funds': 'Money received on a collection account.',
    'Linked funding accounts': 'Accounts at other banks, from which money is pulled into a wallet.',
    Rates: 'Live indicative exchange rates.',
    Webhooks:
      'Webhook subscriptions and the notifications sent to them: [guide for receivers](/docs/webhooks).',
    Events: 'What happens, as a stream that can be resumed: [guide](/docs/guide/events).',
    Timeline: 'What happened to a record or because of a request, whichever services took part.',
    'Reference data': 'Data for building and validating requests.',
    Simulators: 'Only outside of production: they simulate banks, markets and compliance.',
    Staff: 'The people who run Corridor: how they log in, what they may do, and the keys of their machines.',
    Operator: 'Clients, their users and API keys, parked messages, and the timeline of any record.',
    Operations:
      'How the services and their messages are, what is stuck, and long work: runs, with a dry run by default.',
    Approvals: 'Commands of staff that take effect when a second person approves them.',
    Audit: 'Every command of staff and clients.',
    Records: 'The records of all clients, as clients read them, each with its `clientId`.',
    Screening:
      'Sanctions screening: the cases that staff decide, and the lists. Clients see neither cases nor reasons.',
    Dealing: 'What is traded, and at which rates: halted pairs, entered rates, dealing hours.',
    Receivables: 'What clients owe after close-outs, until it is collected or written off.',
    Fees: 'What clients pay for their payments.',
    Bank: 'What leaves through the bank and what it has credited: [the bank](/docs/guide/bank).',
    Books:
      'The accounts of the ledger, trial balances, their proof, adjustments, and the statements of banks.',
  },
  first: [
    '/v1/webhook-subscriptions',
    '/v1/webhook-subscriptions/{id}/ping',
    '/v1/webhook-subscriptions/{id}/notifications',
    '/v1/webhook-notifications/{id}/redeliver',
    '/v1/webhook-subscriptions/{id}/pause',
    '/v1/webhook-subscriptions/{id}/resume',
    '/v1/webhook-subscriptions/{id}/rotate-secret',
    '/v1/webhook-subscriptions/{id}',
    '/v1/webhook-subscriptions/{id}/unsubscribe',
  ],
};

/** The document of the operator's interface, with an introduction of its own. */
export const ofStaff = (document: Document): Document => ({
  ...document,
  info: {
    ...(document['info'] as object),
    title: 'Corridor for operators',
    description: `The interface for the staff of the company that runs Corridor, with the conventions of the API.

**Authentication.** \`Authorization: Bearer\` with a token from \`POST /operator/v1/auth/token\`, or \`X-API-KEY\` with a key of a member of
staff for a machine; not both. \`x-required-permission\` of an operation names the permission that it requires; roles have
permissions. Credentials of clients are refused.`,
  },
});
