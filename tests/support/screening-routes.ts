import { until } from '@corridor/testing';
import type { Mutation } from './routes.js';
import { germanCompany, newClient, operator } from './system.js';

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

/** The routes of compliance that change data. */
export const screeningMutations: readonly Mutation[] = [
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
      riskRatings: [],
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
    isBrief: true,
  },
  {
    method: 'POST',
    route: `${rescreenings}/:id/resume`,
    by: 'operator',
    id: pausedOne,
    isBrief: true,
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
