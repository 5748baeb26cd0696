import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Api } from '../support/api.js';
import { approvalOf, colleagueOf } from '../support/colleague.js';
import { paymentFor } from '../support/payment.js';
import { fundedClient, germanCompany, url } from '../support/system.js';
import { NARROW, OF_CONSOLE, WatchedPage, withBrowser } from '../support/watched-page.js';

withBrowser('what a client does beside paying')('a client in a browser', () => {
  let client: Awaited<ReturnType<typeof fundedClient>>;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    client = await fundedClient({ GBP: 250_000, EUR: 80_000.5 });
    await approvalOf(client.userId, { isChecker: true });
    watched = await WatchedPage.open(OF_CONSOLE);
    ({ page } = watched);
    await watched.enterConsole('/balance-history', client.login, 'Balance history');
  });
  afterAll(() => watched?.browser.close());

  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const inDialog = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true });
  const downloaded = async (name: RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'latin1') };
  };

  /** How many pixels of the chart have the colour of the line. */
  const coloured = () =>
    page.locator('.chart canvas').evaluate((element) => {
      const canvas = element as unknown as { width: number; height: number; getContext(kind: '2d'): any };
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        count += Number(data[i] < 30 && data[i + 1] > 90 && data[i + 3] > 200);
      return count;
    });

  test('somebody sees what all wallets were worth, at which rates, and what each had', async () => {
    await page.getByRole('img', { name: /^Balance in GBP at the end of each day/ }).waitFor();
    const { body } = await client.api.get('/v1/rates?ccyPairs=EURGBP');
    await page.getByText(/^1 EUR = \d\.\d+ GBP$/).waitFor();
    const shown = Number((await page.locator('.course strong').innerText()).replaceAll(/[^\d.]/g, ''));
    expect(shown / (250_000 + 80_000.5 * body.data[0].sellRate)).toBeCloseTo(1, 2); // rates move
    await page.getByLabel('Balance of').selectOption('EUR');
    await page.getByRole('img', { name: /^Balance in EUR .* 80,000\.50 EUR on the last/ }).waitFor();
    await page.locator('.chart .u-over').hover();
    await page.getByText(/^At the end of /).waitFor();
    await page.getByLabel('Period').selectOption('365');
    await page.waitForURL(/days=365/);
    await page.getByText('The days on which it changed').click();
    await page.getByRole('cell', { name: '80,000.50 EUR' }).waitFor();
    await watched.look('balance-history-single');
    await expect(coloured()).resolves.toBeGreaterThan(500);
  });

  test('a statement adds up, and is downloaded as PDF, CSV and camt.053', async () => {
    await page.goto(`${url}/console/wallets`);
    await link('British Pound').click();
    await link('Statements').last().click();
    await heading('Statements');
    await button('This year').click();
    await page.getByRole('table', { name: 'Transactions' }).waitFor();
    for (const [name, amount] of [
      ['Opening balance', '0.00 GBP'],
      ['Closing balance', '250,000.00 GBP'],
    ] as const)
      await page.locator('.facts div', { hasText: name }).getByText(amount).waitFor();
    const pdf = await downloaded(/^Download PDF/);
    expect(pdf).toEqual({
      name: expect.stringMatching(/^statement-GBP-.*\.pdf$/),
      text: expect.stringMatching(/^%PDF/),
    });
    expect((await downloaded(/^Download CSV/)).text).toContain('CLOSING');
    expect((await downloaded(/^Download camt/)).text).toContain('camt.053.001.08');
    await page.getByLabel('From').fill('2020-01-01');
    await button('Show').click();
    await page.getByText('Must be within 366 days').waitFor();
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await button('Last month').click();
    await page.getByText('Nothing moved in this period').waitFor();
    await watched.look('statement-empty', [NARROW]);
  });

  test('somebody creates a key, replaces it and revokes the old one', async () => {
    const works = async (secret: string) =>
      (await new Api(url, { 'x-api-key': secret }).get('/v1/wallets')).status;
    const created = async () => {
      await page.getByRole('complementary', { name: 'The key' }).waitFor();
      return page.locator('.secret code').innerText();
    };
    await page.goto(`${url}/console/api-keys`);
    await link('Create a key').click();
    await page.getByRole('textbox', { name: 'Label' }).fill('ERP');
    await page.locator('.choice', { hasText: 'Choose' }).click();
    await watched.look('api-key-permissions', [NARROW]);
    await button('Create the key').click();
    const first = await created();
    expect(await works(first)).toBe(200);
    await link('I have copied it').click();
    await heading('API keys');
    expect(await page.content()).not.toContain(first);
    await page.locator('.item', { hasText: 'ERP' }).getByRole('link', { name: 'Replace' }).click();
    await button('Create the key').click();
    const second = await created();
    await watched.look('api-key-secret', [NARROW]);
    await button('Revoke the old key').click();
    await inDialog('Revoke for ever').click();
    await button('Revoke the old key').waitFor({ state: 'detached' });
    expect([await works(first), await works(second)]).toEqual([401, 200]);
    const { body } = await new Api(url, { 'x-api-key': second }).get('/v1/auth/who-am-i');
    expect(body.data.client.id).toBe(client.clientId);
  });

  test('a checker approves what a colleague has created, and rejects with a reason', async () => {
    const maker = await colleagueOf(client);
    await approvalOf(maker.userId, { makerLimit: { ccyCode: 'GBP', value: 10 } });
    const waiting = async (narrative: string) =>
      (await maker.api.post('/v1/payments', paymentFor(client.beneficiaryId, { narrative }))).body.data
        .id as string;
    const [first, second] = [await waiting('Invoice 50'), await waiting('Invoice 51')];
    await page.goto(`${url}/console/approvals`);
    await heading('Approvals');
    const item = (narrative: string) => page.locator('.item', { hasText: narrative });
    await item('Invoice 51').waitFor();
    await watched.look('approvals-waiting');
    await item('Invoice 50').getByRole('button', { name: 'Approve' }).click();
    await page.getByText(`Approve 100.00 EUR to ${germanCompany.company.name}?`).waitFor();
    await inDialog('Approve').click();
    await item('Invoice 50').waitFor({ state: 'detached' });
    await item('Invoice 51').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('alertdialog').getByLabel('Why').fill('Paid already');
    await inDialog('Reject').click();
    await page.getByText('Nothing waits for approval').waitFor();
    const [approved, rejected] = [
      (await client.api.get(`/v1/payments/${first}`)).body.data,
      (await client.api.get(`/v1/payments/${second}`)).body.data,
    ];
    expect(approved.authorisation.status).toBe('APPROVED');
    expect(rejected).toMatchObject({ status: 'CANCELLED', authorisation: { status: 'REJECTED' } });
  });

  test('somebody sees who acts for the client, and what they may', async () => {
    await page.goto(`${url}/console/team`);
    await heading('Team');
    const maker = page.getByRole('row', { name: /Mia Maker/ });
    await maker.getByText('Maker above 10.00 GBP').waitFor();
    await maker.getByText('Permissions: ').click();
    await maker.getByText(/webhook-subscriptions:write/).waitFor();
    await page.getByRole('row', { name: /\(you\).* Checker/ }).waitFor();
    await watched.look('team');
    await page.getByRole('searchbox').fill('Maker');
    await page.keyboard.press('Enter');
    await page.getByText('1–1 of 1').waitFor();
  });

  test('a transaction leads to what has moved the money', async () => {
    await page.goto(`${url}/console/transactions?q=${encodeURIComponent('wallet.ccyCode == "EUR"')}`);
    await page.getByText('1–1 of 1').waitFor();
    await link('Funding').click();
    await page.getByRole('heading', { level: 1, name: /^IF-/ }).waitFor();
  });

  test('the period of a statement ends today, on the test clock of the client', async () => {
    const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    expect((await client.api.put('/v1/simulators/clock', { date })).status).toBe(200);
    await page.goto(`${url}/console/statements`);
    await heading('Statements');
    await expect(page.getByLabel('To', { exact: true }).inputValue()).resolves.toBe(date);
  });

  test('no page had an error, requested anything from elsewhere, or was inaccessible', () => {
    const { errors, outside, issues } = watched;
    expect({ errors, outside, issues }).toEqual({ errors: [], outside: [], issues: [] });
  });
});
