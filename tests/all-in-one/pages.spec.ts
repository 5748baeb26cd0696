import { readFileSync } from 'node:fs';
import { sized } from '@corridor/testing';
import type { Browser, Page } from 'playwright-core';
import { url } from '../support/system.js';
import { WatchedPage, withBrowser } from '../support/watched-page.js';

jest.setTimeout(sized({ small: 600_000, full: 3_600_000 }));

/** One page of each kind, and one with a wide table. All others have the same frame and renderer. */
const SOME_PAGES = [
  '/',
  '/nothing',
  '/problems',
  '/problems/beneficiary_not_usable',
  '/docs',
  '/docs/operations/createPaymentInstruction',
  '/operator/docs',
  '/operator/docs/operations/createClient',
  '/docs/guide',
  '/docs/guide/comparison',
  '/docs/webhook-events',
];
const LIMIT = sized({ small: SOME_PAGES.length, full: 1_000 });
/** Their menus link all other pages. */
const FIRST_PAGES = ['/docs', '/docs/guide', '/operator/docs', '/problems'];
const NARROW = 375;
const WIDE = 1280;
type Scheme = 'light' | 'dark';

withBrowser('the pages of the documentation')('in a browser', () => {
  let watched: WatchedPage;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    watched = await WatchedPage.open({ viewport: { width: NARROW, height: 800 } });
    ({ browser, page } = watched);
  });
  afterAll(() => browser?.close());

  /** Each rule at both widths, contrast also in both schemes: nothing else differs between them. */
  async function issuesOf(path: string): Promise<string[]> {
    await page.setViewportSize({ width: NARROW, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(url + path);
    await page.evaluate(openAll);
    const issues: string[] = [];
    const look = async (width: number, colorScheme: Scheme, rules?: string[]) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const shown = Number(await page.evaluate('document.documentElement.scrollWidth'));
      const found = [
        ...(shown > width ? [`${shown} pixels wide`] : []),
        ...(await watched.violations(rules)),
      ];
      issues.push(...found.map((one) => `${path}, ${width} pixels, ${colorScheme}: ${one}`));
    };
    await look(NARROW, 'light');
    await look(NARROW, 'dark', ['color-contrast']);
    await look(WIDE, 'dark');
    await look(WIDE, 'light', ['color-contrast']);
    const expected = path === '/nothing' ? [expect.stringContaining('404')] : [];
    expect(watched.errors.splice(0)).toEqual(expected);
    return issues;
  }

  test('pages are accessible and fit, in light and dark, on phones and on wide screens', async () => {
    const linked = (await allLinked()).map(({ path }) => path);
    const pages = [...new Set([...SOME_PAGES, ...linked])].slice(0, LIMIT);
    const issues: string[] = [];
    for (const path of pages) issues.push(...(await issuesOf(path)));
    expect(issues).toEqual([]);
    expect(pages.length).toBeGreaterThan(Math.min(LIMIT - 1, 200));
    await page.setViewportSize({ width: NARROW, height: 800 });
  });

  test('no page of the documentation is wider than a phone', async () => {
    const wide: string[] = [];
    const pages = await allLinked();
    // The content of a page in the frame of the first one: loading each takes ten times as long.
    let frame = '';
    for (const { path, first } of pages) {
      if (frame !== first) await page.goto(url + first);
      frame = first;
      await page.evaluate((html) => ((globalThis as any).document.body.innerHTML = html), await bodyOf(path));
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (width !== NARROW) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    expect(pages.length).toBeGreaterThan(200);
  });

  /** What is folded away is checked too. */
  const openAll = `for (const details of document.querySelectorAll('details')) {
    details.removeAttribute('name');
    details.open = true;
  }`;

  async function allLinked(): Promise<{ path: string; first: string }[]> {
    const lists = FIRST_PAGES.map(async (first) => (await linksOf(first)).map((path) => ({ path, first })));
    return (await Promise.all(lists)).flat();
  }

  const bodyOf = async (path: string): Promise<string> => {
    const text = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
    return text.slice(text.indexOf('<body'));
  };

  /** The pages that a page links, its menu included. */
  async function linksOf(path: string): Promise<string[]> {
    const links = [...(await bodyOf(path)).matchAll(/href="(\/(?:docs|problems|operator\/docs)[^"#.]*)"/g)];
    const kindOf = (link: string) => link.split('/')[1];
    const isOfKind = (link: string) => kindOf(link) === kindOf(path);
    return [...new Set(links.map(([, link = '']) => link))].filter(isOfKind);
  }

  test('the reference can be used after less than a second of processor time', async () => {
    const cold = await browser.newContext();
    const fresh = await cold.newPage();
    const session = await cold.newCDPSession(fresh);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await fresh.goto(`${url}/docs`, { waitUntil: 'networkidle' });
    const { metrics } = await session.send('Performance.getMetrics');
    expect(metrics.find(({ name }) => name === 'TaskDuration')?.value).toBeLessThan(1);
    await cold.close();
  });

  test('the search finds operations, guides, settings and problems', async () => {
    await page.goto(`${url}/docs`);
    await page.keyboard.press('/');
    for (const [words, path] of [
      ['create payment instruction', '/docs/operations/createPaymentInstruction'],
      ['CALENDAR_OVERRIDES', '/docs/guide/settings#'],
      ['restore backup', '/docs/guide/backup'],
      ['insufficient_funds', '/problems/insufficient_funds'],
      ['payment_instruction.sent', '/docs/webhook-events#payment_instructionsent'],
    ] as const) {
      await page.fill('#search input', words);
      await page.locator(`#search a[href^="${path}"]`).first().waitFor();
    }
    expect(await page.locator('#search li').first().innerText()).toMatch(/^payment_instruction\.sent\n/);
    expect(await watched.violations()).toEqual([]);
    await page.fill('#search input', 'zzzzqqq');
    await page.locator('#search li', { hasText: 'No results' }).waitFor();
    await page.fill('#search input', 'create payment instruction');
    await page.locator('#search a[href$=createPaymentInstruction]').click();
    expect(page.url()).toBe(`${url}/docs/operations/createPaymentInstruction`);
  });

  test('the search prefers operations of the reference it is in', async () => {
    for (const [path, operation] of [
      ['/docs', '/docs/operations/getTimeline'],
      ['/operator/docs', '/operator/docs/operations/getStaffTimeline'],
    ] as const) {
      await page.goto(url + path);
      await page.fill('#search input', 'happened to a record');
      const first = page.locator('#search a[href*="/operations/"]').first();
      expect(await first.getAttribute('href')).toBe(operation);
    }
  });

  test('a form sends its request, and an access token is used on the next page', async () => {
    const send = async (operation: string, reference = '/docs') => {
      await page.goto(`${url}${reference}/operations/${operation}`);
      await page.click('form.try-it button');
      await page.locator('form.try-it output pre').waitFor();
      return page.locator('form.try-it output').innerText();
    };
    expect(await send('createPaymentInstruction')).toMatch(/^200 after \d+ ms[^]*"status": "PENDING"/);
    expect(await send('issueToken')).toMatch(/^200 /);
    expect(await send('listOwnApiKeys')).toMatch(/^200 /);
    expect(await page.locator('pre code').first().innerText()).toContain(url);
    expect(await send('issueStaffToken', '/operator/docs')).toMatch(/^200 /);
    await page.goto(`${url}/operator/docs/operations/approveCommand`);
    expect(await page.inputValue('form.try-it [data-header=Authorization]')).toMatch(/^ey/);
    expect(await send('listOwnApiKeys')).toMatch(/^200 /); // the token of the client is kept apart
  });

  test('the SDK needs nothing that browsers do not have', async () => {
    const other = await browser.newContext({ bypassCSP: true });
    const empty = await other.newPage();
    await empty.route('**/sdk/**', (route) => {
      const file = new URL(route.request().url()).pathname.replace('/sdk/', 'libs/sdk/dist/');
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file) });
    });
    await empty.goto(`${url}/problems`);
    const client = `new Corridor({ url: '${url}', apiKey: 'ck_sandbox_demo_acme_trading' })`;
    const call = `import('/sdk/index.js').then(({ Corridor }) => ${client}.openWallet({ ccyCode: 'GBP' }))`;
    expect(await empty.evaluate(`${call}.catch((error) => error.code)`)).toBe('wallet_exists');
    await other.close();
  });

  test('no page has requested anything from elsewhere', () => {
    expect(watched.outside).toEqual([]);
  });
});
