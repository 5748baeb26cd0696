import { type Outcome, Refusal, fold, money } from '@corridor/kernel';
import { cellsOf, given } from '@corridor/testing';
import {
  type Event,
  type State,
  conversion,
  exchangeFor,
  exchangeNow,
  outcomeOfCancellation,
  outcomeOfExchange,
  requestExchange,
} from './conversion.js';
import { cancel, comeDue } from './ending.js';
import {
  type Requirement,
  outcomeOfDeposit,
  payDeposit,
  requireDeposit,
  transferDeclined,
  transferPosted,
} from './deposit.js';

const id = 'con_01KAFQ0000ABCDEFGHJK4F7KQ2';
const sellAmount = money('GBP', 10_000n);
const buyAmount = money('USD', 12_500n);
const reference = 'CON-20261121-4F7KQ2';
const deadline = '2026-11-23T12:00:00.000';
const afterDeadline = { now: '2026-11-23T12:00:00.001' };
const valueDate = { now: '2026-11-24T00:00:00.000' };
const cutOff = '2026-11-24T17:00:00.000';
const tooLate = { now: '2026-11-24T17:00:00.001' };
const now = '2026-11-21T09:30:00.123';

const booked: Event = {
  type: 'booked',
  margin: null,
  reference,
  order: { sellCcyCode: 'GBP', buyCcyCode: 'USD', fixedSide: 'SELL', amount: sellAmount },
  quote: { base: 'GBP', quote: 'USD', bid: '1.25', mid: '1.26', ask: '1.27' },
  price: { ccyPair: 'GBPUSD', rate: '1.25', sellAmount, buyAmount },
  valueDate: '2026-11-24',
  fundByDate: cutOff,
  paymentInstructionId: null,
  metadata: null,
};
const amount = money('GBP', 1_000n);
const requirement: Requirement = { amount, fundByDate: deadline, now };
const required: Event = { type: 'deposit_required', amount, fundByDate: deadline };
const paying: Event = { type: 'deposit_payment_requested', payment: { amount, number: 0 } };
const received: Event = { type: 'deposit_received' };
const notPaid: Event = { type: 'deposit_declined', reason: 'insufficient_funds' };
const exchanging: Event = { type: 'exchange_requested', reference, sellAmount, buyAmount, holdFor: null };
const notExchanged: Event = { type: 'exchange_declined', reason: 'insufficient_funds' };
const exchanged: Event = { type: 'exchanged', paymentId: null };
const refunding: Event = { type: 'deposit_refund_requested', reason: 'never mind', refund: amount };
const notRefunded: Event = { type: 'deposit_refund_declined', reason: 'wallet_full' };
const cancelled: Event = { type: 'cancelled', reason: 'never mind' };
const inSandbox = { market: null, now };

const relatedEntity = { id };
const ofExchange = { transferId: id, relatedEntity };
const ofDeposit = { transferId: `${id}/deposit`, relatedEntity };
const ofRefund = { transferId: `${id}/deposit-refund`, relatedEntity };
const noFunds = { reason: 'insufficient_funds' } as const;

