import { randomInt } from 'node:crypto';
import { conversionFor, createConversion, createWithDeposit } from './conversion.js';
import { createAndMove, instructionFor, withMovedPrice } from './instruction.js';
import { createAndMovePayment, paymentFor } from './payment.js';
import { fundingAccount, linkFundingAccount } from './funding-account.js';
import { approvalOf, colleagueOf } from './colleague.js';
import { createSubscription, subscriptionFor } from './subscription.js';
import { bookMutations } from './book-routes.js';
import { operatorMutations } from './operator-routes.js';
import { type TestClient, fundedClient, germanCompany, operator } from './system.js';

/** The routes of the API for tests that iterate over all of them. Add new routes here. */

/** A client for testing every mutation. */
export type World = TestClient & { readonly beneficiaryId: string };

/** A route with its ids. */
export function pathOf(route: string, ids: string): string {
  const left = ids.split(' ');
  return route.replaceAll(':id', () => left.shift() ?? '');
}

export const newWorld = (): Promise<World> => fundedClient({ GBP: 1_000, EUR: 1_000, USD: 1 });

/** A route that changes data, with a valid request. */
export interface Mutation {
  readonly method: 'POST' | 'PUT';
  /** With `:id` where an id stands, see {@link pathOf}. */
  readonly route: string;
  /** Default: an API key of the client. `user` and `staff` have logged in, and so has `member`, a new colleague. */
  readonly by?: 'operator' | 'staff' | 'member' | 'nobody' | 'user';
  /** The id of a record for which the request is valid once; several are separated by spaces. */
  readonly id?: (world: World) => Promise<string>;
  /** None for a route that takes no body. */
  readonly body?: (world: World) => Readonly<Record<string, unknown>>;
  /** Free-text fields that are returned. */
  readonly texts?: readonly string[];
  /** Free-text or unique fields that are not returned. */
  readonly opaque?: readonly string[];
  /** Fields that are validated by other rules after these. */
  readonly relative?: readonly string[];
  /** Numbers that may be zero: a limit that admits nothing. */
  readonly zero?: readonly string[];
  /** By itself the record soon becomes one for which the request is not valid any more. */
  readonly isBrief?: true;
}

const today = () => new Date().toISOString().slice(0, 10);
const instructionAt =
  (...steps: Parameters<typeof createAndMove>[2][]) =>
  ({ api, beneficiaryId }: World) =>
    createAndMove(api, instructionFor(beneficiaryId), ...steps);
const pendingFunds = async ({ api }: World): Promise<string> => {
  const credit = { ccyCode: 'GBP', amount: 5, outcome: 'PENDING' };
  return (await api.post('/v1/simulators/inbound-funds/credit', credit)).body.data.id as string;
};
const pulledFunds = async (world: World): Promise<string> => {
  const path = `/v1/simulators/linked-funding-accounts/${await linked(world)}/pull`;
  return (await world.api.post(path, { amount: 5 })).body.data.id as string;
};
const linked = ({ api }: World): Promise<string> => linkFundingAccount(api);
const subscribed = ({ api }: World): Promise<string> => createSubscription(api);
const paused = ({ api }: World): Promise<string> => createSubscription(api, {}, 'pause');
const pinged = async (world: World): Promise<string> => {
  const id = await paused(world);
  return (await world.api.post(`/v1/webhook-subscriptions/${id}/ping`)).body.data.id as string;
};
const subscription = '/v1/webhook-subscriptions/:id';
const simulator = '/v1/simulators/payment-instructions/:id';
const beneficiary = (more: object = {}) => ({
  ...germanCompany,
  displayName: 'Muster',
  email: 'a@example.com',
  ...more,
});
const ofBeneficiary = {
  relative: ['bankAccount.iban', 'bankAccount.bicSwiftCode'],
  texts: [
    'displayName',
    'company.name',
    'address.city',
    'address.postalCode',
    'bankAccount.bankName',
    'bankAccount.accountHolderName',
  ],
};
const anotherBeneficiary = async ({ api }: World) =>
  (await api.post('/v1/beneficiaries', germanCompany)).body.data.id as string;
const paymentAt =
  (...steps: Parameters<typeof createAndMovePayment>[2][]) =>
  ({ api, beneficiaryId }: World) =>
    createAndMovePayment(api, paymentFor(beneficiaryId), ...steps);
