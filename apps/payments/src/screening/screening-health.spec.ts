import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScreeningProvider } from '@corridor/screening';
import type { Readiness } from '@corridor/platform';
import { TestClock } from '@corridor/testing';
import { type PaymentsUnderTest, startPayments } from '../payments.fixture.js';
import { TestProvider } from '../automation/production.fixture.js';
import { ScreeningHealth } from './screening-health.js';
import { LISTS } from './screening-settings.js';
import { WatchmanProvider } from './watchman-provider.js';

/** What health says about what names are compared with. */

const clock = new TestClock(new Date('2026-11-20T09:30:00.123Z'));
let payments: PaymentsUnderTest;
beforeAll(async () => void (payments = await startPayments(clock)));
afterAll(() => payments.close());

function checksOf(provider: string, adapter: ScreeningProvider) {
  const checks: Record<string, () => Promise<unknown>> = {};
  const readiness = {
    reports: (name: string, check: () => Promise<unknown>) => (checks[name] = check),
  } as unknown as Readiness;
  const settings = { provider, threshold: 0.85, folder: null };
  new ScreeningHealth(payments.db.database, clock, settings, adapter, readiness);
  return checks;
}
const imported = (list: string, number: number, on: string) =>
  payments.db.database.query(
    `INSERT INTO screening_list_version (list, number, version, imported_on, checksum, entries)
     VALUES ($1, $2, '1', $3, '', 1)`,
    [list, number, on],
  );

test('no list is imported, then one is a week old, and a newer version of it is imported', async () => {
  const { 'sanctions lists': check } = checksOf(LISTS, new TestProvider());
  await expect(check!()).rejects.toMatchObject({ detail: 'no sanctions list has been imported' });
  await imported('UN', 1, '2026-11-13T09:30:00.124');
  await imported('EU', 1, '2026-11-20T09:00:00.000');
  await check!();
  clock.advance(1);
  await expect(check!()).rejects.toMatchObject({ detail: 'UN was imported 7 days ago' });
  clock.advance(8 * 86_400_000);
  const both = 'EU was imported 8 days ago, UN was imported 15 days ago';
  await expect(check!()).rejects.toMatchObject({ detail: both });
  await imported('UN', 2, '2026-11-28T09:00:00.000');
  await expect(check!()).rejects.toMatchObject({ detail: 'EU was imported 8 days ago' });
});

test('lists are nobody’s concern with another provider, and its circuit breaker is', async () => {
  expect(checksOf('simulated', new TestProvider())).toEqual({});
  const server = createServer((_, response) => void response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new WatchmanProvider({ url, threshold: 0.85 });
  const checks = checksOf(url, provider);
  expect(Object.keys(checks)).toEqual(['screening provider']);
  await checks['screening provider']!();
  const subject = {
    type: 'CLIENT',
    ...{ id: 'cli_1', clientId: 'cli_1', names: ['x'], party: null },
    ...{ dateOfBirth: null, countries: [] },
  } as const;
  for (let at = 0; at < 5; at++) await expect(provider.screen(subject)).rejects.toThrow('503');
  await expect(checks['screening provider']!()).rejects.toMatchObject({
    detail: 'it has failed repeatedly, and is left alone for some seconds',
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
