import { contractVersion } from '@corridor/contracts';
import type { About } from '@corridor/http';

/** How the document introduces Corridor. */
export const about: About = {
  title: 'Corridor',
  version: contractVersion,
  description: `Wallets, currency conversion and payments as one service.

**Authentication.** \`X-API-KEY\` with an API key, or \`Authorization: Bearer\` with a token of \`POST /v1/auth/token\`; not both.
What a key may do is named by its permissions; an operation says in \`x-required-permission\` which one it asks for.

**Answers.** A record stands under \`data\`, a page of a search under \`data\` and \`meta\`. Success is 200 for every operation.
A field without a value is null, never missing. Whatever else goes wrong is \`application/problem+json\` (RFC 9457) with a
stable \`code\`; [every code has a page](/problems). A path asked with another method than it has answers 405.

**Commands** are idempotent: each POST and PUT, but for searches and the token, carries an \`X-IDEMPOTENCY-KEY\`, and the same request under the same key has
its effect once. A key belongs to the client and the operation: for another operation it is another key.

**Amounts** are JSON numbers that are exactly the decimal, with as many decimals as the currency has. **Timestamps** are UTC
and carry no zone. Operations with \`x-extension\` are additions to the published contract; those with
\`x-non-production\` exist outside of production alone.`,
  tags: {
    Identity: 'Who calls, and the settings of the client.',
    Wallets: 'Funds in one currency each, with the collection accounts that receive them.',
    Transactions: 'What moved in the wallets.',
    'Payment instructions': 'A conversion and a payment in one request.',
    Payments: 'Money that leaves a wallet for a beneficiary.',
    Beneficiaries: 'Who is paid, and where.',
    Conversions: 'Foreign exchange: one wallet is debited, another credited.',
    'Inbound funds': 'Money that arrived on a collection account.',
    Rates: 'Live and indicative.',
    Webhooks: 'Who is told of what happens, and what was told.',
    'Reference data': 'What builds and validates requests.',
    Simulators: 'Outside of production alone: they do what banks, markets and compliance do there.',
    Operator: 'For who runs Corridor: clients, users and API keys. Additions to the published contract.',
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
  guides: { Webhooks: { description: 'The guide for receivers', url: '/docs/webhooks' } },
};
