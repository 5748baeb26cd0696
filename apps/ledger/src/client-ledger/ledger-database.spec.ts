import type { LedgerAccount, TransferRequest } from '@corridor/ledger-contract';
import { Database, EventStore } from '@corridor/event-store';
import { type Caller, type IdPrefix, makeId, money, timestamp } from '@corridor/kernel';
import type { OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, testCaller } from '@corridor/testing';
import { openTestDatabase } from '@corridor/testing/service';
import * as fc from 'fast-check';
import { registration, service } from '../service.js';
import { type ClientLedger, clientLedger } from './client-ledger.js';
import { transfer } from './transfer.js';

let db: OpenDatabase;
let store: EventStore;
const clock = new TestClock();
let number = 0;

const newId = (prefix: IdPrefix) => {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, ++number);
  return makeId(prefix, clock.now().getTime(), random);
};
const newClient = (): Caller => ({ ...testCaller, client: { id: newId('cli'), name: 'A client' } });

type Leg = readonly [LedgerAccount, string, bigint];

function request(legs: readonly Leg[], transferId = newId('if')): TransferRequest {
  return {
    transferId,
    action: 'FUNDING',
    reason: null,
    relatedEntity: {
      id: transferId,
      type: 'INBOUND_FUNDS',
      reference: 'IF-1',
      details: { description: 'test' },
    },
    entries: legs.map(([account, ccyCode, minor]) => ({ account, amount: money(ccyCode, minor) })),
    holdFor: null,
    excludes: null,
  };
}
const post = (caller: Caller, legs: readonly Leg[], transferId?: string, on = store) => {
  const requested = request(legs, transferId);
  const now = timestamp(clock.now());
  const decide = (state: ClientLedger) => transfer(state, { request: requested, now, newId });
  return on.handle(clientLedger, caller.client.id, decide, { caller });
};
const fund = (caller: Caller, ccyCode: string, minor: bigint, on = store) => {
  const legs: Leg[] = [
    ['settlement', ccyCode, -minor],
    ['wallet', ccyCode, minor],
  ];
  return post(caller, legs, undefined, on);
};

const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await db.pool.query<Row>(text, values)).rows;
const count = async (from: string, ...values: unknown[]) =>
  Number((await query<{ count: string }>(`SELECT count(*) FROM ${from}`, ...values))[0]?.count);

beforeAll(async () => {
  db = await openTestDatabase(service.migrations, { poolSize: 45 });
  store = new EventStore('ledger', db.database, [registration], messageRegistry, clock);
});
afterAll(() => db.close());

