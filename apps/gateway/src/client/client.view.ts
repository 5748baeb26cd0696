import type { ReadModel, View } from '@corridor/event-store';
import { type ClientResource, operatorCollections } from '@corridor/gateway-contract';
import { type AuditHistory, audited } from '@corridor/kernel';
import { searchable } from '@corridor/search';
import type { ClientDetails, ClientEvent, RiskRating } from './client.js';

/** interface-spec 2.14, and what only staff see. */
export interface ClientRow extends ClientDetails {
  readonly id: string;
  readonly status: ClientResource['status'];
  readonly statusReason: string | null;
  readonly riskRating: RiskRating | null;
  readonly marginPlanId: string | null;
  readonly feePlanId: string | null;
  readonly auditHistory: AuditHistory;
}

export const clients: View<ClientRow, ClientEvent> & ReadModel = {
  table: 'client',
  searchable: searchable(operatorCollections.clients),
  columns: {
    id: 'id',
    status: 'status',
    code: 'code',
    name: 'name',
    riskRating: 'risk_rating',
    marginPlanId: 'margin_plan_id',
    feePlanId: 'fee_plan_id',
    'auditHistory.created.on': 'created_on',
  },
  project(row, { streamId, version, caller, occurredOn, event }) {
    const auditHistory = audited(row?.auditHistory ?? null, version, caller, occurredOn);
    if (event.type !== 'created') return row && { ...row, ...changed(event), auditHistory };
    const { name, code, address, clientType, companyWebsite, settings } = event;
    return {
      id: streamId,
      name,
      code,
      address,
      clientType,
      companyWebsite,
      status: 'Active',
      settings,
      statusReason: null,
      riskRating: null,
      marginPlanId: null,
      feePlanId: null,
      auditHistory,
    };
  },
};

function changed(event: Exclude<ClientEvent, { type: 'created' }>): Partial<ClientRow> {
  switch (event.type) {
    case 'settings_changed':
      return { settings: event.settings };
    case 'changed': {
      const { name, address, clientType, companyWebsite, settings } = event;
      return { name, address, clientType, companyWebsite, settings };
    }
    case 'suspended':
      return { status: 'Suspended', statusReason: event.reason };
    case 'resumed':
      return { status: 'Active', statusReason: null };
    case 'rated':
      return { riskRating: event.riskRating };
    case 'margin_plan_assigned':
      return { marginPlanId: event.planId };
    case 'fee_plan_assigned':
      return { feePlanId: event.planId };
    case 'closed':
      return { status: 'Closed', statusReason: event.reason };
    case 'block_released':
    case 'introduced':
    case 'closing_requested':
    case 'closing_declined':
      return {};
  }
}

/** What the client sees of its record (interface-spec 2.14). */
export const asSeenByClient = ({
  statusReason: _,
  riskRating: _riskRating,
  marginPlanId: _marginPlanId,
  feePlanId: _feePlanId,
  auditHistory: _auditHistory,
  ...row
}: ClientRow) => row;
