import { Chance } from '@corridor/testing';
import { Api } from '../../support/api.js';
import { violationsBesideGaps } from '../../support/composition/invariants.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { rewindAll } from '../../support/operations.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { Load, under } from '../support/load.js';
import { settled } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

const TIMES = 2;

test('all consumers are rewound to their first message under load, and again, without a second effect', async () => {
  const operator = new Api(composition.url, DEMO_STAFF);
  const clients = await Promise.all(['A', 'B'].map((n) => patientClient(composition.url, `REWOUND${n}`)));
  for (const client of clients)
    for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const chance = new Chance(8);
  const loads = clients.map((client, n) => new Load(client, chance.child(n)));
  const begun = Date.now();
  await under(loads, async () => {
    for (let time = 0; time < TIMES; time++) await rewindAll(operator);
  });
  loads.forEach((load) => load.addTo(acknowledged));
  await settled(composition, databases);
  process.stdout.write(`rewound: all consumers, ${TIMES} times, in ${Date.now() - begun} ms\n`);
  expect(await violationsBesideGaps(databases, acknowledged)).toEqual({});
  expect(composition.endedUnexpectedly).toEqual([]);
});
