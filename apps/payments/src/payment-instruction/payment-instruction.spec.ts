import { type Price, Refusal, fold, money, outcomeOf, parPrice } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { german, policy } from '../beneficiary/beneficiary.fixture.js';
import { summaryOf } from '../beneficiary/summary.js';
import { fillOrFail, sendOrFail } from './or-fail.js';
import { indicativePrice, quote, terms, today } from './payment-instruction.fixture.js';
import {
  type Event,
  type State,
  acknowledge,
  bookingDeclined,
  cancel,
  conversionBooked,
  conversionCancelled,
  conversionExchanged,
  exchangeDeclined,
  fail,
  fill,
  fundsDeclined,
  paymentInstruction,
  paymentLinked,
  paymentSent,
  reject,
  send,
} from './payment-instruction.js';
import { stop } from './stop.js';

const now = `${today}T09:30:00.123`;
const created: Event = { type: 'created', ...terms };
const acknowledged: Event = { type: 'acknowledged' };
const bookingRequested: Event = {
  type: 'booking_requested',
  margin: null,
  worst: null,
  conversionId: 'con_1',
  order: terms.order,
  quote: null,
  valueDate: today,
};
const price: Price = { ...indicativePrice, rate: '0.87', sellAmount: money('GBP', 870_00n) };
const booked = { conversionId: 'con_1', reference: 'CON-20261120-000001', price };
const filled: Event = {
  type: 'filled',
  price,
  conversionId: booked.conversionId,
  conversionReference: booked.reference,
};
const beneficiary = german;
const archived = { ...german, status: 'ARCHIVED' as const };
const exchangeRequested: Event = {
  type: 'exchange_requested',
  conversionId: 'con_1',
  paymentId: 'pmt_1',
  beneficiary,
};
const transfersRequested: Event = {
  type: 'transfers_requested',
  exchange: {
    conversionId: 'con_1',
    reference: booked.reference,
    sellAmount: price.sellAmount,
    buyAmount: price.buyAmount,
  },
  paymentId: 'pmt_1',
  beneficiary,
};
const exchanged: Event = { type: 'exchanged' };
const fundsRequested: Event = {
  type: 'funds_requested',
  paymentId: 'pmt_1',
  amount: price.buyAmount,
  beneficiary: null,
};
const sent: Event = { type: 'sent', paymentId: 'pmt_1', beneficiary: summaryOf(beneficiary) };

// The same instruction within one currency.
const euros = { ...terms.order, sellCcyCode: 'EUR' };
const createdInEuros: Event = {
  ...created,
  order: euros,
  indicativePrice: parPrice(euros),
  indicativeQuote: null,
  indicativeMargin: null,
};
const filledInEuros: Event = {
  type: 'filled',
  price: parPrice(euros),
  conversionId: null,
  conversionReference: null,
};

const atMarket = { conversionId: 'con_1', now, atIndicativePrice: false };
const payment = { paymentId: 'pmt_1', beneficiary, policy, canExpire: false };
/** The same in PRODUCTION. */
const inTime = { ...payment, canExpire: true };

