import { randomInt, randomUUID } from 'node:crypto';
import { withMovedPrice } from './instruction.js';
import type { Mutation } from './routes.js';
import { newClient, operator } from './system.js';

const aClient = async (): Promise<string> => (await newClient()).clientId;
/** Of a client, as for all. */
export const noLimits = { clientExposure: null, maximumDeal: null, deposits: null };
const aHedge = () => ({
  ...{ buyCcyCode: 'EUR', buyAmount: 1_000_000, sellCcyCode: 'USD', sellAmount: 1_159_100, rate: 1.1591 },
  ...{ counterparty: 'First Bank', valueDate: '2099-11-24', externalReference: randomUUID() },
});
const points = () => ({
  ...{ bid: 0.182, ask: 0.187, expiresOn: new Date(Date.now() + 3_600_000).toISOString() },
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

/** The routes of dealers that change data. */
export const dealingMutations: readonly Mutation[] = [
  {
    method: 'PUT',
    route: '/operator/v1/dealing/limits',
    by: 'operator',
    body: () => ({ ...noLimits, totalExposure: null, maximumDeal: 999_999_999_999 }),
    zero: ['clientExposure', 'totalExposure', 'maximumDeal'],
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/limits/:id',
    by: 'operator',
    id: aClient,
    body: () => ({ ...noLimits, clientExposure: 1_000_000, maximumDeal: 100_000 }),
    zero: ['clientExposure', 'maximumDeal'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/moved-prices/:id/approve',
    by: 'operator',
    id: withMovedPrice,
    body: () => ({ reason: 'Agreed by telephone' }),
    opaque: ['reason'],
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
    body: () => ({ bid: 12.6, ask: 12.7, expiresOn: new Date(Date.now() + 3_600_000).toISOString() }),
    relative: ['expiresOn'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/rates/:id/withdraw',
    by: 'operator',
    id: async () => {
      const rate = { bid: 12.6, ask: 12.7, expiresOn: new Date(Date.now() + 3_600_000).toISOString() };
      await operator.put('/operator/v1/dealing/rates/EURGHS', rate);
      return 'EURGHS';
    },
  },
  {
    method: 'PUT',
    route: '/operator/v1/dealing/points/:id',
    by: 'operator',
    id: async () => 'EURGHS-1M',
    body: points,
    zero: ['bid'],
    relative: ['expiresOn'],
  },
  {
    method: 'POST',
    route: '/operator/v1/dealing/points/:id/withdraw',
    by: 'operator',
    id: async () => {
      await operator.put('/operator/v1/dealing/points/EURGHS-1M', points());
      return 'EURGHS-1M';
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
];
