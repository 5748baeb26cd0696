/**
 * How long a page of a list of the console takes until it is shown, in Chromium:
 *
 *   npm run build && npx node bench/console-list.mjs [--records=1000000] [--pages=50]
 *
 * Payment instructions of one client, read from the API. Pages are scrolled through to their end from the newest, from the middle and
 * before the oldest record, at the end of which is the button to the next one. Printed are the time of the API, from request to response,
 * the time from the click until the page is shown, and the processor time of the browser for scripts, styles and layout, which depends less
 * on what else runs. A long task is one of 50 ms or more, as browsers define it: meanwhile a page neither scrolls nor reacts to a key.
 */
import { loadavg } from 'node:os';
import { databaseName } from '@corridor/event-store';
import { findBrowser } from '@corridor/tools/servers/browser.mjs';
import pg from 'pg';
import { chromium } from 'playwright-core';
import { at, median } from './harness.mjs';
import { manyInstructions } from './many-instructions.mjs';
import { startSystem } from './system.mjs';

const optionOf = (/** @type {string} */ name, /** @type {number} */ usual) =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
const records = optionOf('records', 1_000_000);
const pages = optionOf('pages', 50);
const OF_PAGE = 25;
const lastPage = Math.ceil(records / OF_PAGE);
const places = { newest: 1, middle: Math.floor(lastPage / 2), oldest: lastPage - pages };

const system = await startSystem({ clients: 1, atOnce: 1 });
const [client] = system.clients;
const pool = new pg.Pool({ connectionString: `${system.databaseUrl}/${databaseName('payments')}` });
const seeded = performance.now();
await manyInstructions({ pool }, `'${client.id}'`, 'pi', records);
await pool.end();
const seconds = Math.round((performance.now() - seeded) / 1_000);
console.log(`${records} records written in ${seconds} s; load ${loadavg()[0]?.toFixed(1)}\n`);

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' });
await page.addInitScript(`
  globalThis.longTasks = [];
  globalThis.requests = [];
  globalThis.clicked = 0;
  addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true });
  const onEntries = (list) => {
    for (const { entryType, duration, name } of list.getEntries())
      if (entryType === 'longtask') longTasks.push(duration);
      else if (name.includes('/v1/payment-instructions?')) requests.push(duration);
  };
  new PerformanceObserver(onEntries).observe({ entryTypes: ['longtask', 'resource'] });`);
const listUrl = `${system.url}/console/payment-instructions`;
await page.goto(listUrl);
await page.fill('input[name=email]', client.login.email);
await page.fill('input[name=password]', client.login.password);
await page.getByRole('button', { name: 'Sign in', exact: true }).click();
await page.getByRole('heading', { level: 1, name: 'Payment instructions' }).waitFor();

const devTools = await page.context().newCDPSession(page);
await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });

const columns = ['place', 'pages', 'API, median ms', 'worst', 'shown, median ms', 'worst'];
columns.push('processor, ms per page', 'long tasks', 'longest, ms', 'rows in the page');
console.log(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
for (const [place, first] of Object.entries(places)) {
  await page.goto(`${listUrl}?page=${first}`);
  await page.getByText(rangeOf(first)).waitFor();
  await page.evaluate('longTasks.length = requests.length = 0');
  const before = await processorMs();
  /** @type {number[]} */
  const shown = [];
  for (let n = first + 1; n <= first + pages; n++) {
    await page.mouse.wheel(0, 5_000);
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    const shownAt = await page.evaluate(async (range) => {
      while (!document.querySelector('.paging')?.textContent.includes(range))
        await new Promise((done) => requestAnimationFrame(done));
      return performance.now();
    }, rangeOf(n));
    shown.push(shownAt - Number(await page.evaluate('clicked')));
  }
  const processor = ((await processorMs()) - before) / pages;
  const { longTasks, requests } = await page.evaluate('({ longTasks, requests })');
  const rows = await page.locator('.records tbody tr').count();
  const times = [median(requests), at(requests, 1), median(shown), at(shown, 1), processor].map(Math.round);
  const longest = Math.round(Math.max(0, ...longTasks));
  console.log(`| ${[place, pages, ...times, longTasks.length, longest, rows].join(' | ')} |`);
}
await browser.close();
await system.stop();

/** @param {number} n of the page */
function rangeOf(n) {
  const from = (n - 1) * OF_PAGE + 1;
  const to = Math.min(records, n * OF_PAGE);
  return `${from}–${to} of ${records}`;
}

async function processorMs() {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const work = metrics.filter(({ name }) => /^(Script|RecalcStyle|Layout)Duration$/.test(name));
  return work.reduce((sum, { value }) => sum + value, 0) * 1_000;
}
