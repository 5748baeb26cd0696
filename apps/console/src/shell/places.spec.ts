import { groupsFor, pathOfRecord } from './places.js';

const offered = (...permissions: string[]) =>
  groupsFor(permissions).map(({ name, places }) => [name, ...places.map(({ to }) => to)]);

test('without any permission there is what needs none', () => {
  expect(offered()).toEqual([
    [null, '/'],
    ['records', '/story'],
  ]);
});

test('a page that needs several permissions is offered with all of them', () => {
  expect(offered('transactions:read')).toEqual([
    [null, '/'],
    ['money', '/balance-history', '/transactions'],
    ['records', '/story'],
  ]);
  expect(offered('transactions:read', 'wallets:read')[1]).toContain('/statements');
});

test.each([
  [' pmt_01KAB00000000000000000001\n', '/payments/pmt_01KAB00000000000000000001'],
  ['whn_01KAB00000000000000000001', '/webhooks/notifications/whn_01KAB00000000000000000001'],
  ['usr_01KAB00000000000000000001', null],
  ['payments', null],
  ['constructor_1', null],
  ['toString_01KAB00000000000000000001', null],
])('%j is the record %j', (text, path) => expect(pathOfRecord(text)).toBe(path));
