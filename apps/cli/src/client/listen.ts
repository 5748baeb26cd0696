import { connect } from 'node:net';
import { type Corridor, webhooks } from '@corridor/sdk';
import { UsageError } from '../usage-error.js';
import { type Call, type ClientCommand, textOf } from './client-command.js';
import { deliveryLine } from './delivery-line.js';
import { type Delivery, WebhookReceiver } from './webhook-receiver.js';

export const listen: ClientCommand = {
  words: ['webhooks', 'listen'],
  parameters: [],
  summary: 'Prints webhook events as they arrive, also resent ones, and forwards them to your program',
  description:
    'It subscribes, verifies each signature, and unsubscribes at Ctrl-C. Corridor has to reach this machine: one that runs here does, any other one needs --public-url.',
  options: {
    'forward-to': {
      value: 'url',
      text: 'posts each event there, byte for byte with its signature; Corridor gets the response',
    },
    events: { value: 'list', text: 'event types, separated by commas (default: all)' },
    port: { value: 'port', text: 'to listen on (default: a free one)' },
    'public-url': { value: 'url', text: 'of a tunnel to --port, if Corridor runs on another machine' },
  },
  run: receive,
};

/** The label by which a listener finds subscriptions of earlier listeners, also those of `npm run webhooks:listen`. */
const LABEL = 'webhooks:listen';

async function receive(call: Call): Promise<void> {
  const { corridor, terminal, values } = call;
  const interrupted = terminal.interrupted();
  const receiver = new WebhookReceiver(
    (delivery) => terminal.write(shown(delivery, Boolean(values['json']))),
    () => terminal.now(),
    urlIn(call, 'forward-to'),
  );
  const local = await receiver.open(portIn(call));
  const events = textOf(call, 'events')?.split(',') ?? (await corridor.getWebhookEventTypes());
  const targetUrl = urlIn(call, 'public-url') ?? local;
  await endAbandoned(corridor);
  const { id, signingSecret } = await corridor
    .createWebhookSubscription({ targetPlatform: LABEL, targetUrl, events: events as never })
    .catch(async (error: unknown) => {
      await receiver.close();
      throw error;
    });
  receiver.verifyBy((body, headers) => webhooks.verify(body, headers, signingSecret));
  terminal.say(`Listening at ${targetUrl} as ${id}, signed with ${signingSecret}. Ctrl-C stops it.\n`);
  try {
    await corridor.pingWebhookSubscription(id, { message: 'It works.' });
    await interrupted;
  } finally {
    await corridor.endWebhookSubscription(id);
    await receiver.close();
  }
  terminal.say(`Unsubscribed (${id}).\n`);
}

const shown = (delivery: Delivery, isJson: boolean): string =>
  `${isJson ? JSON.stringify(delivery) : deliveryLine(delivery)}\n`;

function urlIn(call: Call, name: string): string | undefined {
  const url = textOf(call, name);
  if (url !== undefined && !(URL.canParse(url) && /^https?:/.test(url)))
    throw new UsageError(`--${name} must be a URL such as http://127.0.0.1:3000/webhooks, not "${url}"`);
  return url;
}

function portIn(call: Call): number {
  const port = textOf(call, 'port') ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port must be a port, not "${port}"`);
  return Number(port);
}

/** Ends the subscriptions of listeners on this machine that no longer run. */
async function endAbandoned(corridor: Corridor): Promise<void> {
  for await (const {
    id,
    targetPlatform,
    targetUrl,
    unsubscribedOn,
  } of corridor.searchWebhookSubscriptions()) {
    const { hostname, port } = new URL(targetUrl);
    const isOurs = targetPlatform === LABEL && unsubscribedOn === null && hostname === '127.0.0.1';
    if (isOurs && !(await isListening(Number(port)))) await corridor.endWebhookSubscription(id);
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (outcome: boolean) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