describe('every status × command', () => {
  const table = `
    from                  acknowledge  fill         send         cancel       reject       fail         stop
    NEW                   unknown      unknown      unknown      unknown      unknown      unknown      unknown
    PENDING               ACKNOWLEDGED illegal      illegal      CANCELLED    REJECTED     FAILED       FAILED
    waiting_for_checker   illegal      illegal      illegal      CANCELLED    REJECTED     FAILED       FAILED
    ACKNOWLEDGED          illegal      FILLED       illegal      not_pending  REJECTED     FAILED       FAILED
    FILLED                illegal      illegal      SENT         not_pending  REJECTED     FAILED       FAILED
    SENT                  illegal      illegal      illegal      not_pending  illegal      illegal      illegal
    CANCELLED             illegal      illegal      illegal      not_pending  illegal      illegal      illegal
    REJECTED              illegal      illegal      illegal      not_pending  illegal      illegal      illegal
    FAILED                illegal      illegal      illegal      not_pending  illegal      illegal      illegal
    booking_in_flight     in_progress  in_progress  in_progress  not_pending  in_progress  in_progress  in_progress
    exchange_in_flight    in_progress  in_progress  in_progress  not_pending  in_progress  in_progress  in_progress
    funds_in_flight       in_progress  in_progress  in_progress  not_pending  in_progress  in_progress  in_progress
    transfers_in_flight   in_progress  in_progress  in_progress  not_pending  in_progress  in_progress  in_progress`;

  const refusals: Record<string, string> = {
    unknown: 'not_found',
    illegal: 'illegal_transition',
    not_pending: 'instruction_not_pending',
    in_progress: 'step_in_progress',
  };
  const commands: Record<string, (state: State) => Event[]> = {
    acknowledge,
    fill: (state) => fill(state, atMarket),
    send: (state) => send(state, payment),
    cancel: (state) => cancel(state, { reason: 'Not needed.' }),
    reject: (state) => reject(state, { reason: 'Sanctioned.' }),
    fail: (state) => fail(state, { reason: 'Bank closed.' }),
    stop: (state) => stop(state, { reason: 'Called.', publicReason: null, by: null }),
  };
  const reason = 'because';
  const acrossCurrencies: Record<string, Event[]> = {
    NEW: [],
    PENDING: [created],
    waiting_for_checker: [{ ...created, needsChecker: true }],
    ACKNOWLEDGED: [created, acknowledged],
    FILLED: [created, acknowledged, bookingRequested, filled],
    SENT: [
      created,
      acknowledged,
      bookingRequested,
      filled,
      exchangeRequested,
      exchanged,
      fundsRequested,
      sent,
    ],
    CANCELLED: [created, { type: 'cancelled', reason }],
    REJECTED: [created, acknowledged, { type: 'rejected', reason }],
    FAILED: [created, acknowledged, bookingRequested, filled, { type: 'failed', reason }],
    booking_in_flight: [created, acknowledged, bookingRequested],
    exchange_in_flight: [created, acknowledged, bookingRequested, filled, exchangeRequested],
    funds_in_flight: [
      ...[created, acknowledged, bookingRequested, filled],
      ...[exchangeRequested, exchanged, fundsRequested],
    ],
    transfers_in_flight: [created, acknowledged, bookingRequested, filled, transfersRequested],
  };
  const withinOneCurrency: Record<string, Event[]> = {
    NEW: [],
    PENDING: [createdInEuros],
    ACKNOWLEDGED: [createdInEuros, acknowledged],
    FILLED: [createdInEuros, acknowledged, filledInEuros],
    SENT: [createdInEuros, acknowledged, filledInEuros, fundsRequested, sent],
    CANCELLED: [createdInEuros, { type: 'cancelled', reason }],
    REJECTED: [createdInEuros, { type: 'rejected', reason }],
    FAILED: [createdInEuros, acknowledged, filledInEuros, { type: 'failed', reason }],
    funds_in_flight: [createdInEuros, acknowledged, filledInEuros, fundsRequested],
  };

  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const cells = (histories: Record<string, Event[]>) =>
    rows
      .filter(([from]) => from! in histories)
      .flatMap(([from, ...row]) => row.map((cell, i) => [from!, header[i + 1]!, cell] as const));
  const check = (history: Event[], command: string, expected: string) => {
    const before = fold(paymentInstruction, history);
    const act = () => settled(before, commands[command]!(before)).status;
    const refusal = refusals[expected];
    if (refusal) expect(act).toThrow(expect.objectContaining({ code: refusal }) as Error);
    else expect(act()).toBe(expected);
  };

  test.each(cells(acrossCurrencies))('%s %s: %s', (from, command, expected) =>
    check(acrossCurrencies[from]!, command, expected),
  );
  test('in PRODUCTION, FILLED send: SENT', () => {
    const before = fold(paymentInstruction, acrossCurrencies['FILLED']!);
    expect(settled(before, send(before, inTime)).status).toBe('SENT');
  });
  test.each(cells(withinOneCurrency))('within one currency, %s %s: %s', (from, command, expected) =>
    check(withinOneCurrency[from]!, command, expected),
  );
  test('the table covers every status and command', () => {
    expect(rows.map(([from]) => from)).toEqual(Object.keys(acrossCurrencies));
    expect(header.slice(1)).toEqual(Object.keys(commands));
    expect(rows.every((row) => row.length === header.length)).toBe(true);
  });
});

