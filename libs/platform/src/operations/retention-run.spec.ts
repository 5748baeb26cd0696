import { type OpenDatabase, RETENTION_BATCH, idempotentResponses, keptStates } from '@corridor/event-store';
import { openServiceDatabase } from '@corridor/event-store/testing';
import type { RunningService } from '../service.js';
import type { RunPosition } from './run-kind.js';
import { RetentionRun, policiesOf } from './retention-run.js';

const service = { name: 'retention-runs', migrations: [], registrations: [] };
const all = { policy: null };

let db: OpenDatabase;
let running: RunningService;
beforeEach(async () => {
  db = await openServiceDatabase(service);
  running = { db, service, policies: [idempotentResponses(7), keptStates] } as unknown as RunningService;
});
afterEach(() => db.close());

const responses = (count: number, days: number) =>
  db.database.query(
    `INSERT INTO idempotency_key (scope, operation, key, fingerprint, resource_id, response, created_on)
     SELECT 'client', 'put', $2::int || '/' || n, 'same', 'id', '{}', now() - make_interval(days => $2::int)
     FROM generate_series(1, $1::int) AS n`,
    [count, days],
  );

async function resultOf(which: { policy: string | null }): Promise<string> {
  for (let position: RunPosition = null; ;) {
    const { result, ...next } = await new RetentionRun(running).step(which, position);
    if (result !== undefined) return result;
    position = next.position;
  }
}

it('says what it would remove, removes it, and lists what is left', async () => {
  await responses(RETENTION_BATCH + 1, 8);
  await responses(1, 6);
  const [before, states] = await policiesOf(running);
  expect(before).toMatchObject({
    ...{
      service: 'retention-runs',
      name: 'idempotent responses',
      setting: 'IDEMPOTENT_RESPONSE_DAYS',
      days: 7,
    },
    ...{ due: RETENTION_BATCH + 1, removed: 0, lastRunOn: null },
  });
  expect(before?.oldestOn).not.toBeNull();
  expect(states).toMatchObject({ name: 'kept states', setting: null, due: 0, oldestOn: null });
  expect(await new RetentionRun(running).plan(all)).toEqual({
    effect: `remove ${RETENTION_BATCH + 1} idempotent responses, 0 kept states`,
    total: RETENTION_BATCH + 1,
  });
  expect(await resultOf({ policy: 'idempotent responses' })).toBe(`${RETENTION_BATCH + 1} are removed`);
  const [after, untouched] = await policiesOf(running);
  expect(after).toMatchObject({ due: 0, oldestOn: null, removed: RETENTION_BATCH + 1 });
  expect(after?.lastRunOn).not.toBeNull();
  expect(untouched?.lastRunOn).toBeNull();
});

it('names the policies', async () => {
  await expect(new RetentionRun(running).plan({ policy: 'hats' })).rejects.toMatchObject({
    detail: 'The policies of the service: idempotent responses, kept states.',
  });
});
