import type { TransferRequest } from '@corridor/ledger-contract';
import { EventStore } from '@corridor/event-store';
import { type Caller, money } from '@corridor/kernel';
import { Ids, type OpenDatabase } from '@corridor/platform';
import { messageRegistry } from '@corridor/services';
import { TestClock, delivered, sized, testCaller } from '@corridor/testing';
import { openServiceDatabase } from '@corridor/testing/service';
import * as fc from 'fast-check';
import { Reactions } from '../reactions.js';
import { registration, service } from '../service.js';
import { REMEMBERED_TRANSFERS, clientLedger } from './client-ledger.js';
import { ClientMoney } from '../books/client-money.js';
import { CountedFunds } from './counted-funds.js';
import { HoldsFor } from './holds-for.js';
import { RepeatedRequests } from './repeated-requests.js';
import { requestOf } from './transfer.fixture.js';
import { PostedUnknown, transfer, transferAll } from './transfer.js';

/** Of a transfer and one that excludes it, only one is ever posted: the exchange of a conversion, or its close-out. */

const pounds = (minor: bigint) => money('GBP', minor);
const funds = requestOf('if_1', pounds(1_000n));
const exchange = requestOf('con_1', pounds(-10n));
const closeOut: TransferRequest = {
  ...requestOf('con_1', pounds(-3n)),
  transferId: 'con_1/close-out',
  excludes: 'con_1',
};
const atNoCost: TransferRequest = { ...closeOut, entries: [] };

describe('the rules', () => {
  const met = { now: '2026-11-21T09:30:00.000', newId: (prefix: string) => `${prefix}_1` };
  const none: ReadonlySet<string> = new Set();
  const post = (state: typeof clientLedger.initial, request: TransferRequest, posted = none) =>
    transfer(state, { ...met, request, posted });
  const after = (...requests: TransferRequest[]) =>
    requests.reduce(
      (state, request) => post(state, request).reduce(clientLedger.evolve, state),
      clientLedger.initial,
    );
  const outcomes = (events: readonly { type: string }[]) => events.map(({ type }) => type).slice(-1);
  const declined = (request: TransferRequest) => ({
    type: 'transfer_declined' as const,
    transferId: request.transferId,
    relatedEntity: request.relatedEntity,
    reason: 'illegal_transition' as const,
  });

  it('the second one is declined, whichever is first', () => {
    expect(post(after(funds, closeOut), exchange)).toEqual([declined(exchange)]);
    expect(post(after(funds, exchange), closeOut)).toEqual([declined(closeOut)]);
    expect(post(after(funds), closeOut, new Set(['con_1']))).toEqual([declined(closeOut)]);
  });

  it('a repeated one changes nothing', () => {
    expect(post(after(funds, closeOut), closeOut)).toEqual([]);
    expect(post(after(funds, closeOut, exchange), closeOut)).toEqual([]);
  });

  it('a declined one excludes nothing', () => {
    const poor = after(requestOf('if_1', pounds(1n)));
    const state = post(poor, closeOut).reduce(clientLedger.evolve, poor);
    expect(outcomes(post(state, requestOf('con_1', pounds(-1n))))).toEqual(['transfer_posted']);
  });

  it('one without entries moves nothing, and excludes', () => {
    const state = after(funds, atNoCost);
    expect(state.wallets['GBP']?.minor).toBe(1_000n);
    expect(post(state, exchange)).toEqual([declined(exchange)]);
    expect(() => post(after(funds), { ...atNoCost, excludes: null })).toThrow('not balanced');
  });

  it('is the same among several transfers', () => {
    const request = { transfers: [exchange, requestOf('pmt_1', pounds(-5n))], payment: null };
    expect(transferAll(after(funds, closeOut), { ...met, request })).toEqual([
      expect.objectContaining({ type: 'transfers_declined', reason: 'illegal_transition' }),
    ]);
    const both = { transfers: [closeOut, exchange], payment: null };
    expect(transferAll(after(funds), { ...met, request: both, posted: none })).toEqual([
      expect.objectContaining({ type: 'transfers_declined' }),
    ]);
  });

  it('it has to be known whether the excluded one is posted', () => {
    expect(() => transfer(after(funds), { ...met, request: closeOut })).toThrow(PostedUnknown);
    expect(transfer(after(), { ...met, request: exchange })).toMatchObject([
      { reason: 'insufficient_funds' },
    ]);
  });
});

