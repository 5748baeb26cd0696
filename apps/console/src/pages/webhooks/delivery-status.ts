import type { Endpoint, Notification } from '../../api/records.js';

export const MOST_ATTEMPTS = 10;

/** What became of a notification so far: docs/webhooks.md, "Retries". */
export function statusOf({
  sentOn,
  lockedUntil,
  attemptCount,
  lastError,
}: Pick<Notification, 'sentOn' | 'lockedUntil' | 'attemptCount' | 'lastError'>) {
  if (sentOn !== null) return 'DELIVERED';
  if (lockedUntil !== null) return lastError === null ? 'WAITING' : 'RETRYING';
  if (attemptCount >= MOST_ATTEMPTS) return 'GIVEN_UP';
  return lastError === null ? 'WAITING' : 'ENDED';
}

export const isOpen = (of: Notification): boolean => ['RETRYING', 'WAITING'].includes(statusOf(of));

export const statusOfEndpoint = ({
  isActive,
  unsubscribedOn,
}: Pick<Endpoint, 'isActive' | 'unsubscribedOn'>) => {
  if (unsubscribedOn !== null) return 'ENDED';
  return isActive ? 'ACTIVE' : 'PAUSED';
};
