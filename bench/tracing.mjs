/**
 * What a step of a trace costs the process that takes it, in nanoseconds: while traces are not exported, and while they are, to a
 * collector on this machine that accepts everything.
 *
 *   npm run build && npx node bench/tracing.mjs
 *
 * Each figure is the least of several rounds: other work on the machine only adds to it.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginSpan, startTracing, workFields, workingOn } from '@corridor/tracing';

const ROUNDS = 15;
const STEPS = 5_000;
/** Between rounds with exports, so that what waits is sent. */
const PAUSE_MS = 1_500;

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const work = { requestId: 'one', traceparent: parent };

const step = () => {
  const attributes = { 'corridor.stream_id': 'pi_1', 'corridor.request_id': 'one' };
  const span = beginSpan({
    service: 'payments',
    name: 'command on payment',
    kind: 'INTERNAL',
    parent,
    attributes,
  });
  span?.end({ 'corridor.outcome': 'done' });
};

/** @param {() => unknown} task @param {number} pauseMs */
async function nanoseconds(task, pauseMs = 0) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = process.hrtime.bigint();
    for (let n = 0; n < STEPS; n++) task();
    least = Math.min(least, Number(process.hrtime.bigint() - begun) / STEPS);
    await sleep(pauseMs);
  }
  return Math.round(least);
}

const collector = createServer(
  (request, response) => void request.resume().on('end', () => response.end('{}')),
);
await once(collector.listen(0, '127.0.0.1'), 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (collector.address());

const off = await nanoseconds(step);
const context = await nanoseconds(() => workingOn(work, workFields));
const stop = startTracing({
  endpoint: `http://127.0.0.1:${port}`,
  ratio: 1,
  service: 'payments',
  onHealth: (error) => error && console.error(error),
});
const on = await nanoseconds(step, PAUSE_MS);
await stop();
console.log(`a step while traces are not exported: ${off} ns
a step that is exported:              ${on} ns, without its encoding, which is done in the background
the context for the log, and a look:  ${context} ns`);
process.exit();
