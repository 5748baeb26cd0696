import { randomInt, randomUUID } from 'node:crypto';
import { until } from '@corridor/testing';
import { britishIban, fileOf, importAccounts } from './collection-accounts.js';
import type { Mutation, World } from './routes.js';
import { DEMO_STAFF_LOGIN, loggedInStaff } from './staff.js';
import { germanCompany, newClient, operator } from './system.js';

const member = () => ({
  firstName: 'Ines',
  lastName: 'Almeida',
  email: `${randomUUID()}@example.com`,
  password: 'correct horse battery',
  roles: ['support'],
});
const hired = async (): Promise<string> =>
  (await operator.post('/operator/v1/staff', member())).body.data.id as string;
const aClient = async (): Promise<string> => (await newClient()).clientId;
const aUser = async (): Promise<string> => (await newClient()).userId;
const bankCredit = () => ({
  accountNumber: 'GB33BUKB20201555555555',
  ccyCode: 'GBP',
  amount: 12.5,
  valueDate: '2026-11-20',
  bankReference: randomUUID(),
  reference: 'Invoice 1042',
  sender: { name: 'Grace Ltd', countryCode: 'GB', accountNumber: '11112222', routingCode: '010004' },
});
const unmatched = async (): Promise<string> =>
  (await operator.post('/operator/v1/bank/credits', bankCredit())).body.data.id as string;
