import type { BeneficiaryResource } from '@corridor/payments-contract';
import { type Quote, type Refusal, money } from '@corridor/kernel';
import { given } from '@corridor/testing';
import { german, policy } from '../beneficiary/beneficiary.fixture.js';
import { type Circumstances, type Request, create } from './creation.js';
import { type Event, paymentInstruction } from './payment-instruction.js';

const quotes: Quote[] = [
  { base: 'EUR', quote: 'GBP', bid: '0.84', mid: '0.85', ask: '0.86' },
  { base: 'EUR', quote: 'JPY', bid: '180', mid: '181', ask: '182' },
];
const request: Request = {
  order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'BUY', amount: money('EUR', 1000_00n) },
  paymentDate: '2026-11-20',
  paymentType: 'PRIORITY',
  chargeType: 'OURS',
  narrative: 'Invoice 4711',
  metadata: null,
};
const circumstances: Circumstances = {
  ...{
    beneficiary: german,
    policy,
    market: { quotes, halted: [], plan: null },
    now: '2026-11-20T09:30:00.000',
  },
  feePlan: null,
  needsChecker: false,
};
const ordered = (order: Partial<Request['order']>): Request => ({
  ...request,
  order: { ...request.order, ...order },
});
const created = (requested: Request, met = circumstances) =>
  create(paymentInstruction.initial, requested, met)[0] as Extract<Event, { type: 'created' }>;

test('an instruction keeps its terms and shows an indicative price', () => {
  given(paymentInstruction)
    .when(create, request, circumstances)
    .then({
      type: 'created',
      beneficiary: { id: german.id, displayName: 'Anna Schmidt', bankCountryCode: 'DE', bankAccount: null },
      order: request.order,
      paymentDate: '2026-11-20',
      paymentType: 'PRIORITY',
      chargeType: 'OURS',
      narrative: 'Invoice 4711',
      metadata: null,
      indicativePrice: {
        ccyPair: 'EURGBP',
        rate: '0.86',
        buyAmount: money('EUR', 1000_00n),
        sellAmount: money('GBP', 860_00n),
      },
      indicativeQuote: quotes[0]!,
      indicativeMargin: null,
      maximumSlippage: null,
      quoteId: null,
      needsChecker: false,
    });
});

test('within one currency the price is par and needs no market', () => {
  const { indicativePrice, indicativeQuote } = created(ordered({ sellCcyCode: 'EUR' }));
  expect(indicativePrice).toEqual({
    ccyPair: 'EUREUR',
    rate: '1',
    buyAmount: money('EUR', 1000_00n),
    sellAmount: money('EUR', 1000_00n),
  });
  expect(indicativeQuote).toBeNull();
});

test('a pair without the euro is a cross rate', () => {
  const { indicativePrice } = created(
    ordered({ sellCcyCode: 'JPY', buyCcyCode: 'GBP', amount: money('GBP', 1_00n) }),
    { ...circumstances, beneficiary: withAccount({ ccyCode: 'GBP' }) },
  );
  expect(indicativePrice.ccyPair).toBe('GBPJPY');
  expect(indicativePrice.sellAmount.ccyCode).toBe('JPY');
});

describe('impossible requests are refused', () => {
  const cases: [string, Request, Partial<Circumstances>, Refusal['code']][] = [
    ['a payment date that has passed', { ...request, paymentDate: '2026-11-19' }, {}, 'invalid_request'],
    [
      'anything before the first rates',
      request,
      { market: { quotes: [], halted: [], plan: null } },
      'unavailable',
    ],
    ['a halted pair', request, { market: { quotes, halted: ['EURGBP'], plan: null } }, 'rate_unavailable'],
    ['selling a currency without rates', ordered({ sellCcyCode: 'KPW' }), {}, 'currency_not_sellable'],
    [
      'buying a currency without rates',
      ordered({ buyCcyCode: 'KPW', amount: money('KPW', 100n) }),
      { beneficiary: withAccount({ ccyCode: 'KPW' }) },
      'currency_not_buyable',
    ],
    ['an unknown beneficiary', request, { beneficiary: null }, 'beneficiary_not_usable'],
    [
      'an archived beneficiary',
      request,
      { beneficiary: { ...german, status: 'ARCHIVED' } },
      'beneficiary_not_usable',
    ],
    [
      'an account in another currency',
      request,
      { beneficiary: withAccount({ ccyCode: 'USD' }) },
      'beneficiary_not_usable',
    ],
    [
      'a payment type that the account does not support',
      request,
      { beneficiary: withAccount({ supportedPaymentTypes: ['REGULAR'] }) },
      'beneficiary_not_usable',
    ],
    [
      'a payment beyond 12 months',
      { ...ordered({ sellCcyCode: 'EUR' }), paymentDate: '9999-12-31' },
      {},
      'payment_date_unavailable',
    ],
    [
      'a conversion beyond 12 months',
      { ...request, paymentDate: '2027-11-21' },
      {},
      'payment_date_unavailable',
    ],
    [
      'an amount that is nothing in the other currency',
      ordered({ sellCcyCode: 'JPY', fixedSide: 'SELL', amount: money('JPY', 1n) }),
      {},
      'amount_not_convertible',
    ],
  ];
  test.each(cases)('%s', (_, requested, met, code) =>
    given(paymentInstruction)
      .when(create, requested, { ...circumstances, ...met })
      .refuses(code),
  );
  test('a second creation', () =>
    given(paymentInstruction, created(request))
      .when(create, request, circumstances)
      .refuses('illegal_transition'));
});

test.each([request, ordered({ sellCcyCode: 'EUR' })])(
  'dates up to 12 months ahead are accepted, the last one included, which is a Saturday',
  (requested) => expect(created({ ...requested, paymentDate: '2027-11-20' }).paymentDate).toBe('2027-11-20'),
);

describe('an omitted payment type', () => {
  const open: Request = { ...request, paymentType: null, chargeType: null };
  const onlySwift = withAccount({ supportedPaymentTypes: ['PRIORITY'] });

  test('is REGULAR if the beneficiary supports it', () => {
    expect(created(open)).toMatchObject({ paymentType: 'REGULAR', chargeType: null });
  });
  test('is PRIORITY with shared charges if it supports nothing else', () => {
    const met = { ...circumstances, beneficiary: onlySwift };
    expect(created(open, met)).toMatchObject({ paymentType: 'PRIORITY', chargeType: 'SHARED' });
    expect(created({ ...open, chargeType: 'OURS' }, met)).toMatchObject({ chargeType: 'OURS' });
  });
  test('does not allow a charge type if it results in REGULAR', () => {
    given(paymentInstruction)
      .when(create, { ...open, chargeType: 'OURS' }, circumstances)
      .refuses('invalid_request');
  });
});

function withAccount(account: Partial<BeneficiaryResource['bankAccount']>): BeneficiaryResource {
  return { ...german, bankAccount: { ...german.bankAccount, ...account } };
}
