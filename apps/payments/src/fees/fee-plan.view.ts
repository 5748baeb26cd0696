import type { ReadModel, View } from '@corridor/event-store';
import { fromResource, toResource } from '@corridor/kernel';
import {
  type ClientFeePlanResource,
  type FeePlanResource,
  operatorCollections,
} from '@corridor/payments-contract';
import { searchable } from '@corridor/search';
import type { Event as Assigned } from './client-fee-plan.js';
import type { Event, FeeRule } from './fee-plan.js';

export const feePlanView: View<FeePlanResource, Event> & ReadModel = {
  table: 'fee_plan',
  searchable: searchable(operatorCollections.feePlans),
  columns: { id: 'id', name: 'name' },
  project: (row, { event, streamId, caller, occurredOn }) => ({
    id: streamId,
    name: event.name,
    rules: event.rules.map(({ fee, correspondentCharge, ...where }) => ({
      ...where,
      fee: toResource(fee),
      correspondentCharge: correspondentCharge && toResource(correspondentCharge),
    })),
    version: (row?.version ?? 0) + 1,
    setBy: caller.user,
    setOn: occurredOn,
  }),
};

/** As the plan was set. */
export const rulesIn = ({ rules }: FeePlanResource): FeeRule[] =>
  rules.map(({ fee, correspondentCharge, ...where }) => ({
    ...where,
    fee: fromResource(fee),
    correspondentCharge: correspondentCharge && fromResource(correspondentCharge),
  }));

/** With the id of its stream. */
export type Assignment = Omit<ClientFeePlanResource, 'inForce'> & { readonly id: string };

export const assignmentView: View<Assignment, Assigned> = {
  table: 'client_fee_plan',
  project: (row, { event: { clientId, planId: feePlanId }, streamId, caller, occurredOn }) => ({
    ...{ id: streamId, clientId, feePlanId },
    version: (row?.version ?? 0) + 1,
    setBy: caller.user,
    setOn: occurredOn,
  }),
};
