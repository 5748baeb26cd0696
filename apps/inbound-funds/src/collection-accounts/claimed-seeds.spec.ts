import type { Envelope } from '@corridor/contracts';
import type { CollectionAccountResource } from '@corridor/inbound-funds-contract';
import { EventStore } from '@corridor/event-store';
import { type Caller, decodeJson } from '@corridor/kernel';
import { type ConsumerGroup, MessageConsumer } from '@corridor/messaging';
import type { OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, testCaller } from '@corridor/testing';
import { openTestDatabase } from '@corridor/testing/service';
import { AccountNumbers1700000007000 } from '../migrations/1700000007000-account-numbers.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';
import { type Seeds, internationalRoute, localRoutes } from './routes.js';
import { SimulatedAccounts } from './simulated-accounts.js';
import { WalletAccounts } from './wallet-accounts.js';

/** On Postgres, with a delivery that moves failing messages to the dead letters. */

let db: OpenDatabase;
let delivery: MessageConsumer;
const parked: unknown[] = [];

beforeAll(async () => {
  db = await openTestDatabase(service.migrations);
  const store = new EventStore(
    service.name,
    db.database,
    service.registrations,
    messageRegistry,
    new TestClock(),
  );
  const reactions = new Reactions(
    store,
    new WalletAccounts(store, db.database, new SimulatedAccounts(db.database)),
  );
  const group: ConsumerGroup = {
    name: service.name,
    types: ['ledger.wallet_opened'],
    handle: (message) => reactions.onWalletOpened(message as never),
    messages: messageRegistry,
    onDeadLetter: (letter) => parked.push(letter),
  };
  delivery = new MessageConsumer(group, db.database);
});
afterEach(() => expect(parked).toEqual([]));
afterAll(() => db.close());

const clientOf = (id: string) => ({ id, name: id });
const opened = (clientId: string, walletId: string, ccyCode: string, version = 1): Envelope => {
  const caller: Caller = { ...testCaller, client: clientOf(clientId) };
  const data = { walletId, client: clientOf(clientId), ccyCode };
  const occurredOn = '2026-11-21T09:30:00.000';
  const id = `${clientId}/${version}`;
  const from = { id, source: 'ledger', streamId: clientId, version, dataversion: 1 };
  return { ...from, occurredOn, caller, type: 'ledger.wallet_opened', data };
};
const open = (...of: Parameters<typeof opened>) => delivery.deliver([opened(...of)]);

async function accountsOf(walletId: string): Promise<readonly CollectionAccountResource[]> {
  const issued = await db.database.query<{ data: string }>(
    'SELECT data::text FROM events WHERE stream_id = $1',
    [walletId],
  );
  expect(issued).toHaveLength(1);
  return decodeJson<{ collectionAccounts: CollectionAccountResource[] }>(issued[0]!.data).collectionAccounts;
}
const numbersOf = async (walletId: string) =>
  (await accountsOf(walletId)).map(({ accountNumber }) => accountNumber);

/** Another owner has already claimed the number of these seeds. */
const plant = (ccyCode: string | null, seeds: Seeds) => {
  const route = (ccyCode ? localRoutes[ccyCode] : undefined)?.(seeds) ?? internationalRoute(seeds);
  return db.database.query('INSERT INTO account_number VALUES ($1, $2, $3)', [
    route.routingCode,
    route.accountNumber,
    'somebody else',
  ]);
};
const international = (client: string) => internationalRoute({ client }).accountNumber;

test('a client whose number is already used gets the next candidate, the same in all currencies', async () => {
  await plant(null, { client: 'cli_a', wallet: '' });
  await open('cli_a', 'wal_a_JPY', 'JPY');
  await open('cli_a', 'wal_a_GBP', 'GBP', 2);
  expect(await numbersOf('wal_a_JPY')).toEqual([international('cli_a 1')]);
  const [pounds, iban] = await numbersOf('wal_a_GBP');
  expect(iban).toBe(international('cli_a 1'));
  expect(iban).toMatch(new RegExp(`${pounds}$`));
});

test('and the one after that, if that is used too', async () => {
  await plant(null, { client: 'cli_b', wallet: '' });
  await plant(null, { client: 'cli_b 1', wallet: '' });
  await open('cli_b', 'wal_b', 'CHF');
  expect(await numbersOf('wal_b')).toEqual([international('cli_b 2')]);
});

test.each(['EUR', 'USD', 'CAD'])(
  'only the wallet in %s whose local number is used gets the next candidate',
  async (ccy) => {
    const [client, wallet] = [`cli_${ccy}`, `wal_${ccy}`];
    await plant(ccy, { client, wallet });
    await open(client, wallet, ccy);
    const next = localRoutes[ccy]!({ client, wallet: `${wallet} 1` });
    expect(await numbersOf(wallet)).toEqual([next.accountNumber, international(client)]);
  },
);

test('without a collision the first candidate is used', async () => {
  await open('cli_c', 'wal_c', 'USD');
  const first = localRoutes.USD!({ client: 'cli_c', wallet: 'wal_c' });
  expect(await numbersOf('wal_c')).toEqual([first.accountNumber, international('cli_c')]);
});

test('a redelivery changes nothing, even if the consumer has no checkpoint', async () => {
  await plant(null, { client: 'cli_d', wallet: '' });
  await open('cli_d', 'wal_d', 'USD');
  const first = await numbersOf('wal_d');
  await open('cli_d', 'wal_d', 'USD');
  await open('cli_d', 'wal_d', 'USD', 2);
  expect(await numbersOf('wal_d')).toEqual(first);
  expect(first[1]).toBe(international('cli_d 1'));
});

test('wallets of a client that are opened at the same moment share the international number', async () => {
  await plant(null, { client: 'cli_e', wallet: '' });
  const ccyCodes = ['USD', 'EUR', 'JPY', 'CHF'];
  await Promise.all(
    ccyCodes.map((ccyCode) => {
      const message = opened('cli_e', `wal_e_${ccyCode}`, ccyCode);
      return delivery.deliver([{ ...message, streamId: `cli_e_${ccyCode}` }]);
    }),
  );
  const last = ccyCodes.map(async (ccyCode) => (await numbersOf(`wal_e_${ccyCode}`)).at(-1));
  expect(new Set(await Promise.all(last))).toEqual(new Set([international('cli_e 1')]));
});

test('the migration claims numbers that were issued before claims existed', async () => {
  await open('cli_f', 'wal_f', 'EUR');
  const claims = () => db.database.query('SELECT * FROM account_number ORDER BY account_number');
  const before = (await claims()).filter(({ owner }) => owner !== 'somebody else');
  await db.database.query('DROP TABLE account_number');
  await new AccountNumbers1700000007000().up(db.database as never);
  expect(await claims()).toEqual(before);
});
