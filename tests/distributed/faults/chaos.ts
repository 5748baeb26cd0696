import { setTimeout as sleep } from 'node:timers/promises';
import { Chance, sized } from '@corridor/testing';
import { type Composition, SERVICES } from '../support/composition.js';
import { violations } from '../support/invariants.js';
import { Load, under } from '../support/load.js';
import { type PatientClient, patientClient } from '../support/patient-client.js';
import { settled } from '../support/settled.js';
import { composition, databases, acknowledged } from '../support/shared.js';

/**
 * Every service is killed again and again while clients work. CHAOS_SEED repeats the choices of a run, CHAOS_ROUNDS
 * makes it longer: in each round every service is killed once.
 */
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const rounds = Number(process.env.CHAOS_ROUNDS ?? sized({ small: 1, full: 3 }));
const CLIENTS = 3;
const PROGRAMS_PER_CLIENT = 2;

test(`kill -9 of every service under load: nothing lost, nothing duplicated (CHAOS_SEED=${seed})`, async () => {
  const chance = new Chance(seed);
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => patientClient(composition.url, `CHAOS${n}`)),
  );
  for (const client of clients)
    for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const loads = clients.flatMap((client, n) =>
    Array.from({ length: PROGRAMS_PER_CLIENT }, (_, m) => new Load(client, chance.child(10 * n + m))),
  );

  const kills = await under(loads, () => killAll(composition, chance));
  await settled(composition, databases);

  loads.forEach((load) => load.addTo(acknowledged));
  report({ kills, loads, clients });
  expect(composition.endedUnexpectedly).toEqual([]);
  expect(await violations(databases, acknowledged)).toEqual({});
  expect(await countOf('inbound-funds', 'inbound_funds', clients)).toBe(
    countAcknowledged(clients, '/credit'),
  );
  expect(await countOf('payments', 'payment_instruction', clients)).toBe(
    countAcknowledged(clients, '/payment-instructions'),
  );
  await everyResponseIsReplayed(clients);
  expect(await violations(databases, acknowledged)).toEqual({});
});

/** In each round every service once, in random order, sometimes two together. @returns the number of kills */
async function killAll(system: Composition, chance: Chance): Promise<number> {
  let kills = 0;
  for (let round = 0; round < rounds; round++) {
    const order = chance.shuffled(SERVICES);
    while (order.length > 0) {
      await sleep(chance.between(200, 3_000));
      const together = order.splice(0, chance.next() < 0.25 ? 2 : 1);
      const pauses = together.map((service) => [service, chance.between(0, 1_000)] as const);
      await Promise.all(
        pauses.map(async ([service, pauseMs]) => {
          await system.kill9(service);
          await sleep(pauseMs);
          await system.restart(service);
        }),
      );
      kills += together.length;
    }
  }
  return kills;
}

/** The same keys again: the same responses, without an effect. */
async function everyResponseIsReplayed(clients: readonly PatientClient[]): Promise<void> {
  const differing: object[] = [];
  for (const client of clients)
    for (const command of client.acknowledged) {
      const { text, headers } = await client.replay(command);
      if (text !== command.text || headers.get('idempotent-replayed') !== 'true')
        differing.push({ ...command, again: text });
    }
  expect(differing).toEqual([]);
}

const countAcknowledged = (clients: readonly PatientClient[], ending: string) =>
  clients.flatMap(({ acknowledged }) => acknowledged).filter(({ path }) => path.endsWith(ending)).length;

/** Records of the clients of this test. */
async function countOf(
  service: 'payments' | 'inbound-funds',
  table: string,
  clients: readonly PatientClient[],
): Promise<number> {
  const ids = clients.map(({ clientId }) => clientId);
  const rows = await databases.query(
    service,
    `SELECT count(*)::int AS n FROM ${table} WHERE client_id = ANY($1)`,
    [ids],
  );
  return rows[0]?.n as number;
}

function report({ kills, loads, clients }: Outcome): void {
  const sum = (maps: Record<string, number>[]) => {
    const total: Record<string, number> = {};
    for (const map of maps) for (const [name, n] of Object.entries(map)) total[name] = (total[name] ?? 0) + n;
    return total;
  };
  const lines = {
    kills,
    acknowledged: countAcknowledged(clients, ''),
    instructionsAndPayments: sum(
      loads.flatMap((load) => [...load.acknowledged.values()]).map((status) => ({ [status]: 1 })),
    ),
    refusedForWantOfFunds: loads.reduce((total, { refusedSends }) => total + refusedSends, 0),
    sentAgainBecauseOf: sum(clients.map(({ troubles }) => troubles)),
  };
  process.stdout.write(`chaos: seed ${seed}, ${JSON.stringify(lines)}\n`);
}

interface Outcome {
  readonly kills: number;
  readonly loads: readonly Load[];
  readonly clients: readonly PatientClient[];
}
