import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sized } from '@corridor/testing';
import { findBrowser } from '@corridor/tools/servers/browser.mjs';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { url } from '../support/system.js';

jest.setTimeout(sized({ small: 600_000, full: 3_600_000 }));

/** `npm test` installs it where it can, and reports where it cannot. */
const executablePath = findBrowser();
const withBrowser = executablePath || process.env['CI'] ? describe : describe.skip;
if (!executablePath)
  console.warn('NOT TESTED: the pages of the documentation, because there is no Chromium.');

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

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

withBrowser('in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** The addresses that the page has requested elsewhere, and what its console says is wrong. */
  const outside: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    context = await browser.newContext({ viewport: { width: NARROW, height: 800 } });
    await context.addInitScript(axe); // a script of the page itself would not be allowed by its policy
    page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterAll(() => browser?.close());

  /** What people with impaired sight, hearing or movement cannot use: `serious button-name: <button …>`. */
  const violations = (rules?: string[]) =>
    page.evaluate(async (runOnly) => {
      const { axe: checker } = globalThis as unknown as { axe: { run(options: object): Promise<any> } };
      const { violations: found } = await checker.run(runOnly ? { runOnly } : {});
      return found.map(
        (one: any) => `${one.impact} ${one.id}: ${one.nodes.map((node: any) => node.html).join(' ')}`,
      );
    }, rules);

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
      const found = [...(shown > width ? [`${shown} pixels wide`] : []), ...(await violations(rules))];
      issues.push(...found.map((one) => `${path}, ${width} pixels, ${colorScheme}: ${one}`));
    };
    await look(NARROW, 'light');
    await look(NARROW, 'dark', ['color-contrast']);
    await look(WIDE, 'dark');
    await look(WIDE, 'light', ['color-contrast']);
    const expected = path === '/nothing' ? [expect.stringContaining('404')] : [];
    expect(errors.splice(0)).toEqual(expected);
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
    expect(await violations()).toEqual([]);
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

  test('no page has requested anything from elsewhere', () => {
    expect(outside).toEqual([]);
  });
});
