import { Chance, until } from '@corridor/testing';
import { Api } from '../../support/api.js';
import { instructionFor } from '../../support/instruction.js';
import { type PatientClient, patientClient } from '../../support/composition/patient-client.js';
import { SERVICES, type ServiceName } from '../../support/composition/composition.js';
import type { Rows } from '../../support/composition/databases.js';
import { violations } from '../../support/composition/invariants.js';
import { rewindAll } from '../../support/operations.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { Load } from '../support/load.js';
import { backUp, dr, restore } from '../support/lone-restore.js';
import { settled } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

/** One database is restored to an earlier point while the others have gone on: the runbook of docs/operations.md. */

const foreignAt = async (service: ServiceName): Promise<string[]> =>
  (await databases.query(service, 'SELECT stream_id AS id FROM dead_letter WHERE is_foreign ORDER BY 1')).map(
    ({ id }) => String(id),
  );

async function healthOf(service: ServiceName): Promise<unknown> {
  const replies = await Promise.all(
    composition.processUrls.map((url) => new Api(url, {}).get('/health/ready')),
  );
  const details = replies.map(({ body }) => body.data?.details?.[`${service} messages`]);
  return details.find(Boolean)?.message;
}

const create = async (client: PatientClient): Promise<string> => {
  const { body } = await client.command('/v1/payment-instructions', instructionFor(client.beneficiaryId));
  return body.data.id as string;
};
const cancel = (client: PatientClient, id: string) =>
  client.command(`/v1/payment-instructions/${id}/cancel`, { reason: 'no longer needed' });

async function worker(name: string): Promise<{ client: PatientClient; load: Load }> {
  const client = await patientClient(composition.url, name);
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const load = new Load(client, new Chance(7));
  for (const ccyCode of ['GBP', 'EUR']) await load.credit(ccyCode, 50_000);
  return { client, load };
}

async function works(load: Load, count: number): Promise<void> {
  let turns = count;
  await load.work(() => turns-- > 0);
  load.addTo(acknowledged);
}

test('payments restored and started: its numbers are refused loudly, and the runbook brings all to one story', async () => {
  const { client, load } = await worker('RESTORED');
  await client.command('/v1/webhook-subscriptions', {
    targetUrl: 'http://127.0.0.1:9/hooks',
    events: [
      'payment_instruction.pending',
      'payment_instruction.acknowledged',
      'payment_instruction.cancelled',
    ],
  });
  await works(load, 8);
  const open = await create(client);
  await settled(composition, databases);
  await backUp(composition, 'payments');

  // What is lost.
  await client.command(`/v1/simulators/payment-instructions/${open}/acknowledge`);
  const lost = await create(client);
  await cancel(client, lost);
  await settled(composition, databases);
  await composition.stop('payments');
  await restore(composition, 'payments');
  await composition.restart('payments');

  // Nobody has said anything: the number of the acknowledgement is used again.
  expect((await cancel(client, open)).body.data.status).toBe('CANCELLED');
  await until(async () => (await foreignAt('webhook-dispatcher')).includes(open));
  await until(async () => (await healthOf('webhook-dispatcher')) === 'of another history: 1');

  await dr(composition, 'corridor dr fence');
  expect(await client.once('/v1/payment-instructions', instructionFor(client.beneficiaryId))).toMatchObject({
    status: 503,
  });
  const found = (await dr(composition, 'corridor dr status')).payments;
  expect(found.lost.map(({ streamId }) => streamId)).toEqual([open, lost].sort());
  await composition.stop('payments');
  await dr(composition, 'corridor dr resume --apply');
  await composition.restart('payments');
  expect((await dr(composition, 'corridor dr status')).payments).toMatchObject({
    epoch: 1,
    lost: [],
    frozen: [open],
  });

  // Staff have compared it with what others know.
  await dr(composition, `corridor dr release payments ${open}`);
  await until(async () => (await foreignAt('webhook-dispatcher')).length === 0);
  acknowledged.set(open, 'CANCELLED');
  await works(load, 8);
  await until(async () => (await databases.everywhere('SELECT FROM dead_letter')).length === 0);
  await settled(composition, databases);
  expect(await violations(databases, acknowledged)).toEqual({});
});

test('ledger restored: what it is asked to post again is posted, once', async () => {
  const { load } = await worker('BOOKS');
  await works(load, 4);
  await settled(composition, databases);
  await backUp(composition, 'ledger');
  await works(load, 8);
  await settled(composition, databases);
  await composition.stop('ledger');
  await restore(composition, 'ledger');
  await dr(composition, 'corridor dr fence');
  await dr(composition, 'corridor dr resume --apply');
  await composition.restart('ledger');
  await works(load, 4);
  await settled(composition, databases);
  expect((await dr(composition, 'corridor dr status')).ledger).toMatchObject({
    epoch: 1,
    lost: [],
    frozen: [],
  });
  expect(await violations(databases, acknowledged)).toEqual({});
});

/** With the owner's rights, past what keeps them. The dispatcher keeps its own: notifications are sent again without them. */
const FORGET = `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM checkpoint; COMMIT`;

/** Where the money is and how it came there, and what clients see of their records. */
async function told(): Promise<Record<string, Rows>> {
  const recordsOf = (service: ServiceName, table: string) =>
    databases.query(
      service,
      `SELECT data::jsonb - 'auditHistory' AS data FROM ${table} ORDER BY data ->> 'id'`,
    );
  return {
    postings: await databases.query(
      'ledger',
      'SELECT transfer_id, account_id, amount_minor FROM posting ORDER BY 1, 2, 3',
    ),
    wallets: await databases.query('ledger', 'SELECT id, balance_minor FROM wallet ORDER BY 1'),
    instructions: await recordsOf('payments', 'payment_instruction'),
    payments: await recordsOf('payments', 'payment'),
    conversions: await recordsOf('conversions', 'conversion'),
    funds: await recordsOf('inbound-funds', 'inbound_funds'),
  };
}

test('checkpoints are deleted, and all consumers rewound: what was declined stays declined, and nothing happens twice', async () => {
  const client = await patientClient(composition.url, 'FORGOTTEN');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const declined = await create(client);
  const simulate = (step: string, body?: object) =>
    client.command(`/v1/simulators/payment-instructions/${declined}/${step}`, body);
  await simulate('acknowledge');
  await simulate('fill', { useIndicativeRateForActualRate: true });
  expect((await simulate('send')).body.code).toBe('insufficient_funds');
  expect((await simulate('fail')).body.data.status).toBe('FAILED');
  acknowledged.set(declined, 'FAILED');
  const load = new Load(client, new Chance(7));
  await works(load, 12);
  for (const ccyCode of ['GBP', 'EUR']) await load.credit(ccyCode, 50_000); // now there is money for what was declined
  await settled(composition, databases);
  const before = await told();
  for (const service of SERVICES)
    if (service !== 'webhook-dispatcher') await databases.query(service, FORGET);
  await rewindAll(new Api(composition.url, DEMO_STAFF));
  await settled(composition, databases);
  expect(await told()).toEqual(before);
  expect(await violations(databases, acknowledged)).toEqual({});
});
