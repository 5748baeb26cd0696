import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { until } from '@corridor/testing';
import { Receiver, responding } from '../support/receiver.js';
import { fundedClient, url } from '../support/system.js';
import { HEIGHT, NARROW, OF_CONSOLE, WIDE, WatchedPage, withBrowser } from '../support/watched-page.js';

/** What a shell makes of a command: the arguments of curl. @returns the response to what curl would send */
async function sentByShell(command: string, key: string | undefined) {
  const printing = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const [, method, address = '', ...rest] = execFileSync('sh', ['-c', printing], {
    encoding: 'utf8',
    env: { ...process.env, KEY: key },
  }).split('\0');
  const headers = new Headers();
  let body: string | null = null;
  for (let i = 0; i + 1 < rest.length; i += 2) {
    const [name = '', value = ''] = (rest[i + 1] ?? '').split(': ');
    if (rest[i] === '-H') headers.append(name, value);
    else body = rest[i + 1] ?? null;
  }
  const response = await fetch(address, { method: method ?? '', headers, body });
  return [response.status, await response.json()];
}

withBrowser('the developer workbench')('the developer workbench in a browser', () => {
  let receiver: Receiver;
  let client: Awaited<ReturnType<typeof fundedClient>>;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    client = await fundedClient({ GBP: 250_000 });
    receiver = await Receiver.start();
    watched = await WatchedPage.open(OF_CONSOLE);
    ({ page } = watched);
    await watched.enterConsole('/webhooks', client.login, 'Webhooks');
  });
  afterAll(async () => {
    await watched?.browser.close();
    await receiver?.close();
  });

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const status = (text: string) => page.locator('.page-header .status', { hasText: text }).waitFor();

  let secret: string;

  test('somebody adds an endpoint, and sees its secret once', async () => {
    await page.getByText('No endpoints yet').waitFor();
    await watched.look('webhooks-empty');
    await link('Add an endpoint').click();
    await page.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/');
    await button('Add endpoint').click();
    await page.getByRole('alert').waitFor();
    await watched.look('webhooks-new');
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await button('Add endpoint').click();
    await heading(receiver.url);
    secret = await page.locator('.secret code').innerText();
    await watched.look('webhooks-secret', [NARROW]);
    await link('I have copied it').click();
    await status('Active');
    expect(await page.content()).not.toContain(secret);
  });

  test('a test is sent, fails, and is resent', async () => {
    receiver.behaviour = (_, response) => void response.writeHead(503).end('busy');
    await button('Send a test').click();
    await link('See what became of it').click();
    await heading('ping');
    await page.getByText('The receiver responded with 503.').waitFor();
    await page.getByText('busy', { exact: true }).waitFor();
    await watched.look('webhooks-failed');
    receiver.behaviour = responding(204);
    await button('Resend').click();
    await page.getByText('Copy of').waitFor();
    await status('Delivered');
    await watched.look('webhooks-notification', [NARROW]);
    expect(receiver.signedBy(secret)).toBe(receiver.received.length);
    await link(receiver.url).click();
    await page.getByRole('img', { name: /attempts were delivered/ }).waitFor();
    await watched.look('webhooks-endpoint');
    const latest = page.getByRole('table', { name: 'Notifications' }).getByRole('row').nth(1);
    const before = await latest.getByRole('link').getAttribute('href');
    await button('Send a test').click();
    await link('See what became of it').waitFor();
    await until(async () => (await latest.getByRole('link').getAttribute('href')) !== before);
    await latest.getByText('Delivered').waitFor();
  });

  test('on a phone, the status of an endpoint is at the right edge', async () => {
    await link('Webhooks').first().click();
    await link(receiver.url).waitFor();
    await watched.look('webhooks');
    await page.setViewportSize({ width: NARROW, height: HEIGHT });
    const row = page.getByRole('row').filter({ hasText: receiver.url });
    const rightOf = async (box: Locator) => {
      const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 };
      return Math.round(x + width);
    };
    expect(await rightOf(row.locator('td.status'))).toBe(await rightOf(row));
    await page.setViewportSize({ width: WIDE, height: HEIGHT });
  });

  test('what was received is verified in the browser', async () => {
    const { headers, text } = receiver.received.at(-1) ?? { headers: {}, text: '' };
    await link('Webhooks').first().click();
    await link('Signature playground').click();
    await heading('Signature playground');
    await page.getByRole('textbox', { name: 'Signing secret' }).fill(secret);
    const pasted = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    await page.getByRole('textbox', { name: 'Headers' }).fill(pasted.join('\n'));
    await page.getByRole('textbox', { name: 'Body' }).fill(text);
    await page.getByText('The signature is genuine.').waitFor();
    await page.getByRole('textbox', { name: 'Body' }).fill(`${text} `);
    await page.getByText('The signature is not genuine').waitFor();
    await watched.look('webhooks-signature');
  });

  test('what was given up is recovered, and nothing else', async () => {
    await link('Endpoints').click();
    await link(receiver.url).click();
    await button('Resend all given up').click();
    await page.getByText('Nothing was given up since then.').waitFor();
    await button('Pause').click();
    await status('Paused');
    await button('Rotate the secret').click();
    await page.locator('.secret code').waitFor();
    await button('Edit').click();
    await watched.look('webhooks-edit', [WIDE]);
    await button('Save').click();
    await button('Edit').waitFor();
    await button('End').click();
    await watched.look('webhooks-end', [NARROW]);
    await button('End for ever').click();
    await status('Ended');
  });

  test('each event has an example and its fields', async () => {
    await page.goto(`${url}/console/webhooks/events?type=payment.sent`);
    await page.getByRole('region', { name: 'Example' }).filter({ hasText: 'payment.sent' }).waitFor();
    await watched.look('webhooks-events');
    await page.goto(`${url}/console/webhooks/notifications`);
    await link('ping').first().waitFor();
    await watched.look('webhooks-notifications');
  });

  test('somebody sees what a program has sent, and sends it again from the copy', async () => {
    const ofKey = async (id: string, method: 'PUT' | 'POST', path: string, sent: object) => {
      await client.api.send(method, path, sent, { headers: { 'x-request-id': id } });
      await until(async () => {
        const { body } = await client.api.get(`/v1/request-log?q=requestId == "${id}"`);
        return body.meta.totalCount > 0;
      });
    };
    const open = async (id: string, request: string) => {
      await page.goto(`${url}/console/request-log`);
      await page.getByRole('searchbox').fill(id);
      await page.keyboard.press('Enter');
      await page.getByText('1–1 of 1').waitFor();
      await link(request).click();
      await heading(request);
    };
    await ofKey('logged-settings', 'PUT', '/v1/client-settings', { baseCcy: 'CHF' });
    await ofKey('logged-refusal', 'POST', '/v1/webhook-subscriptions', { events: ['nothing'] });
    await page.goto(`${url}/console/request-log`);
    await page.getByRole('table').waitFor();
    await watched.look('request-log');

    await open('logged-settings', 'PUT /v1/client-settings');
    const key = client.api.credential['x-api-key'];
    const copied = await page.getByText(/^curl -X PUT 'http/).innerText();
    await watched.look('request-log-request');
    await client.api.put('/v1/client-settings', { baseCcy: 'EUR' });
    expect(await sentByShell(copied, key)).toMatchObject([200, { data: { settings: { baseCcy: 'CHF' } } }]);

    await open('logged-refusal', 'POST /v1/webhook-subscriptions');
    await page.getByText('Replace each “…”').waitFor();
    await watched.look('request-log-refused');
    const [problem] = await Promise.all([
      page.context().waitForEvent('page'),
      link('invalid_request').click(),
    ]);
    await problem.getByRole('heading', { level: 1, name: 'Invalid request' }).waitFor();
    await problem.close();
    await page.goto(`${url}/console/webhooks/notifications`);
    await link('ping').first().waitFor();
  });

  test('a query is built by completion, its error has the caret, and what it finds is kept and exported', async () => {
    await button('Query builder').click();
    const editor = page.getByRole('textbox', { name: 'Query: Notifications' });
    const option = (name: RegExp) => page.getByRole('option', { name }).click();
    await editor.click();
    await page.keyboard.type('eventT');
    await option(/^eventType/);
    await option(/^==/);
    await page.keyboard.type('pin');
    await watched.look('query-builder');
    await option(/^ping/);
    await page.keyboard.press('Enter');
    await page.getByText('1–3 of 3').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('eventType == "ping"');

    await page.keyboard.type(' OR');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.getByText('1–3 of 3').waitFor();

    await button('Save this view').click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Pings');
    await button('Save').click();
    await page.goto(`${url}/console/webhooks/notifications`);
    await button('Pings').click();
    await page.getByText('1–3 of 3').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('eventType == "ping"');
    const downloading = page.waitForEvent('download');
    await button('Export as CSV').click();
    const exported = readFileSync(await (await downloading).path(), 'utf8').split('\r\n');
    expect(exported).toHaveLength(5);
    expect(exported[0]).toMatch(/^id,.*eventType/);
    expect(exported[1]).toMatch(/^whn_.*,ping,/);
  });

  test('no page had an error, requested anything from elsewhere, or was inaccessible', () => {
    const { errors, outside, issues } = watched;
    expect({ errors, outside, issues }).toEqual({ errors: [], outside: [], issues: [] });
  });
});
