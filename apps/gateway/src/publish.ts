import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import { CLOSING_SERVICES } from '@corridor/platform';
import type { ClientEvent } from './client/client.js';

/** Who the client is and how it is rated, when that is new, and the request to all services whether it can be closed. */
export function publishClient({ streamId, event }: Recorded<ClientEvent>): Message | null {
  if (event.type === 'closing_requested') {
    const [service] = CLOSING_SERVICES;
    return message('corridor.client_closing', { service, attempt: event.attempt, obstacles: [] });
  }
  if (event.type === 'rated')
    return message('client.rated', { clientId: streamId, riskRating: event.riskRating });
  if (event.type !== 'created' && event.type !== 'changed' && event.type !== 'introduced') return null;
  const { name, clientType, address } = event;
  return message(event.type === 'created' ? 'client.created' : 'client.changed', {
    clientId: streamId,
    name,
    isPerson: clientType === 'Personal',
    countryCode: address.countryCode,
  });
}
