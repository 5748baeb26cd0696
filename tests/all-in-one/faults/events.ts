import { Corridor } from '@corridor/sdk';
import { until } from '@corridor/testing';
import { factTypes } from '@corridor/webhook-dispatcher-contract';
import { Api } from '../../support/api.js';
import { Databases } from '../../support/composition/databases.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { fundedClient } from '../../support/system.js';
import { program } from './shared.js';

const KILLS = 3;
const CREDITS = 20;

test('a stream has each event once and in order, although the program is killed again and again', async () => {
  const { api, clientId } = await fundedClient({ GBP: 1 }, new Api(program.url, DEMO_STAFF));
  const apiKey = api.credential['x-api-key'] ?? '';
  const corridor = new Corridor({ url: program.url, apiKey });
  const controller = new AbortController();
  const read: string[] = [];
  const reading = (async () => {
    for await (const { id } of corridor.events.stream({ after: '0-0', signal: controller.signal }))
      read.push(id);
  })();
  const credit = () => api.post('/v1/simulators/inbound-funds/credit', { ccyCode: 'GBP', amount: 1 });
  const credits = () => Promise.allSettled(Array.from({ length: CREDITS }, credit));
  for (let kill = 0; kill < KILLS; kill++) {
    const before = read.length;
    const working = credits();
    await until(() => read.length > before);
    await program.end('SIGKILL');
    await working;
    await program.start();
  }
  await credits();
  const databases = new Databases(program.postgresUrl);
  const told = async () => {
    const [row] = await databases.query(
      'gateway',
      'SELECT count(*)::int FROM timeline_event WHERE client_id = $1 AND type = ANY ($2)',
      [clientId, factTypes],
    );
    return row?.count as number;
  };
  await until(async () => read.length >= 2 * CREDITS && read.length === (await told()));
  await databases.close();
  controller.abort();
  await reading;
  expect(read).toEqual(read.map((_, n) => `0-${n + 1}`));
});
