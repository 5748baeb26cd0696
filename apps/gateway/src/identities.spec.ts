import { statementsOf } from '@corridor/testing/service';
import type { Repository } from 'typeorm';
import { type Stopwatch } from './authentication/stopwatch.js';
import { type EventStore } from '@corridor/event-store';
import { digestOf } from './api-key/secret.js';
import { TestGateway } from './gateway.fixture.js';
import { Identities, KNOWN_MS } from './identities.js';

describe('the identity of a credential', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.stop());

  const whoAmI = async (secret: string) =>
    (await gateway.get('/v1/auth/who-am-i', { 'x-api-key': secret })).status;
  const revoke = (apiKeyId: string) => gateway.operate(`/api-keys/${apiKeyId}/revoke`, {});

  test('is looked up once while nothing changes', async () => {
    const { secret } = await gateway.person();
    const lookUps = async () =>
      (await statementsOf(() => whoAmI(secret))).filter((text) => text.includes('FROM credential'));
    expect(await lookUps()).toHaveLength(1);
    expect(await lookUps()).toEqual([]);
  });

  test('is looked up together with those that arrive at the same time', async () => {
    const people = [await gateway.person(), await gateway.person(), await gateway.person()];
    const identities = gateway.service.app.get(Identities);
    const digests = [...people.map(({ secret }) => digestOf(secret)), digestOf('unknown')];
    let found: (string | undefined)[] = [];
    const statements = await statementsOf(async () => {
      const all = await Promise.all(digests.map(async (digest) => identities.byDigest(digest)));
      found = all.map((identity) => identity?.user.clientUserId);
    });
    expect(found).toEqual([...people.map(({ clientUserId }) => clientUserId), undefined]);
    expect(statements).toHaveLength(1);
  });

  test('is refused at once in the process that revokes it', async () => {
    const { apiKeyId, secret } = await gateway.person();
    expect(await whoAmI(secret)).toBe(200);
    await revoke(apiKeyId);
    expect(await whoAmI(secret)).toBe(401);
  });

  test('is refused within a second in another process', async () => {
    const { apiKeyId, secret } = await gateway.person();
    let now = 0;
    const stopwatch = { now: () => now } as Stopwatch;
    const elsewhere = new Identities(
      gateway.database,
      { revision: 0 } as EventStore,
      stopwatch,
      {} as Repository<never>,
    );
    const find = () => elsewhere.byDigest(digestOf(secret));
    expect(await find()).not.toBeNull();
    await revoke(apiKeyId);
    now = KNOWN_MS;
    expect(await find()).toBeNull();
    now = 0;
    expect(await find()).toBeNull();
  });

  test('that was looked up while it was revoked is not known afterwards', async () => {
    const { apiKeyId, secret } = await gateway.person();
    const identities = gateway.service.app.get(Identities);
    const query = gateway.database.query.bind(gateway.database);
    const spy = jest.spyOn(gateway.database, 'query').mockImplementationOnce(async (...args) => {
      const found = await query(...args);
      spy.mockRestore();
      await revoke(apiKeyId);
      return found as never;
    });
    expect(await identities.byDigest(digestOf(secret))).not.toBeNull();
    expect(await identities.byDigest(digestOf(secret))).toBeNull();
  });
});
