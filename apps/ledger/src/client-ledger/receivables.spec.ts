import type { RelatedEntity, TransferRequest } from '@corridor/ledger-contract';
import { type Aggregate, Refusal, money, negate } from '@corridor/kernel';
import { sized } from '@corridor/testing';
import * as fc from 'fast-check';
import { type ClientLedger, type ClientLedgerEvent, type Posting, clientLedger } from './client-ledger.js';
import { close } from './closing.js';
import type { Circumstances } from './post.js';
import { collect, recordReceivable, takeBack, writeOff } from './receivables.js';
import { requestOf } from './transfer.fixture.js';
import { transfer } from './transfer.js';

/** What a client owes after a close-out that its wallet could not pay, until it is collected or written off. */

const pounds = (minor: bigint) => money('GBP', minor);
const met: Circumstances = {
  now: '2026-11-21T09:30:00.000',
  newId: (prefix, place) => `${prefix}_${place?.transferId ?? 'new'}`,
};
const relatedEntity = (id: string): RelatedEntity => ({
  ...{ id, type: 'CONVERSION', reference: `CON-${id}`, details: { description: 'Close-out' } },
});
/** As conversions requests it: the part that nobody could pay. */
const closedOut = (id: string, minor: bigint): TransferRequest => ({
  transferId: `${id}/close-out-of-deposit`,
  ...{
    action: 'CONVERSION',
    reason: 'Close-out',
    relatedEntity: relatedEntity(id),
    holdFor: null,
    excludes: id,
  },
  entries: [
    { account: 'receivables', amount: negate(pounds(minor)) },
    { account: 'fx_position', amount: pounds(minor) },
  ],
});
const funds = (id: string, minor: bigint, holdFor: string | null = null): TransferRequest => {
  const request = requestOf(id, pounds(minor), holdFor);
  const { reference, details } = request.relatedEntity;
  return { ...request, relatedEntity: { id, type: 'INBOUND_FUNDS', reference, details } };
};
const { evolve, initial } = clientLedger as Aggregate<ClientLedger, ClientLedgerEvent>;
const after = (state: ClientLedger, events: readonly ClientLedgerEvent[]) => events.reduce(evolve, state);
const send = (state: ClientLedger, request: TransferRequest) =>
  transfer(state, { ...met, request, posted: new Set(), counted: null });
const sent = (...requests: TransferRequest[]) =>
  requests.reduce((state, request) => after(state, send(state, request)), initial);
const rcv = (id: string) => `rcv_${id}/close-out-of-deposit`;
const owes = ({ receivables }: ClientLedger) =>
  Object.values(receivables).map(({ outstanding }) => outstanding.minor);
const has = ({ wallets }: ClientLedger) => wallets['GBP']?.minor;

it('what no wallet could pay is owed', () => {
  const events = send(initial, closedOut('con_1', 300n));
  expect(events.map(({ type }) => type)).toEqual(['transfer_posted', 'receivable_changed']);
  const opened = { change: 'OPENED', amount: pounds(300n), outstanding: pounds(300n), collections: 0 };
  expect(events[1]).toMatchObject({ ...opened, receivableId: rcv('con_1') });
});

it('money that comes in pays it, the oldest debt first, and as far as it goes', () => {
  const indebted = sent(closedOut('con_1', 300n), closedOut('con_2', 200n));
  const some = after(indebted, send(indebted, funds('if_1', 400n)));
  expect(owes(some)).toEqual([100n]);
  expect(has(some)).toBe(0n);
  const rest = after(some, send(some, funds('if_2', 150n)));
  expect(owes(rest)).toEqual([]);
  expect(has(rest)).toBe(50n);
});

it('other money does not: that of another currency, and what is not received from outside', () => {
  const indebted = sent(closedOut('con_1', 300n));
  const dollars = { ...funds('if_1', 0n), ...requestOf('if_1', money('USD', 500n)) };
  expect(
    owes(after(indebted, send(indebted, { ...dollars, relatedEntity: funds('if_1', 1n).relatedEntity }))),
  ).toEqual([300n]);
  expect(owes(after(indebted, send(indebted, requestOf('pmt_1', pounds(500n)))))).toEqual([300n]);
});

const back = (minor: bigint) => ({
  ...{ transferId: 'if_1/return', amount: pounds(minor), reason: 'R01' },
  relatedEntity: funds('if_1', 1n).relatedEntity,
});

