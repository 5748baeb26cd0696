import type { Offer } from '@corridor/conversions-contract';
import type { ConversionPayment } from '@corridor/payments-contract';
import {
  type ConversionOrder,
  type ProblemCode,
  type Quote,
  Refusal,
  fold,
  money,
  outcomeOf,
  schemaVersionOf,
  upcast,
} from '@corridor/kernel';
import { cellsOf, given } from '@corridor/testing';
import { NO_DEPOSITS } from '../dealing/limits.js';
import { type Booking, book, deal } from './booking.js';
import {
  type Event,
  conversion,
  declineExchange,
  exchange,
  exchangeFor,
  exchangeNow,
  linkPayment,
  notePaymentFailure,
  requestExchange,
} from './conversion.js';
import { cancel, comeDue } from './ending.js';

const conversionId = 'con_01KAFQ0000ABCDEFGHJK4F7KQ2';
const quotes: Quote[] = [
  { base: 'EUR', quote: 'USD', bid: '1.07', mid: '1.08', ask: '1.09' },
  { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' },
];
const market: Offer = { quotes, halted: [], plan: null };
const nothing: Offer = { quotes: [], halted: [], plan: null };
const order: ConversionOrder = {
  sellCcyCode: 'GBP',
  buyCcyCode: 'USD',
  fixedSide: 'SELL',
  amount: money('GBP', 10_000n),
};
const quote: Quote = { base: 'GBP', quote: 'USD', bid: '1.25', mid: '1.26', ask: '1.27' };
const booking: Booking = {
  conversionId,
  order,
  given: { quote, margin: null },
  market,
  now: '2026-11-21T09:30:00.123',
  valueDate: '2026-11-24',
  ...{ worst: null, metadata: null, paymentInstructionId: 'pi_1' },
  check: () => null,
};
const trade = {
  reference: 'CON-20261121-4F7KQ2',
  sellAmount: money('GBP', 10_000n),
  buyAmount: money('USD', 12_500n),
};
const payment = { id: 'pmt_1' } as ConversionPayment;
const dayBefore = { now: '2026-11-23T23:59:59.999' };
const onTheDay = { now: '2026-11-24T17:00:00.000' }; // CHAPS closes
const tooLate = { now: '2026-11-24T17:00:00.001' };
const sandbox = { now: null };

const booked: Event = {
  type: 'booked',
  margin: null,
  reference: trade.reference,
  order,
  quote,
  price: {
    ccyPair: 'GBPUSD',
    rate: '1.25',
    sellAmount: trade.sellAmount,
    buyAmount: trade.buyAmount,
  },
  valueDate: '2026-11-24',
  fundByDate: onTheDay.now,
  paymentInstructionId: 'pi_1',
  metadata: null,
};
const exchangeRequested: Event = { type: 'exchange_requested', holdFor: null, ...trade };
const exchanged: Event = { type: 'exchanged', paymentId: null };
const exchangedFor: Event = { type: 'exchanged', paymentId: payment.id };
const noFunds: Event = { type: 'exchange_declined', reason: 'insufficient_funds' };
const cancelled: Event = { type: 'cancelled', reason: 'changed my mind' };
const inSandbox = { market: null, now: '2026-11-21T09:30:00.123' };
const linked: Event = { type: 'payment_linked', payment };
const declined = (reason: ProblemCode, more: object = {}): Event => ({
  ...{ type: 'booking_declined', reason, paymentInstructionId: 'pi_1', priced: null, detail: null },
  wanted: { order, valueDate: booking.valueDate, given: booking.given, worst: null, ...more },
});

describe('booking', () => {
  it('fixes the price at the quote that is given', () => {
    given(conversion).when(book, booking).then(booked);
  });

  it('fixes the price at the market when no quote is given', () => {
    const atMarket: Quote = { base: 'GBP', quote: 'USD', bid: '1.244186', mid: '1.270588', ask: '1.29762' };
    given(conversion)
      .when(book, { ...booking, given: null })
      .then({
        ...booked,
        quote: atMarket,
        price: {
          ccyPair: 'GBPUSD',
          rate: '1.244186',
          sellAmount: money('GBP', 10_000n),
          buyAmount: money('USD', 12_442n),
        },
      });
  });

  it('sells at the ask against the order of the market, with the buy side fixed', () => {
    const buysPounds: ConversionOrder = {
      sellCcyCode: 'USD',
      buyCcyCode: 'GBP',
      fixedSide: 'BUY',
      amount: money('GBP', 10_000n),
    };
    given(conversion)
      .when(book, { ...booking, order: buysPounds })
      .then({
        ...booked,
        order: buysPounds,
        price: {
          ccyPair: 'GBPUSD',
          rate: '1.27',
          sellAmount: money('USD', 12_700n),
          buyAmount: money('GBP', 10_000n),
        },
      });
  });

  it.each([
    ['not before the day of the trade, which is a Saturday', '2026-11-20', '2026-11-23T17:00:00.000'],
    ['not on a holiday of one of its currencies', '2026-11-26', '2026-11-27T17:00:00.000'],
    ['by the cut-off of the first to close, on its own clock', '2027-07-06', '2027-07-06T16:00:00.000'],
  ])('settles %s', (_, valueDate, fundByDate) => {
    given(conversion)
      .when(book, { ...booking, valueDate })
      .then({ ...booked, valueDate: fundByDate.slice(0, 10), fundByDate });
  });

  it('settles on the next day once the cut-off has passed', () => {
    const [now, nextDay] = [tooLate.now, '2026-11-25'];
    given(conversion)
      .when(book, { ...booking, conversionId, now })
      .then({
        ...booked,
        reference: 'CON-20261124-4F7KQ2',
        valueDate: nextDay,
        fundByDate: `${nextDay}T17:00:00.000`,
      });
  });

  it('is declined for a currency without a quote', () => {
    const buys = { ...order, buyCcyCode: 'JPY' };
    const sells = {
      ...order,
      sellCcyCode: 'JPY',
      fixedSide: 'BUY' as const,
      amount: money('USD', 100n),
      buyCcyCode: 'USD',
    };
    given(conversion)
      .when(book, { ...booking, given: null, order: buys })
      .then(declined('currency_not_buyable', { given: null, order: buys }));
    given(conversion)
      .when(book, { ...booking, given: null, order: sells })
      .then(declined('currency_not_sellable', { given: null, order: sells }));
  });

  it('waits for rates while there are none, unless it has its own quote', () => {
    const noMarket = { ...booking, market: nothing };
    given(conversion)
      .when(book, { ...noMarket, given: null })
      .refuses('unavailable');
    given(conversion).when(book, noMarket).then(booked);
  });

  it('is declined if the other side would be zero', () => {
    const oneYen: ConversionOrder = {
      sellCcyCode: 'JPY',
      buyCcyCode: 'USD',
      fixedSide: 'SELL',
      amount: money('JPY', 1n),
    };
    const yen: Quote = { base: 'USD', quote: 'JPY', bid: '250', mid: '250', ask: '250' };
    given(conversion)
      .when(book, { ...booking, order: oneYen, given: { quote: yen, margin: null } })
      .then(declined('amount_not_convertible', { order: oneYen, given: { quote: yen, margin: null } }));
  });

  it('happens once', () => {
    given(conversion, booked).when(book, booking).then();
    given(conversion, booked, cancelled).when(book, booking).then();
  });

  it('is not booked when a request that was declined comes again', () => {
    given(conversion, declined('currency_not_sellable')).when(book, booking).then();
  });

  it('treats a quote of another pair as a defect', () => {
    const wrong = { ...booking, given: { quote: quotes[0]!, margin: null } };
    expect(() => book({ status: 'NEW' }, wrong)).toThrow('a quote of EURUSD for an order of GBPUSD');
  });
});

describe('exchange', () => {
  it('sends a request to the ledger, and completes when the money has moved', () => {
    given(conversion, booked).when(requestExchange, sandbox).then(exchangeRequested);
    given(conversion, booked, exchangeRequested).when(exchange).then(exchanged);
  });

  it('stays booked without funds, and can be retried', () => {
    given(conversion, booked, exchangeRequested)
      .when(declineExchange, { reason: 'insufficient_funds' })
      .then(noFunds);
    given(conversion, booked, exchangeRequested, noFunds)
      .when(requestExchange, sandbox)
      .then(exchangeRequested);
    given(conversion, booked, exchangeRequested, noFunds, exchangeRequested).when(exchange).then(exchanged);
  });

  it('sends one request to the ledger for many requests', () => {
    given(conversion, booked, exchangeRequested).when(requestExchange, sandbox).then();
    given(conversion, booked, exchangeRequested, exchanged).when(requestExchange, sandbox).then();
  });

  it('declines after a cancellation, so that no caller waits', () => {
    given(conversion, booked, cancelled)
      .when(requestExchange, sandbox)
      .then({ type: 'exchange_declined', reason: 'illegal_transition' });
  });

  it('ignores transfers that are repeated, late or of another record', () => {
    const histories: Event[][] = [
      [], // a payment's transfer, say: there is no conversion of that id
      [declined('currency_not_sellable')],
      [booked],
      [booked, exchangeRequested, exchanged],
      [booked, exchangeRequested, noFunds],
      [booked, cancelled],
    ];
    for (const history of histories) {
      given(conversion, ...history)
        .when(exchange)
        .then();
      given(conversion, ...history)
        .when(declineExchange, { reason: 'insufficient_funds' })
        .then();
    }
  });
});

describe('payments of a conversion', () => {
  it('are linked once each', () => {
    given(conversion, booked, exchangeRequested, exchanged).when(linkPayment, payment).then(linked);
    given(conversion, booked, exchangeRequested, exchanged, linked).when(linkPayment, payment).then();
    const other = { ...payment, id: 'pmt_2' };
    given(conversion, booked, exchangeRequested, exchanged, linked)
      .when(linkPayment, other)
      .then({ type: 'payment_linked', payment: other });
  });

  it('are linked even if the fact of the exchange arrives later', () => {
    given(conversion, booked, exchangeRequested).when(linkPayment, payment).then(linked);
    given(conversion, booked, exchangeRequested, linked).when(exchange).then(exchanged);
  });

  it('show their status after a return, which is noted once', () => {
    const failed: ConversionPayment = { ...payment, status: 'FAILED' };
    const noted: Event = { type: 'payment_failed', payment: failed };
    given(conversion, booked, exchanged, linked).when(notePaymentFailure, failed).then(noted);
    given(conversion, booked, exchanged, linked, noted).when(notePaymentFailure, failed).then();
    given(conversion, booked, exchangeRequested, exchanged).when(notePaymentFailure, failed).then();
  });

  it('need a conversion', () => {
    given(conversion).when(linkPayment, payment).then();
    given(conversion).when(notePaymentFailure, payment).then();
  });
});

describe('an exchange in one step with the payment of its instruction', () => {
  it('needs no request here, and links the payment', () => {
    given(conversion, booked).when(exchangeFor, { payment }).then(exchangedFor, linked);
    given(conversion, booked).when(exchangeFor, { payment: null }).then(exchanged);
    given(conversion, booked, exchangeRequested).when(exchangeFor, { payment }).then(exchangedFor, linked);
  });

  it('links the payment of a conversion that was exchanged meanwhile', () => {
    given(conversion, booked, exchangeRequested, exchanged).when(exchangeFor, { payment }).then(linked);
  });

  it('exchanges a conversion that was cancelled while the ledger moved the money', () => {
    given(conversion, booked, cancelled).when(exchangeFor, { payment }).then(exchangedFor, linked);
    given(conversion, booked, cancelled, exchangedFor, linked).when(exchangeFor, { payment }).then();
  });

  it('has no effect when it is repeated, or without a conversion', () => {
    given(conversion, booked, exchanged, linked).when(exchangeFor, { payment }).then();
    given(conversion).when(exchangeFor, { payment }).then();
  });
});

describe('cancel', () => {
  const own: Event = { ...booked, paymentInstructionId: null };

  it("ends a booked conversion of the client's own", () => {
    given(conversion, own)
      .when(cancel, { reason: 'changed my mind', ...inSandbox })
      .then(cancelled);
  });

  it('does not end the conversion of an instruction', () => {
    for (const history of [[booked], [booked, exchangeRequested, noFunds]])
      given(conversion, ...history)
        .when(cancel, { reason: 'changed my mind', ...inSandbox })
        .refuses('illegal_transition');
  });

  it('waits while the ledger moves the money', () => {
    given(conversion, own, exchangeRequested)
      .when(cancel, { reason: '', ...inSandbox })
      .refuses('step_in_progress');
    given(conversion, own, exchangeRequested, noFunds)
      .when(cancel, { reason: 'changed my mind', ...inSandbox })
      .then(cancelled);
  });

  it('needs a conversion', () => {
    given(conversion)
      .when(cancel, { reason: '', ...inSandbox })
      .refuses('not_found');
    given(conversion, declined('currency_not_sellable'))
      .when(cancel, { reason: '', ...inSandbox })
      .refuses('not_found');
  });
});

describe('the value date', () => {
  const declined: Event = { type: 'exchange_declined', reason: 'illegal_transition' };

  it('has a cut-off, the last moment for an exchange in PRODUCTION', () => {
    given(conversion, booked).when(requestExchange, onTheDay).then(exchangeRequested);
    given(conversion, booked).when(requestExchange, tooLate).then(declined);
    given(conversion, booked, exchangeRequested, noFunds).when(requestExchange, tooLate).then(declined);
  });

  it('exchanges automatically, and retries while funds are missing', () => {
    given(conversion, booked).when(comeDue, dayBefore).then();
    given(conversion, booked).when(comeDue, onTheDay).then(exchangeRequested);
    given(conversion, booked, exchangeRequested, noFunds).when(comeDue, onTheDay).then(exchangeRequested);
  });

  it('cancels unfunded conversions', () => {
    const notFunded: Event = { type: 'cancelled', reason: 'NOT_FUNDED' };
    given(conversion, booked).when(comeDue, tooLate).then(notFunded);
    given(conversion, booked, exchangeRequested, noFunds).when(comeDue, tooLate).then(notFunded);
  });

  it('of conversions booked before cut-offs existed ends with its day in UTC', () => {
    const { fundByDate: _, ...stored } = booked as Event & { type: 'booked' };
    const former = upcast<Event>(conversion, stored, 1);
    given(conversion, former).when(requestExchange, tooLate).then(exchangeRequested);
    given(conversion, former).when(requestExchange, { now: '2026-11-25T00:00:00.000' }).then(declined);
  });

  it('waits for a request that was sent in time', () => {
    given(conversion, booked, exchangeRequested).when(comeDue, tooLate).then();
    given(conversion, booked, exchangeRequested).when(exchange).then(exchanged);
  });
});

test('an exchange that an earlier build requested holds money for a transfer, or for none', () => {
  expect(upcast<Event>(conversion, { type: 'exchange_requested', ...trade }, 1)).toEqual(exchangeRequested);
  const held = { ...exchangeRequested, holdFor: 'pmt_1' };
  expect(upcast<Event>(conversion, held, 1)).toEqual(held);
  expect(schemaVersionOf(conversion, 'exchange_requested')).toBe(2);
});

describe('a deal without an instruction', () => {
  const { paymentInstructionId: _, ...terms } = booking;
  const friday = { ...terms, now: '2026-11-20T09:30:00.123', deposits: NO_DEPOSITS };
  const own: Event = { ...booked, reference: 'CON-20261120-4F7KQ2', paymentInstructionId: null };
  const dealt = (valueDate: string | null) => given(conversion).when(deal, { ...friday, valueDate });

  it('is booked for the requested date, or for spot', () => {
    given(conversion).when(deal, friday).then(own);
    dealt(null).then(own);
    dealt('2026-11-20').then({ ...own, valueDate: '2026-11-20', fundByDate: '2026-11-20T17:00:00.000' });
  });

  it('settles on the next day on which both currencies can', () => {
    dealt('2026-11-26').then({ ...own, valueDate: '2026-11-27', fundByDate: '2026-11-27T17:00:00.000' }); // Thanksgiving
  });

  it('is at most 12 months ahead, that day included, and not in the past', () => {
    dealt('2027-11-20').then({ ...own, valueDate: '2027-11-22', fundByDate: '2027-11-22T17:00:00.000' }); // a Saturday
    dealt('2027-11-21').refuses('payment_date_unavailable');
    dealt('2026-11-19').refuses('invalid_request');
  });

  it.each([
    ['currency_not_buyable', { order: { ...order, buyCcyCode: 'KPW' } }],
    ['currency_not_sellable', { order: { ...order, sellCcyCode: 'KPW', amount: money('KPW', 1n) } }],
    ['unavailable', { market: nothing }],
  ] as const)('that cannot be priced is refused at once: %s', (code, more) =>
    given(conversion)
      .when(deal, { ...friday, given: null, ...more })
      .refuses(code),
  );

  it('is made once', () => given(conversion, booked).when(deal, friday).refuses('illegal_transition'));
});

describe('an exchange with a waiting caller', () => {
  const after = (...events: Event[]) => outcomeOf(fold(conversion, events));

  it('is pending until the ledger responds', () => {
    expect(after(booked)).toBe('done');
    expect(after(booked, exchangeRequested)).toBe('pending');
    expect(after(booked, exchangeRequested, exchanged)).toBe('done');
    expect(after(booked, exchangeRequested, noFunds)).toMatchObject({ code: 'insufficient_funds' });
    expect(after(booked, exchangeRequested, noFunds, exchangeRequested)).toBe('pending');
    expect(after(booked, exchangeRequested, noFunds, cancelled)).toBe('done');
  });

  it('ignores dates, and gets the reason of a refusal', () => {
    given(conversion, booked).when(exchangeNow).then(exchangeRequested);
    given(conversion, booked, exchangeRequested, noFunds).when(exchangeNow).then(exchangeRequested);
    given(conversion).when(exchangeNow).refuses('not_found');
    given(conversion, booked, exchangeRequested).when(exchangeNow).refuses('step_in_progress');
    given(conversion, booked, exchangeRequested, exchanged).when(exchangeNow).refuses('illegal_transition');
    given(conversion, booked, cancelled).when(exchangeNow).refuses('illegal_transition');
  });
});

/** interface-spec 3.3. `-` no effect, `!` refused. */
describe('states and transitions', () => {
  const table = `
    from       book    request    request-on-day  request-after  due-before  due-on-day  due-after  posted     posted-with  declined  link       cancel     cancel-part
    NEW        BOOKED  -          -               -              -           -           -          -          -            -         -          !          !
    BOOKED     -       BOOKED     BOOKED          BOOKED         -           BOOKED      CANCELLED  -          EXCHANGED    -         BOOKED     CANCELLED  !
    requested  -       -          -               -              -           -           -          EXCHANGED  EXCHANGED    BOOKED    BOOKED     !          !
    EXCHANGED  -       -          -               -              -           -           -          -          EXCHANGED    -         EXCHANGED  !          !
    CANCELLED  -       CANCELLED  CANCELLED       CANCELLED      -           -           -          -          EXCHANGED    -         CANCELLED  !          !`;

  const histories: Record<string, Event[]> = {
    NEW: [],
    BOOKED: [booked],
    requested: [booked, exchangeRequested],
    EXCHANGED: [booked, exchangeRequested, exchanged],
    CANCELLED: [booked, cancelled],
  };
  type Command = (state: ReturnType<typeof stateOf>) => Event[];
  const commands: Record<string, Command> = {
    book: (state) => book(state, booking),
    request: (state) => requestExchange(state, sandbox),
    'request-on-day': (state) => requestExchange(state, onTheDay),
    'request-after': (state) => requestExchange(state, tooLate),
    'due-before': (state) => comeDue(state, dayBefore),
    'due-on-day': (state) => comeDue(state, onTheDay),
    'due-after': (state) => comeDue(state, tooLate),
    posted: exchange,
    'posted-with': (state) => exchangeFor(state, { payment }),
    declined: (state) => declineExchange(state, { reason: 'insufficient_funds' }),
    link: (state) => linkPayment(state, payment),
    cancel: (state) => cancel(ownedByClient(state), { reason: 'changed my mind', ...inSandbox }),
    'cancel-part': (state) => cancel(state, { reason: 'changed my mind', ...inSandbox }),
  };
  const ownedByClient = (state: ReturnType<typeof stateOf>) =>
    state.status === 'NEW' ? state : { ...state, paymentInstructionId: null };
  const stateOf = (history: Event[]) => fold(conversion, history);

  function outcome(history: Event[], command: Command): string {
    try {
      const events = command(stateOf(history));
      return events.length === 0 ? '-' : stateOf([...history, ...events]).status;
    } catch (error) {
      if (error instanceof Refusal) return '!';
      throw error;
    }
  }

  const cells = cellsOf(table);
  it('has a cell for each state and command', () => {
    expect(cells).toHaveLength(Object.keys(histories).length * Object.keys(commands).length);
  });

  it.each(cells)('%s %s: %s', (from, command, to) => {
    expect(outcome(histories[from]!, commands[command]!)).toBe(to);
  });
});
