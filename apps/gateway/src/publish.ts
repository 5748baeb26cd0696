import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import { CLOSING_SERVICES } from '@corridor/platform';
import type { ChangeableDetails, ClientEvent } from './client/client.js';

/** Who the client is, how it is rated and whether it may act, when that is new, and the request to all services whether it can be closed. */
export function publishClient({ streamId: clientId, event }: Recorded<ClientEvent>): Message | null {
  switch (event.type) {
    case 'created':
      return message('client.created', identityOf(clientId, event));
    case 'changed':
    case 'introduced':
      return message('client.changed', identityOf(clientId, event));
    case 'rated':
      return message('client.rated', { clientId, riskRating: event.riskRating });
    case 'suspended': {
      const { reason, screeningId } = event;
      return message('client.suspended', { clientId, reason, screeningId });
    }
    case 'resumed':
      return message('client.resumed', { clientId });
    case 'closed':
      return message('client.closed', { clientId, reason: event.reason });
    case 'closing_requested': {
      const [service] = CLOSING_SERVICES;
      return message('corridor.client_closing', { service, attempt: event.attempt, obstacles: [] });
    }
    case 'settings_changed':
    case 'block_released':
    case 'margin_plan_assigned':
    case 'fee_plan_assigned':
    case 'closing_declined':
      return null;
  }
}

const identityOf = (
  clientId: string,
  { name, clientType, address }: Pick<ChangeableDetails, 'name' | 'clientType' | 'address'>,
) => ({ clientId, name, isPerson: clientType === 'Personal', countryCode: address.countryCode });