describe('in the database', () => {
  const clock = new TestClock();
  const ids = new Ids(clock);
  let db: OpenDatabase;
  let replicas: Reactions[];
  beforeAll(async () => {
    db = await openServiceDatabase(service);
    const { database } = db;
    replicas = [1, 2].map(() => {
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
    });
  });
  afterAll(() => db.close());

  let number = 0;
  const newClient = (): Caller => ({ ...testCaller, client: { id: `cli_${++number}`, name: 'A client' } });
  /** As a delivery does it. */
  const deliver = (by: Caller, request: TransferRequest, replica = 0) =>
    db.database.transaction(() =>
      (replicas[replica] as Reactions).onTransferRequested(
        delivered<'ledger.transfer_requested'>(request, by),
      ),
    );
  const deliverAll = (by: Caller, transfers: TransferRequest[], replica = 0) =>
    db.database.transaction(() =>
      (replicas[replica] as Reactions).onTransfersRequested(
        delivered<'ledger.transfers_requested'>({ transfers, payment: null }, by),
      ),
    );
  const of = (id: string, request: TransferRequest): TransferRequest => ({
    ...request,
    transferId: request.transferId.replace('con_1', id),
    relatedEntity: { ...request.relatedEntity, id },
    excludes: request.excludes && id,
  });
  const postingsOf = async (id: string) => {
    const rows = await db.database.query<{ transferId: string }>(
      `SELECT DISTINCT transfer_id AS "transferId" FROM posting WHERE transfer_id IN ($1, $1 || '/close-out')`,
      [id],
    );
    return rows.map(({ transferId }) => transferId);
  };

  it('requests at once, of two senders in two processes, post one of both, and the other is told', async () => {
    const caller = newClient();
    await deliver(caller, requestOf(`if_${number}`, pounds(1_000_000n)));
    const conversions = Array.from({ length: sized({ small: 15, full: 200 }) }, (_, n) => `con_${n}`);
    await Promise.all(
      conversions.flatMap((id, n) => [
        deliverAll(caller, [of(id, exchange), requestOf(`pmt_${n}`, pounds(-1n))], n % 2),
        deliver(caller, of(id, closeOut), (n + 1) % 2),
      ]),
    );
    for (const id of conversions) expect(await postingsOf(id)).toHaveLength(1);
    const [told] = await db.database.query<{ declined: string }>(
      `SELECT count(*) AS declined FROM events WHERE stream_id = $1 AND data ->> 'reason' = 'illegal_transition'`,
      [caller.client.id],
    );
    expect(Number(told?.declined)).toBe(conversions.length);
  });

  it('in any order, with any repetitions, at most one is posted, also after all that the stream remembers', async () => {
    const orders = fc.array(fc.constantFrom('exchange', 'close-out', 'at no cost', 'others'), {
      minLength: 2,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(orders, async (steps) => {
        const caller = newClient();
        const id = `con_any_${number}`;
        await deliver(caller, requestOf(`if_${number}`, pounds(100_000n)));
        let first: string | null = null;
        for (const [n, step] of steps.entries()) {
          if (step === 'others') {
            for (let k = 0; k <= REMEMBERED_TRANSFERS; k++)
              await deliver(caller, requestOf(`pmt_${number}_${n}_${k}`, pounds(-1n)));
            continue;
          }
          const request = { exchange, 'close-out': closeOut, 'at no cost': atNoCost }[step];
          // One that the stream has forgotten fails on the primary key, and its message is parked.
          await deliver(caller, of(id, request)).catch((error: unknown) =>
            expect((error as Error).message).toContain('transfer_pkey'),
          );
          first ??= step;
        }
        const isPosted = await postingsOf(id);
        const expected =
          first === null || first === 'at no cost' ? [] : [first === 'exchange' ? id : `${id}/close-out`];
        expect(isPosted).toEqual(expected);
      }),
      { numRuns: sized({ small: 5, full: 60 }) },
    );
  });

  it('an exchange whose exclusion the stream has forgotten fails, instead of being posted', async () => {
    const caller = newClient();
    await deliver(caller, requestOf(`if_${number}`, pounds(100_000n)));
    for (let n = 0; n <= REMEMBERED_TRANSFERS; n++) await deliver(caller, of(`con_old_${n}`, closeOut));
    await expect(deliver(caller, of('con_old_0', exchange))).rejects.toThrow('transfer_pkey');
    expect(await postingsOf('con_old_0')).toEqual(['con_old_0/close-out']);
  });
});
