import type { ProblemCode } from '@corridor/kernel';
import { problems } from '@corridor/services';
import { Api, type Reply } from '../support/api.js';
import { approvalOf, colleagueOf } from '../support/colleague.js';
import { conversionFor, createConversion, createQuote } from '../support/conversion.js';
import { noLimits } from '../support/dealing-routes.js';
import { createAndMove, instructionFor, simulate, withMovedPrice } from '../support/instruction.js';
import { createAndMovePayment, paymentFor } from '../support/payment.js';
import { createSubscription } from '../support/subscription.js';
import { type TestClient, fundedClient, newClient, operator, url } from '../support/system.js';
import { loggedInStaff } from '../support/staff.js';
import { refused } from '../support/reply-checks.js';

/** decisions §1: the status and code of each error. Each row causes its error. */

type Client = TestClient & { readonly beneficiaryId: string };
let client: Client;
let api: Api;
const nobody = new Api(url, {});
beforeAll(async () => {
  client = await fundedClient({ GBP: 100, EUR: 100 });
  ({ api } = client);
});

const instruct = (more?: object) =>
  api.post('/v1/payment-instructions', instructionFor(client.beneficiaryId, more));
const json = { 'content-type': 'application/json' };

/** A user with these rights approves a payment of the client's user, or of their own. */
async function approving(rights: object, isOwn = false): Promise<Reply> {
  const checker = await colleagueOf(client);
  await approvalOf(checker.userId, rights);
  const maker = isOwn ? checker.api : api;
  const id = await createAndMovePayment(maker, paymentFor(client.beneficiaryId), 'require-authorisation');
  return checker.api.post(`/v1/payments/${id}/approve`);
}

async function closing({ clientId }: TestClient): Promise<Reply> {
  await operator.post(`/operator/v1/clients/${clientId}/suspend`, { reason: 'Leaves' });
  return operator.post(`/operator/v1/clients/${clientId}/close`, { reason: 'Left' });
}

