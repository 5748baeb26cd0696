import type { View } from '@corridor/event-store';
import type { ClientDetails, ClientEvent } from './client.js';

/** interface-spec 2.14 */
export interface ClientRow extends ClientDetails {
  readonly id: string;
  readonly status: 'Active';
}

export const clients: View<ClientRow, ClientEvent> = {
  table: 'client',
  project(row, { streamId, event }) {
    if (event.type === 'settings_changed') return row && { ...row, settings: event.settings };
    const { name, code, address, clientType, companyWebsite, settings } = event;
    return { id: streamId, name, code, address, clientType, companyWebsite, status: 'Active', settings };
  },
};