/** The resulting state if every other service accepts. */
function settled(before: State, events: Event[]): State {
  const state = events.reduce(paymentInstruction.evolve, before);
  const reactions = [
    conversionBooked(state, booked),
    conversionExchanged(state, booked),
    paymentSent(state, payment),
    paymentLinked(state, payment),
  ];
  const next = reactions.find((events) => events.length > 0);
  return next && outcomeOf(state) === 'pending' ? settled(state, next) : state;
}

describe('across currencies', () => {
  const history = [created, acknowledged];
  const toFill = [...history, bookingRequested];
  const toExchange = [...toFill, filled, exchangeRequested];
  const toPay = [...toExchange, exchanged, fundsRequested];

  test('fill books a conversion for the day on which the payment is sent', () => {
    given(paymentInstruction, ...history)
      .when(fill, atMarket)
      .then(bookingRequested);
  });
  test('fill at the indicative price books at the quote of the creation', () => {
    given(paymentInstruction, ...history)
      .when(fill, { ...atMarket, atIndicativePrice: true })
      .then({ ...bookingRequested, quote });
  });
  test.each([
    ['on its date', today, now, today],
    ['on Monday when it is for a weekend', '2026-11-21', now, '2026-11-23'],
    ['after the holidays of both its currencies and the dollar', '2026-11-26', now, '2026-11-27'],
    ['after Easter', '2027-03-26', now, '2027-03-30'],
    ['on the next day when the cut-off has passed', today, `${today}T16:00:00.001`, '2026-11-23'],
    ['now when its date has passed', today, '2026-11-24T09:30:00.123', '2026-11-24'],
  ])('the conversion settles, and the payment is sent, %s', (_, paymentDate, now, valueDate) => {
    given(paymentInstruction, { ...created, paymentDate }, acknowledged)
      .when(fill, { ...atMarket, now })
      .then({ ...bookingRequested, valueDate });
  });
  test('the booked conversion fills', () => {
    given(paymentInstruction, ...toFill)
      .when(conversionBooked, booked)
      .then(filled);
  });
  const toSend = [...toFill, filled, transfersRequested];
  test('send exchanges and takes the bought money at once, then waits until the conversion is linked to its payment', () => {
    given(paymentInstruction, ...toFill, filled)
      .when(send, payment)
      .then(transfersRequested);
    given(paymentInstruction, ...toSend)
      .when(paymentLinked, payment)
      .then(sent);
    given(paymentInstruction, ...toSend, exchanged)
      .when(paymentLinked, payment)
      .then(sent);
  });
  test('meanwhile facts about the conversion alone request nothing and decline nothing', () => {
    given(paymentInstruction, ...toSend)
      .when(conversionExchanged, booked)
      .then(exchanged);
    given(paymentInstruction, ...toSend)
      .when(exchangeDeclined, { ...booked, reason: 'insufficient_funds' })
      .then();
    given(paymentInstruction, ...toSend)
      .when(paymentSent, payment)
      .then();
  });
  test('a conversion that an earlier build booked is exchanged by conversions', () => {
    given(paymentInstruction, ...toFill, { ...filled, conversionReference: null })
      .when(send, payment)
      .then(exchangeRequested);
  });
  test('if it can expire, send exchanges first, then takes the bought money, then waits until the conversion is linked to its payment', () => {
    given(paymentInstruction, ...toFill, filled)
      .when(send, inTime)
      .then(exchangeRequested);
    given(paymentInstruction, ...toExchange)
      .when(conversionExchanged, booked)
      .then(exchanged, fundsRequested);
    given(paymentInstruction, ...toPay)
      .when(paymentSent, payment)
      .then();
    given(paymentInstruction, ...toPay)
      .when(paymentLinked, payment)
      .then(sent);
  });
  test('a conversion that was exchanged on its own is not exchanged again', () => {
    given(paymentInstruction, ...toFill, filled)
      .when(conversionExchanged, booked)
      .then(exchanged);
    given(paymentInstruction, ...toFill, filled, exchanged)
      .when(send, payment)
      .then({ ...fundsRequested, beneficiary });
  });
  test('after a declined step the next command continues from there', () => {
    const declined: Event = { type: 'send_declined', reason: 'insufficient_funds' };
    const to = { paymentId: 'pmt_2', beneficiary };
    const again = { ...to, policy, canExpire: true };
    given(paymentInstruction, ...toFill, {
      type: 'fill_declined',
      reason: 'amount_not_convertible',
      priced: null,
    })
      .when(fill, { ...atMarket, conversionId: 'con_2' })
      .then({ ...bookingRequested, conversionId: 'con_2' });
    given(paymentInstruction, ...toExchange, declined)
      .when(send, again)
      .then({ ...exchangeRequested, ...to });
    given(paymentInstruction, ...toSend, declined)
      .when(send, { ...again, canExpire: false })
      .then({ ...transfersRequested, ...to });
    given(paymentInstruction, ...toPay, declined)
      .when(send, again)
      .then({ ...fundsRequested, ...to });
  });
  test('a changed beneficiary is paid with its current details, if possible', () => {
    const bankAccount = { ...german.bankAccount, iban: 'DE02120300000000202051' };
    const changed = { ...german, bankAccount };
    for (const to of [german, changed])
      given(paymentInstruction, ...toFill, filled)
        .when(send, { ...payment, beneficiary: to })
        .then({ ...transfersRequested, beneficiary: to });
    const inDollars = { ...german, bankAccount: { ...bankAccount, ccyCode: 'USD' } };
    const bySwift = {
      ...german,
      bankAccount: { ...bankAccount, supportedPaymentTypes: ['PRIORITY' as const] },
    };
    for (const to of [inDollars, bySwift, archived, null])
      given(paymentInstruction, ...toFill, filled)
        .when(send, { ...payment, beneficiary: to })
        .refuses('beneficiary_not_usable');
  });
  test('automation fails what is for an archived beneficiary, before money is converted or sent', () => {
    const reason = 'The beneficiary is archived.';
    const [toArchived, failed] = [
      { ...atMarket, beneficiary: archived },
      { type: 'failed', reason } as const,
    ];
    given(paymentInstruction, created, acknowledged).when(fillOrFail, toArchived).then(failed);
    const kept = ' Conversion con_1 is kept: EUR 1000.00 goes to the EUR wallet when it is exchanged.';
    given(paymentInstruction, ...toFill, filled)
      .when(sendOrFail, { ...inTime, beneficiary: archived, isDue: true })
      .then({ type: 'failed', reason: reason + kept });
  });
  test('a cancelled conversion ends the instruction', () => {
    given(paymentInstruction, ...toFill, filled)
      .when(conversionCancelled, booked)
      .then({ type: 'failed', reason: 'Conversion con_1 was cancelled.' });
  });
});

