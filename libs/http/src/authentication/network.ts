import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The groups of an IPv6 address that identify a subscriber, who has all addresses that begin with them. */
const SUBSCRIBER_GROUPS = 4;

/**
 * Where a request comes from, for limits: an IPv4 address, or the /64 of an IPv6 address. Whatever a proxy sends that is no
 * address counts as one place.
 */
export function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (isIP(ip) === 4) return ip;
  return isIP(ip) === 6 ? networkOfV6(ip) : 'unknown';
}

function networkOfV6(ip: string): string {
  const groups = groupsOf(ip);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${groups.slice(0, SUBSCRIBER_GROUPS).join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address in their shortest form. */
function groupsOf(ip: string): string[] {
  const { hostname } = new URL(`http://[${ip.replace(/%.*$/, '')}]`); // its canonical form, without dots
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
