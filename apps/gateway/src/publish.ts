import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import { CLOSING_SERVICES } from '@corridor/platform';
import type { ClientEvent } from './client/client.js';

/** Who the client is, when that is new, and the request to all services whether it can be closed. */
export function publishClient({ streamId, event }: Recorded<ClientEvent>): Message | null {
  if (event.type === 'closing_requested') {
    const [service] = CLOSING_SERVICES;
    return message('corridor.client_closing', { service, attempt: event.attempt, obstacles: [] });
  }
  if (event.type !== 'created' && event.type !== 'changed') return null;
  const { name, clientType, address } = event;
  return message(`client.${event.type}`, {
    clientId: streamId,
    name,
    isPerson: clientType === 'Personal',
    countryCode: address.countryCode,
  });
}
