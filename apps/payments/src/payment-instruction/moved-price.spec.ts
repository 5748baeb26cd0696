import { type Price, fold, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { german } from '../beneficiary/beneficiary.fixture.js';
import { acceptPrice, approvePrice, declinePrice, goingOn, movePrice } from './moved-price.js';
import { indicativePrice, quote, terms, today } from './payment-instruction.fixture.js';
import {
  type Event,
  type State,
  bookingDeclined,
  cancel,
  conversionBooked,
  fill,
  paymentInstruction,
} from './payment-instruction.js';

/** EUR 1,000.00 are bought, indicatively for GBP 860.00, and at most for 1 % more. */
const created: Event = { type: 'created', ...terms, maximumSlippage: 100 };
const acknowledged: Event = { type: 'acknowledged' };
const filling = {
  ...{ conversionId: 'con_1', now: `${today}T09:30:00.123`, atIndicativePrice: false },
  beneficiary: german,
};
const bookingRequested = {
  ...{ type: 'booking_requested', conversionId: 'con_1', order: terms.order, valueDate: today },
  ...{ quote: null, margin: null, worst: money('GBP', 868_60n) },
} satisfies Event;
const price: Price = { ...indicativePrice, rate: '0.87', sellAmount: money('GBP', 870_00n) };
const priced = {
  price,
  quote: { ...quote, ask: '0.869' },
  margin: { planId: 'mgp_1', basisPoints: 11.5 },
};
const declined: Event = { type: 'fill_declined', reason: 'price_moved', priced };
const requested = [created, acknowledged, bookingRequested];
const waiting = [...requested, declined];
const accepted: Event = { type: 'price_accepted', priced };
const at = { rate: 0.87 };
const dealer = { by: { id: 'stf_1', name: 'Ines Almeida' }, reason: 'Agreed by telephone.' };
const approved: Event = { type: 'price_approved', priced, ...dealer };
const next = { ...filling, conversionId: 'con_2' };
const worst = money('GBP', 878_70n);
const inProduction = (state: State, rate: typeof at) => goingOn(acceptPrice, rate, next)(state);

test('it is filled at the market, up to its bound', () =>
  given(paymentInstruction, created, acknowledged).when(fill, filling).then(bookingRequested));

test('at the indicative price, or with a firm quote, there is no bound', () => {
  const given_ = { quote, margin: null, worst: null };
  given(paymentInstruction, created, acknowledged)
    .when(fill, { ...filling, atIndicativePrice: true })
    .then({ ...bookingRequested, ...given_ });
  given(paymentInstruction, { ...created, quoteId: 'quo_1' }, acknowledged)
    .when(fill, filling)
    .then({ ...bookingRequested, ...given_ });
});

test('beyond it, it waits, and is tried again at the same bound', () => {
  given(paymentInstruction, ...requested)
    .when(bookingDeclined, { conversionId: 'con_1', reason: 'price_moved', priced })
    .then(declined);
  given(paymentInstruction, ...waiting)
    .when(fill, next)
    .then({ ...bookingRequested, conversionId: 'con_2' });
});

test('what the client accepts, or a dealer approves, is the indicative price from then on', () => {
  given(paymentInstruction, ...waiting)
    .when(acceptPrice, at)
    .then(accepted);
  given(paymentInstruction, ...waiting)
    .when(approvePrice, { ...at, ...dealer })
    .then(approved);
  for (const agreed of [accepted, approved]) {
    given(paymentInstruction, ...waiting, agreed)
      .when(fill, next)
      .then({ ...bookingRequested, conversionId: 'con_2', worst });
    given(paymentInstruction, ...waiting, agreed)
      .when(fill, { ...next, atIndicativePrice: true })
      .then({
        ...{ ...bookingRequested, conversionId: 'con_2', worst: null },
        ...{ quote: priced.quote, margin: priced.margin },
      });
  }
});

test('in PRODUCTION it is filled in the same step', () => {
  given(paymentInstruction, ...waiting)
    .when(inProduction, at)
    .then(accepted, { ...bookingRequested, conversionId: 'con_2', worst });
  const archived = { ...next, beneficiary: { ...german, status: 'ARCHIVED' as const } };
  expect(goingOn(acceptPrice, at, archived)(fold(paymentInstruction, waiting))).toMatchObject([
    accepted,
    { type: 'failed' },
  ]);
});

test('without a rate, the price that is shown is accepted', () =>
  given(paymentInstruction, ...waiting)
    .when(acceptPrice, { rate: null })
    .then(accepted));

describe('the simulator moves the price', () => {
  test.each([
    ['up, for who buys the base currency', terms.order, '0.8686', money('GBP', 868_60n)],
    [
      'down, for who sells it',
      { ...terms.order, sellCcyCode: 'EUR', buyCcyCode: 'GBP', amount: money('GBP', 1_000_00n) },
      '0.8316',
      money('EUR', 1_202_50n),
    ],
  ] as const)('%s', (_, order, rate, sellAmount) => {
    const [event] = movePrice(fold(paymentInstruction, [{ ...created, order }, acknowledged]), {
      basisPoints: 100,
    });
    expect(event).toMatchObject({
      ...{ type: 'fill_declined', reason: 'price_moved' },
      priced: { price: { rate, sellAmount } },
    });
  });
  test('unless it is firm', () => {
    const euros = { ...created, indicativeQuote: null };
    for (const firm of [euros, { ...created, quoteId: 'quo_1' }])
      given(paymentInstruction, firm, acknowledged)
        .when(movePrice, { basisPoints: 100 })
        .refuses('illegal_transition');
  });
});

test('another rate than the one that is shown is refused', () => {
  given(paymentInstruction, ...waiting)
    .when(acceptPrice, { rate: 0.869 })
    .refuses('price_moved');
  given(paymentInstruction, ...waiting)
    .when(approvePrice, { ...dealer, rate: 0.86 })
    .refuses('price_moved');
});

test('the client can end it; only what is PENDING is cancelled', () => {
  const reason = 'Too expensive.';
  given(paymentInstruction, ...waiting)
    .when(declinePrice, { reason })
    .then({ type: 'price_declined', reason });
  expect(fold(paymentInstruction, [...waiting, { type: 'price_declined', reason }]).status).toBe('REJECTED');
  given(paymentInstruction, ...waiting)
    .when(cancel, { reason })
    .refuses('instruction_not_pending');
});

const filled: Event = {
  ...{ type: 'filled', price, conversionId: 'con_2', conversionReference: 'CON-20261120-000002' },
};
const again = { ...bookingRequested, conversionId: 'con_2' };
describe.each<[string, Event[], string]>([
  ['new', [created], 'illegal_transition'],
  ['not refused a price', [created, acknowledged], 'illegal_transition'],
  ['being filled', requested, 'step_in_progress'],
  [
    'refused for another reason meanwhile',
    [...waiting, again, { type: 'fill_declined', reason: 'rate_unavailable', priced: null }],
    'illegal_transition',
  ],
  ['being filled since the market has returned', [...waiting, again], 'step_in_progress'],
  ['filled since the market has returned', [...waiting, again, filled], 'illegal_transition'],
  ['accepted and being filled', [...waiting, accepted, again], 'step_in_progress'],
  ['accepted and filled', [...waiting, accepted, again, filled], 'illegal_transition'],
  ['accepted, and not filled yet', [...waiting, accepted], 'illegal_transition'],
  ['declined', [...waiting, { type: 'price_declined', reason: 'No.' }], 'illegal_transition'],
])('an instruction that is %s', (_, history, refusal) => {
  test.each<[string, (state: State) => Event[]]>([
    ['accepts', (state) => acceptPrice(state, at)],
    ['accepts in PRODUCTION', (state) => inProduction(state, at)],
    ['approves', (state) => approvePrice(state, { ...at, ...dealer })],
    ['declines', (state) => declinePrice(state, { reason: 'No.' })],
  ])('%s no price', (_, decide) => {
    const state = fold(paymentInstruction, history);
    expect(() => decide(state)).toThrow(expect.objectContaining({ code: refusal }) as Error);
  });
});

test('a booking of the time before the price was accepted changes nothing', () => {
  given(paymentInstruction, ...waiting, accepted, { ...again, worst })
    .when(conversionBooked, { conversionId: 'con_1', reference: 'CON-20261120-000001', price })
    .then();
});
