import { until } from '@corridor/testing';
import { Api } from '../../support/api.js';
import { Databases } from '../../support/composition/databases.js';
import { emptyIndex, sumOfIndex, violationsInIndex } from '../../support/composition/timeline-index.js';
import { createAndMove, instructionFor } from '../../support/instruction.js';
import { DEMO_STAFF } from '../../support/staff.js';
import { fundedClient } from '../../support/system.js';
import { program } from './shared.js';

/** The procedure of docs/operations.md: what the program saves until its end must not put the deleted progress back. */
test('an index of timelines that is filled again says the same', async () => {
  const { api, beneficiaryId } = await fundedClient({ GBP: 1_000 }, new Api(program.url, DEMO_STAFF));
  const order = () =>
    createAndMove(api, instructionFor(beneficiaryId, { amount: 10 }), 'acknowledge', 'fill', 'send');
  await order();
  await complete();
  await emptied();
  await order();
  await program.end('SIGTERM');
  await program.start();
  await complete();
  const said = await reached(sumOfIndex);
  await emptied();
  await program.end('SIGKILL');
  await program.start();
  await complete();
  expect(await reached(sumOfIndex)).toEqual(said);
});

/** The port of the embedded Postgres is another one after each start. */
async function reached<T>(work: (databases: Databases) => Promise<T>): Promise<T> {
  const databases = new Databases(program.postgresUrl);
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

const emptied = () => reached((databases) => databases.query('gateway', emptyIndex()));
const complete = () =>
  reached((databases) => until(async () => Object.keys(await violationsInIndex(databases)).length === 0));
