import type { Mutation, World } from './routes.js';
import { operator } from './system.js';

const OUTBOX = '/operator/v1/ops/ledger/outbox/republish';
/** Of the messages of one client, a dry one. */
const aRun = async ({ clientId }: World): Promise<string> =>
  (await operator.post(OUTBOX, { streamId: clientId })).body.data.id as string;

/** The routes of `/operator/v1/ops` that change data. */
export const operationsMutations: readonly Mutation[] = [
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/outbox/republish',
    by: 'operator',
    id: async () => 'ledger',
    body: ({ clientId }) => ({
      dryRun: true,
      streamId: clientId,
      fromVersion: 1,
      since: '2026-01-01T00:00:00.000',
    }),
    opaque: ['streamId'],
  },
  ...(['retry', 'discard'] as const).map((command): Mutation => ({
    method: 'POST',
    route: `/operator/v1/ops/:id/dead-letters/${command}`,
    by: 'operator',
    id: async () => 'ledger',
    body: ({ clientId }) => ({
      ...{ dryRun: true, source: 'payments', streamId: clientId, version: 1, recordId: clientId },
      ...{ type: 'payment.sent', ...(command === 'discard' && { reason: 'Corrected by hand' }) },
    }),
    opaque: ['source', 'streamId', 'recordId', 'type', ...(command === 'discard' ? ['reason'] : [])],
  })),
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/consumer/rewind',
    by: 'operator',
    id: async () => 'ledger',
    body: () => ({ dryRun: true, consumer: 'ledger', since: '2026-01-01T00:00:00.000' }),
    opaque: ['consumer'],
  },
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/consumer/backfill',
    by: 'operator',
    id: async () => 'ledger',
    body: () => ({ dryRun: true, consumer: 'payments', since: '2026-01-01T00:00:00.000' }),
    opaque: ['consumer'],
  },
  ...['verify', 'rebuild', 'swap'].map((command): Mutation => ({
    method: 'POST',
    route: `/operator/v1/ops/:id/projections/${command}`,
    by: 'operator',
    id: async () => 'ledger',
    body: () => ({ dryRun: true, kind: 'books' }),
    opaque: ['kind'],
  })),
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/secrets/rotate',
    by: 'operator',
    id: async () => 'gateway',
    body: () => ({ dryRun: true }),
  },
  {
    method: 'POST',
    route: '/operator/v1/ops/ledger/verify',
    by: 'operator',
    body: () => ({ dryRun: true }),
  },
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/projections/abort',
    by: 'operator',
    id: async () => 'ledger',
    body: () => ({ dryRun: true }),
  },
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/retention/run',
    by: 'operator',
    id: async () => 'ledger',
    body: () => ({ dryRun: true, policy: 'kept states' }),
    opaque: ['policy'],
  },
  ...['run', 'verify'].map((command): Mutation => ({
    method: 'POST',
    route: `/operator/v1/ops/:id/archive/${command}`,
    by: 'operator',
    id: async () => 'payments',
    body: () => ({ dryRun: true }),
  })),
  {
    method: 'POST',
    route: '/operator/v1/ops/:id/runs/:id/cancel',
    by: 'operator',
    id: async (world) => `ledger ${await aRun(world)}`,
  },
];
