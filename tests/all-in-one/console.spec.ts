import { gzipSync } from 'node:zlib';
import { until } from '@corridor/testing';
import type { Page, Response } from 'playwright-core';
import { colleagueOf } from '../support/colleague.js';
import { fundedClient, germanCompany, operator, url } from '../support/system.js';
import { HEIGHT, NARROW, OF_CONSOLE, WIDE, WatchedPage, withBrowser } from '../support/watched-page.js';

const MOST_BYTES = 250_000;

withBrowser('the console')('the console in a browser', () => {
  let client: Awaited<ReturnType<typeof fundedClient>>;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    client = await fundedClient({ GBP: 250_000, EUR: 80_000, JPY: 0 });
    watched = await WatchedPage.open(OF_CONSOLE);
    ({ page } = watched);
  });
  afterAll(() => watched?.browser.close());

  const instruct = async (narrative: string, amount = 1_000) => {
    const { body } = await client.api.post('/v1/payment-instructions', {
      ...{ sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount, narrative },
      ...{ beneficiaryId: client.beneficiaryId, paymentType: 'REGULAR' },
      paymentDate: new Date().toISOString().slice(0, 10),
    });
    return body.data.id as string;
  };
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  const look = (name: string, widths?: readonly number[]) => watched.look(name, widths);

  test('somebody signs in, in less than 250 kB, and stays signed in', async () => {
    const sent: Promise<number>[] = [];
    const count = (response: Response) => {
      if (response.url().startsWith(`${url}/console`) && response.status() === 200)
        sent.push(response.body().then((body) => gzipSync(body).length));
    };
    page.on('response', count);
    await page.goto(`${url}/`);
    await page.getByRole('link', { name: '/console' }).click();
    await heading('Sign in to Corridor');
    await look('sign-in');
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('401')]); // there is no session yet
    await watched.signIn({ ...client.login, password: 'not the password' });
    await page.getByText('The email address or the password is wrong.').waitFor();
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('401')]);
    await watched.signIn(client.login);
    await heading('Home');
    page.off('response', count);
    const bytes = (await Promise.all(sent)).reduce((sum, one) => sum + one, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
    await page.reload();
    await heading('Home');
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  test('empty pages say what will be there and how to begin', async () => {
    await page.getByText('No payment instructions yet').waitFor();
    await look('empty');
  });

  test('somebody converts and pays at a firm price, once, although the response is lost', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('convert and pay');
    await page.keyboard.press('Enter');
    await heading('Convert and pay');
    await button('Get a firm price').click();
    await page.getByText('Choose who is to be paid.').waitFor();
    await page.getByRole('combobox', { name: 'Beneficiary' }).fill('Muster');
    await page.getByRole('option', { name: germanCompany.company.name }).click();
    await page.getByLabel('The beneficiary receives').fill('1,000.50');
    await page.getByText(/^1 GBP = /).waitFor();
    await button('Next month').click();
    await page.locator('.day[data-unavailable]').first().hover();
    await page.getByText(/^No payment is sent on \w+, /).waitFor();
    await page.getByLabel('Narrative').fill('Invoice 39');
    await look('convert-and-pay');
    await button('Get a firm price').click();
    await page.getByText(/^This price is firm for/).waitFor();
    await look('convert-and-pay-review');
    await button('Change').click();
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));
    await button('Get a firm price').click(); // a new price, which is firm for a minute from now on
    const refreshed = page.waitForResponse('**/v1/payments/fee-preview');
    await client.api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'EUR', amount: 1 });
    await refreshed;
    expect(asked.filter((one) => one.endsWith('/v1/quotes'))).toHaveLength(1); // what happens elsewhere makes no quote
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/payment-instructions', async (route) => {
      keys.push(route.request().headers()['x-idempotency-key']);
      if (keys.length > 3) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Convert and pay' }).click();
    await button('Send again').click();
    await heading(germanCompany.company.name);
    await page.unroute('**/v1/payment-instructions');
    expect(keys).toEqual(Array.from({ length: 4 }, () => keys[0]));
    expect(watched.errors.splice(0)).toEqual(Array(3).fill(expect.stringContaining('ERR_FAILED')));
    const { body } = await client.api.get('/v1/payment-instructions');
    expect(body.data).toMatchObject([{ amount: 1000.5, fixedSide: 'BUY', narrative: 'Invoice 39' }]);
  });

  let instruction: string;

  test('an instruction is found, and led to SENT', async () => {
    for (const [narrative, amount] of [
      ['Invoice 40', 12_400],
      ['Invoice 41', 860.5],
    ] as const)
      await instruct(narrative, amount);
    instruction = await instruct('Invoice 42');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('payment ins');
    await page.keyboard.press('Enter');
    await heading('Payment instructions');
    await page.getByRole('searchbox').fill('Invoice 42');
    await page.keyboard.press('Enter');
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('link', { name: germanCompany.company.name }).click();
    await heading(germanCompany.company.name);
    for (const [step, status] of [
      ['Acknowledge', 'Acknowledged'],
      ['Fill', 'Filled'],
      ['Send', 'Sent'],
    ] as const) {
      await button(step).click();
      await page.locator('.page-header .status', { hasText: status }).waitFor();
      if (status === 'Acknowledged') await look('simulators');
    }
    await page.locator('.timeline code', { hasText: 'payment_instruction.sent' }).waitFor();
    const { body } = await client.api.get(`/v1/payment-instructions/${instruction}`);
    expect(body.data.status).toBe('SENT');
  });

  test('balances and lists move by themselves', async () => {
    await page.goto(`${url}/console/wallets`);
    await heading('Wallets');
    await client.api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'JPY', amount: 4_321 });
    await page.getByText('4,321').first().waitFor();
    await page.getByRole('link', { name: 'Payment instructions' }).first().click();
    await heading('Payment instructions');
    await page.getByRole('table').waitFor();
    expect(await page.getByText('Cancelled', { exact: true }).count()).toBe(0);
    await client.api.post(`/v1/payment-instructions/${await instruct('Invoice 43')}/cancel`, {
      reason: 'A test',
    });
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
  });

  test('each page is accessible and fits, in both themes and at both widths', async () => {
    const { linkedPaymentId, linkedConversionId } = (
      await client.api.get(`/v1/payment-instructions/${instruction}`)
    ).body.data;
    const received = (await client.api.get('/v1/inbound-funds')).body.data[0];
    const wallet = (await client.api.get('/v1/wallets/GBP')).body.data;
    for (const [name, path, title] of [
      ['home', '', 'Home'],
      ['wallets', '/wallets', 'Wallets'],
      ['wallet', `/wallets/${wallet.id}`, 'British Pound'],
      ['instructions', '/payment-instructions', 'Payment instructions'],
      ['instruction', `/payment-instructions/${instruction}`, germanCompany.company.name],
      ['payments', '/payments', 'Payments'],
      ['payment', `/payments/${linkedPaymentId}`, /^PMT-/],
      ['conversions', '/conversions', 'Conversions'],
      ['conversion', `/conversions/${linkedConversionId}`, /^CON-/],
      ['inbound-funds', '/inbound-funds', 'Inbound funds'],
      ['inbound', `/inbound-funds/${received.id}`, /^IF-/],
      ['transactions', '/transactions', 'Transactions'],
      ['statements', '/statements?ccy=GBP', 'Statements'],
      ['balance-history', '/balance-history', 'Balance history'],
      ['beneficiaries', '/beneficiaries', 'Beneficiaries'],
      ['story-of-instruction', `/story?id=${instruction}`, 'Money story'],
      ['beneficiary', `/beneficiaries/${client.beneficiaryId}`, germanCompany.company.name],
      ['new-beneficiary', '/beneficiaries/new', 'Add a beneficiary'],
      ['approvals', '/approvals', 'Approvals'],
      ['api-keys', '/api-keys', 'API keys'],
      ['new-api-key', '/api-keys/new', 'Create a key'],
      ['nothing', '/nothing', 'There is no such page'],
    ] as const) {
      await page.goto(`${url}/console${path}`);
      await heading(title);
      await until(async () => (await page.locator('.loading').count()) === 0);
      if (name === 'instruction') await page.locator('.timeline li').first().waitFor();
      await look(name);
    }
  });

  test('a query that is wrong says where, and words that match nothing can be cleared', async () => {
    await page.goto(`${url}/console/payments?q=status%20%3D%3D%20%22GONE%22`);
    await page.getByRole('alert').waitFor();
    await look('problem');
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await page.getByRole('searchbox').fill('no such payment');
    await page.keyboard.press('Enter');
    await button('Clear the search').click();
    await page.getByText('1–1 of 1').waitFor();
  });

  test('palette and menu are accessible, and the palette opens a record by its id', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem').first().waitFor();
    await look('palette');
    await page.keyboard.type(instruction);
    await page.keyboard.press('Enter');
    await heading(germanCompany.company.name);
    await page.setViewportSize({ width: NARROW, height: HEIGHT });
    await button('Menu').click();
    await page.getByRole('dialog').waitFor();
    await look('menu', [NARROW]);
    await page.setViewportSize({ width: NARROW, height: HEIGHT });
    await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
    await heading('Home');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: WIDE, height: HEIGHT });
  });

  test('the arrow keys keep the active command of the palette in view', async () => {
    await page.setViewportSize({ width: NARROW, height: 320 });
    await page.keyboard.press('Control+k');
    const commands = page.getByRole('menuitem');
    await commands.first().waitFor();
    const count = await commands.count();
    const box = async (selector: string) =>
      (await page.locator(`.palette ${selector}`).boundingBox()) ?? { y: 0, height: 0 };
    const active = async () => {
      const name = await page.locator('.palette [role=menuitem][data-focused]').innerText();
      const item = await box('[role=menuitem][data-focused]');
      const [input, dialog] = [await box('input'), await box('[role=dialog]')];
      // The text that is typed covers what is scrolled.
      const isBelow = item.y >= input.y + input.height - 1;
      return isBelow && item.y + item.height <= dialog.y + dialog.height + 1 ? name : `${name} is hidden`;
    };
    const seen: string[] = [];
    for (const key of ['ArrowDown', 'ArrowUp'])
      for (let n = 0; n < count; n += 1) {
        await page.keyboard.press(key);
        seen.push(await active());
      }
    const names = await commands.allInnerTexts();
    const scrolled = await page
      .locator('.palette [role=dialog]')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(scrolled).toBeGreaterThan(200); // otherwise all are in view
    expect(seen.slice(0, count)).toEqual(names);
    expect(seen.slice(count)).toEqual([...names.slice(0, -1).toReversed(), names.at(-1)]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: WIDE, height: HEIGHT });
  });

  test('theme and language are kept', async () => {
    await button('Theme: System').click();
    await button('Deutsch').click();
    await heading('Übersicht');
    await page.reload();
    await heading('Übersicht');
    expect(
      await page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]'),
    ).toEqual(['de', 'light']);
    await look('german');
  });

  test('somebody signs out, and the way back leads to the sign-in', async () => {
    await button('Abmelden').click();
    await heading('Bei Corridor anmelden');
    expect(watched.errors.splice(0)).toEqual([]);
    await page.goto(`${url}/console/payments`);
    await heading('Bei Corridor anmelden');
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  test('whoever may only read payments is offered nothing else', async () => {
    const { login } = await colleagueOf(client, operator, { permissions: ['payments:read'] });
    await page.getByRole('button', { name: 'English' }).click();
    await watched.signIn(login);
    await heading('Payments');
    const offered = page.getByRole('navigation', { name: 'Pages' });
    const names = await offered.getByRole('link').allInnerTexts();
    expect(names).toEqual(['Home', 'Payments', 'Money story']);
    await offered.getByRole('link', { name: 'Home' }).click();
    await heading('Home');
  });

  test('whoever creates an API key is offered their own permissions alone', async () => {
    const own = ['payments:read', 'payments:write', 'api-keys:manage'];
    const { login } = await colleagueOf(client, operator, { permissions: own });
    await button('Sign out').click();
    await watched.signIn(login);
    await button('Sign out').waitFor();
    await page.goto(`${url}/console/api-keys/new`);
    await heading('Create a key');
    await page.getByRole('textbox', { name: 'Label' }).fill('Reports');
    await page.locator('.choice', { hasText: 'Choose' }).click();
    const offered = await page.getByRole('group', { name: 'Permissions' }).locator('label').allInnerTexts();
    expect(offered).toEqual(own);
    await page.locator('.choice', { hasText: 'Only read' }).click();
    await button('Create the key').click();
    await page.getByRole('complementary', { name: 'The key' }).waitFor();
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page
      .locator('.item', { hasText: 'Reports' })
      .getByText(/^Permissions: 1 of \d+$/)
      .click();
    await page.getByText('payments:read', { exact: true }).waitFor();
  });

  test('no page had an error, requested anything from elsewhere, or was inaccessible', () => {
    const { errors, outside, issues } = watched;
    expect({ errors, outside, issues }).toEqual({ errors: [], outside: [], issues: [] });
  });
});
