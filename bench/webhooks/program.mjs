/**
 * The dispatcher of the all-in-one composition, and beside it a service that only commits events, so that the bench
 * measures webhooks and not the rest of the system. Steered by its parent: `subscribe`, `emit`, `count`.
 */
import { randomBytes } from 'node:crypto';
import { message } from '@corridor/contracts';
import { EventStore } from '@corridor/event-store';
import { Authenticator } from '@corridor/http';
import { EmbeddedCarrier } from '@corridor/messaging';
import { PinoLogger, RunningService, ServiceModule, startApplication } from '@corridor/platform';
import { WebhookDispatcherModule, service as webhooks } from '@corridor/webhook-dispatcher';

/** @typedef {{ id: string, on: string }} Entity */

/** @type {import('@corridor/kernel').Aggregate<{ on: string | null }, { type: 'received' }>} */
const aggregate = {
  name: 'bench',
  stateVersion: 1,
  initial: { on: null },
  evolve: () => ({ on: '' }),
};
const source = {
  name: 'bench',
  migrations: [],
  registrations: [
    {
      aggregate,
      publish: ({ streamId, caller, occurredOn }) =>
        message('inbound_funds.pending', { resource: resourceOf(streamId, caller.client, occurredOn) }),
    },
  ],
};

const callerOf = (/** @type {string} */ clientId) => ({
  environment: /** @type {const} */ ('SANDBOX'),
  client: { id: clientId, name: clientId },
  user: null,
  apiKeyId: null,
  permissions: ['webhook-subscriptions:write', 'webhook-notifications:read'],
  correlationId: 'bench',
  causationId: null,
  traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
});

class OpenAuthenticator extends Authenticator {
  /** @param {any} request */
  async authenticate({ headers }) {
    return callerOf(String(headers['x-client']));
  }
}

const variables = {
  PORT: '0',
  CALLER_SECRET: randomBytes(32).toString('hex'),
  WEBHOOK_SECRET_KEY: randomBytes(32).toString('hex'),
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  ...process.env,
};
const logger = new PinoLogger('error', 'bench'); // failing receivers are expected here
const { app, url, close } = await startApplication({
  variables,
  settings: webhooks.settings,
  logger,
  carrier: new EmbeddedCarrier((err) => logger.pino.error({ err }, 'carrier')),
  modules: [
    WebhookDispatcherModule,
    { module: class Source {}, imports: [ServiceModule.for(source)] },
    {
      module: class AuthenticatorModule {},
      global: true,
      providers: [{ provide: Authenticator, useClass: OpenAuthenticator }],
      exports: [Authenticator],
    },
  ],
  rateLimit: null,
});
const services = /** @type {RunningService[]} */ (app.get(RunningService, { strict: false, each: true }));
const { store } = /** @type {RunningService} */ (services.find(({ service }) => service.name === 'bench'));
if (!(store instanceof EventStore)) throw new Error('there is no source');

const commands = {
  /** @param {{ clientId: string, targetUrl: string }} subscription */
  async subscribe({ clientId, targetUrl }) {
    const { data } = await call('POST', '/v1/webhook-subscriptions', clientId, {
      targetUrl,
      events: ['inbound_funds.pending'],
    });
    return data.id;
  },

  /**
   * Commits events at a steady rate, for each client in turn.
   * @param {{ clientIds: string[], rate: number, seconds: number }} load
   * @returns {Promise<[string, string, number][]>} entity, client, and when its commit had returned
   */
  async emit({ clientIds, rate, seconds }) {
    /** @type {[string, string, number][]} */
    const committed = [];
    /** @type {Promise<void>[]} */
    const under = [];
    const startedAt = performance.now();
    for (let n = 0; n < rate * seconds; n++) {
      const dueMs = (n * 1000) / rate - (performance.now() - startedAt);
      if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
      const clientId = clientIds[n % clientIds.length] ?? '';
      const id = `if_${String(n).padStart(26, '0')}`;
      under.push(
        store
          .handle(aggregate, id, () => [{ type: 'received' }], { caller: callerOf(clientId) })
          .then(() => void committed.push([id, clientId, Date.now()])),
      );
    }
    await Promise.all(under);
    return committed;
  },

  /** @param {{ clientId: string, subscriptionId: string }} subscription */
  async count({ clientId, subscriptionId }) {
    const path = `/v1/webhook-subscriptions/${subscriptionId}/notifications?limit=1`;
    return (await call('GET', path, clientId)).meta.totalCount;
  },
};

process.on('message', async (/** @type {any} */ { id, command, input }) => {
  try {
    process.send?.({ id, result: await commands[/** @type {keyof typeof commands} */ (command)](input) });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
process.on('SIGTERM', () => void close().then(() => process.exit(0)));
process.send?.({ ready: true });

/** @param {string} method @param {string} path @param {string} clientId @param {object} [body] @returns {Promise<any>} */
async function call(method, path, clientId, body) {
  const headers = {
    'x-client': clientId,
    'content-type': 'application/json',
    'x-idempotency-key': randomBytes(8).toString('hex'),
  };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** @param {string} id @param {{ id: string, name: string }} client @param {string} on */
function resourceOf(id, client, on) {
  return /** @type {any} */ ({
    id,
    reference: 'IF-20261121-ABCDEF',
    client,
    amount: { ccyCode: 'GBP', value: 125 },
    narrative: 'Invoice 7',
    creditsOn: on.slice(0, 10),
    sender: {
      raw: null,
      name: 'Grace Ltd',
      address: null,
      countryCode: 'GB',
      accountNumber: '12345678',
      bicSwiftCode: null,
      routingCode: null,
    },
    receivingAccountNumber: '12345678',
    receivingAccountIban: null,
    status: 'PENDING',
    statusHistory: [{ status: 'PENDING', statusReason: null, occurredOn: on }],
  });
}
