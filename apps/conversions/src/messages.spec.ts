import { depositRefundOf } from '@corridor/conversions-contract';
import type { Envelope, MessageType, Messages } from '@corridor/contracts';
import type { ConversionPayment } from '@corridor/payments-contract';
import { type ConversionOrder, type Price, type Quote as MarketQuote, money } from '@corridor/kernel';
import { TestClock, about, fixture, fixtures, testCaller, toTransfer } from '@corridor/testing';
import { MessagesOf, reactsTo } from '@corridor/testing/service';
import { type Event, conversion } from './conversion/conversion.js';
import { CoverReactions } from './dealing/cover-reactions.js';
import { paymentCover } from './dealing/cover.js';
import { Credit } from './dealing/credit.js';
import type * as QuoteRefusal from './quote/quote-refusal.js';
import { quoteRefusal } from './quote/quote-refusal.js';
import type * as Quote from './quote/quote.js';
import { firmQuote } from './quote/quote.js';
import { clientMarginPlan, marginsOf } from './margin/client-margin-plan.js';
import { marginPlan } from './margin/margin-plan.js';
import { FORWARD_POINTS, forwardPoints } from './points/forward-points.js';
import { MARKET, market } from './rates/market.js';
import { SimulatedLiveRates } from './rates/live-rates.fixture.js';
import { KnownPolicy } from './rates/known-policy.js';
import { Reactions } from './reactions.js';
import { service } from './service.js';

/** The messages of this service match their fixtures, and it handles all versions of the messages that it consumes. */

const clock = new TestClock();
let messages: MessagesOf;
beforeEach(async () => (messages = await MessagesOf.service(service, clock)));
afterEach(() => messages.close());

const sellAmount = money('GBP', 8_506n);
const buyAmount = money('EUR', 10_000n);
const order: ConversionOrder = { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: buyAmount };
const quote: MarketQuote = { base: 'EUR', quote: 'GBP', bid: '0.8494', mid: '0.85', ask: '0.8506' };
const price: Price = { ccyPair: 'EURGBP', rate: '0.8506', sellAmount, buyAmount };
const payment: ConversionPayment = {
  id: 'pmt_01K00000000000000000000003',
  reference: 'PMT-20261121-000003',
  beneficiary: summary('ben_01K00000000000000000000004'),
  beneficiarySnapshot: summary('bss_01K00000000000000000000005'),
  narrative: 'Invoice 4711',
  paymentType: 'PRIORITY',
  paymentDate: '2026-11-23',
  chargeType: 'SHARED',
  amount: { ccyCode: 'EUR', value: 100 },
  fee: null,
  failureReturnedAmount: null,
  status: 'SENT',
};
function summary(id: string) {
  return { id, displayName: 'Anna Schmidt', bankCountryCode: 'DE', bankAccount: null };
}

const CONVERSION = 'con_01K00000000000000000000001';
const booked: Event = {
  type: 'booked',
  margin: null,
  reference: 'CON-20261121-000001',
  order,
  quote,
  price,
  valueDate: '2026-11-23',
  fundByDate: '2026-11-23T17:00:00.000',
  paymentInstructionId: 'pi_01K00000000000000000000002',
  metadata: 'order 7',
};
const awaiting: Event = {
  type: 'deposit_required',
  amount: money('GBP', 850n),
  fundByDate: '2026-11-22T12:00:00.000',
};
const held: Event[] = [booked, awaiting, { type: 'deposit_payment_requested' }, { type: 'deposit_received' }];
const requested: Event = {
  type: 'exchange_requested',
  reference: 'CON-20261121-000001',
  sellAmount,
  buyAmount,
  holdFor: payment.id,
};

const PLAN = 'mgp_01K0000000000000000000000A';
const QUOTE = 'quo_01K00000000000000000000008';
const INSTRUCTION = 'pi_01K00000000000000000000002';
const given: Quote.Event = {
  type: 'given',
  margin: null,
  clientId: testCaller.client.id,
  order,
  valueDate: null,
  quote,
  price,
  expiresOn: '2026-11-21T09:31:00.000',
  lapsesOn: '2026-11-21T09:31:00.000',
};
const used: Quote.Event = {
  type: 'used',
  margin: { planId: PLAN, basisPoints: 20 },
  by: { type: 'PAYMENT_INSTRUCTION', id: INSTRUCTION },
  quote,
  price,
};

