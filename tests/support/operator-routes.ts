import { randomUUID } from 'node:crypto';
import { bankMutations } from './bank-routes.js';
import { dealingMutations } from './dealing-routes.js';
import { operationsMutations } from './operations-routes.js';
import { receivableMutations } from './receivable-routes.js';
import { createAndMove, instructionFor } from './instruction.js';
import { createAndMovePayment, paymentFor } from './payment.js';
import type { Mutation, World } from './routes.js';
import { screeningMutations } from './screening-routes.js';
import { DEMO_STAFF_LOGIN, loggedInStaff } from './staff.js';
import { newClient, operator } from './system.js';

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
const discarding = (streamId: string) => ({
  ...{ service: 'conversions', source: 'ledger', streamId, version: 1, reason: 'Corrected by hand' },
});
/** By the demo colleague in operations, whom a sandbox has for it. */
async function askedByColleague({ clientId }: World): Promise<string> {
  const colleague = await loggedInStaff(operator.url, 'operations@corridor.example');
  const asked = await colleague.post('/operator/v1/parked-messages/discard', discarding(clientId));
  return asked.body.data.id as string;
}

/** Of the client, before it is sent. */
const aPayment = ({ api, beneficiaryId }: World) =>
  createAndMovePayment(api, paymentFor(beneficiaryId), 'authorise');
const anInstruction = ({ api, beneficiaryId }: World) =>
  createAndMove(api, instructionFor(beneficiaryId), 'acknowledge');

/** The routes of `/operator/v1` that change data. */
export const operatorMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/operator/v1/payments/:id/stop',
    by: 'operator',
    id: aPayment,
    body: () => ({ reason: 'Asked by telephone', publicReason: 'Stopped as you asked' }),
    texts: ['publicReason'],
    opaque: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/payment-instructions/:id/stop',
    by: 'operator',
    id: anInstruction,
    body: () => ({ reason: 'Asked by telephone', publicReason: 'Stopped as you asked' }),
    texts: ['publicReason'],
    opaque: ['reason'],
  },
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
      companyWebsite: 'https://initech.example',
      settings: { baseCcy: 'EUR' },
    }),
    texts: ['name', 'address.city'],
    opaque: ['companyWebsite'],
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
    body: () => ({ makerLimit: { ccyCode: 'GBP', value: 5_000 }, isChecker: true, checkerLimit: null }),
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
  ...dealingMutations,
  ...screeningMutations,
  ...bankMutations,
  ...receivableMutations,
  ...operationsMutations,
];
