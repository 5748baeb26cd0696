import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import type { ClientEvent } from './client/client.js';

/** Who the client is, when that is new. */
export function publishClient({ streamId, event }: Recorded<ClientEvent>): Message | null {
  if (event.type !== 'created' && event.type !== 'changed') return null;
  const { name, clientType, address } = event;
  return message(`client.${event.type}`, {
    clientId: streamId,
    name,
    isPerson: clientType === 'Personal',
    countryCode: address.countryCode,
  });
}
