import { OPERATOR } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Readiness } from '@corridor/platform';
import { TestClock, delivered, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { InboundFundsModule } from '../../inbound-funds.module.js';
import { Reactions } from '../../reactions.js';
import { service } from '../../service.js';
import { CollectionAccountSource } from '../collection-account-source.js';
import { WalletAccounts } from '../wallet-accounts.js';
import { iban } from '../account-numbers.js';
import { ClosedClients } from './closed-clients.js';
import { Retirements } from './retirements.js';
import { WaitingWallets } from './waiting-wallets.js';

/** Pools of virtual accounts: what a bank's file becomes, and to whom its accounts go. */

const staff: Caller = {
  ...testCaller,
  client: OPERATOR,
  user: { id: 'stf_01K00000000000000000000000', name: 'Ines Almeida' },
  apiKeyId: null,
  permissions: ['bank:read', 'bank:write'],
  approved: {
    id: 'apr_01K00000000000000000000000',
    by: { id: 'stf_01K00000000000000000000001', name: 'Leo Brandt' },
  },
};

/** An IBAN at a British bank, of which each number gives another one. */
const britishIban = (n: number): string => iban('GB', `NWBK601613${String(n).padStart(8, '0')}`);
/** The file of a bank with accounts of one currency, `*` for all. */
const fileOf = (currency: string, ...ibans: string[]): string =>
  [
    'currency,country,iban,bic,bank_name',
    ...ibans.map((one) => `${currency},${one.slice(0, 2)},${one},NWBKGB2L,NatWest`),
  ].join('\n');

let pools: TestService;
beforeEach(async () => {
  pools = await started();
});
afterEach(() => pools.close());

/** Its job has a turn only when the test says so. */
async function started(more: object = {}): Promise<TestService> {
  const one = await startTestService(service, InboundFundsModule.in('SANDBOX'), {
    clock: new TestClock(),
    caller: staff,
    variables: { COLLECTION_ACCOUNTS: 'pool', COLLECTION_ACCOUNTS_LOW: '2' },
    ...more,
  });
  await one.app.get(WaitingWallets).onModuleDestroy();
  return one;
}

const BANK = '/operator/v1/bank';
const imported = async (csv: string) =>
  (await pools.post(`${BANK}/collection-accounts/import`, { csv })).data;
const accounts = async (q?: string) =>
  (
    await pools.get(
      `${BANK}/collection-accounts?limit=500${q === undefined ? '' : `&q=${encodeURIComponent(q)}`}`,
    )
  ).data as {
    id: string;
    iban: string;
    walletId: string | null;
    client: { id: string } | null;
  }[];
const levels = async () => (await pools.get(`${BANK}/collection-accounts/levels`)).data;
const requests = async () =>
  (await pools.get(`${BANK}/collection-account-requests?sortBy=walletId:ASC`)).data as {
    walletId: string;
    status: string;
  }[];
const idOf = async (iban: string) => (await accounts(`iban == "${iban}"`))[0]!.id;
const clientOf = (n: number | string) => ({ id: `cli_${n}`, name: `Client ${n}` });
const opened = (walletId: string, ccyCode: string, client = clientOf(1), of = pools) => {
  const wallet = delivered<'ledger.wallet_opened'>({ walletId, client, ccyCode });
  return of.app.get(Reactions).onWalletOpened({ ...wallet, caller: { ...wallet.caller, client } } as never);
};
const waitingHaveATurn = () => pools.app.get(WaitingWallets).turn();

/** What the wallet was told last: none if it has to wait. */
async function accountsOf(walletId: string): Promise<readonly Record<string, unknown>[] | null> {
  const told = (await pools.published(walletId)).at(-1);
  return told
    ? (told.data as unknown as { collectionAccounts: Record<string, unknown>[] }).collectionAccounts
    : null;
}
const numbersOf = async (walletId: string) =>
  (await accountsOf(walletId))?.map(({ accountNumber }) => accountNumber);

describe('a file of the bank', () => {
  test('is counted: what is new, what was there, and what is refused with its line', async () => {
    const csv = `${fileOf('GBP', britishIban(1), britishIban(2), britishIban(1))}\nGBP,GB,GB00NWBK60161331926819,NWBKGB2L,NatWest`;
    expect(await imported(csv)).toMatchObject({
      added: 2,
      alreadyThere: 1,
      refused: [{ line: 5, reason: 'iban has a wrong length, structure or check digit' }],
    });
    const events = () =>
      pools.db.database.query(`SELECT FROM events WHERE type <> 'imported' OR stream_id LIKE 'pca%'`);
    const before = (await events()).length;
    expect(await imported(csv)).toMatchObject({ added: 0, alreadyThere: 3, refused: [{ line: 5 }] });
    expect((await events()).length).toBe(before);
    expect(await levels()).toEqual([
      { ccyCode: 'GBP', free: 2, allocated: 0, retired: 0, waiting: 0, isLow: false, hasEnded: false },
    ]);
  });

  test('cannot change an account, or list it under another number', async () => {
    await imported(fileOf('GBP', britishIban(1)));
    const [iban, local] = [britishIban(1), britishIban(1).slice(-8)];
    const changed = await imported(fileOf('EUR', iban));
    expect(changed.refused).toEqual([{ line: 2, reason: `${await idOf(iban)} has its number` }]);
    const csv = `currency,country,account_number,routing_code,bank_name\nGBP,GB,${local},601613,NatWest`;
    expect((await imported(csv)).refused).toEqual([
      { line: 2, reason: `${await idOf(iban)} has its number` },
    ]);
  });

  test('is imported once with a key, and by two people', async () => {
    const csv = fileOf('GBP', britishIban(1));
    const path = `${BANK}/collection-accounts/import`;
    const first = await pools.post(path, { csv }, { key: 'same' });
    const again = await pools.post(path, { csv }, { key: 'same' });
    expect([again.replayed, again.data]).toEqual([true, first.data]);
    const { approved: _, ...alone } = staff;
    // The gateway makes an approval of the problem: no document has it.
    const gateway = await started({ database: pools.db, hasStandIns: true });
    const { problem } = await gateway.post(path, { csv }, { as: alone, key: 'alone' });
    expect(problem?.code).toBe('second_person_required');
    await gateway.close();
  });

  test('that is no CSV is refused as a whole', async () => {
    expect(await pools.post(`${BANK}/collection-accounts/import`, { csv: 'iban\nGB' })).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '#/csv' }] },
    });
  });
});

