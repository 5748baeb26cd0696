import { Api } from '../../support/api.js';
import { SERVICES } from '../../support/composition/composition.js';
import { violations } from '../../support/composition/invariants.js';
import { killedDeposits } from '../../support/killed-deposits.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { settled } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

test('deposits of services that are killed while their transfers are requested move once', async () => {
  const ledgerUrl = new URL(composition.databaseUrl);
  ledgerUrl.pathname = '/corridor_ledger';
  await killedDeposits({
    operator: () => new Api(composition.url, DEMO_STAFF),
    ledgerUrl: ledgerUrl.href,
    conversions: (text) => databases.query('conversions', text),
    kill: () => Promise.all(SERVICES.map((service) => composition.kill9(service))),
    start: () => Promise.all(SERVICES.map((service) => composition.restart(service))),
  });
  await settled(composition, databases);
  expect(await violations(databases, acknowledged)).toEqual({});
});
