import type { Mutation, World } from './routes.js';
import { operator } from './system.js';

const receivables = '/operator/v1/receivables';
/** In a currency in which the client receives nothing: what comes in would pay it. */
const debt = ({ clientId }: World) => ({
  ...{ clientId, ccyCode: 'USD', amount: 0.5, conversionId: 'con_01K00000000000000000000001' },
  ...{ reference: 'CON-20261121-4F7KQ2', reason: 'Costs of an amended settlement' },
});
const owed = async (world: World): Promise<string> =>
  (await operator.post(receivables, debt(world))).body.data.id as string;

/** The routes of `/operator/v1/receivables` that change data. */
export const receivableMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: receivables,
    by: 'operator',
    body: debt,
    texts: ['reason'],
    opaque: ['reference'],
  },
  { method: 'POST', route: `${receivables}/:id/collect`, by: 'operator', id: owed },
  {
    method: 'POST',
    route: `${receivables}/:id/write-off`,
    by: 'operator',
    id: owed,
    body: () => ({ reason: 'The client is insolvent' }),
    opaque: ['reason'],
  },
];
