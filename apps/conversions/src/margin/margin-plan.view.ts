import {
  type ClientMarginPlanResource,
  type MarginPlanResource,
  operatorCollections,
} from '@corridor/conversions-contract';
import type { ReadModel, View } from '@corridor/event-store';
import { audited } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { Event as Assigned } from './client-margin-plan.js';
import type { Event } from './margin-plan.js';

export const marginPlanView: View<MarginPlanResource, Event> & ReadModel = {
  table: 'margin_plan',
  searchable: searchable(operatorCollections.marginPlans),
  columns: { id: 'id', name: 'name', 'auditHistory.created.on': 'created_on' },
  project(row, { event, streamId, caller, occurredOn }) {
    const { name, basisPoints, rules, maximumSlippage } = event;
    const { auditHistory = null } = row ?? {};
    return {
      ...{ id: streamId, name, basisPoints, rules: [...rules], maximumSlippage },
      auditHistory: audited(auditHistory, (auditHistory?.version ?? 0) + 1, caller, occurredOn),
    };
  },
};

/** With the id of its stream. */
export type Assignment = Omit<ClientMarginPlanResource, 'inForce'> & { readonly id: string };

export const assignmentView: View<Assignment, Assigned> = {
  table: 'client_margin_plan',
  project(row, { event: { clientId, planId: marginPlanId }, streamId, caller, occurredOn }) {
    const { auditHistory = null } = row ?? {};
    const version = (auditHistory?.version ?? 0) + 1;
    return {
      ...{ id: streamId, clientId, marginPlanId },
      auditHistory: audited(auditHistory, version, caller, occurredOn),
    };
  },
};
