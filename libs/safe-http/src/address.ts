import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Whether an address belongs to the public internet. IPv4: all but what IANA's registry of special purposes takes out,
 * multicast and class E. IPv6: of what is global unicast today (2000::/3) all but the special purposes within, so that
 * mapped, compatible, translated, local and still unassigned addresses are out without being listed.
 * https://www.iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-registry (2026)
 */
const notPublic4 = list('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // not in the registry: a cloud's metadata service, on a public address that only its guests reach
  '169.254.0.0/16', // link-local, and most clouds' metadata service
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast at its end
]);
const globalUnicast6 = list('ipv6', ['2000::/3']);
const notPublic6 = list('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation
]);
const loopback = list('ipv4', ['127.0.0.0/8']);

/** @param address as `net.isIP` accepts it; anything else, and any zone id, is not public. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4');
  return isPlain6(address) && globalUnicast6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/** 127.0.0.0/8 and ::1, in no other notation. */
export function isLoopback(address: string): boolean {
  return isIPv4(address) ? loopback.check(address, 'ipv4') : address === '::1';
}

const isPlain6 = (address: string) => isIP(address) === 6 && !address.includes('%');

function list(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const subnet of subnets) {
    const [net, prefix] = subnet.split('/') as [string, string];
    blocks.addSubnet(net, Number(prefix), family);
  }
  return blocks;
}