test('the published messages have the shape of the fixtures', async () => {
  await messages.happened(market, MARKET, [
    {
      type: 'rates_published',
      quotes: [{ ...quote, quotedOn: '2026-11-21T09:30:00.000', validUntil: '2026-11-21T09:31:00.000' }],
      halted: ['EURUSD', 'GBPJPY'],
      asOfMs: 1,
      isSimulated: false,
    },
  ]);
  const rule = { ccyPair: 'EURGBP', ccyCode: null, maximumSize: 50_000, maximumTenor: null, basisPoints: 20 };
  const plan = { name: 'Standard', basisPoints: 35, rules: [rule], maximumSlippage: 50 } as const;
  await messages.happened(forwardPoints, FORWARD_POINTS, [
    {
      type: 'points_published',
      curves: [
        {
          ccyPair: 'EURUSD',
          points: [{ tenor: '1M', bid: '0.00182', ask: '0.00187' }],
          quotedOn: '2026-11-21T09:30:00.000',
          validUntil: '2026-11-23T20:00:00.000',
        },
      ],
    },
  ]);
  await messages.happened(marginPlan, PLAN, [{ type: 'created', ...plan }]);
  await messages.happened(clientMarginPlan, marginsOf(testCaller.client.id), [
    { type: 'margin_plan_assigned', clientId: testCaller.client.id, planId: PLAN },
  ]);
  await messages.happened(firmQuote, QUOTE, [given, used]);
  await messages.happened(quoteRefusal, INSTRUCTION, [
    {
      type: 'refused',
      quoteId: QUOTE,
      reason: 'quote_mismatch',
      detail: null,
      issues: [
        { pointer: '#/amount', code: 'differs_from_quote', detail: 'Must be 100.00, as in the quote.' },
      ],
    },
  ]);
  await messages.happened(conversion, CONVERSION, [
    booked,
    requested,
    { type: 'exchange_declined', reason: 'insufficient_funds' },
    requested,
    { type: 'exchanged', paymentId: null },
    { type: 'payment_linked', payment },
    { type: 'payment_failed', payment },
  ]);
  await messages.happened(conversion, 'con_01K00000000000000000000006', [
    booked,
    { type: 'cancelled', reason: 'NOT_FUNDED' },
  ]);
  await messages.happened(conversion, 'con_01K00000000000000000000009', [
    ...held,
    { ...requested, holdFor: null },
    { type: 'exchange_declined', reason: 'insufficient_funds' },
    { type: 'deposit_refund_requested', reason: 'Not needed' },
  ]);
  const moved = { valueDate: '2026-11-30', fundByDate: '2026-11-30T17:00:00.000', price };
  await messages.happened(conversion, 'con_01K0000000000000000000000B', [
    booked,
    { type: 'date_changed', ...moved },
    {
      type: 'drawn_down',
      conversionId: 'con_01K0000000000000000000000C',
      sellAmount: money('GBP', 4_253n),
      buyAmount: money('EUR', 5_000n),
    },
  ]);
  await messages.happened(conversion, 'con_01K00000000000000000000007', [
    {
      type: 'booking_declined',
      reason: 'price_moved',
      priced: { quote, margin: { planId: PLAN, basisPoints: 20 }, price },
      detail: null,
      wanted: null,
      paymentInstructionId: 'pi_01K00000000000000000000002',
    },
    { type: 'decline_ended', paymentInstructionId: 'pi_01K00000000000000000000002' },
  ]);
  const paymentId = payment.id;
  const cover = {
    ...{ paymentId, paymentInstructionId: INSTRUCTION },
    payouts: [{ action: 'PAYMENT' as const, amount: buyAmount }],
  };
  await messages.happened(paymentCover, `${paymentId}/cover/1`, [
    { type: 'declined', ...cover, needed: money('EUR', 9_000n), payable: money('EUR', 1_000n) },
    { type: 'decline_ended', paymentId, paymentInstructionId: INSTRUCTION },
  ]);
  await messages.happened(paymentCover, `${paymentId}/cover/2`, [{ type: 'granted', ...cover }]);
  await messages.expectFixtures();
});