describe('a deposit', () => {
  it('is required of a booked conversion, until its own deadline or that of the conversion', () => {
    given(conversion, booked).when(requireDeposit, requirement).then(required);
    given(conversion, booked)
      .when(requireDeposit, { ...requirement, fundByDate: null })
      .then({ ...required, fundByDate: cutOff });
    given(conversion, booked)
      .when(requireDeposit, { ...requirement, fundByDate: cutOff, amount: sellAmount })
      .then({ ...required, fundByDate: cutOff, amount: sellAmount });
  });

  it.each<[string, Partial<Requirement>, string[]]>([
    ['more than is sold', { amount: money('GBP', 10_001n) }, ['#/amount too_large']],
    ['a deadline that has come', { fundByDate: now }, ['#/fundByDate in_the_past']],
    ['one after that of the conversion', { fundByDate: tooLate.now }, ['#/fundByDate too_late']],
    [
      'all that is wrong',
      { amount: money('GBP', 10_001n), fundByDate: tooLate.now },
      ['#/amount too_large', '#/fundByDate too_late'],
    ],
  ])('cannot be %s', (_, more, issues) => {
    const refused = refusalOf(() => requireDeposit(fold(conversion, [booked]), { ...requirement, ...more }));
    const errors = refused.extra['errors'] as { pointer: string; code: string }[];
    expect([refused.code, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual([
      'invalid_request',
      ...issues,
    ]);
  });

  it('is not required when nobody could pay it any more', () => {
    given(conversion, booked)
      .when(requireDeposit, { ...requirement, fundByDate: null, now: cutOff })
      .refuses('illegal_transition');
  });

  it('is required once, of a conversion of the client itself', () => {
    given(conversion, booked, required).when(requireDeposit, requirement).refuses('illegal_transition');
    given(conversion, booked, required, paying, received)
      .when(requireDeposit, requirement)
      .refuses('illegal_transition');
    const part: Event = { ...booked, paymentInstructionId: 'pi_1' };
    given(conversion, part).when(requireDeposit, requirement).refuses('illegal_transition');
  });

  it('is paid through the ledger, until its deadline', () => {
    given(conversion, booked, required).when(payDeposit, { now: deadline }).then(paying);
    given(conversion, booked, required, paying).when(transferPosted, ofDeposit).then(received);
    given(conversion, booked, required).when(payDeposit, afterDeadline).refuses('illegal_transition');
    given(conversion, booked).when(payDeposit, { now }).refuses('illegal_transition');
  });

  it('is not received without funds, and can be paid later', () => {
    given(conversion, booked, required, paying)
      .when(transferDeclined, { ...ofDeposit, ...noFunds })
      .then(notPaid);
    given(conversion, booked, required, paying, notPaid).when(payDeposit, { now }).then(paying);
  });

  it('has to be received before the exchange', () => {
    given(conversion, booked, required).when(exchangeNow).refuses('deposit_required');
    given(conversion, booked, required)
      .when(requestExchange, { now: null })
      .then({ type: 'exchange_declined', reason: 'deposit_required' });
    given(conversion, booked, required, paying, received).when(exchangeNow).then(exchanging);
  });

  it('comes back before a cancellation is complete', () => {
    const reason = { reason: 'never mind', ...inSandbox };
    given(conversion, booked, required).when(cancel, reason).then(cancelled);
    given(conversion, booked, required, paying, received).when(cancel, reason).then(refunding);
    given(conversion, booked, required, paying, received, refunding)
      .when(transferPosted, ofRefund)
      .then(cancelled);
  });

  it('stays if it cannot come back, and so does the conversion', () => {
    const history = [booked, required, paying, received, refunding];
    const full = { ...ofRefund, reason: 'wallet_full' } as const;
    given(conversion, ...history)
      .when(transferDeclined, full)
      .then(notRefunded);
    given(conversion, ...history, notRefunded)
      .when(exchangeNow)
      .then(exchanging);
    given(conversion, ...history, notRefunded)
      .when(cancel, { reason: 'never mind', ...inSandbox })
      .then(refunding);
  });
});

describe('the deadline', () => {
  const missed: Event = { type: 'cancelled', reason: 'DEPOSIT_NOT_RECEIVED' };

  it('cancels a conversion whose deposit was not received, also before its value date', () => {
    given(conversion, booked, required).when(comeDue, { now: deadline }).then();
    given(conversion, booked, required).when(comeDue, afterDeadline).then(missed);
    given(conversion, booked, required, paying, notPaid).when(comeDue, afterDeadline).then(missed);
  });

  it('waits for a payment that was requested in time', () => {
    given(conversion, booked, required, paying).when(comeDue, afterDeadline).then();
  });

  it('does not concern a deposit that was received', () => {
    const history = [booked, required, paying, received];
    given(conversion, ...history)
      .when(comeDue, afterDeadline)
      .then();
    given(conversion, ...history)
      .when(comeDue, valueDate)
      .then(exchanging);
    given(conversion, ...history, exchanging, notExchanged)
      .when(comeDue, tooLate)
      .then({ ...refunding, reason: 'NOT_FUNDED' });
  });

  it('on the value date is waited for, without an exchange', () => {
    const onTheDay: Event = { ...required, fundByDate: cutOff };
    given(conversion, booked, onTheDay).when(comeDue, valueDate).then();
    given(conversion, booked, onTheDay).when(comeDue, tooLate).then(missed);
  });
});

describe('for a caller that waits', () => {
  const outcome = (of: (state: State) => Outcome, ...events: Event[]) => {
    const result = of(fold(conversion, [booked, required, ...events]));
    return result instanceof Refusal ? result.code : result;
  };

  it('the deposit is paid when it is received, whatever happens next', () => {
    expect(outcome(outcomeOfDeposit, paying)).toBe('pending');
    expect(outcome(outcomeOfDeposit, paying, notPaid)).toBe('insufficient_funds');
    expect(outcome(outcomeOfDeposit, paying, received)).toBe('done');
    expect(outcome(outcomeOfDeposit, paying, received, exchanging)).toBe('done');
    expect(outcome(outcomeOfDeposit, paying, received, exchanging, notExchanged)).toBe('done');
    expect(outcome(outcomeOfDeposit, paying, notPaid, cancelled)).toBe('illegal_transition');
  });

  it('the conversion is cancelled with the refund, unless it ends otherwise', () => {
    expect(outcome(outcomeOfCancellation, paying, received, refunding)).toBe('pending');
    expect(outcome(outcomeOfCancellation, paying, received, refunding, notRefunded)).toBe('wallet_full');
    expect(outcome(outcomeOfCancellation, paying, received, refunding, cancelled)).toBe('done');
    expect(outcome(outcomeOfCancellation, paying, received, exchanging, exchanged)).toBe(
      'illegal_transition',
    );
  });

  it('the conversion is exchanged, unless it ends otherwise', () => {
    const declined = [paying, received, exchanging, notExchanged];
    expect(outcome(outcomeOfExchange, ...declined)).toBe('insufficient_funds');
    expect(outcome(outcomeOfExchange, ...declined, exchanging)).toBe('pending');
    expect(outcome(outcomeOfExchange, ...declined, exchanging, exchanged)).toBe('done');
    expect(outcome(outcomeOfExchange, ...declined, refunding, cancelled)).toBe('illegal_transition');
  });
});

/** The deposit by the statuses of the conversion and its step. `-` no effect, `!` refused. */
describe('states and transitions', () => {
  const table = `
    from         require   pay     exchange    cancel     due       due-late   posted     posted-deposit  posted-refund  posted-both  declined  declined-deposit  declined-refund
    NEW          !         !       !           !          -         -          -          -               -              -            -         -                 -
    BOOKED       AWAITING  !       exchanging  CANCELLED  -         -          -          -               -              EXCHANGED    -         -                 -
    AWAITING     !         paying  !           CANCELLED  -         CANCELLED  -          -               -              EXCHANGED    -         -                 -
    paying       !         !       !           !          -         -          -          RECEIVED        -              EXCHANGED    -         AWAITING          -
    RECEIVED     !         !       exchanging  refunding  -         -          -          -               -              EXCHANGED    -         -                 -
    exchanging   !         !       !           !          -         -          EXCHANGED  -               -              EXCHANGED    RECEIVED  -                 -
    refunding    !         !       !           !          -         -          -          -               CANCELLED      EXCHANGED    -         -                 RECEIVED
    EXCHANGED    !         !       !           !          -         -          -          -               -              -            -         -                 -
    CANCELLED    !         !       !           !          -         -          -          -               -              EXCHANGED    -         -                 -`;

  const held = [booked, required, paying, received];
  const histories: Record<string, Event[]> = {
    NEW: [],
    BOOKED: [booked],
    AWAITING: [booked, required],
    paying: [booked, required, paying],
    RECEIVED: held,
    exchanging: [...held, exchanging],
    refunding: [...held, refunding],
    EXCHANGED: [...held, exchanging, exchanged],
    CANCELLED: [...held, refunding, cancelled],
  };
  const commands: Record<string, (state: State) => Event[]> = {
    require: (state) => requireDeposit(state, requirement),
    pay: (state) => payDeposit(state, { now }),
    exchange: exchangeNow,
    cancel: (state) => cancel(state, { reason: 'never mind', ...inSandbox }),
    due: (state) => comeDue(state, { now }),
    'due-late': (state) => comeDue(state, afterDeadline),
    posted: (state) => transferPosted(state, ofExchange),
    'posted-deposit': (state) => transferPosted(state, ofDeposit),
    'posted-refund': (state) => transferPosted(state, ofRefund),
    'posted-both': (state) => exchangeFor(state, { payment: null }),
    declined: (state) => transferDeclined(state, { ...ofExchange, ...noFunds }),
    'declined-deposit': (state) => transferDeclined(state, { ...ofDeposit, ...noFunds }),
    'declined-refund': (state) => transferDeclined(state, { ...ofRefund, ...noFunds }),
  };
  const stateOf = (history: Event[]) => fold(conversion, history);
  const steps = { exchange: 'exchanging', 'pay-deposit': 'paying', cancel: 'refunding' };

  function nameOf(state: State): string {
    if (state.status === 'NEW') return 'NEW';
    if (state.step) return steps[state.step.command];
    if (state.status !== 'BOOKED' || !state.deposit) return state.status;
    return state.deposit.isReceived ? 'RECEIVED' : 'AWAITING';
  }

  function outcome(history: Event[], command: (state: State) => Event[]): string {
    try {
      const events = command(stateOf(history));
      return events.length === 0 ? '-' : nameOf(stateOf([...history, ...events]));
    } catch (error) {
      if (error instanceof Refusal) return '!';
      throw error;
    }
  }

  const cells = cellsOf(table);

  it('has a cell for each state and command', () => {
    expect(cells).toHaveLength(Object.keys(histories).length * Object.keys(commands).length);
    for (const [name, history] of Object.entries(histories)) expect(nameOf(stateOf(history))).toBe(name);
  });

  it.each(cells)('%s %s: %s', (from, command, to) => {
    expect(outcome(histories[from]!, commands[command]!)).toBe(to);
  });
});

function refusalOf(command: () => unknown): Refusal {
  try {
    command();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}
