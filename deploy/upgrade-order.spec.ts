import { existsSync, readFileSync } from 'node:fs';
import { SERVICES } from '@corridor/services';

/** The order that docs/operations.md tells. */
const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Upgrades\n');
const order = [...section.matchAll(/^\d+\. `([\w-]+)`$/gm)].map(([, name = '']) => name);

/** Requests that a service sends to another one: `ledger.transfer_requested` of payments. */
const requests = SERVICES.flatMap((sender) => {
  const file = `apps/${sender}/src/publish.ts`;
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''; // some publish nothing
  return [...source.matchAll(/'([a-z_]+)\.[a-z_]+_requested'/g)]
    .map(([type, prefix = '']) => ({ sender, type: type.slice(1, -1), handler: prefix.replaceAll('_', '-') }))
    .filter(({ handler }) => handler !== sender);
});

test('the documented order of an upgrade has every service once that sends or handles requests', () => {
  const concerned = requests.flatMap(({ sender, handler }) => [sender, handler]);
  expect(new Set(order).size).toBe(order.length);
  expect(SERVICES).toEqual(expect.arrayContaining(order));
  expect(order).toEqual(expect.arrayContaining(concerned));
});

test('there are requests between services', () => {
  expect(requests.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ledger.transfers_requested', 'conversions.exchange_requested']),
  );
});

test.each(requests)('$type of $sender is handled by an upgraded $handler', ({ sender, handler }) => {
  expect(order.indexOf(handler)).toBeLessThan(order.indexOf(sender));
});
