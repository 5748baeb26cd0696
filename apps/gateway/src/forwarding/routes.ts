import { routes, type ServiceName } from '@corridor/services';

/** The services that the gateway forwards to. */
export type Destination = Exclude<ServiceName, 'gateway'>;

const isForwarded = (service: ServiceName): service is Destination => service !== 'gateway';

/** The path prefixes that lead to another service. */
export const forwarded = Object.keys(routes).filter((prefix) => isForwarded(routes[prefix] as ServiceName));

export const destinations: readonly Destination[] = [...new Set(Object.values(routes).filter(isForwarded))];

const longestFirst = Object.entries(routes).sort(([a], [b]) => b.length - a.length);

/** What banks and providers call: they have no credential of ours, and the service checks their signature. */
export const isOfProvider = (path: string): boolean => path.startsWith('/provider/');

/** What their signature is in: the service checks it instead of a caller. */
export const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Below it every search has a second path; the service checks the client. */
export const OF_CLIENT = '/v1/clients';
const ofClient = new RegExp(`^${OF_CLIENT}/[^/]+/`);

/**
 * The service of a path: the longest prefix of whole segments wins.
 * @returns null for the gateway's own paths and for unknown ones
 */
export function destinationOf(path: string): Destination | null {
  const plain = path.replace(ofClient, '/v1/');
  const [, found] = longestFirst.find(([prefix]) => plain === prefix || plain.startsWith(`${prefix}/`)) ?? [];
  return found !== undefined && isForwarded(found) ? found : null;
}
