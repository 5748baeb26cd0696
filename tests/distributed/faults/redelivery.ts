import { isDeepStrictEqual } from 'node:util';
import { Chance, until } from '@corridor/testing';
import { SERVICES } from '../../support/composition/composition.js';
import { violations } from '../../support/composition/invariants.js';
import { Load } from '../support/load.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { groupsOf, lagOf, settled, withAdmin } from '../support/settled.js';
import { composition, databases, acknowledged } from '../support/shared.js';

test('redelivering all messages to every service changes nothing', async () => {
  const client = await patientClient(composition.url, 'AGAIN');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const load = new Load(client, new Chance(1));
  let turns = 25;
  await load.work(() => turns-- > 0);
  load.addTo(acknowledged);
  await settled(composition, databases);
  await Promise.all(SERVICES.map((service) => composition.stop(service)));

  const followed = await streamsOfDispatcher();
  const before = await stateOf(followed);
  const groups = await groupsOf(composition);
  expect(await lagOf(composition, groups)).toBe(0);
  // A new Kafka group begins with the first message of each topic.
  await withAdmin(composition, (admin) => admin.deleteGroups(groups));
  const again = await lagOf(composition, groups);
  process.stdout.write(`redelivery: ${again} deliveries of messages that had been delivered\n`);
  expect(again).toBeGreaterThan(500);

  await Promise.all(SERVICES.map((service) => composition.restart(service)));
  await settled(composition, databases, groups);
  expect(await stateOf(followed)).toEqual(before);
  expect(await violations(databases, acknowledged)).toEqual({});
  // The market moves on: between the two reads it may publish again.
  await until(async () => isDeepStrictEqual(await ratesPublished(), await ratesHeard()));
});

/** Exceptions: the market continues, and restarted processes register themselves and apply their policies. */
const withoutMarket: Record<string, string> = {
  consumer_generation: 'false',
  consumer_offset: 'false',
  retention: 'false',
  events: `stream_id <> 'market'`,
  streams: `stream_id <> 'market'`,
  checkpoint: `stream_id <> 'market'`,
  last_rates: 'false',
};

/**
 * Those with a checkpoint. The dispatcher keeps none of messages to which nobody listens, and when they are redelivered, the demo client
 * has subscriptions that it did not have.
 */
async function streamsOfDispatcher(): Promise<string> {
  const rows = await databases.query('webhook-dispatcher', 'SELECT stream_id AS id FROM checkpoint');
  return rows.map(({ id }) => `'${String(id)}'`).join();
}

/**
 * A checksum of each table of each service, without the market, which continues.
 * @param followed streams of which the dispatcher's checkpoints count
 */
async function stateOf(followed: string): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const service of SERVICES) {
    const tables = await databases.query(
      service,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       ORDER BY 1`,
    );
    for (const { name } of tables)
      [state[`${service} ${name}`]] = await databases.query(
        service,
        `SELECT count(*), md5(string_agg(line, '' ORDER BY line)) FROM (
           SELECT t::text AS line FROM ${name} t WHERE ${withoutMarket[name] ?? true}
             AND ${service === 'webhook-dispatcher' && name === 'checkpoint' ? `stream_id IN (${followed})` : true}
         ) lines`,
      );
  }
  return state;
}

async function ratesHeard(): Promise<unknown> {
  const [row] = await databases.query('payments', `SELECT quotes FROM last_rates`);
  return row?.quotes;
}

async function ratesPublished(): Promise<unknown> {
  const [row] = await databases.query(
    'conversions',
    `SELECT data -> 'quotes' AS quotes FROM events WHERE stream_id = 'market' ORDER BY version DESC LIMIT 1`,
  );
  return row?.quotes;
}
