import { until } from '@corridor/testing';
import { Alerts } from '../support/alerts.js';
import { Api } from '../support/api.js';
import { codeBlock } from '../support/code-blocks.js';
import { Composition, type ServiceName } from '../support/composition/composition.js';
import { Databases } from '../support/composition/databases.js';
import { patientClient } from '../support/composition/patient-client.js';
import { corridor } from '../support/corridor-command.js';
import { quotedIn } from '../support/runbook.js';
import { DEMO_STAFF } from '../support/staff.js';
import { newClient } from '../support/system.js';
import { backUp, dr, restore } from '../distributed/support/lone-restore.js';
import { settled } from '../distributed/support/settled.js';
import { Business, SETTINGS } from './support/business.js';

/**
 * The database of one service is put back to an earlier point while all others go on: of a service that others hear little of, or nothing,
 * so its own consumers notice it.
 */

let composition: Composition;
let databases: Databases;
let business: Business;
const alerts = new Alerts({ CorridorDatabaseRestored: ['< 3600', '< 20'] });
const operator = () => new Api(composition.url, DEMO_STAFF);

beforeAll(() =>
  alerts.watch(async () => {
    composition = await Composition.start('restored-alone', SETTINGS);
    databases = new Databases(composition.databaseUrl);
    business = await Business.begin(composition.url);
    return Object.values(composition.metricsUrls);
  }),
);
afterAll(async () => {
  await business?.close();
  await databases?.close();
  await Composition.endAll();
  await alerts.end();
});

/** A command of docs/operations.md. */
const told = (command: string) => dr(composition, codeBlock('docs/operations.md', 'sh', command));

/** The services whose databases were restored, as the alert names them. */
async function restoredNow(): Promise<string[]> {
  const firing = await alerts.values('ALERTS{alertname="CorridorDatabaseRestored",alertstate="firing"}');
  return firing.map(({ labels }) => labels['service'] ?? '');
}

async function putBack(service: ServiceName, meanwhile: () => Promise<void>): Promise<void> {
  await composition.stop(service);
  await restore(composition, service);
  await meanwhile();
  await composition.restart(service);
}

/** All that docs/operations.md says. @returns what was lost */
async function broughtTogether(service: ServiceName): Promise<string[]> {
  await told('corridor dr fence');
  const refused = await operator().post('/operator/v1/clients', {
    ...{ name: 'Fenced', code: 'FENCED', clientType: 'Business', settings: { baseCcy: 'GBP' } },
    address: { lines: ['1 Test Street'], countryCode: 'GB' },
  });
  expect(refused.status).toBe(503);
  const { lost } = (await dr(composition, quotedIn('CorridorDatabaseRestored', 'corridor dr status')))[
    service
  ];
  await composition.stop(service);
  await told('corridor dr resume --apply');
  await composition.restart(service);
  const states = Object.values(await told('corridor dr status'));
  expect(states.filter((one) => one.isFenced || one.lost.length + one.frozen.length > 0)).toEqual([]);
  return lost.map(({ streamId }) => streamId);
}

async function goesOn(): Promise<void> {
  await business.work(6);
  await settled(composition, databases);
  await business.isAllThere(composition.databaseUrl);
}

alerts.test('CorridorDatabaseRestored: the gateway alone', async () => {
  const leaves = await newClient(undefined, operator());
  const path = `/operator/v1/clients/${leaves.clientId}`;
  const suspended = await operator().post(`${path}/suspend`, { reason: 'Leaves' });
  expect(suspended.body.data.status).toBe('Suspended');
  await business.work(6);
  await settled(composition, databases);
  await backUp(composition, 'gateway');

  let due = '';
  let late = { api: operator() };
  await alerts.drill(
    ['CorridorDatabaseRestored'],
    async () => {
      const closed = await operator().post(`${path}/close`, { reason: 'Left' });
      expect(closed.body.data.status).toBe('Closed');
      late = await patientClient(composition.url, 'LATE');
      await business.work(6);
      due = await business.leaveDue();
      await settled(composition, databases);
      await putBack('gateway', () => business.hears(due)); // what needs no gateway goes on
    },
    async () => {
      await until(async () => (await restoredNow()).includes('timeline')); // the index, beside the gateway
      expect(await broughtTogether('gateway')).toEqual([leaves.clientId]);
    },
  );

  // Nobody else knows the client that came later, and the ledger knows that the other one has left.
  expect((await late.api.get('/v1/wallets')).status).toBe(401);
  expect((await operator().get(path)).body.data.status).toBe('Suspended');
  expect((await operator().post(`${path}/close`, { reason: 'Left' })).body.data.status).toBe('Closed');
  const story = await corridor(`corridor timeline get ${due}`, {
    url: composition.url,
    key: DEMO_STAFF['x-api-key'],
  });
  expect(story.data.events.map(({ type }: { type: string }) => type)).toContain(
    'payment_instruction.acknowledged',
  );
  await goesOn();
});

alerts.test('CorridorDatabaseRestored: the webhook dispatcher alone', async () => {
  const other = await patientClient(composition.url, 'OTHER');
  const subscribe = async (): Promise<string> => {
    const targetUrl = 'http://127.0.0.1:9/hooks';
    const reply = await other.command('/v1/webhook-subscriptions', {
      targetUrl,
      events: ['payment.sent'],
    });
    return `/v1/webhook-subscriptions/${reply.body.data.id}`;
  };
  await business.work(6);
  await settled(composition, databases);
  await backUp(composition, 'webhook-dispatcher');

  let due = '';
  let lost = '';
  await alerts.drill(
    ['CorridorDatabaseRestored'],
    async () => {
      lost = await subscribe();
      due = await business.leaveDue();
      await settled(composition, databases);
      await putBack('webhook-dispatcher', () => business.work(6));
    },
    async () => {
      await business.hears(due); // it is made again from what Kafka has
      expect(await restoredNow()).toEqual(['webhook-dispatcher']);
      expect(await broughtTogether('webhook-dispatcher')).toEqual([]); // nobody else hears of it
    },
  );

  expect((await other.api.get(lost)).status).toBe(404);
  expect((await other.api.get(await subscribe())).status).toBe(200);
  await goesOn();
});
