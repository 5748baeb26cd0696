import { Chance, until } from '@corridor/testing';
import { Api } from '../../support/api.js';
import { SERVICES } from '../../support/composition/composition.js';
import { violationsBesideGaps } from '../../support/composition/invariants.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { instructionFor } from '../../support/instruction.js';
import { heldRelays, runIsDone, startRun } from '../../support/operations.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { Load } from '../support/load.js';
import { settled, withAdmin } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

const TURNS = 10;
/** The dispatcher publishes only what it has parked. */
const senders = SERVICES.filter((service) => service !== 'webhook-dispatcher');
const topics = SERVICES.map((service) => `corridor.${service}.events`);

test('when Kafka has lost everything, relays stop and say so, and publishing the outbox again brings everything on', async () => {
  const operator = new Api(composition.url, DEMO_STAFF);
  const client = await patientClient(composition.url, 'VOLUME');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const load = new Load(client, new Chance(5));
  let turns = TURNS;
  await load.work(() => turns-- > 0);
  load.addTo(acknowledged);
  await settled(composition, databases);

  // Messages that `conversions` has not handled are lost as well.
  await composition.kill9('conversions');
  const body = instructionFor(client.beneficiaryId);
  const created = await client.command('/v1/payment-instructions', body);
  const id = created.body.data.id as string;
  await client.command(`/v1/simulators/payment-instructions/${id}/acknowledge`);
  const filling = client.command(`/v1/simulators/payment-instructions/${id}/fill`, {
    useIndicativeRateForActualRate: true,
  });
  await until(
    async () =>
      (
        await databases.query(
          'payments',
          `SELECT FROM events WHERE message_type = 'conversions.booking_requested' AND seq IS NOT NULL AND stream_id = '${id}'`,
        )
      ).length > 0,
  );
  const lostAt = Date.now();
  await withAdmin(composition, (admin) => admin.deleteTopics({ topics }));
  await composition.restart('conversions');

  const areHeld = async () => {
    const held = await heldRelays(operator);
    return senders.every((service) => held.includes(service));
  };
  await until(areHeld);
  // Health is asked every two seconds. It stays 200: requests are accepted.
  await until(async () => {
    const { body, status } = await operator.get('/health/ready');
    expect(status).toBe(200);
    const said = body.data.details['gateway relay']?.message ?? '';
    return body.data.status === 'degraded' && /lost what was published.*outbox republish gateway/.test(said);
  });

  const dry = await operator.post('/operator/v1/ops/ledger/outbox/republish', {});
  expect(dry.body.data).toMatchObject({ dryRun: true, status: 'DONE' });
  expect(dry.body.data.effect).toMatch(/^publish \d+ messages of \d+ streams again$/);
  expect(await areHeld()).toBe(true);
  const runs = await Promise.all(
    SERVICES.map(
      async (service) => [service, await startRun(operator, service, 'outbox/republish')] as const,
    ),
  );
  for (const [service, run] of runs) await runIsDone(operator, service, run);
  process.stdout.write(`Kafka lost: everything is published again after ${Date.now() - lostAt} ms\n`);

  const { status: code, body: filled } = await filling;
  expect([code, filled.data.status]).toEqual([200, 'FILLED']);
  acknowledged.set(id, 'FILLED');
  await client.command(`/v1/simulators/payment-instructions/${id}/send`);
  acknowledged.set(id, 'SENT');
  await settled(composition, databases);
  expect(await violationsBesideGaps(databases, acknowledged)).toEqual({});
  expect(composition.endedUnexpectedly).toEqual([]);
});