describe('a wallet', () => {
  test('gets an account of its currency, and shares one for all currencies with the others of its client', async () => {
    const local = `currency,country,iban,bic,account_number,routing_code,bank_name,holder\nGBP,GB,${britishIban(1)},NWBKGB2L,${britishIban(1).slice(-8)},601613,NatWest,Acme Payments Ltd`;
    await imported(local);
    await imported(fileOf('*', britishIban(7), britishIban(8)));
    await opened('wal_1', 'GBP');
    await opened('wal_2', 'JPY');
    await opened('wal_3', 'JPY', clientOf(2));
    expect(await accountsOf('wal_1')).toMatchObject([
      {
        accountNumber: britishIban(1).slice(-8),
        routingCode: '601613',
        routingCodeType: 'SORT_CODE',
        accountHolderName: 'Acme Payments Ltd',
        paymentType: 'REGULAR',
      },
      { accountNumber: britishIban(1), routingCode: 'NWBKGB2L', paymentType: 'PRIORITY' },
      { accountNumber: britishIban(7), accountHolderName: 'Client 1' },
    ]);
    const ids = (await accountsOf('wal_1'))!.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect([await numbersOf('wal_2'), await numbersOf('wal_3')]).toEqual([
      [britishIban(7)],
      [britishIban(8)],
    ]);
  });

  test('whose opening is delivered again has the same accounts, and takes no other', async () => {
    await imported(fileOf('GBP', britishIban(1), britishIban(2)));
    for (const _ of [1, 2, 3]) await opened('wal_1', 'GBP');
    expect(await numbersOf('wal_1')).toEqual([britishIban(1)]);
    expect((await levels())[0]).toMatchObject({ free: 1, allocated: 1 });
    expect(await pools.published('wal_1')).toHaveLength(1);
  });

  test('waits while a pool is empty, and gets its account when there is one', async () => {
    await opened('wal_1', 'GBP');
    await opened('wal_1', 'GBP');
    await opened('wal_2', 'EUR', clientOf(2));
    expect(await requests()).toMatchObject([
      { walletId: 'wal_1', status: 'WAITING', ccyCode: 'GBP', client: clientOf(1), fulfilledOn: null },
      { walletId: 'wal_2', status: 'WAITING', ccyCode: 'EUR' },
    ]);
    await imported(fileOf('GBP', britishIban(1)));
    await waitingHaveATurn();
    await waitingHaveATurn();
    expect([await numbersOf('wal_1'), await numbersOf('wal_2')]).toEqual([[britishIban(1)], []]);
    expect((await requests()).map(({ status }) => status)).toEqual(['FULFILLED', 'WAITING']);
    expect(await levels()).toMatchObject([
      { ccyCode: 'EUR', free: 0, waiting: 1, isLow: true },
      { ccyCode: 'GBP', free: 0, allocated: 1, waiting: 0, isLow: true },
    ]);
  });

  test('waits for all of its accounts: it is told of them once', async () => {
    await imported(fileOf('GBP', britishIban(1)));
    await imported(fileOf('*', britishIban(7)));
    await opened('wal_1', 'GBP');
    await opened('wal_2', 'GBP', clientOf(2));
    expect(await numbersOf('wal_2')).toEqual([]);
    await imported(fileOf('GBP', britishIban(2)));
    await waitingHaveATurn();
    expect(await numbersOf('wal_2')).toEqual([]);
    await imported(fileOf('*', britishIban(8)));
    await waitingHaveATurn();
    expect(await numbersOf('wal_2')).toEqual([britishIban(2), britishIban(8)]);
  });

  test('of two opened at once one gets the last account', async () => {
    await imported(fileOf('GBP', britishIban(1)));
    const other = await started({ database: pools.db });
    await Promise.all([opened('wal_1', 'GBP', clientOf(1)), opened('wal_2', 'GBP', clientOf(2), other)]);
    const both = [await numbersOf('wal_1'), await numbersOf('wal_2')];
    expect(both.flat()).toEqual([britishIban(1)]);
    expect(await requests()).toMatchObject([{ status: 'WAITING' }]);
    await other.close();
  });

  test('of 40 opened at once in two processes, each has an account of its own', async () => {
    const ibans = Array.from({ length: 40 }, (_, n) => britishIban(n));
    await imported(fileOf('GBP', ...ibans));
    const other = await started({ database: pools.db });
    await Promise.all(ibans.map((_, n) => opened(`wal_${n}`, 'GBP', clientOf(n), n % 2 ? pools : other)));
    await waitingHaveATurn();
    const given = await Promise.all(ibans.map((_, n) => numbersOf(`wal_${n}`)));
    expect(given.flat().sort()).toEqual([...ibans].sort());
    for (const { walletId, client } of await accounts())
      expect(client?.id).toBe(walletId?.replace('wal_', 'cli_'));
    await other.close();
  });

  test('of two of one client at once, both have the same account for all currencies', async () => {
    await imported(fileOf('*', britishIban(7), britishIban(8)));
    const other = await started({ database: pools.db });
    await Promise.all([opened('wal_1', 'JPY'), opened('wal_2', 'CHF', clientOf(1), other)]);
    expect(await numbersOf('wal_1')).toEqual(await numbersOf('wal_2'));
    expect((await levels())[0]).toMatchObject({ free: 1, allocated: 1 });
    await other.close();
  });

  test('a connection that ends between the allocation and the record takes nothing', async () => {
    await imported(fileOf('GBP', britishIban(1)));
    const { database } = pools.db;
    const source = pools.app.get(CollectionAccountSource);
    const wallet = {
      walletId: 'wal_1',
      client: clientOf(1),
      ccyCode: 'GBP',
      openedOn: '2026-11-21T09:30:00.000',
    };
    const killed = database.transaction(async () => {
      expect(await source.accountsFor(wallet, testCaller)).toHaveLength(1);
      await database.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(killed).rejects.toThrow(/terminat/);
    expect((await levels())[0]).toMatchObject({ free: 1, allocated: 0 });
    await pools.app.get(WalletAccounts).give(wallet, { ...testCaller, client: wallet.client });
    expect(await numbersOf('wal_1')).toEqual([britishIban(1)]);
  });
});

const retire = async (iban: string, of = pools) =>
  of.post(
    `${BANK}/collection-accounts/${await idOf(iban)}/retire`,
    { reason: 'The bank has closed it.' },
    { key: `${iban} ${++retirements}` },
  );
let retirements = 0;

describe('an account that is retired', () => {
  test('is given to nobody, and stays retired when it is imported again', async () => {
    await imported(fileOf('GBP', britishIban(1), britishIban(2)));
    expect((await retire(britishIban(1))).data).toMatchObject({
      status: 'RETIRED',
      history: [{ status: 'FREE' }, { status: 'RETIRED', reason: 'The bank has closed it.', by: staff.user }],
    });
    expect((await retire(britishIban(1))).problem?.code).toBe('illegal_transition');
    expect(await imported(fileOf('GBP', britishIban(1)))).toMatchObject({ added: 0, alreadyThere: 1 });
    await opened('wal_1', 'GBP');
    expect(await numbersOf('wal_1')).toEqual([britishIban(2)]);
  });

  test('or that nobody has: credits to it wait for a person, those to an allocated one find its client', async () => {
    await imported(fileOf('GBP', ...[1, 2, 3, 4].map(britishIban)));
    await opened('wal_1', 'GBP');
    await opened('wal_2', 'GBP', clientOf(2));
    await retire(britishIban(2));
    const credit = async (n: number) =>
      (
        await pools.post(`${BANK}/credits`, {
          accountNumber: britishIban(n),
          ccyCode: 'GBP',
          amount: 125.5,
          valueDate: '2026-11-20',
          bankReference: `FT${n}`,
          reference: `for ${britishIban(1)}`,
          sender: { name: 'Grace Ltd', accountNumber: '11112222' },
        })
      ).data;
    expect(await credit(1)).toMatchObject({ status: 'MATCHED', matchedBy: 'ACCOUNT', client: clientOf(1) });
    expect([(await credit(2)).status, (await credit(4)).status]).toEqual(['UNMATCHED', 'UNMATCHED']);
  });

  test('cannot be given away while it is retired', async () => {
    await imported(fileOf('GBP', ...Array.from({ length: 20 }, (_, n) => britishIban(n))));
    const all = await accounts();
    const other = await started({ database: pools.db });
    await Promise.all([
      ...all.map(({ id }) =>
        other.post(`${BANK}/collection-accounts/${id}/retire`, { reason: 'The bank has closed it.' }),
      ),
      ...all.map((_, n) => opened(`wal_${n}`, 'GBP', clientOf(n))),
    ]);
    const free = await pools.db.database.query('SELECT FROM free_account');
    expect([free, (await levels())[0]]).toEqual([
      [],
      expect.objectContaining({ free: 0, allocated: 0, retired: 20 }),
    ]);
    await other.close();
  });
});

describe('a wallet of which an account is retired', () => {
  const marked = async (walletId: string) =>
    (await accountsOf(walletId))?.map(({ accountNumber, retiredOn }) => [accountNumber, retiredOn !== null]);

  test('gets another one at once, and shows both', async () => {
    await imported(fileOf('GBP', britishIban(1), britishIban(2)));
    await imported(fileOf('*', britishIban(7), britishIban(8)));
    await opened('wal_1', 'GBP');
    await opened('wal_2', 'JPY');
    await retire(britishIban(1));
    await opened('wal_1', 'GBP');
    const own = [
      [britishIban(2), false],
      [britishIban(7), false],
      [britishIban(1), true],
    ];
    expect(await marked('wal_1')).toEqual(own);
    expect(await marked('wal_2')).toEqual([[britishIban(7), false]]);
    await retire(britishIban(7));
    expect(await marked('wal_2')).toEqual([
      [britishIban(8), false],
      [britishIban(7), true],
    ]);
    expect((await marked('wal_1'))?.slice(0, 2)).toEqual([own[0], [britishIban(8), false]]);
    expect((await levels()).map(({ free, allocated }: never) => [free, allocated])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('waits for another one, also if its pool has none left', async () => {
    await imported(fileOf('GBP', britishIban(1)));
    await imported(fileOf('*', britishIban(7), britishIban(8)));
    await opened('wal_1', 'GBP');
    await retire(britishIban(1));
    await waitingHaveATurn();
    expect(await marked('wal_1')).toEqual([
      [britishIban(7), false],
      [britishIban(1), true],
    ]);
    expect(await requests()).toMatchObject([{ walletId: 'wal_1', status: 'WAITING', fulfilledOn: null }]);
    await imported(fileOf('GBP', britishIban(2)));
    await waitingHaveATurn();
    expect(await numbersOf('wal_1')).toEqual([britishIban(2), britishIban(7), britishIban(1)]);
    expect(await requests()).toMatchObject([{ status: 'FULFILLED' }]);
    await retire(britishIban(2));
    expect(await requests()).toMatchObject([{ status: 'WAITING', fulfilledOn: null }]);
  });

  test('never shows it as usable, however many are retired and opened at once', async () => {
    const own = Array.from({ length: 12 }, (_, n) => britishIban(n));
    const shared = Array.from({ length: 12 }, (_, n) => britishIban(100 + n));
    await imported(fileOf('GBP', ...own));
    await imported(fileOf('*', ...shared));
    const other = await started({ database: pools.db });
    for (const n of [0, 1, 2]) await opened(`wal_${n}`, 'GBP', clientOf(n));
    await Promise.all([
      ...[0, 1, 2].map((n) => opened(`wal_${n}_JPY`, 'JPY', clientOf(n), other)),
      ...[own[0]!, own[1]!, shared[0]!, shared[1]!, shared[3]!].map((iban, n) =>
        retire(iban, n % 2 ? pools : other),
      ),
    ]);
    await waitingHaveATurn();
    const retired = (await accounts('status == "RETIRED"')).map(({ iban }) => iban);
    expect(retired).toHaveLength(5);
    for (const n of [0, 1, 2])
      for (const [walletId, usable] of [
        [`wal_${n}`, 2],
        [`wal_${n}_JPY`, 1],
      ] as const) {
        const all = (await marked(walletId))!;
        expect(all.filter(([, isRetired]) => !isRetired)).toHaveLength(usable);
        for (const [iban, isRetired] of all)
          expect([iban, retired.includes(iban as string)]).toEqual([iban, isRetired]);
      }
    await other.close();
  });

  test('keeps it if the connection ends before the commit', async () => {
    await imported(fileOf('GBP', britishIban(1), britishIban(2)));
    await opened('wal_1', 'GBP');
    const { database } = pools.db;
    const id = await idOf(britishIban(1));
    const killed = database.transaction(async () => {
      await pools.app.get(Retirements).retire(id, { reason: 'Closed.' }, { caller: staff });
      await database.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(killed).rejects.toThrow(/terminat/);
    expect(await marked('wal_1')).toEqual([[britishIban(1), false]]);
    expect((await levels())[0]).toMatchObject({ free: 1, allocated: 1, retired: 0 });
  });
});

describe('a client that is closed', () => {
  const closed = (n: number, of = pools) =>
    of.db.database.transaction(() =>
      of.app.get(ClosedClients).onClientClosed({ ...testCaller, client: clientOf(n) }),
    );

  test('gets no account: its wallets do not wait any more, and none is replaced', async () => {
    await imported(fileOf('GBP', britishIban(1), britishIban(2)));
    await opened('wal_1', 'GBP');
    await opened('wal_2', 'EUR');
    await closed(1);
    await closed(1);
    await imported(fileOf('EUR', britishIban(3)));
    await waitingHaveATurn();
    await opened('wal_2', 'EUR');
    await retire(britishIban(1));
    expect([await numbersOf('wal_1'), await numbersOf('wal_2')]).toEqual([[britishIban(1)], []]);
    expect(await requests()).toMatchObject([{ walletId: 'wal_2', status: 'WITHDRAWN' }]);
    expect(await levels()).toMatchObject([
      { ccyCode: 'EUR', free: 1, waiting: 0 },
      { ccyCode: 'GBP', free: 1, allocated: 0 },
    ]);
  });

  test('while its wallet gets an account has it, or does not wait', async () => {
    const other = await started({ database: pools.db });
    for (let n = 0; n < 8; n++) {
      await opened(`wal_${n}`, 'GBP', clientOf(n));
      await imported(fileOf('GBP', britishIban(n)));
      await Promise.all([closed(n, other), waitingHaveATurn()]);
      await waitingHaveATurn();
      const [allocated] = await accounts(`client.id == "cli_${n}"`);
      const request = (await requests()).find(({ walletId }) => walletId === `wal_${n}`);
      expect([(await numbersOf(`wal_${n}`))!.length, request?.status]).toEqual(
        allocated ? [1, 'FULFILLED'] : [0, 'WITHDRAWN'],
      );
      for (const { id } of await accounts('status == "FREE"'))
        await pools.post(`${BANK}/collection-accounts/${id}/retire`, { reason: 'Closed.' });
    }
    await other.close();
  });
});

describe('the health of a process', () => {
  /** Of a new one: results are reused for a while. */
  async function health(): Promise<unknown> {
    const one = await started({ database: pools.db });
    const checks = one.app.get(Readiness).indicators as (() => Promise<Record<string, unknown>>)[];
    const results = await Promise.all(checks.map((check) => check()));
    await one.close();
    return Object.assign({}, ...results)['collection accounts'];
  }

  test('says that pools are empty or low', async () => {
    expect(await health()).toMatchObject({
      status: 'degraded',
      message: 'no collection account has been imported',
    });
    await imported(fileOf('GBP', britishIban(1), britishIban(2)));
    expect(await health()).toMatchObject({ status: 'up' });
    await opened('wal_1', 'GBP');
    await imported(fileOf('*', britishIban(7), britishIban(8)));
    await opened('wal_2', 'CHF', clientOf(2));
    await opened('wal_3', 'CHF', clientOf(3));
    await opened('wal_4', 'CHF', clientOf(4));
    expect(await health()).toMatchObject({
      status: 'degraded',
      message: 'CHF: 0 free, 1 wallets wait, GBP: 1 free, every currency: 0 free',
    });
  });
});