describe('the database refuses', () => {
  const insertPostings = (...amounts: readonly (readonly [string, number])[]) =>
    query(
      `WITH one AS (INSERT INTO transfer (id, client_id, action, posted_on) VALUES ($1, 'cli_1', 'FUNDING', ''))
       INSERT INTO posting (transfer_id, account_id, ccy_code, amount_minor)
       SELECT $1, 'suspense:' || ccy, ccy, minor FROM unnest($2::text[], $3::bigint[]) AS e (ccy, minor)`,
      newId('if'),
      amounts.map(([ccyCode]) => ccyCode),
      amounts.map(([, minor]) => minor),
    );

  beforeAll(async () => {
    await query(
      `INSERT INTO account (id, kind, ccy_code) SELECT 'suspense:' || ccy, 'suspense', ccy FROM unnest('{GBP,USD}'::text[]) ccy`,
    );
  });

  it('postings of a transfer that do not add up to zero in each currency', async () => {
    await expect(insertPostings(['GBP', 5])).rejects.toThrow('do not add up to zero');
    await expect(insertPostings(['GBP', 5], ['GBP', -4])).rejects.toThrow('do not add up to zero');
    await expect(insertPostings(['GBP', 5], ['USD', -5])).rejects.toThrow('do not add up to zero');
    await insertPostings(['GBP', 5], ['GBP', -5], ['USD', 7], ['USD', -7]);
  });

  it('a posting of nothing, or in another currency than its account', async () => {
    await expect(insertPostings(['GBP', 0])).rejects.toThrow('posting_amount_minor_check');
    await expect(insertPostings(['JPY', 1], ['JPY', -1])).rejects.toThrow('foreign key');
  });

  it.each([
    ['transfer', 'action'],
    ['posting', 'amount_minor'],
  ])('to change or remove a %s', async (table, column) => {
    await insertPostings(['GBP', 1], ['GBP', -1]);
    const rows = await count(table);
    await expect(query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow('append only');
    await expect(query(`DELETE FROM ${table}`)).rejects.toThrow('append only');
    await expect(query(`DELETE FROM ${table} WHERE false`)).rejects.toThrow('append only');
    await expect(query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('append only');
    expect(await count(table)).toBe(rows);
  });

  it('a wallet below zero, and a second one of a currency', async () => {
    const caller = newClient();
    await fund(caller, 'GBP', 10n);
    const { id } = caller.client;
    await expect(query(`UPDATE wallet SET balance_minor = -1 WHERE client_id = $1`, id)).rejects.toThrow(
      'wallet_never_below_zero',
    );
    await expect(
      query(
        `INSERT INTO wallet (id, client_id, created_on, data, ccy_code, balance_minor) VALUES ('wal_x', $1, '', '{}', 'GBP', 0)`,
        id,
      ),
    ).rejects.toThrow('one_wallet_per_currency');
  });

  it('the same transfer for another client', async () => {
    const transferId = newId('if');
    const legs: Leg[] = [
      ['settlement', 'GBP', -1n],
      ['wallet', 'GBP', 1n],
    ];
    await post(newClient(), legs, transferId);
    const other = newClient();
    await expect(post(other, legs, transferId)).rejects.toThrow('transfer_pkey');
    expect(await count('events WHERE stream_id = $1', other.client.id)).toBe(0);
  });
});

describe('concurrent transfers', () => {
  it('of 40 debits of 10 on 100, ten are posted and nothing is left', async () => {
    const caller = newClient();
    await fund(caller, 'GBP', 100n);
    await Promise.all(
      Array.from({ length: 40 }, () =>
        post(caller, [
          ['wallet', 'GBP', -10n],
          ['settlement', 'GBP', 10n],
        ]),
      ),
    );
    const { id } = caller.client;
    expect(await count(`events WHERE stream_id = $1 AND type = 'transfer_declined'`, id)).toBe(30);
    expect(await count(`transaction WHERE client_id = $1`, id)).toBe(11);
    expect(await query(`SELECT balance_minor FROM wallet WHERE client_id = $1`, id)).toEqual([
      { balance_minor: '0' },
    ]);
  });

  it('the same transfer requested 20 times at once is posted once', async () => {
    const caller = newClient();
    const transferId = newId('if');
    const requested = Array.from({ length: 20 }, () =>
      post(
        caller,
        [
          ['settlement', 'JPY', -1n],
          ['wallet', 'JPY', 1n],
        ],
        transferId,
      ),
    );
    await Promise.all(requested);
    expect(await count('posting WHERE transfer_id = $1', transferId)).toBe(2);
  });

  it('of two clients do not wait for each other on internal accounts', async () => {
    const [first, second] = [newClient(), newClient()];
    await fund(first, 'GBP', 1n);
    const elsewhere = new EventStore('ledger', new Database(db.pool), [registration], messageRegistry, clock);
    await db.database.transaction(async (sql) => {
      await fund(first, 'GBP', 5n); // stays open while the other one uses a separate connection
      const [{ pid = 0 } = {}] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      let isCommitted = false;
      const committed = fund(second, 'GBP', 7n, elsewhere).then(() => (isCommitted = true));
      for (; !isCommitted; await nextTurn()) expect(await waitingFor(pid)).toEqual([]);
      await committed;
    });
    expect(await count('wallet WHERE client_id = $1 AND balance_minor = 7', second.client.id)).toBe(1);
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** What waits for a lock that the backend holds. */
const waitingFor = (pid: number) =>
  query('SELECT query FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', pid);

describe('what a client reads', () => {
  const wallet = { id: expect.stringMatching(/^wal_/) as string, ccyCode: 'GBP' };

  it('is its wallet and its transactions', async () => {
    const caller = newClient();
    await fund(caller, 'GBP', 100_50n);
    clock.advance(1_000);
    const transferId = newId('if');
    await post(
      caller,
      [
        ['wallet', 'GBP', -50n],
        ['settlement', 'GBP', 50n],
      ],
      transferId,
    );
    const [row] = await query<{ data: unknown }>(
      `SELECT data FROM wallet WHERE client_id = $1`,
      caller.client.id,
    );
    expect(row?.data).toEqual({
      id: wallet.id,
      client: caller.client,
      ccyCode: 'GBP',
      balance: { ccyCode: 'GBP', value: 100 },
      pendingBalance: { ccyCode: 'GBP', value: 0 },
      isFavourite: false,
      collectionAccounts: [],
      linkedFundingAccounts: [],
    });
    const at = timestamp(clock.now());
    const rows = await transactionsOf(caller);
    expect(rows[0]).toEqual({
      id: expect.stringMatching(/^txn_/) as string,
      client: caller.client,
      wallet,
      amount: { ccyCode: 'GBP', value: 0.5 },
      signedAmount: { ccyCode: 'GBP', value: -0.5 },
      balance: { ccyCode: 'GBP', value: 100 },
      direction: 'DEBIT',
      triggeredByAction: 'FUNDING',
      status: 'COMPLETED',
      reason: null,
      createdOn: at,
      settlesOn: at,
      completedOn: at,
      updatedOn: at,
      relatedEntity: {
        id: transferId,
        type: 'INBOUND_FUNDS',
        reference: 'IF-1',
        details: { description: 'test' },
      },
      sortPriority: 2,
      sortDate: at,
    });
    expect(rows[1]).toMatchObject({ direction: 'CREDIT', balance: { value: 100.5 }, sortPriority: 1 });
  });

  it('chains in its default order, agrees with the postings, and nets to zero with the internal accounts', async () => {
    const leg = fc.record({
      minor: fc.bigInt(-500n, 900n).filter((minor) => minor !== 0n),
      ccyCode: fc.constantFrom('GBP', 'USD', 'JPY'),
      ms: fc.integer({ min: -5, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(leg, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        async (transfers) => {
          const caller = newClient();
          for (const legs of transfers) {
            clock.advance(legs[0]?.ms ?? 0);
            await post(
              caller,
              legs.flatMap(({ minor, ccyCode }): Leg[] => [
                ['wallet', ccyCode, minor],
                ['suspense', ccyCode, -minor],
              ]),
            );
          }
          await expectChained(caller);
        },
      ),
      { numRuns: 25 },
    );
    expect(
      await query(`SELECT ccy_code FROM posting GROUP BY ccy_code HAVING sum(amount_minor) <> 0`),
    ).toEqual([]);
  });
});

interface Row {
  wallet: { id: string; ccyCode: string };
  signedAmount: { value: number };
  balance: { value: number };
}

const transactionsOf = async (caller: Caller) =>
  (
    await query<{ data: Row }>(
      `SELECT data FROM transaction WHERE client_id = $1 ORDER BY sort_date DESC, sort_priority DESC`,
      caller.client.id,
    )
  ).map(({ data }) => data);

async function expectChained(caller: Caller): Promise<void> {
  const balances: Record<string, number> = {};
  for (const { wallet, signedAmount, balance } of (await transactionsOf(caller)).reverse()) {
    expect(balance.value).toBeCloseTo((balances[wallet.ccyCode] ?? 0) + signedAmount.value, 6);
    balances[wallet.ccyCode] = balance.value;
  }
  const wallets = await query<{ ccyCode: string; minor: string; posted: string; value: number }>(
    `SELECT w.ccy_code AS "ccyCode", w.balance_minor AS minor, (w.data #>> '{balance,value}')::float AS value,
       (SELECT sum(amount_minor) FROM posting WHERE account_id = w.id) AS posted
     FROM wallet w WHERE client_id = $1`,
    caller.client.id,
  );
  for (const { ccyCode, minor, posted, value } of wallets) {
    expect(posted).toBe(minor);
    expect(value).toBe(balances[ccyCode]);
  }
  expect(wallets).toHaveLength(Object.keys(balances).length);
}
