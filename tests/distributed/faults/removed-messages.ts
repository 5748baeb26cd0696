import { Chance, until } from '@corridor/testing';
import { Api } from '../../support/api.js';
import { SERVICES } from '../../support/composition/composition.js';
import { violationsBesideGaps } from '../../support/composition/invariants.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { instructionFor } from '../../support/instruction.js';
import { runIsDone, startRun } from '../../support/operations.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { Load } from '../support/load.js';
import { settled, withAdmin } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

const TURNS = 5;
const topics = SERVICES.map((service) => `corridor.${service}.events`);

/** As a broker does with what is older than the retention of a topic. */
const removeAll = () =>
  withAdmin(composition, async (admin) => {
    for (const topic of topics) {
      const partitions = (await admin.fetchTopicOffsets(topic))
        .filter(({ low, high }) => low !== high)
        .map(({ partition, high }) => ({ partition, offset: high }));
      if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
    }
  });

test('a service that was away for longer than Kafka keeps messages says so, handles none that follow, goes on once it is sent what it lacks, and misses nothing once all are published again', async () => {
  const operator = new Api(composition.url, DEMO_STAFF);
  const client = await patientClient(composition.url, 'REMOVED');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const load = new Load(client, new Chance(11));
  let turns = TURNS;
  await load.work(() => turns-- > 0);
  load.addTo(acknowledged);
  await settled(composition, databases);

  await composition.kill9('conversions');
  const filled = await Promise.all([1, 2].map(() => toBeFilled()));
  await until(
    async () =>
      (
        await databases.query(
          'payments',
          `SELECT FROM events WHERE message_type = 'conversions.booking_requested' AND seq IS NOT NULL
           AND stream_id = ANY ('{${filled.map(({ id }) => id).join()}}')`,
        )
      ).length === 2,
  );
  await removeAll();
  const later = await toBeFilled(); // its messages are kept
  await composition.restart('conversions');
  await until(async () => /has not read messages of payments/.test(await healthOf('conversions')));
  for (const { id } of filled)
    expect(await databases.query('conversions', `SELECT FROM checkpoint WHERE stream_id = '${id}'`)).toEqual(
      [],
    );

  const consumer = { consumer: 'conversions' };
  await runIsDone(operator, 'payments', await startRun(operator, 'payments', 'consumer/backfill', consumer));
  for (const { id, filling } of [...filled, later]) {
    const { status, body } = await filling;
    expect([status, body.data?.status]).toEqual([200, 'FILLED']);
    acknowledged.set(id, 'FILLED');
  }
  const runs = await Promise.all(
    SERVICES.map(
      async (service) => [service, await startRun(operator, service, 'outbox/republish')] as const,
    ),
  );
  for (const [service, run] of runs) await runIsDone(operator, service, run);
  await settled(composition, databases);
  await until(async () => !/has not read messages/.test(await healthOf('conversions')));
  expect(await violationsBesideGaps(databases, acknowledged)).toEqual({});
  expect(composition.endedUnexpectedly).toEqual([]);

  async function toBeFilled() {
    const created = await client.command('/v1/payment-instructions', instructionFor(client.beneficiaryId));
    const id = created.body.data.id as string;
    await client.command(`/v1/simulators/payment-instructions/${id}/acknowledge`);
    const filling = client.command(`/v1/simulators/payment-instructions/${id}/fill`, {
      useIndicativeRateForActualRate: true,
    });
    return { id, filling };
  }

  /** What the process of a service reports. */
  async function healthOf(service: string): Promise<string> {
    const { body } = await operator.get('/operator/v1/ops/status');
    const found = (body.data?.services ?? []).find((one: any) => one.service === service);
    return JSON.stringify(found?.report?.health ?? null);
  }
});
