import type { Offer } from '@corridor/conversions-contract';
import { Refusal, fold, money, zero } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type SettledCloseOut, closeOutAt, closeOutIfPriced } from './close-out.js';
import { type Event, conversion } from './conversion.js';
import { transferDeclined, transferPosted } from './deposit.js';
import { cancel, comeDue, quoteCancellation, transfersDeclined, transfersPosted } from './ending.js';

const id = 'con_01KAFQ0000ABCDEFGHJK4F7KQ2';
const now = '2026-11-21T09:30:00.123';
const tooLate = '2026-11-24T17:00:00.001';
const sellAmount = money('GBP', 10_000n);
const buyAmount = money('USD', 12_500n);

/** USD per GBP: 1.25 when it is booked, and by default 1.25 to 1.30 afterwards, so USD 125.00 buy GBP 96.15 back. */
const quotesAt = (bid: string, ask: string) => [
  { base: 'EUR', quote: 'GBP', bid: '1', mid: '1', ask: '1' },
  { base: 'EUR', quote: 'USD', bid, mid: bid, ask },
];
const marketAt = (bid: string, ask: string): Offer => ({
  quotes: quotesAt(bid, ask),
  halted: [],
  plan: null,
});
const market = marketAt('1.25', '1.30');
const withoutPrice: Offer = { quotes: market.quotes.slice(0, 1), halted: [], plan: null };
const halted: Offer = { quotes: market.quotes.slice(0, 1), halted: ['EURGBP', 'EURUSD'], plan: null };
const quote = { base: 'GBP', quote: 'USD', bid: '1.25', mid: '1.25', ask: '1.3' };
const loss = money('GBP', 385n);
const none = zero('GBP');
const shown = { margin: null, quote: expect.anything(), proceeds: money('GBP', 9_615n), loss, gain: none };
const settled: SettledCloseOut = { ...shown, quote, charged: loss, receivable: none };

const booked: Event = {
  type: 'booked',
  margin: null,
  reference: 'CON-20261121-4F7KQ2',
  order: { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: sellAmount },
  quote: { base: 'GBP', quote: 'USD', bid: '1.25', mid: '1.25', ask: '1.25' },
  price: { ccyPair: 'GBPUSD', rate: '1.25', sellAmount, buyAmount },
  valueDate: '2026-11-24',
  fundByDate: '2026-11-24T17:00:00.000',
  paymentInstructionId: null,
  metadata: null,
};
const depositOf = (minor: bigint): Event[] => [
  { type: 'deposit_required', amount: money('GBP', minor), fundByDate: booked.fundByDate },
  { type: 'deposit_payment_requested' },
  { type: 'deposit_received' },
];
const requested = (
  more: Partial<SettledCloseOut> = {},
  isForced = false,
  reason = 'never mind',
  refund?: bigint,
): Event & { type: 'close_out_requested' } => ({
  type: 'close_out_requested',
  reason,
  settled: { ...settled, ...more },
  isForced,
  ...(refund !== undefined && { refund: money('GBP', refund) }),
});
const order = { reason: 'never mind', market, now };
const relatedEntity = { id };
const noFunds = { reason: 'insufficient_funds' } as const;
const ofLoss = { transferId: `${id}/close-out`, relatedEntity };
const ofDepositPart = { transferId: `${id}/close-out-of-deposit`, relatedEntity };
const ofRefund = { transferId: `${id}/deposit-refund`, relatedEntity };

describe('the value of a close-out', () => {
  const trade = { sellAmount, buyAmount, valueDate: '2026-11-24' };

  it('is what the bought currency brings at the market: the difference is a loss or a gain', () => {
    expect(closeOutAt(trade, market, now)).toEqual(shown);
    expect(closeOutAt(trade, marketAt('1.20', '1.20'), now)).toMatchObject({
      proceeds: money('GBP', 10_416n),
      loss: none,
      gain: money('GBP', 416n),
    });
    expect(closeOutAt(trade, marketAt('1.25', '1.25'), now)).toMatchObject({ loss: none, gain: none });
  });

  it('is nothing for an amount that does not buy a minor unit back', () => {
    const tiny = { sellAmount: money('GBP', 1n), buyAmount: money('USD', 1n), valueDate: '2026-11-24' };
    expect(closeOutAt(tiny, market, now)).toMatchObject({ proceeds: none, loss: money('GBP', 1n) });
  });

  it('is unknown without a price', () => {
    expect(closeOutIfPriced(trade, { quotes: [], halted: [], plan: null }, now)).toBeNull();
    expect(closeOutIfPriced(trade, withoutPrice, now)).toBeNull();
    expect(closeOutIfPriced(trade, halted, now)).toBeNull();
    expect(() => closeOutAt(trade, withoutPrice, now)).toThrow(Refusal);
  });
});

