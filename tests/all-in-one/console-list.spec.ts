import { sized } from '@corridor/testing';
import type { CDPSession, Page } from 'playwright-core';
import { fundedClient, url } from '../support/system.js';
import { OF_CONSOLE, WatchedPage, withBrowser } from '../support/watched-page.js';

const RECORDS = 1_000_000;
const OF_PAGE = 25;
/** So many pages are scrolled through. */
const PAGES = sized({ small: 10, full: 400 });
/** What a page may add to the first one, whose rows are as many: numbers of the paging have more digits. */
const MORE_ELEMENTS = 20;
/** Of the pages that are kept for the way back, and what the browser does not give back at once. */
const MORE_MEGABYTES = 30;

withBrowser('a list of a million records')('a list of a million records in a browser', () => {
  let watched: WatchedPage;
  let page: Page;
  let browser: CDPSession;

  beforeAll(async () => {
    const client = await fundedClient({ GBP: 1_000 });
    const [record] = (await client.api.get('/v1/transactions')).body.data;
    watched = await WatchedPage.open(OF_CONSOLE);
    ({ page } = watched);
    browser = await page.context().newCDPSession(page);
    await page.route('**/v1/transactions?*', (route) => {
      const given = new URL(route.request().url()).searchParams;
      const [offset, limit] = [Number(given.get('offset')), Number(given.get('limit'))];
      const data = Array.from({ length: Math.min(limit, RECORDS - offset) }, (_, n) => ({
        ...record,
        id: `tx_${offset + n}`,
        relatedEntity: { ...record.relatedEntity, reference: `No ${offset + n + 1}` },
      }));
      return route.fulfill({ json: { data, meta: { offset, limit, totalCount: RECORDS } } });
    });
    await watched.enterConsole('/transactions', client.login, 'Transactions');
  });
  afterAll(() => watched?.browser.close());

  /** The page from this record on is shown. */
  const showsFrom = (first: number) => page.getByRole('cell', { name: `No ${first}`, exact: true }).waitFor();
  /** What the browser holds for it. */
  const held = async () => {
    await browser.send('HeapProfiler.collectGarbage');
    const { usedSize } = await browser.send('Runtime.getHeapUsage');
    return {
      rows: await page.locator('.records tbody tr').count(),
      elements: await page.locator('*').count(),
      megabytes: usedSize / 1_000_000,
    };
  };

  test('holds the rows of one page, however far it is scrolled', async () => {
    await showsFrom(1);
    const first = await held();
    for (let n = 1; n < PAGES; n += 1) {
      await page.mouse.wheel(0, 5_000);
      await page.getByRole('button', { name: 'Older', exact: true }).click();
      await showsFrom(1 + n * OF_PAGE);
    }
    const last = await held();
    expect([first.rows, last.rows]).toEqual([OF_PAGE, OF_PAGE]);
    expect(last.elements).toBeLessThanOrEqual(first.elements + MORE_ELEMENTS);
    expect(last.megabytes).toBeLessThan(first.megabytes + MORE_MEGABYTES);
  });

  test('is read to its end', async () => {
    await page.goto(`${url}/console/transactions?page=${RECORDS / OF_PAGE}`);
    await showsFrom(RECORDS - OF_PAGE + 1);
    await page.getByText(`${RECORDS - OF_PAGE + 1}–${RECORDS} of ${RECORDS}`).waitFor();
    const next = page.getByRole('button', { name: 'Older', exact: true });
    expect([(await held()).rows, await next.isDisabled()]).toEqual([OF_PAGE, true]);
  });
});
