import type { Mutation } from './routes.js';
import { newClient, operator } from './system.js';

const aFeePlan = () => ({
  name: 'Standard',
  rules: [
    {
      ...{ kind: 'PAYMENT', ccyCode: 'EUR', paymentType: 'PRIORITY', chargeType: 'OURS' },
      fee: { ccyCode: 'EUR', value: 5 },
      correspondentCharge: { ccyCode: 'EUR', value: 12.5 },
    },
  ],
});
const feePlan = async (): Promise<string> =>
  (await operator.post('/operator/v1/fees/plans', aFeePlan())).body.data.id as string;
const ofFeePlans = {
  by: 'operator',
  body: aFeePlan,
  texts: ['name'],
  zero: ['rules.0.fee.value', 'rules.0.correspondentCharge.value'],
} as const;

/** Of the demo statement. Tests that explain one, with another reason each time, need one that is open. */
const openBreak = async (): Promise<string> => {
  const { body } = await operator.get('/operator/v1/books/breaks');
  return body.data.at(-1).id as string;
};

/** The routes of `/operator/v1` for accountants that change data. */
export const bookMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/operator/v1/books/adjustments',
    by: 'operator',
    body: ({ clientId }) => ({
      ...{ clientId, debit: 'fees', credit: 'wallet', ccyCode: 'GBP', amount: 12.5, reason: 'Fee waived' },
    }),
    texts: ['reason'],
  },
  {
    method: 'POST',
    route: '/operator/v1/books/breaks/:id/explain',
    by: 'operator',
    id: openBreak,
    body: () => ({ reason: 'The bank corrects it' }),
    texts: ['reason'],
  },
  { method: 'POST', route: '/operator/v1/fees/plans', ...ofFeePlans },
  { method: 'PUT', route: '/operator/v1/fees/plans/:id', ...ofFeePlans, id: feePlan },
  {
    method: 'PUT',
    route: '/operator/v1/fees/client-plans',
    by: 'operator',
    body: () => ({ feePlanId: null }),
  },
  {
    method: 'PUT',
    route: '/operator/v1/fees/client-plans/:id',
    by: 'operator',
    id: async () => (await newClient()).clientId,
    body: () => ({ feePlanId: null }),
  },
];