const table: [ProblemCode, string, () => Promise<Reply>][] = [
  ['invalid_request', 'a field that is none', () => api.post('/v1/wallets', { ccyCode: 'GBP', x: 1 })],
  ['invalid_request', 'a query parameter that is none', () => api.get('/v1/wallets?x=1')],
  [
    'invalid_request',
    'a body where none is taken',
    async () => {
      const id = await createAndMove(api, instructionFor(client.beneficiaryId));
      return api.post(`/v1/simulators/payment-instructions/${id}/acknowledge`, { x: 1 });
    },
  ],
  ['malformed_json', 'half a body', () => api.post('/v1/wallets', '{"ccyCode":')],
  ['idempotency_key_required', 'no key', () => api.post('/v1/wallets', { ccyCode: 'USD' }, { key: null })],
  ['idempotency_key_required', 'a key of 256', () => api.post('/v1/wallets', {}, { key: 'k'.repeat(256) })],
  ['ambiguous_credentials', 'two credentials', () => api.get('/v1/wallets', { authorization: 'Bearer x' })],
  ['unauthenticated', 'no credential', () => nobody.get('/v1/wallets')],
  [
    'unauthenticated',
    'a credential of nobody',
    () => nobody.get('/v1/wallets', { 'x-api-key': 'ck_nobody' }),
  ],
  [
    'unauthenticated',
    'a password of nobody',
    () => nobody.post('/v1/auth/token', { ...client.login, password: 'x' }, { key: null }),
  ],
  [
    'permission_required',
    'a key that may not',
    async () => (await newClient(['wallets:read'])).api.post('/v1/wallets', { ccyCode: 'GBP' }),
  ],
  [
    'client_suspended',
    'a command of a suspended client',
    async () => {
      const suspended = await newClient();
      await operator.post(`/operator/v1/clients/${suspended.clientId}/suspend`, { reason: 'test' });
      return suspended.api.post('/v1/wallets', { ccyCode: 'GBP' });
    },
  ],
  ['checker_required', 'approving as somebody who is no checker', () => approving({})],
  ['maker_cannot_approve', 'approving what one has created', () => approving({ isChecker: true }, true)],
  [
    'checker_limit_exceeded',
    'approving more than one may',
    () => approving({ isChecker: true, checkerLimit: { ccyCode: 'EUR', value: 99 } }),
  ],
  [
    'quote_not_held',
    'a quote for what would wait for a checker',
    async () => {
      const maker = await colleagueOf(client);
      await approvalOf(maker.userId, { makerLimit: { ccyCode: 'GBP', value: 0 } });
      const body = instructionFor(client.beneficiaryId, { quoteId: await createQuote(maker.api) });
      return maker.api.post('/v1/payment-instructions', body);
    },
  ],
  ['client_not_closable', 'closing a client with money', async () => closing(await fundedClient({ GBP: 1 }))],
  [
    'client_closed',
    'resuming a client that is closed',
    async () => {
      const closed = await newClient();
      await closing(closed);
      return operator.post(`/operator/v1/clients/${closed.clientId}/resume`);
    },
  ],
  ['bearer_token_required', 'a key that lists keys', () => api.get('/v1/api-keys')],
  [
    'second_person_required',
    'whoever asked for it approves it',
    async () => {
      const message = { service: 'conversions', source: 'ledger', streamId: 'x', version: 1, reason: 'y' };
      const { body } = await operator.post('/operator/v1/parked-messages/discard', message);
      const me = await loggedInStaff(operator.url);
      return me.post(`/operator/v1/approvals/${body.data.id}/approve`);
    },
  ],
  [
    'second_person_required',
    'whoever has messages discarded approves it',
    async () => {
      const which = { streamId: 'x', reason: 'y', dryRun: false };
      const asked = await operator.post('/operator/v1/ops/conversions/dead-letters/discard', which);
      expect([asked.status, asked.body.data.effect]).toEqual([
        202,
        'conversions never handles 0 messages about “x”.',
      ]);
      const me = await loggedInStaff(operator.url);
      return me.post(`/operator/v1/approvals/${asked.body.data.id}/approve`);
    },
  ],
  ['not_found', 'an id of nothing', () => api.get('/v1/payments/pmt_00000000000000000000000000')],
  ['not_found', 'an id of another client', async () => (await newClient()).api.get(await walletPath())],
  ['not_found', 'another client', () => api.get('/v1/clients/cli_00000000000000000000000000/wallets')],
  ['not_found', 'no route', () => api.get('/v1/nothing')],
  ['not_found', 'another version', () => api.get('/v2/wallets')],
  ['method_not_allowed', 'another method', () => api.send('DELETE', '/v1/wallets', undefined, {})],
  ['body_too_large', 'a body above 100 kB', () => api.post('/v1/wallets', ' '.repeat(100_001))],
  [
    'unsupported_media_type',
    'a form',
    () =>
      api.post('/v1/wallets', 'ccyCode=GBP', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ],
  [
    'instruction_not_pending',
    'cancelling too late',
    async () => {
      const id = await createAndMove(api, instructionFor(client.beneficiaryId), 'acknowledge');
      return api.post(`/v1/payment-instructions/${id}/cancel`, { reason: 'late' });
    },
  ],
  [
    'illegal_transition',
    'a step too early',
    async () => simulate(api, await createAndMove(api, instructionFor(client.beneficiaryId)), 'send'),
  ],
  [
    'subscription_not_paused',
    'rotating the secret of one that sends',
    async () => api.post(`/v1/webhook-subscriptions/${await createSubscription(api)}/rotate-secret`),
  ],
  [
    'subscription_ended',
    'resuming one that has ended',
    async () =>
      api.post(`/v1/webhook-subscriptions/${await createSubscription(api, {}, 'unsubscribe')}/resume`),
  ],
  ['wallet_exists', 'a second wallet', () => api.post('/v1/wallets', { ccyCode: 'GBP' })],
  [
    'already_exists',
    'an email address of another user',
    () =>
      operator.post(`/operator/v1/clients/${client.clientId}/users`, {
        ...{ firstName: 'A', lastName: 'B' },
        ...client.login,
      }),
  ],
  [
    'idempotency_key_reused',
    'a key of another request',
    async () => {
      await api.put('/v1/client-settings', { baseCcy: 'EUR' }, { key: 'mine' });
      return api.put('/v1/client-settings', { baseCcy: 'USD' }, { key: 'mine' });
    },
  ],
  [
    'insufficient_funds',
    'sending more than there is',
    async () => {
      const body = instructionFor(client.beneficiaryId, { sellCcyCode: 'EUR', amount: 1_000 });
      return simulate(api, await createAndMove(api, body, 'acknowledge', 'fill'), 'send');
    },
  ],
  ['beneficiary_not_usable', 'nobody to pay', () => instruct({ beneficiaryId: `ben_${'0'.repeat(26)}` })],
  ['currency_not_sellable', 'a currency nobody buys', () => instruct({ sellCcyCode: 'KPW' })],
  ['currency_not_buyable', 'a currency nobody sells', () => instruct({ buyCcyCode: 'KPW' })],
  [
    'rate_unavailable',
    'a halted pair',
    async () => {
      const order = { sellCcyCode: 'KES', buyCcyCode: 'LKR', fixedSide: 'SELL', amount: 100_000 };
      const halted = await operator.post('/operator/v1/dealing/halts', { ccyPair: 'KESLKR', reason: 'Test' });
      const refused = await api.post('/v1/quotes', order);
      await operator.post(`/operator/v1/dealing/halts/${halted.body.data.id}/lift`, { reason: 'Tested' });
      return refused;
    },
  ],
  [
    'price_moved',
    'accepting another price than the one that is shown',
    async () =>
      api.post(`/v1/payment-instructions/${await withMovedPrice(client)}/accept-price`, { rate: 0.5 }),
  ],
  [
    'amount_not_convertible',
    'less than the smallest coin',
    () => instruct({ sellCcyCode: 'JPY', fixedSide: 'SELL', amount: 1 }),
  ],
  [
    'deposit_required',
    'an exchange without the deposit',
    async () => {
      const id = await createConversion(api);
      await api.post(`/v1/simulators/conversions/${id}/require-deposit`, { amount: 1 });
      return api.post(`/v1/simulators/conversions/${id}/exchange`);
    },
  ],
  [
    'exposure_limit_exceeded',
    'a conversion above the credit',
    async () => {
      const limited = await newClient();
      await operator.put(`/operator/v1/dealing/limits/${limited.clientId}`, {
        ...noLimits,
        clientExposure: 100,
      });
      return limited.api.post('/v1/conversions', conversionFor({ amount: 101 }));
    },
  ],
  [
    'deal_limit_exceeded',
    'a conversion that is too large',
    async () => {
      const limited = await newClient();
      await operator.put(`/operator/v1/dealing/limits/${limited.clientId}`, {
        ...noLimits,
        maximumDeal: 100,
      });
      return limited.api.post('/v1/conversions', conversionFor({ amount: 101 }));
    },
  ],
  ['quote_not_found', 'a quote of nobody', () => instruct({ quoteId: `quo_${'0'.repeat(26)}` })],
  [
    'quote_used',
    'a second use of a quote',
    async () => {
      const quoteId = await createQuote(api);
      await api.post('/v1/conversions', conversionFor({ quoteId }));
      return instruct({ quoteId });
    },
  ],
  [
    'quote_mismatch',
    'another amount than that of the quote',
    async () => instruct({ quoteId: await createQuote(api), amount: 99 }),
  ],
  ['payment_date_unavailable', 'a date beyond the calendar', () => instruct({ paymentDate: '2039-01-03' })],
  [
    'limit_reached',
    'a key beyond the fiftieth',
    async () => {
      const { userId } = await newClient();
      const create = (label: number) =>
        operator.post(`/operator/v1/users/${userId}/api-keys`, { label: String(label) });
      for (let label = 2; label <= 50; label++) expect((await create(label)).status).toBe(200);
      return create(51);
    },
  ],
  [
    'rate_limited',
    'guesses without end',
    async () => {
      const { login } = await newClient();
      const guess = () => nobody.post('/v1/auth/token', { ...login, password: 'x' }, { key: null });
      const replies = await Promise.all(Array.from({ length: 11 }, guess));
      return replies.find(({ status }) => status === 429) ?? (replies[0] as Reply);
    },
  ],
];

const walletPath = async () => `/v1/wallets/${(await api.get('/v1/wallets/GBP')).body.data.id}`;

it.each(table)('%s is the response to %s', async (code, _, happens) => {
  const reply = await happens();
  expect([reply.body.code, reply.body.status, reply.status]).toEqual([
    code,
    problems[code].status,
    problems[code].status,
  ]);
  expect(refused(reply.status)(reply)).toBeNull();
  expect([reply.body.type, reply.body.title]).toEqual([`/problems/${code}`, problems[code].title]);
});

/** Codes that a client cannot cause on demand, or in a story of its own; other tests do. */
const ELSEWHERE: readonly ProblemCode[] = [
  'request_timeout', // timeouts.spec
  'idempotency_in_flight', // 04-idempotency
  'idempotency_key_expired', // event-store.spec
  'last_administrator', // staff.controller.spec
  'first_password_used', // given-password.spec, in PRODUCTION
  'password_change_required', // given-password.spec, in PRODUCTION
  'step_in_progress', // payment-instruction.spec
  'step_parked', // parked-instruction
  'events_expired', // event-streams.spec
  'too_many_streams', // event-streams.spec
  'wallet_full', // hostile/meanings.spec
  'query_too_slow', // read-models.spec
  'internal', // problem-filter.spec
  'unavailable', // outage.spec
  'quote_expired', // 03-5-quotes
  'time_has_passed', // clock.spec
  'time_too_far_ahead', // clock.spec
];

it('every code has a row, or is tested elsewhere', () =>
  expect([...new Set([...table.map(([code]) => code), ...ELSEWHERE])].sort()).toEqual(
    Object.keys(problems).sort(),
  ));

it('every code has a page', async () => {
  for (const code of Object.keys(problems)) {
    const { status, body } = await nobody.get(`/problems/${code}`, { accept: 'application/json' });
    expect([code, status, body.data?.code ?? body.code]).toEqual([code, 200, code]);
  }
});

it('all issues of a body are reported at once, each with pointer, code and detail', async () => {
  const { body } = await api.post('/v1/wallets', JSON.stringify({ x: 1, y: 2 }), { headers: json });
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '#/ccyCode',
    '#/x',
    '#/y',
  ]);
  for (const issue of body.errors) expect(Object.keys(issue).sort()).toEqual(['code', 'detail', 'pointer']);
});
