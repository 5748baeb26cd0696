import { Chance, until } from '@corridor/testing';
import { Client } from 'pg';
import { Api } from '../../support/api.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { emptyIndex, sumOfIndex, violationsInIndex } from '../../support/composition/timeline-index.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { Load } from '../support/load.js';
import { groupOf, settled, withAdmin } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

const KILLS = 3;
const TURNS = 3;

/** A statement that waits when its process is killed may be committed all the same: then its messages are delivered again. */
test('the index has everything once, although the gateway is killed again and again while it writes it', async () => {
  const client = await patientClient(composition.url, 'TELLS');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  for (let kill = 0; kill < KILLS; kill++) {
    const load = new Load(client, new Chance(70 + kill));
    const release = await databases.locked('gateway', 'timeline_reference', 'SHARE');
    let turns = TURNS;
    await load.work(() => turns-- > 0);
    load.addTo(acknowledged);
    await until(isWriting);
    await composition.kill9('gateway');
    await release();
    await composition.restart('gateway');
  }
  await settled(composition, databases);
  expect(await violationsInIndex(databases)).toEqual({});
  expect(composition.endedUnexpectedly).toEqual([]);
});

async function isWriting(): Promise<boolean> {
  const rows = await databases.query(
    'gateway',
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO timeline_event%'`,
  );
  return rows.length > 0;
}

/** The procedure of `docs/operations.md`. */
test('an index that is filled again says the same', async () => {
  await settled(composition, databases);
  const [before] = await databases.query('gateway', 'SELECT max(seq) AS last FROM timeline_event');
  const said = await sumOfIndex(databases);
  await composition.stop('gateway');
  const owner = new Client({ connectionString: `${composition.databaseUrl}/corridor_gateway` });
  await owner.connect();
  await owner.query(emptyIndex());
  await owner.end();
  await withAdmin(composition, (admin) => admin.deleteGroups([groupOf('timeline')]));
  await composition.restart('gateway');
  await settled(composition, databases);
  expect(await sumOfIndex(databases)).toEqual(said);
  const [after] = await databases.query('gateway', 'SELECT min(seq) AS first FROM timeline_event');
  expect(BigInt(after?.first)).toBeGreaterThan(BigInt(before?.last));
  const { status } = await new Api(composition.url, DEMO_STAFF).get('/health/ready');
  expect(status).toBe(200);
});
