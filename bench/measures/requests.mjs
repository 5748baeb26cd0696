/** Whole requests of 64 clients, 64 at a time, beside what Postgres and Fastify alone do on the same machine. */
import { randomUUID } from 'node:crypto';
import { create, credit, instructionOf, life, requestOf, senderTo } from '../client.mjs';
import { underLoad } from '../harness.mjs';
import { startSystem } from '../system.mjs';
import { startEcho } from '../yardsticks/echo.mjs';
import { pgbench } from '../yardsticks/pgbench.mjs';

const AT_ONCE = 64;
const INSTRUCTIONS = '/v1/payment-instructions';

/** @typedef {Awaited<ReturnType<typeof start>>} Context */
/** @typedef {Context['clients'][number]} Client */
/** @typedef {(client: Client) => Promise<unknown>} Work */

/** @param {{ isShort: boolean }} size */
async function start({ isShort }) {
  const system = await startSystem({ clients: isShort ? 4 : AT_ONCE, atOnce: AT_ONCE });
  const { components } = await (await fetch(`${system.url}/openapi.json`)).json();
  const echo = await startEcho(INSTRUCTIONS, components.schemas.PaymentInstructionBody, AT_ONCE);
  return {
    ...system,
    ...(await pgbench(system.databaseUrl, AT_ONCE)),
    echo: senderTo(echo.pool),
    async stop() {
      await echo.stop();
      await system.stop();
    },
  };
}

/** @param {Context} system @param {Work} work */
const byAll = ({ clients }, work) =>
  underLoad((n) => work(/** @type {Client} */ (clients[n % clients.length])), AT_ONCE);

/** @param {Context} system @param {Work} work */
const byOne = ({ clients: [client] }, work, atOnce = AT_ONCE) =>
  underLoad(() => work(/** @type {Client} */ (client)), atOnce);

/** @param {Context} system */
const health = ({ send }) => ({
  name: 'GET /health/live',
  round: underLoad(() => send('/health/live', { method: 'GET', headers: {}, body: undefined }, 200), AT_ONCE),
});

/**
 * An instruction that is posted again and again, beside the same request to Fastify alone, which accepts it.
 * @param {Context} system
 * @param {{ change?: object, status: number, isNew: boolean, goal: number }} options
 */
async function posted({ clients, send, echo }, { change, status, isNew, goal }) {
  const bodies = clients.map((client) => instructionOf(client));
  const requests = clients.map(({ credential }, n) =>
    requestOf('POST', credential, { ...bodies[n], ...change }),
  );
  const echoed = bodies.map((body) => requestOf('POST', {}, body));
  const next = (/** @type {number} */ n) => {
    const request = /** @type {ReturnType<typeof requestOf>} */ (requests[n % requests.length]);
    return isNew
      ? { ...request, headers: { ...request.headers, 'x-idempotency-key': randomUUID() } }
      : request;
  };
  for (const request of requests) await send(INSTRUCTIONS, request, status);
  const toEcho = underLoad((n) => echo(INSTRUCTIONS, echoed[n % echoed.length], 200), AT_ONCE);
  return {
    round: underLoad((n) => send(INSTRUCTIONS, next(n), status), AT_ONCE),
    yardsticks: [{ name: 'Fastify alone, 200', round: toEcho, goal }],
  };
}

/** @type {import('../harness.mjs').Group<Context>} */
export const requests = {
  start,
  measures: {
    'GET wallet': (system) => ({
      round: byAll(system, ({ api }) => api('GET', '/v1/wallets/GBP')),
      yardsticks: [{ ...health(system), goal: 0.5 }],
    }),
    'invalid instruction, 400': (system) =>
      posted(system, { change: { fixedSide: 'NEITHER' }, status: 400, isNew: true, goal: 0.6 }),
    'repeated instruction': (system) => posted(system, { status: 200, isNew: false, goal: 0.3 }),
    'create instruction': (system) => ({
      round: byAll(system, create),
      yardsticks: [{ ...system.posting, goal: 0.7 }],
    }),
    'credit, 64 wallets': (system) => ({
      round: byAll(system, credit),
      yardsticks: [{ ...system.pgledger, goal: 1 }, system.posting],
    }),
    'credit, one wallet': (system) => ({
      round: byOne(system, credit),
      yardsticks: [{ ...system.hotRow, goal: 1 }],
    }),
    'create to SENT, 64 at once': (system) => ({ round: byAll(system, life) }),
    'create to SENT, alone': (system) => ({ round: byOne(system, life, 1), goals: { p50: 25 } }),
  },
};
