import { until } from '@corridor/testing';
import type { Page, Route } from 'playwright-core';
import { createAndMove, instructionFor } from '../support/instruction.js';
import { Receiver } from '../support/receiver.js';
import { createSubscription } from '../support/subscription.js';
import { fundedClient, germanCompany, url } from '../support/system.js';
import { OF_CONSOLE, WatchedPage, withBrowser } from '../support/watched-page.js';

withBrowser('the money story')('the money story in a browser', () => {
  let client: Awaited<ReturnType<typeof fundedClient>>;
  let receiver: Receiver;
  let watched: WatchedPage;
  let page: Page;
  /** Of an instruction that is SENT, as the API tells it. */
  let story: any;
  let notificationId: string;

  beforeAll(async () => {
    receiver = await Receiver.start();
    let refusals = 1;
    receiver.behaviour = (_, response) => void response.writeHead(refusals-- > 0 ? 503 : 204).end();
    client = await fundedClient({ GBP: 10_000 });
    const { api, beneficiaryId } = client;
    await createSubscription(api, { targetUrl: receiver.url, events: ['payment_instruction.sent'] });
    const id = await createAndMove(api, instructionFor(beneficiaryId), 'acknowledge', 'fill', 'send');
    await until(async () => {
      story = (await api.get(`/v1/timeline/${id}`)).body.data;
      return story?.notifications?.[0]?.attempts.length === 2 && /has left/.test(story.whereTheMoneyIs);
    });
    notificationId = story.notifications[0].notification.id;
    watched = await WatchedPage.open(OF_CONSOLE);
    ({ page } = watched);
    await watched.enterConsole('/story', client.login, 'Money story');
  });
  afterAll(async () => {
    await watched?.browser.close();
    await receiver?.close();
  });

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = () => page.getByRole('textbox', { name: 'Id of a record, a request or a trace' });
  const paste = async (text: string) => {
    await field().fill(text);
    await page.keyboard.press('Enter');
  };
  const isTold = async (id: string) => {
    await page.waitForURL((address) => address.searchParams.get('id') === id);
    await page.getByText(story.whereTheMoneyIs, { exact: true }).waitFor();
  };

  test('what is no id is not looked for', async () => {
    await page.getByText('One id tells the story').waitFor();
    await watched.look('story-empty');
    await paste('where is my money');
    await page.getByText('This is no id.').waitFor();
  });

  test('record, request, trace and webhook lead to one story, with where the money is on top', async () => {
    const { requestId, traceId } = story.events[0];
    const payment = story.events.at(-1).recordIds.find((one: string) => one.startsWith('pmt_'));
    for (const id of [story.id, payment, requestId, traceId, notificationId]) {
      await paste(` ${id} `);
      await isTold(id);
    }
    await paste(`00-${traceId}-00f067aa0ba902b7-01`);
    await isTold(traceId);
    const shown = await page.locator('.timeline li').count();
    expect(shown).toBeGreaterThanOrEqual(story.events.length + story.notifications.length);
    await page
      .getByText(/Ada \S+ · /)
      .first()
      .waitFor();
    await page.getByText('Attempt 1').waitFor();
    await page
      .getByText(/ 503 · /)
      .first()
      .waitFor();
    await watched.look('story');
    await page.getByRole('link', { name: 'payment_instruction.sent', exact: true }).click();
    await heading('payment_instruction.sent');
  });

  test('the palette takes any id, and each record has the same timeline', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(story.events[0].requestId);
    await page.keyboard.press('Enter');
    await isTold(story.events[0].requestId);
    await page.getByRole('link', { name: story.id, exact: true }).first().click();
    await heading(germanCompany.company.name);
    await page.getByText('Attempt 2').waitFor();
  });

  test('a record is shown at each of its versions, with what that one has changed', async () => {
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await heading('Versions');
    const last = (await client.api.get(`/v1/payment-instructions/${story.id}`)).body.data.auditHistory
      .version;
    await page.getByText(`Version ${last} of ${last}`, { exact: true }).waitFor();
    const change = (name: string) => page.getByRole('row', { name });
    await change('status FILLED SENT').waitFor();
    await watched.look('versions');
    await page.getByRole('slider', { name: 'Version' }).focus();
    await page.keyboard.press('Home');
    await page.getByText('The record was created like this.').waitFor();
    await page.keyboard.press('ArrowRight');
    await change('status PENDING ACKNOWLEDGED').waitFor();
    await page.reload();
    await change('status PENDING ACKNOWLEDGED').waitFor();
    await button('Earlier').click();
    await page.getByText(`Version 1 of ${last}`, { exact: true }).waitFor();
    await page.goto(`${url}/console/versions/nothing`);
    await heading('There is no such page');
    expect(await page.locator('main').count()).toBe(1);
  });

  test('under an unknown id somebody learns what has no story', async () => {
    await page.goto(`${url}/console/story?id=req_0000000`);
    await page.getByText('Nothing has happened under this id').waitFor();
    await watched.look('story-unknown');
    const errors = watched.errors.splice(0);
    expect(errors).toEqual(errors.map(() => expect.stringContaining('404')));
  });

  test('what stands in place of an id is looked for in its own collection alone', async () => {
    for (const path of ['payments/..%2Fwallets%2FGBP', 'convert-and-pay?to=..%2Fwallets%2FGBP']) {
      await page.goto(`${url}/console/${path}`);
      await page.getByText('Not found', { exact: true }).waitFor();
    }
    const errors = watched.errors.splice(0);
    expect(errors).toEqual(errors.map(() => expect.stringContaining('404')));
  });

  test('a page without a response says that Corridor is away, and one that fails says that it does', async () => {
    const record = `**/v1/payment-instructions/${story.id}`;
    for (const [shown, respond] of [
      ['Corridor cannot be reached', (route: Route) => route.abort()],
      ['This page does not work', (route: Route) => route.fulfill({ json: { data: {} } })],
    ] as const) {
      await page.route(record, respond);
      await page.goto(`${url}/console/payment-instructions/${story.id}`);
      await page.getByText(shown, { exact: true }).waitFor();
      await page.unroute(record);
    }
    expect(watched.errors.splice(0)).not.toEqual([]);
  });

  test('it is told in German', async () => {
    await page.goto(`${url}/console/story?id=${story.id}`);
    await heading('Money story');
    await button('Deutsch').click();
    await heading('Weg des Geldes');
    await page.getByText('Versuch 2').waitFor();
    await watched.look('story-german');
  });

  test('no page had an error, requested anything from elsewhere, or was inaccessible', () => {
    const { errors, outside, issues } = watched;
    expect({ errors, outside, issues }).toEqual({ errors: [], outside: [], issues: [] });
  });
});