it('returned funds are taken from the wallet without what is held, and the rest is owed', () => {
  const rich = sent(funds('if_1', 500n), requestOf('con_8', pounds(100n), 'pmt_1'));
  const all = after(rich, takeBack(rich, back(500n), met));
  expect([has(all), owes(all)]).toEqual([100n, []]);
  expect(takeBack(all, back(500n), met)).toEqual([]);
  const poor = sent(
    funds('if_1', 500n),
    requestOf('pmt_2', pounds(-300n)),
    requestOf('con_8', pounds(100n), 'pmt_1'),
  );
  const events = takeBack(poor, back(500n), met);
  expect(events.map(({ type }) => type)).toEqual(['wallet_moved', 'transfer_posted', 'receivable_changed']);
  const some = after(poor, events);
  expect([has(some), owes(some)]).toEqual([100n, [300n]]);
  const paid = send(some, funds('if_2', 350n));
  expect(paid).toContainEqual(
    expect.objectContaining({ type: 'wallet_moved', action: 'FUNDING', amount: pounds(-300n) }),
  );
  expect([has(after(some, paid)), owes(after(some, paid))]).toEqual([150n, []]);
});

it('a client that is closed owes all of it', () => {
  const closed = after(initial, close(initial, { attempt: 1, obstacles: [] }));
  const events = takeBack(closed, back(500n), met);
  expect(events.map(({ type }) => type)).toEqual(['transfer_posted', 'receivable_changed']);
  expect(owes(after(closed, events))).toEqual([500n]);
});

it('staff collect what the wallet has, but not what is held for a payment', () => {
  const paid = requestOf('con_8', pounds(500n), 'pmt_1');
  const indebted = sent(closedOut('con_1', 300n), paid);
  const order = { receivableId: rcv('con_1') };
  expect(() => collect(indebted, order, met)).toThrow(Refusal);
  const richer = after(indebted, send(indebted, requestOf('con_9', pounds(120n))));
  const collected = after(richer, collect(richer, order, met));
  expect(owes(collected)).toEqual([180n]);
  expect(has(collected)).toBe(500n);
});

it('a debt ends once', () => {
  const indebted = sent(closedOut('con_1', 300n));
  const off = { receivableId: rcv('con_1'), reason: 'The client is insolvent' };
  const written = after(indebted, writeOff(indebted, off, met));
  for (const again of [
    () => writeOff(written, off, met),
    () => collect(after(written, send(written, funds('if_1', 500n))), off, met),
  ])
    expect(again).toThrow(expect.objectContaining({ code: 'illegal_transition' }));
});

it('a client that owes something is not closed', () => {
  const indebted = sent(closedOut('con_1', 300n));
  const turn = { attempt: 1, obstacles: [] };
  expect(close(indebted, turn)).toMatchObject([
    {
      type: 'closing_declined',
      obstacles: [{ kind: 'receivable', detail: expect.stringContaining('GBP 3.00') }],
    },
  ]);
  const off = { receivableId: rcv('con_1'), reason: 'The client is insolvent' };
  const closed = after(indebted, writeOff(indebted, off, met));
  expect(close(closed, turn)).toEqual([{ type: 'closed', attempt: 1 }]);
});

it('whatever happens, the account has what is open, and what ends is in the wallet’s movements or written off', () => {
  const step = fc.record({
    does: fc.constantFrom('close out', 'record', 'fund', 'spend', 'collect', 'write off', 'take back'),
    minor: fc.bigInt({ min: 1n, max: 500n }),
    which: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state = initial;
      const postings: Posting[] = [];
      for (const [n, { does, minor, which }] of steps.entries()) {
        const open = Object.keys(state.receivables);
        const receivableId = open[which % Math.max(open.length, 1)] ?? 'rcv_none';
        const debt = {
          receivableId: `rcv_${n}`,
          amount: pounds(minor),
          relatedEntity: relatedEntity(`con_${n}`),
        };
        const decide = {
          'close out': () => send(state, closedOut(`con_${n}`, minor)),
          record: () => recordReceivable(state, debt, met),
          fund: () => send(state, funds(`if_${n}`, minor)),
          spend: () => send(state, requestOf(`pmt_${n}`, pounds(-minor))),
          collect: () => collect(state, { receivableId }, met),
          'take back': () => takeBack(state, { ...back(minor), transferId: `if_${n}/return` }, met),
          'write off': () => writeOff(state, { receivableId, reason: 'Gone' }, met),
        }[does];
        let events: ClientLedgerEvent[] = [];
        try {
          events = decide();
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        for (const event of events) if (event.type === 'transfer_posted') postings.push(...event.postings);
        state = after(state, events);
        const sum = (account: string) =>
          postings
            .filter((one) => one.account === account)
            .reduce((all, { amount }) => all + amount.minor, 0n);
        expect(sum('receivables')).toBe(-owes(state).reduce((all, one) => all + one, 0n));
        expect(sum('wallet')).toBe(has(state) ?? 0n);
        expect(postings.reduce((all, { amount }) => all + amount.minor, 0n)).toBe(0n);
      }
    }),
    { numRuns: sized({ small: 200, full: 5_000 }) },
  );
});
