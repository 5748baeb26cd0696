/**
 * `npm run webhooks:listen`: prints webhook events as they arrive; works at once with `npm start`.
 *
 * It listens on a free port of this machine, subscribes to all event types, verifies each signature, and prints a line
 * per delivery. Guarantee: Ctrl-C unsubscribes; the subscription of a killed listener is removed by the next one.
 */
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

const USAGE = `npm run webhooks:listen -- [options]

  --url <url>        URL of Corridor (default: CORRIDOR_URL, or this machine at PORT or 8080)
  --key <key>        API key (default: DEMO_API_KEY, or that of the first demo client)
  --events <list>    event types, separated by commas (default: all)
  --port <port>      port to listen on (default: a free one)
  --body             print each body too
  --status <status>  respond with this status instead of 204, to test retries
  --delay <seconds>  wait before each response; attempts time out after 15`;

/** @satisfies {import('node:util').ParseArgsConfig['options']} */
const OPTIONS = {
  url: {
    type: 'string',
    default: process.env['CORRIDOR_URL'] || `http://127.0.0.1:${process.env['PORT'] || 8080}`,
  },
  key: { type: 'string', default: process.env['DEMO_API_KEY'] || 'ck_sandbox_demo_acme_trading' },
  events: { type: 'string' },
  port: { type: 'string', default: '0' },
  body: { type: 'boolean', default: false },
  status: { type: 'string', default: '204' },
  delay: { type: 'string', default: '0' },
  help: { type: 'boolean', default: false },
};

/** @type {['url' | 'port' | 'status' | 'delay', (text: string) => boolean, string][]} */
const RULES = [
  ['url', (text) => /^https?:/.test(text) && URL.canParse(text), 'a URL such as http://127.0.0.1:8080'],
  ['port', (text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536, 'a port'],
  ['status', (text) => /^[2-5]\d\d$/.test(text), 'a status from 200 to 599'],
  ['delay', (text) => /^\d{1,3}(\.\d+)?$/.test(text), 'seconds'],
];

const values = options();

function options() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    for (const [name, isFine, wanted] of RULES)
      if (!isFine(values[name])) throw new Error(`--${name} must be ${wanted}, not "${values[name]}"`);
    return values;
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
    process.exit(1);
  }
}

if (values.help) {
  console.log(USAGE);
  process.exit();
}

await install();
const { Corridor } = await import('./webhooks/corridor.mjs');
const { Listener } = await import('./webhooks/listener.mjs');
const { lineOf } = await import('./webhooks/line.mjs');
const { onSignals } = await import('./signals.mjs');

const responseOptions = { status: Number(values.status), delayMs: 1000 * Number(values.delay) };
const listener = new Listener((delivery) => {
  console.log(lineOf(delivery, process.stdout.isTTY));
  if (values.body) console.log(JSON.stringify(delivery.event, null, 2));
}, responseOptions);
const corridor = new Corridor(values.url, values.key);
/** @type {string | null} */
let subscriptionId = null;
let isEnding = false;

async function end() {
  isEnding = true;
  if (subscriptionId) {
    await corridor.unsubscribe(subscriptionId).catch((error) => {
      const why = isAway(error) ? 'Corridor does not respond' : error.message;
      throw new Error(
        `\nNot unsubscribed (${subscriptionId}): ${why}. The next webhooks:listen removes the subscription.`,
      );
    });
    console.log(`\nUnsubscribed (${subscriptionId}).`);
  }
  process.exit();
}

/** The error of fetch if nothing listens. @param {unknown} error */
const isAway = (error) => error instanceof TypeError && error.cause !== undefined;

const fail = (/** @type {unknown} */ error) => {
  const text = isAway(error) ? `Corridor at ${values.url} does not respond any more.` : error;
  console.error(text instanceof Error ? text.message : text);
  process.exit(1);
};
onSignals(
  () => void end().catch(fail),
  () => process.exit(1),
);

try {
  await corridor.isThere((why) =>
    console.log(
      `Waiting: ${values.url} ${why}. Start Corridor there with npm start, or pass its URL: npm run webhooks:listen -- --url … (Ctrl-C stops waiting)`,
    ),
  );
  const targetUrl = await listener.open(Number(values.port));
  await corridor.tidy();
  const created = await corridor.subscribe(targetUrl, values.events?.split(','));
  listener.secret = created.signingSecret;
  subscriptionId = created.id;
  if (isEnding) await end();
  console.log(
    `Listening at ${targetUrl} as ${created.id}, signed with ${created.signingSecret}. Ctrl-C stops it.\n`,
  );
  await corridor.ping(created.id);
} catch (error) {
  if (!isEnding) fail(error);
}
