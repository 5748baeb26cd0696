import { BlockList, isIP } from 'node:net';

const WIDTH = { 4: 32, 6: 128 } as const;
const FAMILY = { 4: 'ipv4', 6: 'ipv6' } as const;

/** Whether it is an IP address or a range: `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`. */
export const isAddressRange = (text: string): boolean => parsed(text) !== null;

/** Tells whether an address is in one of the ranges. An IPv4 address in the form of IPv6 is that IPv4 address. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const { address, bits, version } = parsed(range) as Range;
    list.addSubnet(address, bits, FAMILY[version]);
  }
  return (address) => {
    const plain = address.replace(/%.*$/, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, FAMILY[version as 4 | 6]);
  };
}

interface Range {
  readonly address: string;
  readonly bits: number;
  readonly version: 4 | 6;
}

function parsed(text: string): Range | null {
  const [, address = '', digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address) as 0 | 4 | 6;
  if (version === 0) return null;
  const bits = digits === undefined ? WIDTH[version] : Number(digits);
  return bits <= WIDTH[version] ? { address, bits, version } : null;
}
