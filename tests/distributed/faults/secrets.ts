import { randomBytes } from 'node:crypto';
import { Chance, until } from '@corridor/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICES } from '../../support/composition/composition.js';
import { violations } from '../../support/composition/invariants.js';
import { patientClient } from '../../support/composition/patient-client.js';
import { Load, under } from '../support/load.js';
import { settled } from '../support/settled.js';
import { acknowledged, composition, databases } from '../support/shared.js';

/** The three values of a setting while its secret is replaced (deploy/README.md). */
const steps = (first: string, next: string) => [`${first},${next}`, `${next},${first}`, next];

test('secrets are replaced under load, one process after the other, and no request is rejected', async () => {
  const client = await patientClient(composition.url, 'SECRETS');
  for (const ccyCode of ['GBP', 'EUR']) await client.command('/v1/wallets', { ccyCode });
  const load = new Load(client, new Chance(14));
  const secret = () => randomBytes(32).toString('hex');
  const callers = steps(composition.secrets.CALLER_SECRET, secret());
  const webhooks = steps(`0:${composition.secrets.WEBHOOK_SECRET_KEY}`, `next:${secret()}`);
  // `Load` fails at any response that is neither 200 nor one to repeat: a call that a service does not accept is 401.
  await under([load], async () => {
    for (const [n, caller] of callers.entries()) {
      await composition.set('CALLER_SECRET', caller);
      await composition.set('WEBHOOK_SECRET_KEY', webhooks[n]!);
      if (n === 2) await until(async () => (await oldKeys()) === 0);
      for (const service of SERVICES) {
        await composition.restart(service);
        const before = load.acknowledged.size;
        while (load.acknowledged.size === before) await sleep(20);
      }
    }
  });
  await settled(composition, databases);
  load.addTo(acknowledged);
  expect(await violations(databases, acknowledged)).toEqual({});
  expect(composition.endedUnexpectedly).toEqual([]);
});

/** Values that the former WEBHOOK_SECRET_KEY has encrypted. */
async function oldKeys(): Promise<number> {
  const found = await databases.query(
    'webhook-dispatcher',
    `SELECT FROM endpoint WHERE sealed_secret NOT LIKE 'next:%'
     UNION ALL SELECT FROM events WHERE data ->> 'sealedSecret' NOT LIKE 'next:%'
     UNION ALL SELECT FROM idempotency_key WHERE response NOT LIKE '{%' AND response NOT LIKE 'next:%'`,
  );
  return found.length;
}
