import { type Message, message } from '@corridor/contracts';
import type { Recorded } from '@corridor/event-store';
import { CLOSING_SERVICES } from '@corridor/platform';
import type { ClientEvent } from './client.js';

/** The messages about clients. */
export function publishClient({ event }: Recorded<ClientEvent>): Message | null {
  if (event.type !== 'closing_requested') return null;
  const [service] = CLOSING_SERVICES;
  return message('corridor.client_closing', { service, attempt: event.attempt, obstacles: [] });
}
