import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressVariable } from '@corridor/services';
import { destinationOf } from './routes.js';

test.each([
  ['/v1/wallets', 'ledger'],
  ['/v1/wallets/EUR/transactions', 'ledger'],
  ['/v1/reference-data/currencies', 'conversions'],
  ['/v1/reference-data/payment-instructions/payment-dates', 'payments'],
  ['/v1/reference-data/webhook-subscriptions/events', 'webhook-dispatcher'],
  ['/v1/simulators/inbound-funds/credit', 'inbound-funds'],
  ['/v1/simulators/payment-instructions/pi_1/fill', 'payments'],
  ['/v1/clients/cli_1/beneficiaries', 'payments'],
  ['/v1/clients/cli_1/wallets/EUR/transactions/search', 'ledger'],
  ['/v1/clients/cli_1/users', null],
  ['/v1/clients/cli_1/request-log', null],
  ['/v1/clients/cli_1', null],
  ['/v1/clients/cli_1/', null],
  ['/v1/clients//wallets', null],
  ['/v1/clients/cli_1/nothing', null],
  ['/v1/simulators/payments/pmt_1/fail', 'payments'],
  ['/v1/simulators/conversions/con_1/exchange', 'conversions'],
  ['/v1/walletsX', null],
  ['/V1/wallets', null],
  ['/v1/simulators', null],
  ['/v1/auth/who-am-i', null],
  ['/v1/api-keys', null],
  ['/operator/v1/clients', null],
  ['/operator/v1/users', null],
  ['/operator/v1/payments', 'payments'],
  ['/operator/v1/wallets/wal_1', 'ledger'],
  ['/operator/v1/webhook-notifications/whn_1/attempts', 'webhook-dispatcher'],
  ['/provider/v1/callbacks', 'payments'],
  ['/', null],
])('%s belongs to %s', (path, destination) => expect(destinationOf(path)).toBe(destination));

test('a service has its address in a variable', () =>
  expect(addressVariable('inbound-funds')).toBe('INBOUND_FUNDS_URL'));

test('each path of the API belongs to a service or to the gateway', () => {
  const { paths } = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, unknown>;
  };
  const own =
    /^\/(v1\/auth|v1\/api-keys|(v1\/clients\/[^/]+|v1)\/(users|request-log)|v1\/client-settings|v1\/timeline|v1\/events|v1\/simulators\/clock)(\/|$)/;
  const lost = Object.keys(paths).filter((path) => own.test(path) !== (destinationOf(path) === null));
  expect(lost).toEqual([]);
  expect(Object.keys(paths).length).toBeGreaterThan(50);
});
