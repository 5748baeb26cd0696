import type { TransferEntry, TransferRequest } from '@corridor/ledger-contract';
import { type Money, fold, money } from '@corridor/kernel';
import * as fc from 'fast-check';
import { type ClientLedger, type ClientLedgerEvent, balanceOf, clientLedger } from './client-ledger.js';
import { type KnownHolds, holdOf, sumsOf } from './holds.js';
import { requestOf } from './transfer.fixture.js';
import { HoldsUnknown } from './post.js';
import { transfer, transferAll } from './transfer.js';

type Posted = ClientLedgerEvent & { type: 'transfer_posted' };
const isPosted = (event: ClientLedgerEvent): event is Posted => event.type === 'transfer_posted';

const circumstances = { now: '2026-11-21T09:30:00.000', newId: (prefix: string) => `${prefix}_1` };

/** As the log is read: all holds by their transfer, also those that are spent, and the sums of the others. */
const knownIn = (history: readonly ClientLedgerEvent[]): KnownHolds => ({
  own: holdsIn(history),
  sums: sumsOf([...holdsOf(history).values()]),
});

function holdsIn(history: readonly ClientLedgerEvent[]): Map<string, Money[]> {
  const holds = new Map<string, Money[]>();
  for (const event of history.filter(isPosted)) {
    const hold = holdOf(event);
    if (hold && event.holdFor !== null) holds.set(event.holdFor, [...(holds.get(event.holdFor) ?? []), hold]);
  }
  return holds;
}

/** As an earlier build stored it, which did not write the sums. */
function ofEarlierBuild(event: ClientLedgerEvent): ClientLedgerEvent {
  if (!isPosted(event)) return event;
  const { held: _, ...earlier } = event;
  return earlier;
}

/** Each hold, by the transfer that may spend it: what the state of earlier builds had. */
function holdsOf(history: readonly ClientLedgerEvent[]): Map<string, Money> {
  const holds = new Map<string, Money>();
  for (const event of history.filter(isPosted)) {
    holds.delete(event.transferId);
    const hold = holdOf(event);
    if (hold && event.holdFor !== null) holds.set(event.holdFor, hold);
  }
  return holds;
}

/** The decision of earlier builds on a request with one entry on a wallet. */
function isAccepted(state: ClientLedger, holds: Map<string, Money>, request: TransferRequest): boolean {
  const { amount } = request.entries[0] as TransferEntry;
  const others = [...holds]
    .filter(([heldFor, { ccyCode }]) => heldFor !== request.transferId && ccyCode === amount.ccyCode)
    .reduce((sum, [, { minor }]) => sum + minor, 0n);
  return amount.minor > 0n || balanceOf(state, amount.ccyCode).minor + amount.minor - others >= 0n;
}

describe('the sums of what is held', () => {
  const ccyCode = fc.constantFrom('GBP', 'USD');
  const minor = fc.bigInt(1n, 40n);
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('fund', 'exchange', 'pay other'), ccyCode, minor }),
    fc.record({ kind: fc.constantFrom('pay', 'pay again'), ccyCode, minor, nth: fc.nat(9) }),
  );

  it('lead to the decisions of a state that lists the holds, while builds with and without them take turns', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 40 }), (steps) => {
        let history: ClientLedgerEvent[] = [];
        const exchanged: Money[] = [];
        steps.forEach(([one, isEarlierBuild], i) => {
          const nth = 'nth' in one ? one.nth : -1;
          const amount = money(one.ccyCode, one.minor);
          const debit = (of: Money) => ({ ...of, minor: -of.minor });
          const bought = exchanged[nth];
          let request = requestOf(`other_${i}`, debit(amount));
          if (one.kind === 'fund') request = requestOf(`if_${i}`, amount);
          if (one.kind === 'exchange')
            request = requestOf(`con_${i}`, amount, `pmt_${exchanged.push(amount) - 1}`);
          if (bought) request = requestOf(`pmt_${nth}`, debit(bought));
          const state = fold(clientLedger, history);
          const listed = holdsOf(history);
          const isRepeated = state.posted.includes(request.transferId);
          const events = transfer(state, { request, ...circumstances, holds: knownIn(history) });
          expect(events.at(-1)?.type).toBe(
            isRepeated
              ? undefined
              : isAccepted(state, listed, request)
                ? 'transfer_posted'
                : 'transfer_declined',
          );
          history = [...history, ...(isEarlierBuild ? events.map(ofEarlierBuild) : events)];
          const sums = sumsOf([...holdsOf(history).values()]);
          if (events.some(isPosted))
            expect(fold(clientLedger, history).held).toEqual(isEarlierBuild ? null : sums);
        });
      }),
      { numRuns: 300 },
    );
  });

  const exchanged = transfer(clientLedger.initial, {
    request: requestOf('con_1', money('USD', 50n), 'pmt_1'),
    ...circumstances,
  });
  const state = fold(clientLedger, exchanged);

  it('require a look at the log only for a debit of a wallet with held money', () => {
    const of = (amount: Money) => ({ request: requestOf('x_1', amount), ...circumstances });
    expect(() => transfer(state, of(money('USD', -1n)))).toThrow(HoldsUnknown);
    for (const amount of [money('USD', 1n), money('GBP', 1n), money('GBP', -1n)])
      expect(transfer(state, of(amount))).not.toEqual([]);
    expect(() => transfer(clientLedger.initial, of(money('USD', -1n)))).not.toThrow();
  });

  it('count what is held and spent by transfers that are posted together', () => {
    const transfers = [
      requestOf('con_2', money('EUR', 30n), 'pmt_2'),
      requestOf('pmt_2', money('EUR', -30n)),
    ];
    const events = transferAll(state, { request: { transfers, payment: null }, ...circumstances });
    expect(events.filter(isPosted).map(({ held }) => held)).toEqual([
      { USD: money('USD', 50n), EUR: money('EUR', 30n) },
      { USD: money('USD', 50n) },
    ]);
  });

  it('are read from the log once after events of an earlier build', () => {
    const earlier = exchanged.map(ofEarlierBuild);
    const before = fold(clientLedger, earlier);
    const order = { request: requestOf('if_1', money('GBP', 1n)), ...circumstances };
    expect(() => transfer(before, order)).toThrow(expect.objectContaining({ needs: 'sums' }));
    const next = transfer(before, { ...order, holds: knownIn(earlier) });
    expect(fold(clientLedger, [...earlier, ...next]).held).toEqual({ USD: money('USD', 50n) });
  });
});