describe('a cancellation by the client', () => {
  it('is complete when the ledger has taken the loss', () => {
    given(conversion, booked).when(cancel, order).then(requested());
    given(conversion, booked, requested())
      .when(transferPosted, ofLoss)
      .then({ type: 'cancelled', reason: 'never mind', closeOut: settled });
  });

  it('changes nothing if the client does not have the loss', () => {
    given(conversion, booked, requested())
      .when(transferDeclined, { ...ofLoss, ...noFunds })
      .then({ type: 'close_out_declined', ...noFunds });
    given(conversion, booked, requested(), { type: 'close_out_declined', ...noFunds })
      .when(cancel, order)
      .then(requested());
  });

  it('does not pay a gain', () => {
    const events = cancel(fold(conversion, [booked]), { ...order, market: marketAt('1.20', '1.20') });
    expect(events).toMatchObject([
      { type: 'cancelled', closeOut: { charged: none, receivable: none, gain: money('GBP', 416n) } },
    ]);
  });

  it('returns the deposit and takes the loss in one step', () => {
    const held = [booked, ...depositOf(1_000n)] as const;
    given(conversion, ...held)
      .when(cancel, order)
      .then(requested({}, false, 'never mind', 1_000n));
    given(conversion, ...held, requested())
      .when(transfersPosted, { transfers: [ofRefund, ofLoss], payment: null })
      .then({ type: 'cancelled', reason: 'never mind', closeOut: settled });
  });

  it('is charged as shown until that expires, then at the market', () => {
    const [event] = quoteCancellation(fold(conversion, [booked]), order);
    expect(event).toEqual({ type: 'close_out_quoted', ...shown, expiresOn: '2026-11-21T09:31:00.123' });
    const worse = { ...order, market: marketAt('1.25', '1.60') };
    const quoted = [booked, event as Event] as const;
    given(conversion, ...quoted)
      .when(cancel, { ...worse, now: '2026-11-21T09:31:00.122' })
      .then(requested());
    const late = cancel(fold(conversion, quoted), { ...worse, now: '2026-11-21T09:31:00.123' });
    expect(late).toMatchObject([{ settled: { loss: money('GBP', 2_188n) } }]);
  });

  it('of the conversion of an instruction is refused', () => {
    const part: Event = { ...booked, paymentInstructionId: 'pi_1' };
    given(conversion, part).when(cancel, order).refuses('illegal_transition');
    given(conversion, part).when(quoteCancellation, order).refuses('illegal_transition');
  });
});

describe('a cancellation by the calendar', () => {
  const due = { now: tooLate, market };
  const forced = (more: Partial<SettledCloseOut> = {}) => requested(more, true, 'NOT_FUNDED');
  const cancelledWith = (more: Partial<SettledCloseOut>): Event => ({
    type: 'cancelled',
    reason: 'NOT_FUNDED',
    closeOut: { ...settled, ...more },
  });

  it('takes the loss', () => {
    given(conversion, booked).when(comeDue, due).then(forced());
    given(conversion, booked, forced()).when(transferPosted, ofLoss).then(cancelledWith({}));
  });

  it('is owed what the client does not have', () => {
    const all = { charged: none, receivable: loss };
    given(conversion, booked, forced())
      .when(transferDeclined, { ...ofLoss, ...noFunds })
      .then(forced(all));
    given(conversion, booked, forced(), forced(all))
      .when(transferPosted, ofDepositPart)
      .then(cancelledWith(all));
  });

  describe('of the conversion of an instruction, which payments may ask the ledger to exchange', () => {
    const part: Event = { ...booked, paymentInstructionId: 'pi_1' };
    const gaining = marketAt('1.20', '1.20');
    const exchange = { transfers: [{ transferId: id, relatedEntity }], payment: null };

    it('is decided by the ledger, also if it costs nothing', () => {
      const [request] = comeDue(fold(conversion, [part]), { now: tooLate, market: gaining });
      expect(request).toMatchObject({ type: 'close_out_requested', settled: { charged: none, loss: none } });
      expect(comeDue(fold(conversion, [booked]), { now: tooLate, market: gaining })).toMatchObject([
        { type: 'cancelled' },
      ]);
      const asked = [part, request as Event] as const;
      expect(transferPosted(fold(conversion, asked), ofLoss)).toMatchObject([{ type: 'cancelled' }]);
      given(conversion, ...asked)
        .when(transferDeclined, { ...ofLoss, reason: 'illegal_transition' })
        .then({ type: 'close_out_declined', reason: 'illegal_transition' });
    });

    it('is over when the ledger has exchanged it', () => {
      const exchanged: Event = { type: 'exchanged', paymentId: null };
      given(conversion, part, forced()).when(transfersPosted, exchange).then(exchanged);
      given(conversion, part, forced(), exchanged)
        .when(transferDeclined, { ...ofLoss, reason: 'illegal_transition' })
        .then();
    });
  });

  it('keeps the deposit for the loss, and is owed the rest', () => {
    const held = [booked, ...depositOf(300n), forced()] as const;
    const part = { charged: money('GBP', 300n), receivable: money('GBP', 85n) };
    given(conversion, ...held)
      .when(transfersDeclined, { transfers: [ofRefund, ofLoss], ...noFunds })
      .then({ ...forced(part), refund: money('GBP', 300n) });
    given(conversion, ...held, forced(part))
      .when(transfersDeclined, { transfers: [ofRefund, ofLoss], ...noFunds })
      .then();
    given(conversion, ...held, forced(part))
      .when(transfersPosted, { transfers: [ofRefund, ofDepositPart], payment: null })
      .then(cancelledWith(part));
  });

  it('waits for a price, and is tried again while the wallet is full', () => {
    given(conversion, booked)
      .when(comeDue, { now: tooLate, market: { quotes: [], halted: [], plan: null } })
      .then();
    given(conversion, booked, ...depositOf(300n), forced())
      .when(transfersDeclined, { transfers: [ofRefund, ofLoss], reason: 'wallet_full' })
      .then({ type: 'close_out_declined', reason: 'wallet_full' });
  });
});
