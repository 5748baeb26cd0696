import { type Aggregate, refuse } from '@corridor/kernel';

/** The customer account (interface-spec 1). Made by the operator; a client itself can only change its settings. */
export interface Client {
  readonly settings: ClientSettings | null;
}

/** interface-spec 2.15 */
export interface ClientSettings {
  readonly baseCcy: string;
}

export interface ClientDetails {
  readonly name: string;
  readonly code: string;
  readonly address: Address;
  readonly clientType: string;
  readonly companyWebsite: string | null;
  readonly settings: ClientSettings;
}

export interface Address {
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string;
}

export type ClientEvent =
  | ({ readonly type: 'created' } & ClientDetails)
  | { readonly type: 'settings_changed'; readonly settings: ClientSettings };

export const client: Aggregate<Client, ClientEvent> = {
  name: 'client',
  stateVersion: 1,
  initial: { settings: null },
  evolve: (_, { settings }) => ({ settings }),
};

export function createClient({ settings }: Client, details: ClientDetails): ClientEvent[] {
  if (settings) throw refuse('already_exists');
  return [{ type: 'created', ...details }];
}

export function changeSettings({ settings }: Client, { baseCcy }: ClientSettings): ClientEvent[] {
  if (!settings) throw refuse('not_found');
  if (settings.baseCcy === baseCcy) return [];
  return [{ type: 'settings_changed', settings: { baseCcy } }];
}