describe('within one currency', () => {
  const history = [createdInEuros, acknowledged];

  test('fill fills at once, at par and without a conversion', () => {
    given(paymentInstruction, ...history)
      .when(fill, atMarket)
      .then(filledInEuros);
  });
  test('send takes the money, and the sent payment completes it', () => {
    given(paymentInstruction, ...history, filledInEuros)
      .when(send, payment)
      .then({ ...fundsRequested, beneficiary });
    given(paymentInstruction, ...history, filledInEuros, { ...fundsRequested, beneficiary })
      .when(paymentSent, payment)
      .then(sent);
  });
});

describe('a decline keeps the status and is the outcome of the step', () => {
  const reason = 'insufficient_funds' as const;
  const ofConversion = { conversionId: 'con_1', reason, priced: null };
  const ofPayment = { paymentId: 'pmt_1', reason };
  const fillDeclined: Event = { type: 'fill_declined', reason, priced: null };
  const sendDeclined: Event = { type: 'send_declined', reason };
  const toFill = [created, acknowledged, bookingRequested];
  const toExchange = [...toFill, filled, exchangeRequested];
  const toPay = [...toExchange, exchanged, fundsRequested];

  test('of the booking', () => {
    given(paymentInstruction, ...toFill)
      .when(bookingDeclined, ofConversion)
      .then(fillDeclined);
    expect(fold(paymentInstruction, [...toFill, fillDeclined]).status).toBe('ACKNOWLEDGED');
  });
  test('of the exchange', () => {
    given(paymentInstruction, ...toExchange)
      .when(exchangeDeclined, ofConversion)
      .then(sendDeclined);
    expect(fold(paymentInstruction, [...toExchange, sendDeclined]).status).toBe('FILLED');
  });
  test('of the funds, with a conversion and without', () => {
    const inEuros = [createdInEuros, acknowledged, filledInEuros, fundsRequested];
    given(paymentInstruction, ...toPay)
      .when(fundsDeclined, ofPayment)
      .then(sendDeclined);
    given(paymentInstruction, ...inEuros)
      .when(fundsDeclined, ofPayment)
      .then(sendDeclined);
    given(paymentInstruction, ...toFill, filled, transfersRequested)
      .when(fundsDeclined, ofPayment)
      .then(sendDeclined);
    expect(fold(paymentInstruction, [...toPay, sendDeclined]).status).toBe('FILLED');
  });
  test('a waiting caller sees pending, then the refusal or success', () => {
    const of = (...history: Event[]) => outcomeOf(fold(paymentInstruction, history));
    expect(of(...toFill)).toBe('pending');
    expect(of(...toFill, filled)).toBe('done');
    expect(of(...toFill, fillDeclined)).toBeInstanceOf(Refusal);
    expect(of(...toFill, fillDeclined)).toMatchObject({ code: 'insufficient_funds' });
    expect(of(...toFill, fillDeclined, bookingRequested)).toBe('pending');
    expect(of(...toPay, sendDeclined)).toMatchObject({ code: 'insufficient_funds' });
    expect(of(...toPay, sendDeclined, fundsRequested)).toBe('pending');
    expect(of(...toPay, sent)).toBe('done');
  });
});

