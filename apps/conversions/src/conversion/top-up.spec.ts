import type { Offer } from '@corridor/conversions-contract';
import { type ConversionOrder, fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { type DepositPolicy, NO_DEPOSITS } from '../dealing/limits.js';
import { deal } from './booking.js';
import { type Event, conversion } from './conversion.js';
import { depositFor, payDeposit, topUp, transferDeclined, transferPosted } from './deposit.js';
import { cancel, comeDue, transfersPosted } from './ending.js';

/** Deposits that the policy requires for forwards, and further ones after adverse moves of the market. */

const id = 'con_01KAFQ0000ABCDEFGHJK4F7KQ2';
const gbp = (minor: bigint) => money('GBP', minor);
const now = '2026-11-20T09:30:00.000';
const policy: DepositPolicy = { percent: 10, hours: 48, topUpPercent: 50 };
const order: ConversionOrder = {
  sellCcyCode: 'GBP',
  buyCcyCode: 'USD',
  fixedSide: 'SELL',
  amount: gbp(10_000n),
};
/** USD per GBP. */
const marketAt = (rate: string): Offer => ({
  quotes: [
    { base: 'EUR', quote: 'GBP', bid: '1', mid: '1', ask: '1' },
    { base: 'EUR', quote: 'USD', bid: rate, mid: rate, ask: rate },
  ],
  halted: [],
  plan: null,
});
const trading = {
  ...{ conversionId: id, order, given: null, market: marketAt('1.25'), now, check: () => null },
  ...{ metadata: null, valueDate: '2026-12-18', deposits: policy },
};
const events = deal({ status: 'NEW' }, trading);
const [booked, required] = events as [Event & { type: 'booked' }, Event & { type: 'deposit_required' }];

describe('the deposit of a forward', () => {
  it('is a share of the sold amount, rounded up, until its deadline', () => {
    expect(required).toEqual({
      type: 'deposit_required',
      amount: gbp(1_000n),
      fundByDate: '2026-11-22T09:30:00.000',
    });
    const odd = deal({ status: 'NEW' }, { ...trading, order: { ...order, amount: gbp(10_001n) } });
    expect(odd[1]).toMatchObject({ amount: gbp(1_001n) });
  });

  it('is due within a day unless the policy says otherwise, and at most when the conversion is', () => {
    const at = (hours: number | null) => depositFor(booked, { ...policy, hours }, now);
    expect(at(null)).toMatchObject([{ fundByDate: '2026-11-21T09:30:00.000' }]);
    expect(at(100_000)).toMatchObject([{ fundByDate: booked.fundByDate }]);
  });

  it.each<[string, object]>([
    ['of a spot contract', { valueDate: null }],
    ['on the spot date', { valueDate: '2026-11-24' }],
    ['without a policy', { deposits: NO_DEPOSITS }],
    ['of a client that is exempt', { deposits: { ...policy, percent: 0 } }],
  ])('is none %s', (_, terms) => {
    expect(deal({ status: 'NEW' }, { ...trading, ...terms })).toHaveLength(1);
  });

  it('that is missed closes the conversion out', () => {
    const late = { now: '2026-11-22T09:30:00.001', market: marketAt('1.28') };
    expect(comeDue(fold(conversion, events), late)).toMatchObject([
      { type: 'close_out_requested', reason: 'DEPOSIT_NOT_RECEIVED', isForced: true },
    ]);
  });
});

const relatedEntity = { id };
const ofDeposit = { transferId: `${id}/deposit`, relatedEntity };
const ofTopUp = { transferId: `${id}/deposit/1`, relatedEntity };
const held: Event[] = [
  ...events,
  { type: 'deposit_payment_requested', payment: { amount: required.amount, number: 0 } },
  { type: 'deposit_received' },
];
/** 125 USD are worth 94 GBP. */
const adverse = { policy, market: marketAt('1.3298'), now };
const more: Event = {
  type: 'top_up_required',
  amount: gbp(1_601n),
  loss: gbp(601n),
  fundByDate: '2026-11-22T09:30:00.000',
};
const asked = [...held, more];
const missing: Event = { type: 'deposit_payment_requested', payment: { amount: gbp(601n), number: 1 } };

describe('a further deposit', () => {
  it('is required when the loss is above a share of the deposit', () => {
    given(conversion, ...held)
      .when(topUp, adverse)
      .then(more);
    for (const market of [
      marketAt('1.25'),
      marketAt('1.31'),
      marketAt('1.2'),
      { quotes: [], halted: [], plan: null },
    ])
      given(conversion, ...held)
        .when(topUp, { ...adverse, market })
        .then();
  });

  it('is not required without a policy, a received deposit, or time to pay it', () => {
    for (const topUpPercent of [null, 0])
      given(conversion, ...held)
        .when(topUp, { ...adverse, policy: { ...policy, topUpPercent } })
        .then();
    given(conversion, ...events)
      .when(topUp, adverse)
      .then();
    given(conversion, ...asked)
      .when(topUp, adverse)
      .then();
    given(conversion, ...held)
      .when(topUp, { ...adverse, now: booked.fundByDate })
      .then();
  });

  it('is paid by a transfer of its own, once', () => {
    given(conversion, ...asked)
      .when(payDeposit, { now })
      .then(missing);
    given(conversion, ...asked, missing)
      .when(transferPosted, ofTopUp)
      .then({ type: 'deposit_received' });
    given(conversion, ...asked, missing)
      .when(transferPosted, ofDeposit)
      .then();
    given(conversion, ...asked, missing)
      .when(transferDeclined, { ...ofDeposit, reason: 'insufficient_funds' })
      .then();
    given(conversion, ...asked, missing, { type: 'deposit_received' })
      .when(transferPosted, ofTopUp)
      .then();
  });

  it('covers the loss that it was required for, and is required again after a larger one', () => {
    const covered = [...asked, missing, { type: 'deposit_received' } as const];
    given(conversion, ...covered)
      .when(topUp, adverse)
      .then();
    expect(topUp(fold(conversion, covered), { ...adverse, market: marketAt('1.45') })).toMatchObject([
      { type: 'top_up_required', amount: gbp(2_380n), loss: gbp(1_380n) },
    ]);
  });

  it('is at most the sold amount', () => {
    expect(topUp(fold(conversion, held), { ...adverse, market: marketAt('25') })).toMatchObject([
      { amount: gbp(10_000n) },
    ]);
  });

  it('that is missed closes the conversion out, and what was paid before is used', () => {
    const late = { now: '2026-11-22T09:30:00.001', market: marketAt('1.3298') };
    const [request] = comeDue(fold(conversion, asked), late);
    expect(request).toMatchObject({ reason: 'DEPOSIT_NOT_RECEIVED', refund: gbp(1_000n) });
    const transfers = ['deposit-refund', 'close-out'].map((part) => ({
      transferId: `${id}/${part}`,
      relatedEntity,
    }));
    expect(
      transfersPosted(fold(conversion, [...asked, request as Event]), { transfers, payment: null }),
    ).toMatchObject([{ type: 'cancelled', closeOut: { loss: gbp(601n) } }]);
  });

  it('in the SANDBOX comes back as far as it was paid', () => {
    const cancellation = { reason: 'x', market: null, now };
    given(conversion, ...asked)
      .when(cancel, cancellation)
      .then({ type: 'deposit_refund_requested', reason: 'x', refund: gbp(1_000n) });
  });
});
