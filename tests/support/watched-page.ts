import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findBrowser } from '@corridor/tools/servers/browser.mjs';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { url } from './system.js';

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** `npm test` installs it where it can, and reports where it cannot. */
const executablePath = findBrowser();

/** Where screenshots are written; nowhere if it is not set. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
/** Where those of the guide are written; nowhere if it is not set (`npm run screenshots`). */
const PICTURES = process.env['PICTURES'];
export const HEIGHT = 860;
export const NARROW = 375;
export const WIDE = 1280;
export const OF_CONSOLE: BrowserContextOptions = {
  viewport: { width: WIDE, height: HEIGHT },
  locale: 'en-GB',
};

interface Login {
  readonly email: string;
  readonly password: string;
}

/** As `describe`. @param what is not tested without a browser */
export function withBrowser(what: string): jest.Describe {
  if (executablePath || process.env['CI']) return describe;
  console.warn(`NOT TESTED: ${what}, because there is no Chromium.`);
  return describe.skip;
}

/** A page in a browser of its own, of which is seen what it must not do. */
export class WatchedPage {
  /** The addresses that it has requested elsewhere. */
  readonly outside: string[] = [];
  /** What its console says is wrong. */
  readonly errors: string[] = [];
  /** What `look` has found. */
  readonly issues: string[] = [];

  private constructor(
    readonly browser: Browser,
    readonly page: Page,
  ) {
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(url) || request.url().startsWith('data:');
      if (!isOurs) this.outside.push(request.url());
    });
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  static async open(options: BrowserContextOptions): Promise<WatchedPage> {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const context = await browser.newContext(options);
    await context.addInitScript(axe); // a script of the page itself would not be allowed by its policy
    return new WatchedPage(browser, await context.newPage());
  }

  /** The form of the console that is shown. */
  async signIn({ email, password }: Login): Promise<void> {
    await this.page.fill('input[name=email]', email);
    await this.page.fill('input[name=password]', password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Opens the console for somebody who has no session yet. @param path of the page @param title of the page */
  async enterConsole(path: string, login: Login, title: string): Promise<void> {
    await this.page.goto(`${url}/console${path}`);
    await this.signIn(login);
    await this.page.getByRole('heading', { level: 1, name: title }).waitFor();
    this.errors.length = 0; // there was no session yet
  }

  /** What people with impaired sight, hearing or movement cannot use: `serious button-name: <button …>`. @param rules all unless given */
  violations(rules?: string[]): Promise<string[]> {
    return this.page.evaluate(async (runOnly) => {
      const { axe: checker } = globalThis as unknown as { axe: { run(options: object): Promise<any> } };
      const { violations: found } = await checker.run(runOnly ? { runOnly } : {});
      return found.map(
        (one: any) => `${one.impact} ${one.id}: ${one.nodes.map((node: any) => node.html).join(' ')}`,
      );
    }, rules);
  }

  /** All rules at both widths, contrast also in both themes: nothing else differs between them. @param name of the screenshots */
  async look(name: string, widths: readonly number[] = [WIDE, NARROW]): Promise<void> {
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: HEIGHT });
      for (const colorScheme of ['dark', 'light'] as const) {
        await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const shown = Number(await this.page.evaluate('document.documentElement.scrollWidth'));
        const found = await this.violations(colorScheme === 'dark' ? ['color-contrast'] : undefined);
        if (shown > width) found.push(`${shown} pixels wide`);
        this.issues.push(...found.map((one) => `${name}, ${width} pixels, ${colorScheme}: ${one}`));
        if (SCREENSHOTS !== undefined)
          await this.page.screenshot({
            path: join(SCREENSHOTS, `console-${name}-${width}-${colorScheme}.png`),
          });
      }
    }
    await this.page.setViewportSize({ width: WIDE, height: HEIGHT });
  }

  /** The picture of the guide: `docs/console-home-dark.png`. */
  async picture(name: string, colorScheme: 'dark' | 'light'): Promise<void> {
    if (PICTURES === undefined) return;
    await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await this.page.screenshot({ path: join(PICTURES, `console-${name}-${colorScheme}.png`) });
  }
}
