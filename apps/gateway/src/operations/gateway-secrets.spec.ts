import { Runs, SecretsRotate, usesOf } from '@corridor/platform';
import { TestGateway } from '../gateway.fixture.js';

const [FIRST, NEXT] = ['a first secret of thirty-two bytes', 'the next secret of thirty-two bytes'];
const gatewayWith = (CALLER_SECRET: string, beside: TestGateway | null = null) =>
  TestGateway.start({ CALLER_SECRET, FOUR_EYES: 'staff' }, [], [], beside);
const secretsOf = (gateway: TestGateway) => gateway.service.app.get(Runs).secrets;
const countsOf = async (gateway: TestGateway) =>
  Object.fromEntries((await usesOf(secretsOf(gateway))).map(({ what, ...one }) => [what, one]));

/** Each step twice, as after a crash before its position was saved. */
async function rotated(gateway: TestGateway): Promise<string> {
  const run = new SecretsRotate(() => secretsOf(gateway));
  for (let position = null as Parameters<SecretsRotate['step']>[1]; ;) {
    await run.step({}, position);
    const { result, ...next } = await run.step({}, position);
    if (result !== undefined) return result;
    position = next.position;
  }
}

test('what an earlier CALLER_SECRET has encrypted is counted, and encrypted again while keys are created', async () => {
  const before = await gatewayWith(FIRST);
  const { userId } = await before.person();
  const create = (gateway: TestGateway, key: string) =>
    gateway.post(
      `/operator/v1/users/${userId}/api-keys`,
      { label: 'ERP' },
      { ...before.staff, 'x-idempotency-key': key },
    );
  const created = await create(before, 'one');
  const hire = (name: string, role: string) =>
    before.post(
      '/operator/v1/staff',
      {
        ...{ firstName: name, lastName: 'Chen', roles: [role] },
        ...{ email: `${name}@corridor.example`, password: 'correct horse battery' },
      },
      before.staff,
    );
  await hire('bo', 'administrator'); // the second person
  const asked = await hire('cy', 'support');
  expect(asked.data.status).toBe('AWAITING_APPROVAL');

  const replacing = await gatewayWith(`${NEXT},${FIRST}`, before);
  const { 'stored responses': responses, ...others } = await countsOf(replacing);
  expect(responses).toEqual({
    ...{ setting: 'CALLER_SECRET', endsWith: null },
    ...{ total: responses?.total, earlier: responses?.total },
  });
  expect(responses?.total).toBeGreaterThan(1);
  expect(others).toMatchObject({
    'authenticators of staff': { total: 0, earlier: 0 },
    'commands that wait for a second person': { total: 1, earlier: 1 },
  });

  const [result] = await Promise.all([
    rotated(replacing),
    create(replacing, 'two'),
    create(replacing, 'three'),
  ]);
  expect(result).toMatch(
    /^\d+ values are encrypted with the first secret; an earlier secret of CALLER_SECRET/,
  );
  expect(result).toMatch(
    / is needed for 1 commands that wait for a second person \(until they are decided or expire\)$/,
  );
  expect((await countsOf(replacing))['stored responses']).toMatchObject({
    total: (responses?.total ?? 0) + 2,
    earlier: 0,
  });

  // The earlier secret is gone, and what it had encrypted is still there.
  const after = await gatewayWith(NEXT, before);
  const again = await create(after, 'one');
  expect([again.text, again.replayed]).toEqual([created.text, true]);
  for (const one of [after, replacing, before]) await one.stop();
});

test('without an earlier one there is nothing to do', async () => {
  const gateway = await gatewayWith(FIRST);
  await gateway.person();
  const run = new SecretsRotate(() => secretsOf(gateway));
  expect(await run.plan()).toEqual({
    effect: 'encrypt with the first secret: 0 authenticators of staff, 0 stored responses',
    total: 0,
  });
  expect(await rotated(gateway)).toBe(
    '0 values are encrypted with the first secret; no stored value depends on an earlier secret of CALLER_SECRET',
  );
  await gateway.stop();
});
