import { refuse } from '@corridor/kernel';

/** Of a path, in a service that does not know the clients: only the gateway does. @throws Refusal not_found */
export function clientIdIn(id: string): string {
  if (!/^cli_[0-9A-Z]{26}$/.test(id)) throw refuse('not_found');
  return id;
}
