/**
 * `npm run webhooks:listen`: shows what webhooks say, within a minute of `npm start`.
 *
 * It listens on a free port of this machine, subscribes to all event types there, checks each signature as any receiver
 * should, and prints a line per delivery. Guarantee: Ctrl-C unsubscribes; what a listener that was killed has left
 * behind is unsubscribed by the next one.
 */
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

const USAGE = `npm run webhooks:listen -- [options]

  --url <url>      of Corridor; CORRIDOR_URL, or this machine at PORT (8080)
  --key <key>      an API key; DEMO_API_KEY, or that of the first demo client
  --events <list>  event types with commas between them; all of them
  --port <port>    to listen on; a free one
  --body           print each body too`;

const { values } = parseArgs({
  options: {
    url: {
      type: 'string',
      default: process.env['CORRIDOR_URL'] || `http://127.0.0.1:${process.env['PORT'] || 8080}`,
    },
    key: { type: 'string', default: process.env['DEMO_API_KEY'] || 'ck_sandbox_demo_acme_trading' },
    events: { type: 'string' },
    port: { type: 'string', default: '0' },
    body: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

install();
const { Corridor } = await import('./webhooks/corridor.mjs');
const { Listener } = await import('./webhooks/listener.mjs');
const { lineOf } = await import('./webhooks/line.mjs');
const { onSignals } = await import('./signals.mjs');

const listener = new Listener((delivery) => {
  console.log(lineOf(delivery, process.stdout.isTTY));
  if (values.body) console.log(JSON.stringify(delivery.event, null, 2));
});
const corridor = new Corridor(values.url, values.key);
/** @type {string | null} */
let subscriptionId = null;
let isEnding = false;

async function end() {
  isEnding = true;
  if (subscriptionId) {
    await corridor.unsubscribe(subscriptionId);
    console.log(`\nUnsubscribed (${subscriptionId}).`);
  }
  process.exit();
}
const fail = (/** @type {unknown} */ error) => {
  console.error(error instanceof Error ? error.message : error);
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
