import { randomBytes } from 'node:crypto';
import type { TransferRequest } from '@corridor/ledger-contract';
import { EventStore, type OpenDatabase, openDatabase } from '@corridor/event-store';
import { type Aggregate, type Caller, type Money, decodeJson, encodeJson, money } from '@corridor/kernel';
import { Ids } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, delivered, sized, testCaller } from '@corridor/testing';
import { statementsOf } from '@corridor/testing/service';
import { EventsOfHolds1700000035001 } from '../migrations/1700000035001-events-of-holds.js';
import { Reactions } from '../reactions.js';
import { registration, service } from '../service.js';
import { type ClientLedger, type ClientLedgerEvent, clientLedger } from './client-ledger.js';
import { ClientMoney } from '../books/client-money.js';
import { CountedFunds } from './counted-funds.js';
import { holdOf, sumsOf } from './holds.js';
import { HoldsFor } from './holds-for.js';
import { RepeatedRequests } from './repeated-requests.js';
import { requestOf } from './transfer.fixture.js';
import { transfer } from './transfer.js';

/** Money that is held for payments, in a database that an earlier build has written or writes at the same time. */

const clock = new TestClock();
const ids = new Ids(clock);
const NAME = `test-${randomBytes(6).toString('hex')}`;
const open = (migrations: typeof service.migrations) =>
  openDatabase(process.env['DATABASE_URL'] as string, { name: NAME, migrations }, { poolSize: 1 });

let number = 0;
const newClient = (): Caller => ({ ...testCaller, client: { id: `cli_${++number}`, name: 'A client' } });

const pounds = (minor: bigint) => money('GBP', minor);
const exchange = (paymentId: string, minor = 10n) =>
  requestOf(`con_for_${paymentId}`, pounds(minor), paymentId);
const pay = (paymentId: string, minor = 10n) => requestOf(paymentId, pounds(-minor));

type Build = (db: OpenDatabase, caller: Caller, request: TransferRequest) => Promise<unknown>;

/** The state of the build before, which lists the holds. Its events have no sums. */
type Earlier = Omit<ClientLedger, 'held'> & { readonly holds: Readonly<Record<string, Money>> };
const earlierLedger: Aggregate<Earlier, ClientLedgerEvent> = {
  ...clientLedger,
  stateVersion: 4,
  initial: { ...clientLedger.initial, holds: {} },
  evolve(state, event) {
    const after = clientLedger.evolve({ ...state, held: null }, event);
    if (event.type !== 'transfer_posted') return { ...after, holds: state.holds };
    const { [event.transferId]: _spent, ...left } = state.holds;
    const hold = holdOf(event);
    return { ...after, holds: hold && event.holdFor !== null ? { ...left, [event.holdFor]: hold } : left };
  },
};
const earlierBuild: Build = ({ database }, caller, request) => {
  const registrations = [{ ...registration, aggregate: earlierLedger }];
  const store = new EventStore('ledger', database, registrations, messageRegistry, clock);
  const decide = ({ holds: listed, ...state }: Earlier) => {
    const own = new Map(Object.entries(listed).map(([id, hold]) => [id, [hold]]));
    const holds = { own, sums: sumsOf(Object.values(listed)) };
    const events = transfer(
      { ...state, held: null },
      { request, holds, now: '2026-11-21T09:30:00.000', newId: (prefix) => ids.next(prefix) },
    );
    return events.map((event) => {
      if (event.type !== 'transfer_posted') return event;
      const { held: _, ...stored } = event;
      return stored;
    });
  };
  return store.handle(earlierLedger, caller.client.id, decide, { caller });
};

function reactionsOn({ database }: OpenDatabase) {
  const store = new EventStore('ledger', database, [registration], messageRegistry, clock);
  return new Reactions(
    store,
    database,
    new CountedFunds(database),
    new HoldsFor(database),
    new RepeatedRequests(database),
    new ClientMoney({ accounts: null }),
    clock,
    ids,
  );
}
/** As a delivery does it. */
const thisBuild: Build = (db, caller, request) =>
  db.database.transaction(() =>
    reactionsOn(db).onTransferRequested(delivered<'ledger.transfer_requested'>(request, caller)),
  );

/** As the messages of a client say it. */
async function outcomesOf({ database }: OpenDatabase, { client }: Caller): Promise<string[]> {
  const rows = await database.query<{ type: string; transferId: string }>(
    `SELECT type, data ->> 'transferId' AS "transferId" FROM events
     WHERE stream_id = $1 AND type IN ('transfer_posted', 'transfer_declined') ORDER BY version`,
    [client.id],
  );
  return rows.map(({ type, transferId }) => `${transferId} ${type.replace('transfer_', '')}`);
}
async function stateOf({ database }: OpenDatabase, { client }: Caller): Promise<ClientLedger> {
  const [row] = await database.query<{ state: string }>(
    'SELECT state::text FROM streams WHERE stream_id = $1',
    [client.id],
  );
  return decodeJson<ClientLedger>(row?.state ?? '');
}
const gbp = (minor: bigint) => ({ GBP: money('GBP', minor) });