/** Created by a colleague who is a maker: the user of the client is a checker. */
const waitingIn =
  (collection: 'payments' | 'payment-instructions') =>
  async (world: World): Promise<string> => {
    await approvalOf(world.userId, { isChecker: true });
    const maker = await colleagueOf(world);
    await approvalOf(maker.userId, { makerLimit: { ccyCode: 'GBP', value: 0 } });
    const body = (collection === 'payments' ? paymentFor : instructionFor)(world.beneficiaryId);
    return (await maker.api.post(`/v1/${collection}`, body)).body.data.id as string;
  };
const paymentSimulator = '/v1/simulators/payments/:id';

export const mutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/v1/auth/token',
    by: 'nobody',
    body: ({ login }) => ({ ...login }),
    opaque: ['email', 'password'],
  },
  {
    method: 'POST',
    route: '/v1/api-keys',
    by: 'user',
    body: () => ({ label: 'ERP', permissions: ['wallets:read'] }),
    texts: ['label'],
  },
  {
    method: 'POST',
    route: '/v1/api-keys/:id/revoke',
    by: 'user',
    id: async ({ userId }) =>
      (await operator.post(`/operator/v1/users/${userId}/api-keys`, { label: 'old' })).body.data.id as string,
  },
  { method: 'PUT', route: '/v1/client-settings', body: () => ({ baseCcy: 'CHF' }) },
  { method: 'POST', route: '/v1/wallets', body: () => ({ ccyCode: 'CHF' }) },
  {
    method: 'PUT',
    route: '/v1/wallets/:id/settings',
    id: async ({ api }) => (await api.get('/v1/wallets/GBP')).body.data.id as string,
    body: () => ({ isFavourite: true }),
  },
  {
    method: 'POST',
    route: '/v1/payment-instructions',
    body: ({ beneficiaryId }) =>
      instructionFor(beneficiaryId, {
        paymentType: 'PRIORITY',
        chargeType: 'SHARED',
        paymentDate: today(),
        metadata: 'order 7',
      }),
    texts: ['narrative', 'metadata'],
    relative: ['amount'],
  },
  {
    method: 'POST',
    route: '/v1/payment-instructions/:id/cancel',
    id: instructionAt(),
    body: () => ({ reason: 'ordered twice' }),
    texts: ['reason'],
  },
  {
    method: 'POST',
    route: '/v1/payment-instructions/:id/accept-price',
    id: withMovedPrice,
    body: () => ({}),
  },
  {
    method: 'POST',
    route: '/v1/payment-instructions/:id/decline-price',
    id: withMovedPrice,
    body: () => ({ reason: 'too expensive' }),
    texts: ['reason'],
  },
  {
    method: 'POST',
    route: `${simulator}/move-price`,
    id: instructionAt('acknowledge'),
    body: () => ({ basisPoints: 100 }),
  },
  {
    method: 'POST',
    route: '/v1/beneficiaries',
    body: () => beneficiary(),
    ...ofBeneficiary,
  },
  {
    method: 'PUT',
    route: '/v1/beneficiaries/:id',
    id: anotherBeneficiary,
    body: () => beneficiary({ displayName: 'Muster Neu' }),
    ...ofBeneficiary,
  },
  {
    method: 'POST',
    route: '/v1/beneficiaries/validate',
    body: () => beneficiary(),
    relative: ofBeneficiary.relative,
    texts: ['bankAccount.bankName', 'bankAccount.accountHolderName'],
    opaque: ['displayName', 'company.name', 'address.city', 'address.postalCode'],
  },
  { method: 'POST', route: '/v1/beneficiaries/:id/archive', id: anotherBeneficiary },
  {
    method: 'POST',
    route: '/v1/payments',
    body: ({ beneficiaryId }) =>
      paymentFor(beneficiaryId, {
        paymentType: 'PRIORITY',
        chargeType: 'SHARED',
        reason: 'Rent',
        purposeCode: 'RENT',
        metadata: 'order 7',
      }),
    texts: ['narrative', 'reason', 'metadata'],
    opaque: ['purposeCode'],
    relative: ['amount.value'],
  },
  {
    method: 'POST',
    route: '/v1/payments/:id/cancel',
    id: paymentAt(),
    body: () => ({ reason: 'ordered twice' }),
    texts: ['reason'],
  },
  ...(['payments', 'payment-instructions'] as const).flatMap((collection) => [
    { method: 'POST' as const, route: `/v1/${collection}/:id/approve`, id: waitingIn(collection) },
    {
      method: 'POST' as const,
      route: `/v1/${collection}/:id/reject`,
      id: waitingIn(collection),
      body: () => ({ reason: 'Wrong invoice' }),
      texts: ['reason'],
    },
  ]),
  {
    method: 'POST',
    route: `${paymentSimulator}/set-fee`,
    id: paymentAt(),
    body: () => ({ fee: { ccyCode: 'GBP', value: 2.5 } }),
    relative: ['fee.value'],
  },
  {
    method: 'POST',
    route: `${simulator}/set-fee`,
    id: instructionAt(),
    body: () => ({ fee: { ccyCode: 'GBP', value: 2.5 } }),
    relative: ['fee.value'],
  },
  { method: 'POST', route: `${paymentSimulator}/require-authorisation`, id: paymentAt() },
  { method: 'POST', route: `${paymentSimulator}/authorise`, id: paymentAt() },
  {
    method: 'POST',
    route: `${paymentSimulator}/suspend`,
    id: paymentAt('authorise'),
    body: () => ({ reason: 'Under review' }),
    texts: ['reason'],
  },
  { method: 'POST', route: `${paymentSimulator}/release`, id: paymentAt('authorise', 'suspend') },
  { method: 'POST', route: `${paymentSimulator}/send`, id: paymentAt('authorise') },
  {
    method: 'POST',
    route: `${paymentSimulator}/swift-status`,
    id: async ({ api, beneficiaryId }) => {
      const body = paymentFor(beneficiaryId, { paymentType: 'PRIORITY', chargeType: 'SHARED' });
      return createAndMovePayment(api, body, 'authorise', 'send');
    },
    body: () => ({ status: 'PENDING' }),
  },
  { method: 'POST', route: `${paymentSimulator}/complete`, id: paymentAt('authorise', 'send') },
  {
    method: 'POST',
    route: `${paymentSimulator}/fail`,
    id: paymentAt('authorise', 'send'),
    body: () => ({ reason: 'Account closed', deduction: 1.5 }),
    texts: ['reason'],
    relative: ['deduction'],
  },
  {
    method: 'POST',
    route: '/v1/quotes',
    body: () => conversionFor({ valueDate: today() }),
    relative: ['amount'],
  },
  {
    method: 'POST',
    route: '/v1/conversions',
    body: () => conversionFor({ valueDate: today(), metadata: 'order 7' }),
    texts: ['metadata'],
    relative: ['amount'],
  },
  {
    method: 'POST',
    route: '/v1/payments/fee-preview',
    body: () => ({ amount: { ccyCode: 'EUR', value: 320.4 }, paymentType: 'PRIORITY', chargeType: 'SHARED' }),
  },
  {
    method: 'POST',
    route: '/v1/conversions/:id/cancel',
    id: ({ api }) => createConversion(api),
    body: () => ({ reason: 'ordered twice' }),
    texts: ['reason'],
  },
  {
    method: 'POST',
    route: '/v1/conversions/:id/cancellation-quote',
    id: ({ api }) => createConversion(api),
  },
  {
    method: 'POST',
    route: '/v1/conversions/:id/date-change-quote',
    id: ({ api }) => createConversion(api),
    body: () => ({ valueDate: today(), amount: 1 }),
  },
  {
    method: 'POST',
    route: '/v1/conversions/:id/change-date',
    id: ({ api }) => createConversion(api),
    body: () => ({ valueDate: today() }),
  },
  {
    method: 'POST',
    route: '/v1/conversions/:id/draw-down',
    id: ({ api }) => createConversion(api),
    body: () => ({ valueDate: today(), amount: 1 }),
  },
  {
    method: 'POST',
    route: '/v1/conversions/:id/pay-deposit',
    id: ({ api }) => createWithDeposit(api),
  },
  {
    method: 'POST',
    route: '/v1/simulators/conversions/:id/require-deposit',
    id: ({ api }) => createConversion(api),
    body: () => ({ amount: 10 }),
    relative: ['amount'],
  },
  {
    method: 'POST',
    route: '/v1/simulators/conversions/:id/exchange',
    id: ({ api }) => createConversion(api),
  },
  { method: 'POST', route: `${simulator}/acknowledge`, id: instructionAt() },
  {
    method: 'POST',
    route: `${simulator}/fill`,
    id: instructionAt('acknowledge'),
    body: () => ({ useIndicativeRateForActualRate: true }),
  },
  { method: 'POST', route: `${simulator}/send`, id: instructionAt('acknowledge', 'fill') },
  { method: 'POST', route: `${simulator}/reject`, id: instructionAt() },
  { method: 'POST', route: `${simulator}/fail`, id: instructionAt() },
  {
    method: 'POST',
    route: '/v1/simulators/inbound-funds/credit',
    body: () => ({
      ccyCode: 'GBP',
      amount: 12.34,
      narrative: 'Rent',
      sender: {
        name: 'Ada',
        address: '1 Street',
        countryCode: 'GB',
        accountNumber: '12345678',
        bicSwiftCode: 'COBADEFFXXX',
        routingCode: '200000',
      },
    }),
    relative: ['amount'],
    texts: ['narrative', 'sender.name', 'sender.address', 'sender.accountNumber', 'sender.routingCode'],
  },
  {
    method: 'PUT',
    route: '/v1/simulators/clock',
    body: () => ({ advanceTo: 'NEXT_BUSINESS_DAY', ccyCode: 'GBP', toCcyCode: 'EUR' }),
  },
  { method: 'POST', route: '/v1/simulators/inbound-funds/:id/credit', id: pendingFunds },
  { method: 'POST', route: '/v1/simulators/inbound-funds/:id/reject', id: pendingFunds },
  { method: 'POST', route: '/v1/simulators/inbound-funds/:id/return', id: pulledFunds },
  {
    method: 'POST',
    route: '/v1/linked-funding-accounts',
    // An account can be linked once.
    body: () => ({ ...fundingAccount, accountNumber: String(randomInt(1e11, 1e12)) }),
    texts: ['accountHolderName', 'bankName'],
  },
  { method: 'POST', route: '/v1/linked-funding-accounts/:id/unlink', id: linked },
  {
    method: 'POST',
    route: '/v1/linked-funding-accounts/:id/pull',
    id: linked,
    body: () => ({ amount: 12.34 }),
    relative: ['amount'],
  },
  {
    method: 'POST',
    route: '/v1/simulators/linked-funding-accounts/:id/pull',
    id: linked,
    body: () => ({ amount: 12.34 }),
    relative: ['amount'],
  },
  {
    method: 'POST',
    route: '/v1/webhook-subscriptions',
    body: () => subscriptionFor(),
    texts: ['targetPlatform'],
    relative: ['targetUrl'],
  },
  {
    method: 'PUT',
    route: subscription,
    id: subscribed,
    body: () => subscriptionFor({ targetPlatform: 'CRM' }),
    texts: ['targetPlatform'],
    relative: ['targetUrl'],
  },
  { method: 'POST', route: `${subscription}/pause`, id: subscribed },
  { method: 'POST', route: `${subscription}/resume`, id: paused },
  { method: 'POST', route: `${subscription}/rotate-secret`, id: paused },
  { method: 'POST', route: `${subscription}/unsubscribe`, id: subscribed },
  {
    method: 'POST',
    route: `${subscription}/ping`,
    id: paused,
    body: () => ({ message: 'hello' }),
    texts: ['message'],
  },
  { method: 'POST', route: '/v1/webhook-notifications/:id/redeliver', id: pinged },
  ...operatorMutations,
  ...bookMutations,
];

