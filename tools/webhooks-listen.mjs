/**
 * `npm run webhooks:listen`: shows what webhooks say, at once where `npm start` is ready.
 *
 * It listens on a free port of this machine, subscribes to all event types there, checks each signature as any receiver
 * should, and prints a line per delivery. Guarantee: Ctrl-C unsubscribes; what a listener that was killed has left
 * behind is unsubscribed by the next one.
 */
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

const USAGE = `npm run webhooks:listen -- [options]

  --url <url>        of Corridor; CORRIDOR_URL, or this machine at PORT (8080)
  --key <key>        an API key; DEMO_API_KEY, or that of the first demo client
  --events <list>    event types with commas between them; all of them
  --port <port>      to listen on; a free one
  --body             print each body too
  --answer <status>  answer with it instead of 204, to see what is sent again
  --delay <seconds>  wait before each answer; 15 are too many`;

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
  answer: { type: 'string', default: '204' },
  delay: { type: 'string', default: '0' },
  help: { type: 'boolean', default: false },
};

/** @type {['url' | 'port' | 'answer' | 'delay', (text: string) => boolean, string][]} */
const RULES = [
  ['url', (text) => /^https?:/.test(text) && URL.canParse(text), 'an address such as http://127.0.0.1:8080'],
  ['port', (text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536, 'a port'],
  ['answer', (text) => /^[2-5]\d\d$/.test(text), 'a status from 200 to 599'],
  ['delay', (text) => /^\d{1,3}(\.\d+)?$/.test(text), 'seconds'],
];

const values = options();

function options() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    for (const [name, isFine, wanted] of RULES)
      if (!isFine(values[name])) throw new Error(`--${name} takes ${wanted}, not "${values[name]}"`);
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

const manners = { status: Number(values.answer), delayMs: 1000 * Number(values.delay) };
const listener = new Listener((delivery) => {
  console.log(lineOf(delivery, process.stdout.isTTY));
  if (values.body) console.log(JSON.stringify(delivery.event, null, 2));
}, manners);
const corridor = new Corridor(values.url, values.key);
/** @type {string | null} */
let subscriptionId = null;
let isEnding = false;

async function end() {
  isEnding = true;
  if (subscriptionId) {
    await corridor.unsubscribe(subscriptionId).catch((error) => {
      const why = isAway(error) ? 'Corridor does not answer' : error.message;
      throw new Error(`\nNot unsubscribed (${subscriptionId}): ${why}. The next webhooks:listen does it.`);
    });
    console.log(`\nUnsubscribed (${subscriptionId}).`);
  }
  process.exit();
}

/** What fetch says where nobody listens. @param {unknown} error */
const isAway = (error) => error instanceof TypeError && error.cause !== undefined;

const fail = (/** @type {unknown} */ error) => {
  const text = isAway(error) ? `Corridor at ${values.url} does not answer any more.` : error;
  console.error(text instanceof Error ? text.message : text);
  process.exit(1);
};
onSignals(
  () => void end().catch(fail),
  () => process.exit(1),
);

try {
  await corridor.isThere(() =>
    console.log(
      `Waiting for Corridor at ${values.url}: start it with npm start, or name another address with -- --url …`,
    ),
  );
  const targetUrl = await listener.open(Number(values.port));
  await corridor.tidy();
  const created = await corridor.subscribe(targetUrl, values.events?.split(','));
  listener.secret = created.signingSecret;
  subscriptionId = created.id;
  if (isEnding) await end();
  console.log(
    `Listening at ${targetUrl} as ${created.id}, signed with ${created.signingSecret}. Ctrl-C ends it.\n`,
  );
  await corridor.ping(created.id);
} catch (error) {
  if (!isEnding) fail(error);
}