describe('in a database of the build before', () => {
  let db: OpenDatabase;
  const caller = newClient();
  const after: string[] = [];
  const [MANY, FUNDS] = [200, 15n];
  beforeAll(async () => {
    const before = await open(service.migrations.filter((one) => one !== EventsOfHolds1700000035001));
    await earlierBuild(before, caller, requestOf('if_1', pounds(FUNDS)));
    for (let n = 0; n < MANY; n++) await earlierBuild(before, caller, exchange(`pmt_${n}`));
    await earlierBuild(before, caller, pay('pmt_0'));
    await earlierBuild(before, caller, pay('pmt_declined', FUNDS + 1n));
    after.push(...(await outcomesOf(before, caller)));
    await before.close();
    db = await open(service.migrations);
  }, 120_000);
  afterAll(() => db.close());

  const results = async () => (await outcomesOf(db, caller)).slice(after.length);

  test('what is held stays held, and is paid by the payments that it is held for', async () => {
    expect(after.slice(-2)).toEqual(['pmt_0 posted', 'pmt_declined declined']);
    const requests = [
      pay('pmt_x_1', FUNDS + 1n),
      pay('pmt_1'),
      pay('pmt_x_2', FUNDS + 1n),
      pay('pmt_x_3', FUNDS),
    ];
    for (const request of requests) await thisBuild(db, caller, request);
    expect(await results()).toEqual([
      'pmt_x_1 declined',
      'pmt_1 posted',
      'pmt_x_2 declined',
      'pmt_x_3 posted',
    ]);
    const state = await stateOf(db, caller);
    expect(state.held).toEqual(gbp(BigInt(MANY - 2) * 10n));
    expect(Object.keys(state).sort()).toEqual(Object.keys(clientLedger.initial).sort());
  });

  test('a replica of the build before works beside this one', async () => {
    const builds = [earlierBuild, thisBuild, thisBuild, earlierBuild, earlierBuild, thisBuild];
    for (const [n, build] of builds.entries()) {
      await build(db, caller, exchange(`pmt_new_${n}`, 7n));
      await build(db, caller, pay(`pmt_${n + 2}`));
      await (builds[n + 1] ?? thisBuild)(db, caller, pay(`pmt_y_${n}`, 1n));
    }
    const expected = builds.flatMap((_, n) => [
      `con_for_pmt_new_${n} posted`,
      `pmt_${n + 2} posted`,
      `pmt_y_${n} declined`,
    ]);
    expect((await results()).slice(-expected.length)).toEqual(expected);
    for (const n of builds.keys()) await thisBuild(db, caller, pay(`pmt_new_${n}`, 7n));
    expect((await results()).slice(-builds.length)).toEqual(
      [...builds.keys()].map((n) => `pmt_new_${n} posted`),
    );
    expect((await stateOf(db, caller)).held).toEqual(gbp(BigInt(MANY - 8) * 10n));
    const versions = await db.database.query(
      `SELECT DISTINCT schema_version AS version FROM events WHERE type = 'transfer_posted'`,
    );
    expect(versions).toEqual([{ version: 3 }]); // the build before reads no later one
  });

  test('a delivery that is rolled back after it has read the sums, and comes again, has one effect', async () => {
    const other = newClient();
    for (const n of [1, 2]) await earlierBuild(db, other, exchange(`pmt_other_${n}`));
    const crash = new Error('the process ends before the commit');
    const crashing = db.database.transaction(async () => {
      await thisBuild(db, other, pay('pmt_other_1'));
      throw crash;
    });
    await expect(crashing).rejects.toBe(crash);
    for (const _ of [1, 2]) await thisBuild(db, other, pay('pmt_other_1'));
    const expected = ['con_for_pmt_other_1 posted', 'con_for_pmt_other_2 posted', 'pmt_other_1 posted'];
    expect(await outcomesOf(db, other)).toEqual(expected);
    expect((await stateOf(db, other)).held).toEqual(gbp(10n));
  });
});

describe('of one client', () => {
  let db: OpenDatabase;
  beforeAll(async () => {
    db = await open(service.migrations);
  });
  afterAll(() => db.close());

  /** With a plan that was made when the table was empty. */
  async function rowsRead(work: () => Promise<unknown>): Promise<number> {
    const read = async () => {
      await db.pool.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await db.pool.query<{ rows: number }>(
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_user_tables WHERE relname = 'events'`,
      );
      return rows[0]?.rows ?? 0;
    };
    const before = await read();
    await work();
    return (await read()) - before;
  }

  test('its state and what a payment reads do not grow with their number', async () => {
    const caller = newClient();
    const measured = async (paymentId: string) => {
      const statements = await statementsOf(() => thisBuild(db, caller, pay(`${paymentId}_a`)));
      const rows = await rowsRead(() => thisBuild(db, caller, pay(`${paymentId}_b`)));
      const { posted: _, ...state } = await stateOf(db, caller);
      return { statements: statements.length, rows, size: encodeJson(state).length };
    };
    for (const id of ['few_a', 'few_b', 'many_a', 'many_b'])
      await thisBuild(db, caller, exchange(`pmt_${id}`));
    const few = await measured('pmt_few');
    const many = sized({ small: 500, full: 5_000 });
    for (let n = 0; n < many; n++) await thisBuild(db, caller, exchange(`pmt_of_many_${n}`));
    const after = await measured('pmt_many');
    expect(after.statements).toBe(few.statements);
    expect(after.rows).toBeLessThanOrEqual(few.rows + 2);
    expect(after.size - few.size).toBeLessThan(20); // digits
  }, 300_000);

  test('each is spent once by the transfer it is held for, and by no other one', async () => {
    const caller = newClient();
    const requests = [
      exchange('pmt_a'),
      exchange('pmt_b'),
      pay('pmt_c', 1n),
      pay('pmt_a'),
      pay('pmt_a'),
      pay('pmt_d', 1n),
    ];
    for (const request of [...requests, pay('pmt_b')]) await thisBuild(db, caller, request);
    expect((await outcomesOf(db, caller)).slice(2)).toEqual([
      'pmt_c declined',
      'pmt_a posted',
      'pmt_d declined',
      'pmt_b posted',
    ]);
    expect((await stateOf(db, caller)).held).toEqual({});
  });
});
