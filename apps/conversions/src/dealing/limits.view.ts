import type { DealingLimitsResource } from '@corridor/conversions-contract';
import type { View } from '@corridor/event-store';
import { audited } from '@corridor/kernel';
import { type Event, LIMIT_CCY } from './limits.js';

/** As staff read them. */
export const limitsView: View<DealingLimitsResource & { readonly id: string }, Event> = {
  table: 'dealing_limits',
  project(row, { event, streamId, caller, occurredOn }) {
    const { type: _, ...limits } = event;
    const version = (row?.auditHistory?.version ?? 0) + 1;
    const auditHistory = audited(row?.auditHistory ?? null, version, caller, occurredOn);
    return { id: streamId, ccyCode: LIMIT_CCY, ...limits, auditHistory };
  },
};
