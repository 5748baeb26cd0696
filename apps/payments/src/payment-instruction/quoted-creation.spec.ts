import { type Price, type Quote, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import {
  type Event,
  type State,
  acknowledge,
  cancel,
  fill,
  paymentInstruction,
} from './payment-instruction.js';
import { outcomeOfCreation, quoteRefused, quoteUsed } from './quoted-creation.js';
import type { Quoting } from './terms.js';

const now = '2026-11-20T09:30:00.123';
const quote: Quote = { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' };
const indicativePrice: Price = {
  ccyPair: 'EURGBP',
  rate: '0.86',
  buyAmount: money('EUR', 1000_00n),
  sellAmount: money('GBP', 860_00n),
};
const agreed: Omit<Quoting, 'quoteId'> = {
  beneficiary: { id: 'ben_1', displayName: 'Anna Schmidt', bankCountryCode: 'DE', bankAccount: null },
  order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: money('EUR', 1000_00n) },
  paymentDate: '2026-11-20',
  paymentType: 'REGULAR',
  chargeType: null,
  narrative: 'Invoice 4711',
  metadata: null,
};
const quoting: Event = { type: 'quote_requested', ...agreed, quoteId: 'quo_1' };
const quoted: Event = {
  type: 'created',
  ...agreed,
  indicativePrice,
  indicativeQuote: quote,
  indicativeMargin: null,
  maximumSlippage: null,
  quoteId: 'quo_1',
  needsChecker: false,
};
const acknowledged: Event = { type: 'acknowledged' };
const stateOf = (...events: Event[]) => events.reduce(paymentInstruction.evolve, paymentInstruction.initial);

describe('with a firm quote', () => {
  const used = { quoteId: 'quo_1', quote, margin: null, price: indicativePrice };
  const refusal = { reason: 'quote_expired' as const, detail: 'The quote expired.', issues: [] };
  const refused: Event = { type: 'quote_refused', ...refusal };

  test('it is created at its price, once', () => {
    given(paymentInstruction, quoting).when(quoteUsed, used).then(quoted);
    given(paymentInstruction, quoting, quoted).when(quoteUsed, used).then();
    given(paymentInstruction, quoting)
      .when(quoteUsed, { ...used, quoteId: 'quo_2' })
      .then();
    given(paymentInstruction).when(quoteUsed, used).then();
  });

  test('it is not created if the quote is refused, and may be requested again', () => {
    given(paymentInstruction, quoting)
      .when(quoteRefused, { quoteId: 'quo_1', ...refusal })
      .then(refused);
    given(paymentInstruction, quoting, refused).when(quoteUsed, used).then();
    given(paymentInstruction, quoting, refused)
      .when(quoteRefused, { quoteId: 'quo_1', ...refusal })
      .then();
    given(paymentInstruction, quoting, quoted)
      .when(quoteRefused, { quoteId: 'quo_1', ...refusal })
      .then();
    given(paymentInstruction, quoting, refused, quoting).when(quoteUsed, used).then(quoted);
  });

  test('until then it does not exist for any command', () => {
    for (const history of [[quoting], [quoting, refused]])
      for (const command of [acknowledge, (state: State) => cancel(state, { reason: 'x' })])
        expect(() => command(stateOf(...history))).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test.each<[string, Event[], unknown]>([
    ['it is not decided', [quoting], 'pending'],
    ['it is created', [quoting, quoted], 'done'],
    [
      'it is refused',
      [quoting, refused],
      expect.objectContaining({ code: 'quote_expired', detail: 'The quote expired.' }),
    ],
  ])('the caller waits until %s', (_name, history, outcome) =>
    expect(outcomeOfCreation(stateOf(...history))).toEqual(outcome),
  );

  test('the caller is told which fields differ', () => {
    const issues = [{ pointer: '#/amount', code: 'differs_from_quote', detail: 'Must be 1.00.' }];
    const mismatch: Event = { type: 'quote_refused', reason: 'quote_mismatch', detail: null, issues };
    expect(outcomeOfCreation(stateOf(quoting, mismatch))).toMatchObject({
      code: 'quote_mismatch',
      extra: { errors: issues },
    });
  });

  test.each([true, false])(
    'it is filled at the price of the quote, whether the simulator says so or not: %s',
    (flag) =>
      given(paymentInstruction, quoting, quoted, acknowledged)
        .when(fill, { conversionId: 'con_1', now, atIndicativePrice: flag })
        .then({
          type: 'booking_requested',
          margin: null,
          worst: null,
          conversionId: 'con_1',
          order: agreed.order,
          quote,
          valueDate: '2026-11-20',
        }),
  );
});