/** The collections of a client. */
export const lists = [
  '/v1/payment-instructions',
  '/v1/payments',
  '/v1/beneficiaries',
  '/v1/conversions',
  '/v1/quotes',
  '/v1/inbound-funds',
  '/v1/linked-funding-accounts',
  '/v1/wallets',
  '/v1/wallets/GBP/transactions',
  '/v1/transactions',
  '/v1/webhook-subscriptions',
  '/v1/webhook-notifications',
  '/v1/users',
  '/v1/request-log',
] as const;

/** The collections of a record. */
export const nestedLists = [
  '/v1/webhook-subscriptions/:id/notifications',
  '/v1/webhook-notifications/:id/attempts',
] as const;

/** The records of a client. */
export const records = [
  '/v1/payment-instructions/:id',
  '/v1/payment-instructions/:id/versions',
  '/v1/payments/:id',
  '/v1/payments/:id/versions',
  '/v1/beneficiaries/:id',
  '/v1/beneficiaries/:id/versions',
  '/v1/beneficiary-snapshots/:id',
  '/v1/conversions/:id',
  '/v1/conversions/:id/versions',
  '/v1/quotes/:id',
  '/v1/inbound-funds/:id',
  '/v1/linked-funding-accounts/:id',
  '/v1/transactions/:id',
  '/v1/wallets/:id',
  '/v1/wallets/:id/transactions',
  '/v1/webhook-subscriptions/:id',
  '/v1/webhook-subscriptions/:id/notifications',
  '/v1/webhook-notifications/:id',
] as const;
