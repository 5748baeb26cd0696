import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Corridor, addDecimals } from '@corridor/sdk';
import { until } from '@corridor/testing';
import { holdOnLeash } from '@corridor/tools/leash.mjs';
import { url } from '../support/system.js';
import { OF_CONSOLE, WatchedPage, withBrowser } from '../support/watched-page.js';

jest.setTimeout(900_000);

const KEYS = ['harbour-finch', 'nordlicht', 'maple-pine', 'lumen'].map(
  (code) => `ck_sandbox_world_${code}_0`,
);
const clients = KEYS.map((apiKey) => new Corridor({ url, apiKey }));

/** Plays it. @param until what is printed when it is killed */
async function play(until?: string) {
  const child = spawn(process.execPath, ['tools/demo-world.mjs'], {
    env: { ...process.env, CORRIDOR_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once('exit', holdOnLeash(child.pid as number));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += String(text);
      if (until !== undefined && output.includes(until)) child.kill('SIGKILL');
    });
  await once(child, 'close');
  return { code: child.exitCode, output };
}

const collections = (corridor: Corridor) => ({
  beneficiaries: corridor.searchBeneficiaries(),
  conversions: corridor.searchConversions(),
  inboundFunds: corridor.searchInboundFunds(),
  instructions: corridor.searchPaymentInstructions(),
  payments: corridor.searchPayments(),
  subscriptions: corridor.searchWebhookSubscriptions(),
  transactions: corridor.searchTransactions(),
  wallets: corridor.searchWallets(),
});

const counts = () =>
  Promise.all(
    clients.map(async (corridor) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(collections(corridor)).map(
            async ([name, search]) => [name, (await search).meta.totalCount] as const,
          ),
        ),
      ),
    ),
  );

const all = async <T>(searches: (corridor: Corridor) => AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for (const corridor of clients) for await (const record of searches(corridor)) found.push(record);
  return found;
};

test('a run that is killed goes on where it was, and another one duplicates nothing', async () => {
  expect((await play('Day 5 of 14')).code).toBe(null);
  const { code, output } = await play();
  expect([code, output]).toEqual([0, expect.stringContaining('The fortnight is over')]);
  const before = await counts();
  expect((await play()).code).toBe(0);
  expect(await counts()).toEqual(before);
});

/** What is pending is no part of a balance yet. */
const completed = { q: 'status == "COMPLETED"' };

test('all balances are what the transactions add up to', async () => {
  for (const corridor of clients)
    for await (const { ccyCode, balance } of corridor.searchWallets()) {
      let sum = '0';
      for await (const { signedAmount } of corridor.searchWalletTransactions(ccyCode, completed))
        sum = addDecimals(sum, signedAmount.value);
      expect([ccyCode, sum]).toEqual([ccyCode, addDecimals(balance.value, '0')]);
    }
});

test('each page has something to look at', async () => {
  const statuses = (records: readonly { readonly status: string }[]) => [
    ...new Set(records.map(({ status }) => status)),
  ];
  expect(statuses(await all((one) => one.searchPayments())).sort()).toEqual([
    ...['DRAFT', 'FAILED', 'READY_TO_SEND', 'SENT'],
  ]);
  expect(statuses(await all((one) => one.searchPaymentInstructions())).sort()).toEqual([
    ...['ACKNOWLEDGED', 'CANCELLED', 'FAILED', 'FILLED', 'PENDING', 'REJECTED', 'SENT'],
  ]);
  expect(statuses(await all((one) => one.searchConversions())).sort()).toEqual([
    ...['BOOKED', 'CANCELLED', 'EXCHANGED'],
  ]);
  expect(statuses(await all((one) => one.searchInboundFunds())).sort()).toEqual([
    ...['CREDITED', 'PENDING', 'REJECTED'],
  ]);
  const late = await all((one) => one.searchWebhookNotifications({ q: 'attemptCount > "1"' }));
  expect(late.length).toBeGreaterThan(5);
  expect(late.filter(({ sentOn }) => sentOn === null)).toEqual([]);
});

withBrowser('the console of the demo world')('the console of the demo world', () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await WatchedPage.open(OF_CONSOLE);
  });
  afterAll(() => watched?.browser.close());

  test('is accessible and fits, with everything that there is', async () => {
    const { page } = watched;
    const [maya] = clients as [Corridor];
    const named = async (narrative: string) =>
      (await maya.searchPaymentInstructions({ q: `narrative ^= "${narrative}"` })).data[0]?.id;
    const endpoint = (await maya.searchWebhookSubscriptions()).data[0];
    const login = { email: 'maya@harbour-finch.example', password: 'corridor-world-password' };
    await watched.enterConsole('', login, 'Home');
    for (const [name, path, theme] of [
      ['home', '', 'light'],
      ['instructions', '/payment-instructions', null],
      ['instruction', `/payment-instructions/${await named('Six machines')}`, 'dark'],
      ['webhooks', `/webhooks/${endpoint?.id}`, 'light'],
    ] as const) {
      await page.goto(`${url}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until(async () => (await page.locator('.loading').count()) === 0);
      await watched.look(`world-${name}`);
      if (theme) await watched.picture(name, theme);
    }
    const { errors, outside, issues } = watched;
    expect({ errors, outside, issues }).toEqual({ errors: [], outside: [], issues: [] });
  });
});
