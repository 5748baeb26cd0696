/**
 * Preloaded into each process of the distributed composition (`node --import`): writes down when a message is committed,
 * published, acknowledged by the broker, received and handled, and when a request arrives and is responded to. A line is
 * `[what, ms, id, type]`: ms on the wall clock, the id of the message or request.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { KafkaCarrier, Relay } from '@corridor/messaging';

const FLUSH_MS = 200;
const service = basename(dirname(dirname(process.argv[1] ?? '')));
/** @type {string[]} */
let lines = [];
const now = () => performance.timeOrigin + performance.now();
const note = (/** @type {string} */ what, /** @type {string} */ id, type = '') =>
  void lines.push(JSON.stringify([`${service} ${what}`, now(), id, type]));

const flush = () => {
  if (lines.length > 0) appendFileSync(process.env['HOPS_FILE'] ?? '', `${lines.join('\n')}\n`);
  lines = [];
};
setInterval(flush, FLUSH_MS).unref();

const idOf = (/** @type {import('node:http').IncomingMessage} */ { headers }) =>
  String(headers['x-request-id']);
subscribe('http.server.request.start', (message) => {
  note('in', idOf(/** @type {{ request: import('node:http').IncomingMessage }} */ (message).request));
});
subscribe('http.server.response.finish', (message) => {
  note('out', idOf(/** @type {{ request: import('node:http').IncomingMessage }} */ (message).request));
});

/** @param {string} what @param {readonly { type: string, json: string }[]} messages */
const noteAll = (what, messages) => {
  for (const { type, json } of messages) note(what, JSON.parse(json).id, type);
};

const { appended } = Relay.prototype;
Relay.prototype.appended = function (streams) {
  noteAll(
    'committed',
    streams.flatMap(({ messages }) => messages),
  );
  appended.call(this, streams);
};

const { send, subscribe: join } = KafkaCarrier.prototype;
KafkaCarrier.prototype.send = async function (source, messages) {
  noteAll('published', messages);
  await send.call(this, source, messages);
  noteAll('acknowledged', messages);
};
KafkaCarrier.prototype.subscribe = function ({ deliver, ...subscription }) {
  return join.call(this, {
    ...subscription,
    async deliver(messages) {
      for (const { id, type } of messages) note('received', id, type);
      await deliver(messages);
      for (const { id, type } of messages) note('handled', id, type);
    },
  });
};