/** A credit on its way back to its sender: the sandbox has no other submissions. */
async function submitted(): Promise<string> {
  const id = await unmatched();
  const returning = await operator.post(`/operator/v1/bank/credits/${id}/return`, {
    reason: 'Nobody knows it.',
  });
  const submission = returning.body.data.returnSubmissionId as string;
  for (;;) {
    const { status } = await operator.get(`/operator/v1/bank/submissions/${submission}`);
    if (status === 200) return submission;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const submission = '/operator/v1/bank/submissions/:id';
const bankSaid = {
  by: 'operator',
  id: submitted,
  body: () => ({ bankReference: 'FT26325ABCD' }),
  opaque: ['bankReference', 'reason'],
} as const;
const anIban = (): string => britishIban(randomInt(100_000_000));
const aHedge = () => ({
  ...{ buyCcyCode: 'EUR', buyAmount: 1_000_000, sellCcyCode: 'USD', sellAmount: 1_159_100, rate: 1.1591 },
  ...{ counterparty: 'First Bank', valueDate: '2099-11-24', externalReference: randomUUID() },
});
const aMarginPlan = () => ({
  name: 'Standard',
  basisPoints: 35,
  rules: [{ ccyPair: 'EURGBP', maximumSize: 50_000, maximumTenor: '1M', basisPoints: 20 }],
  maximumSlippage: 50,
});
const marginPlan = async (): Promise<string> =>
  (await operator.post('/operator/v1/dealing/margin-plans', aMarginPlan())).body.data.id as string;
const RARE = ['NGN', 'GHS', 'PKR', 'BDT', 'EGP', 'MAD', 'CLP', 'COP', 'PEN', 'VND', 'JOD', 'OMR'];
/** A pair in which no other test trades. */
const rarePair = (): string => {
  const base = randomInt(RARE.length);
  const quote = (base + 1 + randomInt(RARE.length - 1)) % RARE.length;
  return `${RARE[base]}${RARE[quote]}`;
};

/** Of a beneficiary on the simulated list. */
async function aCase(): Promise<string> {
  const { api } = await newClient();
  const { body } = await api.post('/v1/beneficiaries', {
    ...germanCompany,
    displayName: 'Sanctioned Person',
  });
  const of = `/operator/v1/screening/cases?q=${encodeURIComponent(`subject.id == "${body.data.id as string}"`)}`;
  const found = async () => ((await operator.get(of)).body.data as { id: string }[])[0]?.id;
  await until(async () => (await found()) !== undefined);
  return (await found()) as string;
}
const rescreenings = '/operator/v1/screening/rescreenings';
const started = async () => (await operator.post(rescreenings)).body.data.id as string;
const pausedOne = async () => {
  const id = await started();
  await operator.post(`${rescreenings}/${id}/pause`);
  return id;
};
const ofCases = { method: 'POST', by: 'operator', id: aCase } as const;
const reason = { body: () => ({ reason: 'Born in another year' }), texts: ['reason'] };
const discarding = (streamId: string) => ({
  ...{ service: 'conversions', source: 'ledger', streamId, version: 1, reason: 'Corrected by hand' },
});
/** By the demo colleague in operations, whom a sandbox has for it. */
async function askedByColleague({ clientId }: World): Promise<string> {
  const colleague = await loggedInStaff(operator.url, 'operations@corridor.example');
  const asked = await colleague.post('/operator/v1/parked-messages/discard', discarding(clientId));
  return asked.body.data.id as string;
}
/** The routes of `/operator/v1` that change data. */
export const operatorMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/operator/v1/clients',
    by: 'operator',
    body: () => ({
      name: 'Initech',
      code: randomUUID(),
      address: { lines: ['1 Street'], city: 'Paris', countryCode: 'FR' },
      clientType: 'Personal',
      settings: { baseCcy: 'EUR' },
    }),
    texts: ['name', 'address.city'],
    opaque: ['code'],
  },
  {
    method: 'POST',
    route: '/operator/v1/clients/:id/users',
    by: 'operator',
    id: async ({ clientId }) => clientId,
    body: () => ({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: `${randomUUID()}@example.com`,
      password: 'long enough',
    }),
    texts: ['firstName', 'lastName'],
    opaque: ['password'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/clients/:id',
    by: 'operator',
    id: aClient,
    body: () => ({
      name: 'Initech',
      address: { lines: ['1 Street'], city: 'Paris', countryCode: 'FR' },
      clientType: 'Personal',
      settings: { baseCcy: 'EUR' },
    }),
    texts: ['name', 'address.city'],
  },
  {
    method: 'POST',
    route: '/operator/v1/clients/:id/suspend',
    by: 'operator',
    id: aClient,
    body: () => ({ reason: 'Documents expired' }),
    opaque: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/clients/:id/close',
    by: 'operator',
    id: async () => {
      const id = await aClient();
      await operator.post(`/operator/v1/clients/${id}/suspend`, { reason: 'Leaves' });
      return id;
    },
    body: () => ({ reason: 'Left' }),
    opaque: ['reason'],
  },
  { method: 'POST', route: '/operator/v1/clients/:id/resume', by: 'operator', id: aClient },
  {
    method: 'PUT',
    route: '/operator/v1/clients/:id/risk-rating',
    by: 'operator',
    id: aClient,
    body: () => ({ riskRating: 'LOW' }),
  },
  ...(['disable', 'end-sessions'] as const).map((verb) => ({
    method: 'POST' as const,
    route: `/operator/v1/users/:id/${verb}`,
    by: 'operator' as const,
    id: aUser,
    body: () => ({ revokeApiKeys: true }),
  })),
  {
    method: 'PUT',
    route: '/operator/v1/users/:id/approval',
    by: 'operator',
    id: aUser,
    body: () => ({ makerLimit: { ccyCode: 'GBP', value: 5_000 }, isChecker: true }),
    relative: ['makerLimit.value'],
    zero: ['makerLimit.value'],
  },
  { method: 'POST', route: '/operator/v1/users/:id/enable', by: 'operator', id: aUser },
  {
    method: 'POST',
    route: '/operator/v1/users/:id/reset-password',
    by: 'operator',
    id: aUser,
    body: () => ({ password: 'another horse battery' }),
    opaque: ['password'],
  },
  {
    method: 'POST',
    route: '/operator/v1/users/:id/api-keys',
    by: 'operator',
    id: async ({ userId }) => userId,
    body: () => ({ label: 'ERP', permissions: ['wallets:read'] }),
    texts: ['label'],
  },
  {
    method: 'POST',
    route: '/operator/v1/users/:id/unlock',
    by: 'operator',
    id: async ({ userId }) => userId,
  },
  {
    method: 'POST',
    route: '/operator/v1/api-keys/:id/revoke',
    by: 'operator',
    id: async ({ userId }) =>
      (await operator.post(`/operator/v1/users/${userId}/api-keys`, { label: 'old' })).body.data.id as string,
  },
  {
    method: 'POST',
    route: '/operator/v1/parked-messages/redrive',
    by: 'operator',
    body: ({ clientId }) => ({ service: 'conversions', source: 'ledger', streamId: clientId }),
    texts: ['streamId'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/limits',
    by: 'operator',
    body: () => ({ maximumDeal: 999_999_999_999 }),
    zero: ['maximumDeal'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/limits/:id',
    by: 'operator',
    id: aClient,
    body: () => ({ clientExposure: 1_000_000, maximumDeal: 100_000 }),
    zero: ['clientExposure', 'maximumDeal'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/halts',
    by: 'operator',
    body: () => ({ ccyPair: rarePair(), reason: 'Election night' }),
    texts: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/halts/:id/lift',
    by: 'operator',
    id: async () => {
      const halt = { ccyPair: rarePair(), reason: 'Election night' };
      return (await operator.post('/operator/v1/dealing/halts', halt)).body.data.id as string;
    },
    body: () => ({ reason: 'Counted' }),
    opaque: ['reason'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/rates/:id',
    by: 'operator',
    id: async () => 'EURGHS',
    body: () => ({ bid: 12.6, ask: 12.7, expiresOn: new Date(Date.now() + 60_000).toISOString() }),
    relative: ['expiresOn'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/rates/:id/withdraw',
    by: 'operator',
    id: async () => {
      const rate = { bid: 12.6, ask: 12.7, expiresOn: new Date(Date.now() + 60_000).toISOString() };
      await operator.put('/operator/v1/dealing/rates/EURGHS', rate);
      return 'EURGHS';
    },
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/hours/:id',
    by: 'operator',
    id: async () => rarePair(),
    body: () => ({ closes: { day: 'FRIDAY', time: '22:00' }, opens: { day: 'SUNDAY', time: '22:00' } }),
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/hedges',
    by: 'operator',
    body: aHedge,
    texts: ['counterparty', 'externalReference'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/margin-plans',
    by: 'operator',
    body: aMarginPlan,
    texts: ['name'],
    zero: ['basisPoints', 'maximumSlippage', 'rules.0.basisPoints'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/margin-plans/:id',
    by: 'operator',
    id: marginPlan,
    body: aMarginPlan,
    texts: ['name'],
    zero: ['basisPoints', 'maximumSlippage', 'rules.0.basisPoints'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/client-margin-plans',
    by: 'operator',
    body: () => ({ marginPlanId: null }),
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/client-margin-plans/:id',
    by: 'operator',
    id: aClient,
    body: () => ({ marginPlanId: null }),
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/hedges/:id/cancel',
    by: 'operator',
    id: async () => (await operator.post('/operator/v1/dealing/hedges', aHedge())).body.data.id as string,
    body: () => ({ reason: 'Entered twice' }),
    texts: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/screening/lists',
    by: 'operator',
    body: () => ({ list: 'UN', files: ['un.xml'] }),
  },
  {
    method: 'PUT',
    route: '/operator/v1/screening/review-rules',
    by: 'operator',
    body: () => ({
      countries: [],
      paymentsAbove: { ccyCode: 'EUR', value: 900_000_000 },
      firstPayments: false,
    }),
    relative: ['paymentsAbove.value'],
    zero: ['paymentsAbove.value'],
  },
  {
    method: 'POST',
    route: rescreenings,
    by: 'operator',
  },
  {
    method: 'POST',
    route: `${rescreenings}/:id/pause`,
    by: 'operator',
    id: started,
  },
  {
    method: 'POST',
    route: `${rescreenings}/:id/resume`,
    by: 'operator',
    id: pausedOne,
  },
  {
    method: 'PUT',
    route: '/operator/v1/policy',
    by: 'operator',
    body: () => ({
      refusedCountries: ['CU', 'IR', 'KP', 'SY'],
      refusedCurrencies: { held: [], sold: [], bought: [], paid: [], received: [] },
    }),
  },
  {
    method: 'POST',
    route: '/operator/v1/parked-messages/discard',
    by: 'operator',
    body: ({ clientId }) => discarding(clientId),
    opaque: ['streamId', 'reason'],
  },
  { method: 'POST', route: '/operator/v1/approvals/:id/approve', by: 'staff', id: askedByColleague },
  {
    method: 'POST',
    route: '/operator/v1/approvals/:id/reject',
    by: 'staff',
    id: askedByColleague,
    body: () => ({ reason: 'Not agreed' }),
    opaque: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/auth/token',
    by: 'nobody',
    body: () => ({ ...DEMO_STAFF_LOGIN }),
    opaque: ['email', 'password'],
  },
  { method: 'POST', route: '/operator/v1/auth/authenticator', by: 'staff' },
  {
    method: 'PUT',
    route: '/operator/v1/auth/password',
    by: 'member',
    body: () => ({ currentPassword: DEMO_STAFF_LOGIN.password, password: 'another horse battery' }),
    opaque: ['currentPassword', 'password'],
  },
  {
    method: 'POST',
    route: '/operator/v1/staff-keys',
    by: 'staff',
    body: () => ({ label: 'Nightly report', roles: ['operations'] }),
    texts: ['label'],
  },
  {
    method: 'POST',
    route: '/operator/v1/staff-keys/:id/revoke',
    by: 'staff',
    id: async () => {
      const administrator = await loggedInStaff(operator.url);
      const { body } = await administrator.post('/operator/v1/staff-keys', { label: 'old' });
      return body.data.id as string;
    },
  },
  {
    method: 'POST',
    route: '/operator/v1/staff',
    by: 'operator',
    body: member,
    texts: ['firstName', 'lastName'],
    opaque: ['password'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/credits',
    by: 'operator',
    body: bankCredit,
    texts: ['reference', 'sender.name'],
    opaque: ['bankReference', 'accountNumber', 'sender.accountNumber', 'sender.routingCode'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/credits/:id/match',
    by: 'operator',
    id: unmatched,
    body: ({ clientId }) => ({ clientId }),
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/credits/:id/return',
    by: 'operator',
    id: unmatched,
    body: () => ({ reason: 'Nobody knows it.' }),
    opaque: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/collection-accounts/import',
    by: 'operator',
    body: () => ({ csv: fileOf('GBP', anIban()) }),
    opaque: ['csv'],
  },
  {
    method: 'POST',
    route: '/operator/v1/bank/collection-accounts/:id/retire',
    by: 'operator',
    id: async () => {
      const iban = anIban();
      await importAccounts(operator, 'GBP', iban);
      const of = `/operator/v1/bank/collection-accounts?q=${encodeURIComponent(`iban == "${iban}"`)}`;
      return (await operator.get(of)).body.data[0].id as string;
    },
    body: () => ({ reason: 'The bank has closed it.' }),
    opaque: ['reason'],
  },
  { method: 'POST', route: `${submission}/accept`, ...bankSaid },
  { method: 'POST', route: `${submission}/settle`, ...bankSaid },
  { method: 'POST', route: `${submission}/reject`, ...bankSaid, body: () => ({ reason: 'Account closed.' }) },
  { method: 'POST', route: `${submission}/return`, ...bankSaid, body: () => ({ reason: 'Account closed.' }) },
  {
    method: 'PUT',
    route: '/operator/v1/staff/:id/roles',
    by: 'operator',
    id: hired,
    body: () => ({ roles: ['support', 'finance'] }),
  },
  {
    method: 'POST',
    route: '/operator/v1/staff/:id/reset-password',
    by: 'operator',
    id: hired,
    body: () => ({ password: 'another horse battery' }),
    opaque: ['password'],
  },
  { method: 'POST', route: '/operator/v1/staff/:id/remove-authenticator', by: 'operator', id: hired },
  { method: 'POST', route: '/operator/v1/staff/:id/enable', by: 'operator', id: hired },
  { method: 'POST', route: '/operator/v1/staff/:id/end-sessions', by: 'operator', id: hired },
  { method: 'POST', route: '/operator/v1/staff/:id/disable', by: 'operator', id: hired },
  { ...ofCases, route: '/operator/v1/screening/cases/:id/assign' },
  {
    ...ofCases,
    route: '/operator/v1/screening/cases/:id/note',
    body: () => ({ text: 'Asked for a passport' }),
    texts: ['text'],
  },
  { ...ofCases, route: '/operator/v1/screening/cases/:id/clear', ...reason },
  { ...ofCases, route: '/operator/v1/screening/cases/:id/block', ...reason },
];