/** A declined request for the exchange of the conversion, with its deposit. */
function withRefund(message: Envelope): Envelope {
  if (message.type !== 'ledger.transfers_declined') return message;
  const data = message.data as Messages['ledger.transfers_declined'];
  const transfers = data.transfers.map(({ relatedEntity }) => ({
    transferId: depositRefundOf(CONVERSION),
    relatedEntity: { ...relatedEntity, id: CONVERSION },
  }));
  return { ...message, data: { ...data, transfers } } as Envelope;
}

/** Versions with too little data for a reaction. */
const saysNothing = (type: MessageType, version: number) => type === 'payment.failed' && version === 1;

const rates = new SimulatedLiveRates(clock);
const reactionsOf = () => {
  const { database } = messages.db;
  const policy = new KnownPolicy(database, clock);
  return new Reactions(messages.store, rates, new Credit(database, rates), policy, clock);
};

/** The history, and the resulting events. */
const reactions: Partial<
  Record<MessageType, { before: Event[]; after: (Event['type'] | QuoteRefusal.Event['type'])[] }>
> = {
  'payments.policy_set': { before: [], after: [] },
  'conversions.booking_requested': { before: [], after: ['booked'] },
  'conversions.quote_use_requested': { before: [], after: ['refused'] },
  'conversions.exchange_requested': { before: [booked], after: ['exchange_requested'] },
  'ledger.transfer_posted': { before: [booked, requested], after: ['exchanged'] },
  'ledger.transfer_declined': { before: [booked, requested], after: ['exchange_declined'] },
  'ledger.transfers_declined': {
    before: [...held, { ...requested, holdFor: null }],
    after: ['exchange_declined'],
  },
  'ledger.transfers_posted': { before: [booked], after: ['exchanged', 'payment_linked'] },
  'payment.sent': { before: [booked], after: ['payment_linked'] },
  'payment.failed': { before: [booked, { type: 'payment_linked', payment }], after: ['payment_failed'] },
};

test('every reaction is tested', () =>
  expect(reactsTo(Reactions).sort()).toEqual(Object.keys(reactions).sort()));

test.each(fixtures().filter(({ type }) => type in reactions))(
  'version $version of $type is understood',
  async ({ type, version, message: example }) => {
    const message = withRefund(toTransfer(example, CONVERSION));
    const { before, after } = reactions[type] ?? { before: [], after: [] };
    const { conversionId, transferId } = message.data as { conversionId?: string; transferId?: string };
    await messages.happened(conversion, conversionId ?? transferId ?? CONVERSION, before);
    expect(await messages.deliver(reactionsOf(), about('CONVERSION', message))).toEqual(
      saysNothing(type, version) ? [] : after,
    );
  },
);

test('what payments ask for is granted, and what they release ends', async () => {
  const { store, db } = messages;
  const covers = () => new CoverReactions(store, new Credit(db.database, rates));
  const [asked, released] = [fixture('conversions.cover_requested'), fixture('conversions.cover_released')];
  expect(released.data.coverId).toBe(asked.data.coverId);
  expect(await messages.deliver(covers(), asked)).toEqual(['granted']);
  expect(await messages.deliver(covers(), released)).toEqual(['released']);
});

describe('a message that is not about a conversion needs only its checkpoint', () => {
  const sent = fixture('payment.sent');
  const failed = fixture('payment.failed');
  const posted = fixture('ledger.transfers_posted');
  test.each<Envelope>([
    fixture('ledger.transfer_posted'),
    fixture('ledger.transfer_declined'),
    { ...posted, data: { ...posted.data, transfers: posted.data.transfers.slice(1) } },
    fixture('ledger.transfers_declined'),
    { ...sent, data: { ...sent.data, isLinked: true } },
    { ...sent, data: { ...sent.data, conversionId: null } },
    { ...failed, data: { ...failed.data, conversionId: null } },
  ])('$type', async (message) => expect(await messages.statementsFor(reactionsOf(), message)).toEqual([]));

  test('a message that is about one needs more statements', async () => {
    const posted = about('CONVERSION', fixture('ledger.transfer_posted'));
    expect(await messages.statementsFor(reactionsOf(), posted)).not.toEqual([]);
  });
});
