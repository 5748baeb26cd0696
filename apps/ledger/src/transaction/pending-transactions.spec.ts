import type { TransferRequest } from '@corridor/ledger-contract';
import { type Caller, money, toResource } from '@corridor/kernel';
import { TestClock, delivered, fixture, testCaller } from '@corridor/testing';
import { type TestService, startTestService } from '@corridor/testing/service';
import { LedgerModule } from '../ledger.module.js';
import { Reactions } from '../reactions.js';
import { service } from '../service.js';

/** Inbound funds that are pending are transactions (ADR 33). */

const clock = new TestClock();
let ledger: TestService;
let reactions: Reactions;
let number = 0;

beforeAll(async () => {
  ledger = await startTestService(service, LedgerModule, { clock });
  reactions = ledger.app.get(Reactions);
});
afterAll(() => ledger.close());
beforeEach(() => clock.advance(1_000));

const nextId = () => `if_01K${String(++number).padStart(23, '0')}`;

interface Funds {
  readonly id: string;
  readonly minor: bigint;
}

/** Takes the role of inbound funds for one client. */
async function newClient(balance = 0n) {
  const permissions = ['wallets:read', 'wallets:write', 'transactions:read'];
  const caller: Caller = { ...testCaller, client: { id: `cli_${++number}`, name: 'A client' }, permissions };
  const template = fixture('inbound_funds.pending').data.resource;
  const resourceOf = ({ id, minor }: Funds) => ({ ...template, id, amount: toResource(money('GBP', minor)) });
  const requestFor = ({ id, minor }: Funds): TransferRequest => ({
    transferId: id,
    action: 'FUNDING',
    reason: template.narrative,
    relatedEntity: {
      id,
      type: 'INBOUND_FUNDS',
      reference: template.reference,
      details: { description: `Funds from ${template.sender.name}` },
    },
    entries: [
      { account: 'settlement', amount: money('GBP', -minor) },
      { account: 'wallet', amount: money('GBP', minor) },
    ],
    holdFor: null,
    excludes: null,
  });
  const announce = (funds: Funds) => {
    const message = delivered<'inbound_funds.pending'>(
      { resource: resourceOf(funds), isCreditedAtOnce: false },
      caller,
    );
    return reactions.onInboundFundsPending({ ...message, recordId: funds.id });
  };
  const credit = (funds: Funds) =>
    reactions.onTransferRequested(delivered<'ledger.transfer_requested'>(requestFor(funds), caller));
  const reject = (funds: Funds) =>
    reactions.onInboundFundsRejected(
      delivered<'inbound_funds.rejected'>({ resource: resourceOf(funds) }, caller),
    );
  const get = (path: string) => ledger.get(path, { as: caller });
  const transactions = async (query = '') => (await get(`transactions?limit=1000${query}`)).data as any[];
  await credit({ id: nextId(), minor: balance + 1n });
  return { caller, announce, credit, reject, get, transactions };
}

const funds = (minor: bigint): Funds => ({ id: nextId(), minor });
const txnOf = ({ id }: Funds) => id.replace('if_', 'txn_');

