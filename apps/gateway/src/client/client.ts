import type { schemas } from '@corridor/gateway-contract';
import { type Aggregate, refuse } from '@corridor/kernel';
import type { ClosingObstacle } from '@corridor/platform';

/** The customer account (interface-spec 1). Made by the operator; a client itself can only change its settings. */
export interface Client {
  readonly status: 'NEW' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  readonly settings: ClientSettings | null;
  readonly countryCode: string | null;
  /** The cases about it that are BLOCKED. */
  readonly blockedBy: readonly string[];
  /** The last attempt to close it; 0 before the first. */
  readonly attempt: number;
  /** Why it is to be closed, while the services are asked whether it can be; otherwise null. */
  readonly closingReason: string | null;
  /** What was in the way at the last attempt. */
  readonly obstacles: readonly ClosingObstacle[];
}

/** interface-spec 2.15 */
export interface ClientSettings {
  readonly baseCcy: string;
}

/** What staff can change of a client. */
export interface ChangeableDetails {
  readonly name: string;
  readonly address: Address;
  readonly clientType: string;
  readonly companyWebsite: string | null;
  readonly settings: ClientSettings;
}

export interface ClientDetails extends ChangeableDetails {
  readonly code: string;
}

export interface Address {
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string;
}

export type RiskRating = (typeof schemas.riskRatings)[number];

export type ClientEvent =
  | ({ readonly type: 'created' } & ClientDetails)
  | { readonly type: 'settings_changed'; readonly settings: ClientSettings }
  | ({ readonly type: 'changed' } & ChangeableDetails)
  /** `screeningId`: the case that is BLOCKED; null if staff have suspended it. */
  | { readonly type: 'suspended'; readonly reason: string; readonly screeningId: string | null }
  /** The case is not BLOCKED any more. The client stays suspended until staff resume it. */
  | { readonly type: 'block_released'; readonly screeningId: string }
  | { readonly type: 'resumed' }
  | { readonly type: 'rated'; readonly riskRating: RiskRating }
  /** By dealing and by payments, which have the plans. Null: the client has that of all clients. */
  | { readonly type: 'margin_plan_assigned'; readonly planId: string | null }
  | { readonly type: 'fee_plan_assigned'; readonly planId: string | null }
  | ({ readonly type: 'introduced' } & Pick<ChangeableDetails, 'name' | 'clientType' | 'address'>)
  | { readonly type: 'closing_requested'; readonly attempt: number; readonly reason: string }
  | { readonly type: 'closing_declined'; readonly obstacles: readonly ClosingObstacle[] }
  | { readonly type: 'closed'; readonly reason: string };

export const client: Aggregate<Client, ClientEvent> = {
  name: 'client',
  stateVersion: 5,
  initial: {
    ...{ status: 'NEW', settings: null, countryCode: null, blockedBy: [] },
    ...{ attempt: 0, closingReason: null, obstacles: [] },
  },
  evolve(state, event) {
    switch (event.type) {
      case 'created':
        return { ...state, ...kept(event), status: 'ACTIVE' };
      case 'settings_changed':
        return { ...state, settings: event.settings };
      case 'changed':
        return { ...state, ...kept(event) };
      case 'suspended':
        return { ...state, status: 'SUSPENDED', blockedBy: blocking(state.blockedBy, event.screeningId) };
      case 'block_released':
        return { ...state, blockedBy: state.blockedBy.filter((id) => id !== event.screeningId) };
      case 'resumed':
        return { ...state, status: 'ACTIVE', blockedBy: [] };
      case 'rated':
      case 'margin_plan_assigned':
      case 'fee_plan_assigned':
      case 'introduced':
        return state;
      case 'closing_requested':
        return { ...state, closingReason: event.reason, attempt: event.attempt, obstacles: [] };
      case 'closing_declined':
        return { ...state, closingReason: null, obstacles: event.obstacles };
      case 'closed':
        return { ...state, closingReason: null, status: 'CLOSED' };
    }
  },
  upcasters: {
    suspended: [
      (old: { reason: string }) => ({
        ...old,
        screeningId: /^Blocked by (cas_\w+)$/.exec(old.reason)?.[1] ?? null,
      }),
    ],
  },
};

