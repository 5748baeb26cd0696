import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@corridor/testing';
import type { Api } from '../../support/api.js';
import { quotedIn, sqlOf } from '../../support/runbook.js';
import { newClient } from '../../support/system.js';
import { alerts, command, endHolder, forgotten, operator, sql } from './shared.js';

/** Together they search more than the ledger has connections for; each alone may not. */
const CLIENTS = 8;
const REQUESTS_AT_ONCE = 3;
/** So that failures are spread over the time that each one takes: all at once, a rate over ten seconds would be none in between. */
const STEP_MS = 300;

/** Clients who open and list wallets, beginning one after the other, and try again without a pause. @returns ends them */
function impatient(clients: readonly { readonly api: Api }[]): () => Promise<void> {
  let isOver = false;
  const repeated = async (send: () => Promise<unknown>, n: number) => {
    await sleep(n * STEP_MS);
    while (!isOver) await send().catch(() => undefined); // the program may be gone when a drill has failed
  };
  const sends = clients.flatMap(({ api }) => [
    () => api.post('/v1/wallets', { ccyCode: 'USD' }),
    ...Array.from({ length: REQUESTS_AT_ONCE }, () => () => api.get('/v1/wallets')),
  ]);
  const all = sends.map(repeated);
  return async () => {
    isOver = true;
    await Promise.all(all);
  };
}

let end = async () => {};
afterEach(() => end());

const soon = (query: string) =>
  query.replaceAll('[5m]', '[10s]').replaceAll('service="…"', 'service="ledger"');
const aggregates = () =>
  alerts
    .values(soon(quotedIn('CorridorCommandsFail', 'topk(')))
    .then((all) => all.map(({ labels }) => labels));
const routes = () =>
  alerts
    .values(soon(quotedIn('CorridorRequestsFail', 'topk(')))
    .then((all) => all.map(({ labels }) => labels));

alerts.test(
  'CorridorCommandsFail, CorridorRequestsFail, CorridorPoolExhausted: a session holds tables',
  async () => {
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, () => newClient(undefined, operator())),
    );
    await alerts.drill(
      ['CorridorCommandsFail', 'CorridorRequestsFail', 'CorridorPoolExhausted'],
      async () => {
        await forgotten('ledger', 'LOCK TABLE streams, account IN ACCESS EXCLUSIVE MODE');
        end = impatient(clients);
      },
      async () => {
        expect(await aggregates()).toContainEqual({ aggregate: expect.any(String) });
        expect(await routes()).toContainEqual({
          route: expect.stringContaining('/v1/wallets'),
          service: 'gateway',
        });
        const [statement = ''] = sqlOf('CorridorPoolExhausted');
        await until(async () =>
          (await sql('ledger', statement)).some(({ wait_event_type: type }) => type === 'Lock'),
        );
        await endHolder('ledger');
        await end();
      },
    );
  },
);

/** As Postgres refuses to write on a disk without space. A real one would need a file system of its own. */
const FULL = `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER planted BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION planted()`;

alerts.test('CorridorDiskFull: nobody reads a replication slot', async () => {
  const clients = [await newClient(undefined, operator())];
  await alerts.drill(
    ['CorridorDiskFull'],
    async () => {
      await sql('ledger', `SELECT pg_create_physical_replication_slot('forgotten', true)`);
      await sql('ledger', FULL);
      end = impatient(clients);
    },
    async () => {
      const sizes = await sql('ledger', quotedIn('CorridorDiskFull', 'SELECT datname'));
      expect(sizes.map(({ datname }) => datname)).toContain('corridor_ledger');
      const slots = await sql('ledger', quotedIn('CorridorDiskFull', 'SELECT slot_name'));
      expect(slots).toEqual([{ slot_name: 'forgotten', active: false }]);
      await sql(
        'ledger',
        quotedIn('CorridorDiskFull', 'SELECT pg_drop_replication_slot').replace('…', 'forgotten'),
      );
      await sql('ledger', 'DROP TRIGGER planted ON events; DROP FUNCTION planted()');
      await end();
    },
  );
});

alerts.test('CorridorRetentionLate: a session holds what is to be removed', async () => {
  await newClient(undefined, operator());
  const due = async () => {
    const { data } = await command(quotedIn('CorridorRetentionLate', 'corridor ops retention list'));
    return data.find(
      (one: Record<string, unknown>) => one['service'] === 'ledger' && one['name'] === 'idempotent responses',
    ).due;
  };
  const run = async () => {
    const text = quotedIn('CorridorRetentionLate', 'corridor ops retention run').replace(
      '<service>',
      'ledger',
    );
    await command(text.replace(' --watch', ''));
  };
  await alerts.drill(
    ['CorridorRetentionLate'],
    async () => {
      await sql('ledger', `UPDATE idempotency_key SET created_on = now() - interval '8 days'`);
      await forgotten('ledger', 'SELECT FROM idempotency_key FOR UPDATE');
    },
    async () => {
      await run();
      expect(await due()).toBeGreaterThan(0);
      await endHolder('ledger', 'CorridorRetentionLate');
      await run();
      await until(async () => (await due()) === 0);
    },
  );
});
