import { Resolver as Dns } from 'node:dns/promises';

/** All addresses of a name, of both families; empty if there are none, or none arrive in time. */
export type Resolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** For the other family, once one has given addresses: the resolution delay of RFC 8305, for servers farther away. */
const RESOLUTION_DELAY_MS = 500;

/**
 * Queries the name servers directly, by default those of the machine. The hosts file is not used, and a slow server
 * blocks no thread: `dns.lookup` has four for the whole process, so four such hosts would block all lookups.
 */
export const nameServers =
  (...servers: readonly string[]): Resolver =>
  async (name, signal) => {
    const dns = new Dns({ timeout: 2000, tries: 3 });
    if (servers.length > 0) dns.setServers(servers);
    const cancel = () => dns.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let enough: NodeJS.Timeout | undefined;
    const found = (addresses: readonly string[]) => {
      enough ??= setTimeout(cancel, RESOLUTION_DELAY_MS);
      return addresses;
    };
    const families = await Promise.allSettled([
      dns.resolve4(name).then(found),
      dns.resolve6(name).then(found),
    ]);
    clearTimeout(enough);
    signal.removeEventListener('abort', cancel);
    return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  };
