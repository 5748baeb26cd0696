import { EventStore } from '@corridor/event-store';
import { TestClock, testCaller } from '@corridor/testing';
import { MessagesOf } from '@corridor/testing/service';
import { messageRegistry } from '@corridor/services';
import { service } from '../service.js';
import { type ClientEvent, client } from './client.js';
import { Introductions } from './introductions.js';

/** Clients from before an upgrade, of whom the other services have never heard. */

const clock = new TestClock();
let messages: MessagesOf;
let before: EventStore;
beforeEach(async () => {
  messages = await MessagesOf.service(service, clock);
  const silent = service.registrations.map((one) => ({ ...one, publish: () => null }));
  before = new EventStore(service.name, messages.db.database, silent, messageRegistry, clock);
});
afterEach(() => messages.close());

const idOf = (n: number) => `cli_01K0000000000000000000${String(n).padStart(4, '0')}`;
const created = (n: number): ClientEvent => ({
  type: 'created',
  code: `C${n}`,
  name: `Client ${n}`,
  address: { lines: ['1 High Street'], city: 'London', state: null, postalCode: null, countryCode: 'GB' },
  clientType: 'Business',
  companyWebsite: null,
  settings: { baseCcy: 'GBP' },
});
const told = async () =>
  (await messages.published()).map(({ type, data }) => [type, (data as { clientId: string }).clientId]);
const turn = () => new Introductions(messages.store, messages.db.database).turn();

test('all of them are introduced once, as they are now, and with their rating', async () => {
  const old = async (n: number, ...later: ClientEvent[]) =>
    before.handle(client, idOf(n), () => [created(n), ...later], { caller: testCaller });
  await old(
    0,
    { type: 'suspended', reason: 'Leaves', screeningId: null },
    { type: 'closed', reason: 'Left' },
  );
  await old(1, { type: 'rated', riskRating: 'LOW' }, { type: 'rated', riskRating: 'HIGH' });
  for (let n = 2; n < 103; n++) await old(n);
  await messages.happened(client, idOf(200), [created(200), { type: 'rated', riskRating: 'LOW' }]);
  const known = [
    ['client.created', idOf(200)],
    ['client.rated', idOf(200)],
  ];
  expect(await told()).toEqual(known);

  await Promise.all([turn(), turn()]);
  const all = await told();
  expect(all.slice(2).sort()).toEqual(
    [
      ...Array.from({ length: 102 }, (_, n) => ['client.changed', idOf(n + 1)]),
      ['client.rated', idOf(1)],
    ].sort(),
  );
  const [first, rated] = (await messages.published()).filter(
    ({ data }) => (data as { clientId: string }).clientId === idOf(1),
  );
  const { isPerson, countryCode } = { isPerson: false, countryCode: 'GB' };
  expect(first?.data).toEqual({ clientId: idOf(1), name: 'Client 1', isPerson, countryCode });
  expect(rated?.data).toEqual({ clientId: idOf(1), riskRating: 'HIGH' });
  await turn();
  expect(await told()).toHaveLength(all.length);
});
