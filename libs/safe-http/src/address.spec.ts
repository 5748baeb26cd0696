import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { isLoopback, isPublic } from './address.js';

const forbidden: Record<string, string> = {
  unspecified: '0.0.0.0 0.1.2.3 0.255.255.255 :: 0:0:0:0:0:0:0:0',
  private: '10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.0 192.168.255.255',
  loopback: '127.0.0.1 127.0.0.0 127.255.255.255 127.1.2.3 ::1 0:0:0:0:0:0:0:1',
  'link-local': '169.254.0.0 169.254.169.254 169.254.255.255 fe80::1 febf::ffff fe80::1%eth0',
  'carrier-grade NAT': '100.64.0.0 100.100.100.200 100.127.255.255',
  multicast: '224.0.0.1 239.255.255.255 ff02::1 ff0e::1',
  broadcast: '255.255.255.255',
  documentation: '192.0.2.1 198.51.100.1 203.0.113.255 2001:db8::1 3fff::1 3fff:fff:ffff::1',
  benchmarking: '198.18.0.0 198.19.255.255 2001:2::1',
  reserved: '240.0.0.1 254.255.255.255 192.0.0.1 192.0.0.192 4000::1 8000::1 5f00::1 100::1 100:0:0:1::1',
  'IPv4-mapped': '::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 0:0:0:0:0:ffff:a00:1',
  'IPv4-compatible': '::127.0.0.1 ::7f00:1 ::8.8.8.8 ::2',
  'IPv4-translated': '::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::a00:1',
  '6to4': '2002:7f00:1:: 2002:a00:1::1 2002:808:808::1',
  Teredo: '2001::1 2001:0:7f00:1::',
  'unique local': 'fc00::1 fd00:ec2::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'site-local': 'fec0::1 feff::1',
  'cloud metadata on a public address': '168.63.129.16',
  'no address': 'localhost 127.1 0x7f.0.0.1 0177.0.0.1 2130706433 127.0.0.1:80 [::1] ::1%lo 8.8.8.8%1 8.8.8',
  'global, with a zone': '2606:4700:4700::1111%eth0 2606:4700:4700::1111%25',
};

describe.each(Object.entries(forbidden))('%s', (_kind, addresses) => {
  test.each(addresses.split(' '))('%s is not public', (address) => expect(isPublic(address)).toBe(false));
});
test('no text is no address', () => expect(isPublic('')).toBe(false));

test.each(
  (
    '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 ' +
    '168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 ' +
    '192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001:830::200e ' +
    '2001:200::1 2001:4860:4860::8888 2003::1 2400::1 3ffd::1'
  ).split(' '),
)('%s is public', (address) => expect(isPublic(address)).toBe(true));

test('loopback is 127.0.0.0/8 and ::1', () => {
  const those = ['127.0.0.1', '127.0.0.0', '127.255.255.255', '::1'];
  const others = [
    '126.255.255.255',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '::1%lo',
  ];
  expect(those.filter(isLoopback)).toEqual(those);
  expect(others.filter(isLoopback)).toEqual([]);
});

/** Compared with another library: its special ranges are special here too; it has fewer of them. */
const v4 = fc.ipV4();
const v6 = fc.oneof(
  fc.ipV6(),
  fc
    .tuple(fc.constantFrom('2001', '2002', '2620', '3fff', '64', '::ffff', 'fe80', 'fd12'), fc.ipV4())
    .map(([first, four]) => (first === '::ffff' ? `::ffff:${four}` : `${first}::${four}`)),
);
test('whatever ipaddr.js calls special is not public', () => {
  fc.assert(
    fc.property(
      fc.oneof(v4, v6),
      (address) => ipaddr.parse(address).range() === 'unicast' || !isPublic(address),
    ),
    { numRuns: 20_000 },
  );
});

test('of IPv4, whatever it calls unicast is public, but for one address', () => {
  const range = (address: string) => ipaddr.parse(address).range() === 'unicast';
  fc.assert(
    fc.property(v4, (address) => range(address) === isPublic(address)),
    { numRuns: 20_000 },
  );
});
