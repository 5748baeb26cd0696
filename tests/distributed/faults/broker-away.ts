import { setTimeout as sleep } from 'node:timers/promises';
import { instructionFor } from '../../support/instruction.js';
import { violations } from '../../support/composition/invariants.js';
import { type PatientClient, patientClient } from '../../support/composition/patient-client.js';
import { outboxOf, settled } from '../support/settled.js';
import { composition, databases, acknowledged } from '../support/shared.js';

const stepPath = (id: string, step: string) => `/v1/simulators/payment-instructions/${id}/${step}`;

async function create(client: PatientClient, more: object = {}): Promise<string> {
  const reply = await client.once('/v1/payment-instructions', instructionFor(client.beneficiaryId, more));
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  acknowledged.set(reply.body.data.id, 'PENDING');
  return reply.body.data.id as string;
}

/** A step without other services. */
async function move(
  client: PatientClient,
  id: string,
  path: string,
  to: string,
  body?: object,
): Promise<void> {
  const reply = await client.once(path, body);
  expect([reply.status, reply.body.data?.status]).toEqual([200, to]);
  acknowledged.set(id, to);
}

const acknowledge = (client: PatientClient, id: string) =>
  move(client, id, stepPath(id, 'acknowledge'), 'ACKNOWLEDGED');
const cancel = (client: PatientClient, id: string) =>
  move(client, id, `/v1/payment-instructions/${id}/cancel`, 'CANCELLED', { reason: 'broker away' });

test('while Kafka is unavailable commands are accepted, and when it is back they take effect once', async () => {
  const client = await patientClient(composition.url, 'AWAY');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  await client.command('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1_000 });
  await client.command('/v1/simulators/inbound-funds/credit', { ccyCode: 'EUR', amount: 1_000 });
  const toFill = await create(client);
  await acknowledge(client, toFill);
  const toSend = await create(client, { sellCcyCode: 'EUR' });
  await acknowledge(client, toSend);
  await move(client, toSend, stepPath(toSend, 'fill'), 'FILLED', { useIndicativeRateForActualRate: true });
  await settled(composition, databases);

  await composition.killKafka();
  const since = Date.now();
  // Requests that need another service wait; the others get their response meanwhile.
  const waiting = [
    client.once(stepPath(toFill, 'fill'), { useIndicativeRateForActualRate: true }, 'fill'),
    client.once(stepPath(toSend, 'send'), undefined, 'send'),
    client.once('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 7 }, 'credit'),
  ];
  const openedWallet = client.once('/v1/wallets', { ccyCode: 'USD' }, 'usd');
  for (let n = 0; n < 20; n++) {
    const id = await create(client);
    await acknowledge(client, id);
    await cancel(client, await create(client));
    expect((await client.read(`/v1/payment-instructions/${id}`)).status).toBe('ACKNOWLEDGED');
    await sleep(100);
  }
  expect((await openedWallet).status).toBe(200);
  for (const reply of await Promise.all(waiting)) {
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  // A service that starts now is ready, and accepts commands.
  for (const service of ['payments', 'gateway'] as const) {
    await composition.kill9(service);
    await composition.restart(service);
  }
  const late = await create(client);
  await acknowledge(client, late);
  const waits = await outboxOf(databases);
  process.stdout.write(`broker away: ${Date.now() - since} ms, ${waits} messages waiting\n`);
  expect(waits).toBeGreaterThan(60);

  await composition.startKafka();
  const again = await Promise.all([
    client.command(stepPath(toFill, 'fill'), { useIndicativeRateForActualRate: true }, 'fill'),
    client.command(stepPath(toSend, 'send'), undefined, 'send'),
    client.command('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 7 }, 'credit'),
  ]);
  expect(again.map(({ status, body }) => [status, body.data?.status])).toEqual([
    [200, 'FILLED'],
    [200, 'SENT'],
    [200, 'CREDITED'],
  ]);
  acknowledged.set(toFill, 'FILLED').set(toSend, 'SENT');
  await client.command(stepPath(late, 'fill'), { useIndicativeRateForActualRate: true });
  await client.command(stepPath(late, 'send'));
  acknowledged.set(late, 'SENT');

  await settled(composition, databases);
  expect(await violations(databases, acknowledged)).toEqual({});
  expect((await client.read('/v1/wallets/EUR')).balance.value).toBe(900);
  expect((await client.read('/v1/wallets/USD')).collectionAccounts).not.toEqual([]);
  expect(await client.read('/v1/inbound-funds')).toHaveLength(3);
  expect(composition.endedUnexpectedly).toEqual([]);
});