const blocking = (others: readonly string[], screeningId: string | null) =>
  screeningId === null ? others : [...others, screeningId];

const kept = ({ settings, address: { countryCode } }: ChangeableDetails) => ({ settings, countryCode });

export function createClient({ status }: Client, details: ClientDetails): ClientEvent[] {
  if (status !== 'NEW') throw refuse('already_exists');
  return [{ type: 'created', ...details }];
}

/** By the client itself. @throws Refusal `client_suspended` also for a request that came before */
export function changeSettings(state: Client, { baseCcy }: ClientSettings): ClientEvent[] {
  const { settings, status } = state;
  if (!settings) throw refuse('not_found');
  if (status !== 'ACTIVE') throw refuse('client_suspended');
  if (settings.baseCcy === baseCcy) return [];
  return [{ type: 'settings_changed', settings: { baseCcy } }];
}

/** One that moves to a country that the policy refuses is suspended: its new address is true, but it must not begin anything. */
export function changeClient(
  state: Client,
  { refusedCountries, ...details }: ChangeableDetails & { readonly refusedCountries: readonly string[] },
): ClientEvent[] {
  exists(state);
  const { countryCode } = details.address;
  const moves = countryCode !== state.countryCode && refusedCountries.includes(countryCode);
  const suspended = moves ? suspend(state, { reason: `Its country, ${countryCode}, is refused` }) : [];
  return [{ type: 'changed', ...details }, ...suspended];
}

/** Its commands are refused from then on; what is in progress goes on. */
export function suspend(state: Client, { reason }: { readonly reason: string }): ClientEvent[] {
  exists(state);
  return state.status === 'SUSPENDED' ? [] : [{ type: 'suspended', reason, screeningId: null }];
}

interface Decided {
  readonly screeningId: string;
}

/** By screening, also if it is suspended for another reason; one that is closed stays so. */
export function block(state: Client, { screeningId }: Decided): ClientEvent[] {
  if (state.status === 'CLOSED' || state.blockedBy.includes(screeningId)) return [];
  exists(state);
  return [{ type: 'suspended', reason: `Blocked by ${screeningId}`, screeningId }];
}

/** Two members of staff have cleared the case after all. */
export const release = ({ blockedBy }: Client, { screeningId }: Decided): ClientEvent[] =>
  blockedBy.includes(screeningId) ? [{ type: 'block_released', screeningId }] : [];

export function resume(state: Client): ClientEvent[] {
  exists(state);
  if (state.closingReason !== null) throw refuse('step_in_progress');
  const [blocking] = state.blockedBy;
  if (blocking !== undefined)
    throw refuse(
      'illegal_transition',
      `Screening has blocked the client. It can be resumed when compliance has cleared the case ${blocking}, which needs two persons.`,
    );
  return state.status === 'SUSPENDED' ? [{ type: 'resumed' }] : [];
}

export function rate(state: Client, { riskRating }: { readonly riskRating: RiskRating }): ClientEvent[] {
  exists(state);
  return [{ type: 'rated', riskRating }];
}

/** A plan may be assigned to an id that no client has: that concerns nobody. */
export const notePlan = (
  { status }: Client,
  assigned: ClientEvent & { readonly type: `${'margin' | 'fee'}_plan_assigned` },
): ClientEvent[] => (status === 'NEW' ? [] : [assigned]);

/** To services that have never heard who it is. One that is closed concerns nobody. */
export function introduce(
  { status }: Client,
  { name, clientType, address }: Pick<ChangeableDetails, 'name' | 'clientType' | 'address'>,
): ClientEvent[] {
  return status === 'CLOSED' ? [] : [{ type: 'introduced', name, clientType, address }];
}

function exists({ status }: Client): void {
  if (status === 'NEW') throw refuse('not_found');
  if (status === 'CLOSED') throw refuse('client_closed');
}
