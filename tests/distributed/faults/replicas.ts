import { Chance, until } from '@corridor/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssignerProtocol } from 'kafkajs';
import type { Reply } from '../../support/api.js';
import { instructionFor } from '../../support/instruction.js';
import { violations } from '../../support/composition/invariants.js';
import { Load, under } from '../support/load.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { groupOf, settled, withAdmin } from '../support/settled.js';
import { composition, databases, acknowledged } from '../support/shared.js';

const DOUBLED = ['ledger', 'payments'] as const;
const ROUNDS = 10;

test('two processes of a service share its work and publish once, and one is sufficient', async () => {
  const clients = await Promise.all(['A', 'B'].map((n) => patientClient(composition.url, `REPLICA${n}`)));
  for (const service of DOUBLED) await composition.replicate(service);
  for (const client of clients)
    for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const chance = new Chance(2);
  const loads = clients.flatMap((client, n) => [0, 1].map((m) => new Load(client, chance.child(10 * n + m))));

  const done = () => loads.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const more = async (n: number) => {
    for (const enough = done() + n; done() < enough;) await sleep(100);
  };
  await under(loads, async () => {
    await more(20);
    for (const service of DOUBLED) {
      await until(async () => (await membersOf(service)).filter((partitions) => partitions > 0).length === 2);
      expect(await relaysOf(service)).toBe(1);
    }
    // The first process of each has the relay because it started first; later the second takes over.
    for (const service of DOUBLED) await composition.kill9(service);
    await more(20);
    for (const service of DOUBLED) await until(async () => (await relaysOf(service)) === 1);
    for (const service of DOUBLED) await composition.restart(service);
    await more(10);
    for (const service of DOUBLED) await composition.stop(`${service} 2`);
    await more(10);
  });

  await settled(composition, databases);
  loads.forEach((load) => load.addTo(acknowledged));
  process.stdout.write(`replicas: ${done()} instructions and payments\n`);
  expect(await violations(databases, acknowledged)).toEqual({});
  expect(composition.endedUnexpectedly).toEqual([]);
});

test('one key at two processes of a service at once has one effect and one response', async () => {
  const client = await patientClient(composition.url, 'TWICE');
  await composition.replicate('payments');
  const created = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const body = instructionFor(client.beneficiaryId);
    const send = () => client.once('/v1/payment-instructions', body, `twice ${round}`);
    const all = await Promise.all(Array.from({ length: 20 }, send));
    const done = all.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const reply of all)
      if (!done.includes(reply))
        expect([reply.status, reply.body.code]).toEqual([409, 'idempotency_in_flight']);
    const { id, status } = (done[0] as Reply).body.data;
    created.add(id);
    acknowledged.set(id, status);
  }
  const rows = await databases.query('payments', 'SELECT id FROM payment_instruction WHERE client_id = $1', [
    client.clientId,
  ]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(created);
  expect(created.size).toBe(ROUNDS);
  await composition.stop('payments 2');
  expect(composition.endedUnexpectedly).toEqual([]);
});

test('requests that wait for messages of a killed process are completed by the other one', async () => {
  const clients = await Promise.all(
    Array.from({ length: 12 }, (_, n) => patientClient(composition.url, `KILLED${n}`)),
  );
  for (const client of clients) await client.command('/v1/wallets', { ccyCode: 'GBP' });
  await composition.replicate('ledger');
  await until(async () => (await membersOf('ledger')).filter((partitions) => partitions > 0).length === 2);
  await composition.kill9('ledger');
  const killedAt = Date.now();
  // The streams of twelve clients are in partitions of both processes.
  const credit = { ccyCode: 'GBP', amount: 5 };
  const responses = await Promise.all(
    clients.map((client) => client.once('/v1/simulators/inbound-funds/credit', credit, 'killed')),
  );
  process.stdout.write(`killed process: completed after ${Date.now() - killedAt} ms\n`);
  expect(responses.map(({ status }) => status)).toEqual(clients.map(() => 200));
  await composition.restart('ledger');
  await composition.stop('ledger 2');
  expect(composition.endedUnexpectedly).toEqual([]);
});

/** Processes that hold the lock of the service's relay. */
async function relaysOf(service: (typeof DOUBLED)[number]): Promise<number> {
  const rows = await databases.query(
    service,
    `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND datname = current_database()
       AND (classid::bigint << 32 | objid::bigint) = hashtextextended('relay', 0)`,
  );
  return rows.length;
}

/** How many partitions each member of the service's group has. */
async function membersOf(service: (typeof DOUBLED)[number]): Promise<number[]> {
  const { groups } = await withAdmin(composition, (admin) => admin.describeGroups([groupOf(service)]));
  return (groups[0]?.members ?? []).map(({ memberAssignment }) => partitionsIn(memberAssignment));
}

function partitionsIn(assignment: Buffer): number {
  const { assignment: topics = {} } = AssignerProtocol.MemberAssignment.decode(assignment) ?? {};
  return Object.values(topics).flat().length;
}
