import { EventStore } from '@corridor/event-store';
import { type Concerning, reactionsOf } from '@corridor/messaging';
import { Controller } from '@nestjs/common';
import { client, notePlan } from './client.js';

const On = reactionsOf('gateway');

/** Null for the plan of all clients. */
const ofClient = ({ clientId }: { readonly clientId: string | null }) => clientId;

/** The record of a client shows the plans that staff have assigned to it. */
@Controller()
export class PlanReactions {
  constructor(private readonly store: EventStore) {}

  @On('conversions.margin_plan_assigned', { concerns: ofClient })
  onMarginPlan({ data, recordId, caller }: Concerning<'conversions.margin_plan_assigned'>) {
    const assigned = { type: 'margin_plan_assigned', planId: data.planId } as const;
    return this.store.handle(client, recordId, (state) => notePlan(state, assigned), { caller });
  }

  @On('payments.fee_plan_assigned', { concerns: ofClient })
  onFeePlan({ data, recordId, caller }: Concerning<'payments.fee_plan_assigned'>) {
    const assigned = { type: 'fee_plan_assigned', planId: data.planId } as const;
    return this.store.handle(client, recordId, (state) => notePlan(state, assigned), { caller });
  }
}