describe('facts that are repeated, late or for another step change nothing', () => {
  const reason = 'insufficient_funds' as const;
  const facts: Record<string, (state: State) => Event[]> = {
    conversionBooked: (state) => conversionBooked(state, booked),
    bookingDeclined: (state) => bookingDeclined(state, { ...booked, reason, priced: null }),
    conversionExchanged: (state) => conversionExchanged(state, booked),
    exchangeDeclined: (state) => exchangeDeclined(state, { ...booked, reason }),
    conversionCancelled: (state) => conversionCancelled(state, booked),
    fundsDeclined: (state) => fundsDeclined(state, { ...payment, reason }),
    paymentSent: (state) => paymentSent(state, payment),
    paymentLinked: (state) => paymentLinked(state, payment),
  };
  const toFilled = [created, acknowledged, bookingRequested, filled];
  const toSent = [...toFilled, exchangeRequested, exchanged, fundsRequested, sent];
  const other: Event = { ...bookingRequested, conversionId: 'con_2' };
  const histories: Record<string, [Event[], heard: string[]]> = {
    'of an instruction that is not there': [[], []],
    'before anything was requested': [[created, acknowledged], []],
    'while another conversion is booked': [[created, acknowledged, other], []],
    'while another payment is made': [
      [...toFilled, exchanged, { ...fundsRequested, paymentId: 'pmt_2' }],
      [],
    ],
    'after another conversion has filled': [
      [created, acknowledged, other, { ...filled, conversionId: 'con_2' } as Event],
      [],
    ],
    'after the fill, but those of the conversion': [toFilled, ['conversionExchanged', 'conversionCancelled']],
    'after the exchange': [[...toFilled, exchanged], []],
    'after the end': [toSent, []],
    'after the end of an exchange in one step': [[...toFilled, transfersRequested, sent], []],
    'after a failure': [[...toFilled, { type: 'failed', reason: 'Bank closed.' }], []],
  };
  test.each(Object.entries(histories))('%s', (_, [history, heard]) => {
    const state = fold(paymentInstruction, history);
    const hearing = Object.keys(facts).filter((name) => facts[name]!(state).length > 0);
    expect(hearing).toEqual(heard);
  });
});

describe('a terminated instruction says where the money is', () => {
  const reason = 'Rejected by compliance.';
  const toFilled = [created, acknowledged, bookingRequested, filled];
  test.each<[string, Event[], string]>([
    ['before the fill', [created, acknowledged], ''],
    [
      'with a booked conversion',
      toFilled,
      ' Conversion con_1 is kept: EUR 1000.00 goes to the EUR wallet when it is exchanged.',
    ],
    [
      'with an exchanged conversion',
      [...toFilled, exchanged],
      ' Conversion con_1 is kept: EUR 1000.00 is in the EUR wallet.',
    ],
    [
      'without a conversion',
      [createdInEuros, acknowledged, filledInEuros],
      ' No money has moved: EUR 1000.00 stays in the EUR wallet.',
    ],
  ])('%s', (_, history, where) => {
    given(paymentInstruction, ...history)
      .when(reject, { reason })
      .then({ type: 'rejected', reason: reason + where });
    given(paymentInstruction, ...history)
      .when(fail, { reason })
      .then({ type: 'failed', reason: reason + where });
  });
});