describe('pending funds', () => {
  it('are a transaction with the balance before them, and the same one completed when they are credited', async () => {
    const { announce, credit, get, transactions } = await newClient(99_99n);
    const arrived = funds(25_00n);
    await announce(arrived);
    const [pending] = await transactions();
    expect(pending).toEqual({
      id: txnOf(arrived),
      client: expect.anything(),
      wallet: { id: expect.stringMatching(/^wal_/), ccyCode: 'GBP' },
      amount: { ccyCode: 'GBP', value: 25 },
      signedAmount: { ccyCode: 'GBP', value: 25 },
      direction: 'CREDIT',
      balance: { ccyCode: 'GBP', value: 100 },
      triggeredByAction: 'FUNDING',
      status: 'PENDING',
      reason: expect.any(String),
      createdOn: pending.sortDate,
      settlesOn: expect.any(String),
      completedOn: null,
      updatedOn: pending.sortDate,
      relatedEntity: {
        id: arrived.id,
        type: 'INBOUND_FUNDS',
        reference: expect.any(String),
        details: { description: expect.stringMatching(/^Funds from /) },
      },
      sortPriority: 2,
      sortDate: expect.any(String),
    });
    expect((await get(`transactions/${pending.id}`)).data).toEqual(pending);
    expect((await get('wallets/GBP/transactions')).data).toHaveLength(2);

    clock.advance(60_000);
    await credit(funds(1_00n));
    await credit(arrived);
    const [completed, other] = await transactions();
    expect(completed).toEqual({
      ...pending,
      status: 'COMPLETED',
      balance: { ccyCode: 'GBP', value: 126 },
      settlesOn: completed.sortDate,
      completedOn: completed.sortDate,
      updatedOn: completed.sortDate,
      sortDate: expect.any(String),
      sortPriority: 4,
    });
    expect(completed.sortDate > pending.sortDate).toBe(true);
    expect([other.balance.value, (await transactions()).length]).toEqual([101, 3]);
  });

  it('are counted by searches in the status that they have', async () => {
    const { announce, credit, reject, get } = await newClient();
    const [one, two, three] = [funds(1n), funds(2n), funds(3n)];
    for (const each of [one, two, three]) await announce(each);
    const totals = async () =>
      Promise.all(
        ['status == "PENDING"', 'status == "COMPLETED"', 'reason ~ "invoice"', ''].map(async (q) => {
          const { data, meta } = await get(`transactions?q=${encodeURIComponent(q)}`);
          expect(data).toHaveLength(meta.totalCount);
          return meta.totalCount as number;
        }),
      );
    const before = await totals();
    expect([before[0], before[1], before[3]]).toEqual([3, 1, 4]);
    await credit(one);
    expect(await totals()).toEqual([2, 2, before[2], 4]);
    await reject(two);
    expect((await totals()).filter((_, n) => n !== 2)).toEqual([1, 2, 3]);
  });

  it('are no transaction any more when they are rejected', async () => {
    const { announce, reject, get, transactions } = await newClient();
    const arrived = funds(5n);
    await announce(arrived);
    await reject(arrived);
    expect((await get(`transactions/${txnOf(arrived)}`)).status).toBe(404);
    expect(await transactions()).toHaveLength(1);
  });

  it('have no effect when their messages are delivered again, even after they are settled', async () => {
    const { announce, credit, reject, get, transactions } = await newClient();
    const [credited, rejected, atOnce] = [funds(5n), funds(6n), funds(7n)];
    const all = async () => {
      await announce(credited);
      await announce(credited);
      await credit(credited);
      await announce(rejected);
      await reject(rejected);
      await credit(atOnce);
    };
    await all();
    const before = [await transactions(), (await get('wallets/GBP')).data];
    await all();
    await announce(atOnce);
    expect([await transactions(), (await get('wallets/GBP')).data]).toEqual(before);
  });

  it('leave the messages of transactions to those that are completed', async () => {
    const { caller, announce, credit } = await newClient();
    const arrived = funds(5n);
    await announce(arrived);
    const completed = async () =>
      (await ledger.published(caller.client.id)).filter(({ type }) => type === 'transaction.completed');
    expect(await completed()).toHaveLength(1);
    await credit(arrived);
    expect((await completed()).at(-1)?.data).toMatchObject({
      resource: { id: txnOf(arrived), status: 'COMPLETED' },
    });
  });
});

type Client = Awaited<ReturnType<typeof newClient>>;

/** Sums of statuses are what the wallet says, and completed rows chain. */
async function expectConsistent({ get, caller }: Client) {
  const [row] = await ledger.db.database.query<Record<string, string>>(
    `SELECT coalesce(sum(amount) FILTER (WHERE status = 'PENDING'), 0)::float AS pending,
       sum((data #>> '{signedAmount,value}')::numeric) FILTER (WHERE status = 'COMPLETED')::float AS completed,
       (SELECT count(*)::int FROM (
          SELECT (data #>> '{balance,value}')::numeric - (data #>> '{signedAmount,value}')::numeric
            - coalesce(lag((data #>> '{balance,value}')::numeric) OVER (ORDER BY sort_date, sort_priority), 0) AS gap
          FROM transaction WHERE client_id = $1 AND status = 'COMPLETED'
        ) AS chain WHERE gap <> 0) AS gaps,
       (SELECT (data #>> '{balance,value}')::float FROM wallet WHERE client_id = $1) AS balance,
       (SELECT (data #>> '{pendingBalance,value}')::float FROM wallet WHERE client_id = $1) AS "pendingBalance"
     FROM transaction WHERE client_id = $1`,
    [caller.client.id],
  );
  expect(row).toMatchObject({ pending: row?.pendingBalance, completed: row?.balance, gaps: 0 });
  const { meta } = await get('transactions?q=' + encodeURIComponent('status == "PENDING"'));
  return meta.totalCount as number;
}

it('add up to the balances at every moment, with 50 announced, credited and rejected at once', async () => {
  const client = await newClient(10n);
  const each = async (n: number) => {
    const one = funds(BigInt(n + 1));
    await client.announce(one);
    if (n % 3 === 1) await client.credit(one);
    if (n % 3 === 2) await client.reject(one);
  };
  let isDone = false;
  const work = Promise.all(Array.from({ length: 50 }, (_, n) => each(n))).finally(() => (isDone = true));
  while (!isDone) await expectConsistent(client);
  await work;
  expect(await expectConsistent(client)).toBe(17);
});
