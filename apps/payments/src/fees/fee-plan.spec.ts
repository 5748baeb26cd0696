import { money } from '@corridor/kernel';
import { type Charged, type FeeRule, feeFor } from './fee-plan.js';

const eur = (minor: bigint) => money('EUR', minor);
const any: FeeRule = {
  ...{ kind: null, ccyCode: null, paymentType: null, chargeType: null },
  fee: eur(1_00n),
  correspondentCharge: null,
};
const rules: FeeRule[] = [
  any,
  { ...any, kind: 'PAYMENT_INSTRUCTION', fee: eur(2_00n) },
  { ...any, chargeType: 'OURS', fee: eur(3_00n), correspondentCharge: eur(12_50n) },
  { ...any, paymentType: 'PRIORITY', fee: eur(4_00n), correspondentCharge: eur(9_00n) },
  { ...any, ccyCode: 'USD', fee: eur(5_00n) },
  { ...any, ccyCode: 'USD', paymentType: 'REGULAR', fee: eur(6_00n) },
  { ...any, ccyCode: 'GBP', fee: eur(0n), correspondentCharge: eur(7_00n) },
];
const payment: Charged = { kind: 'PAYMENT', ccyCode: 'EUR', paymentType: 'REGULAR', chargeType: null };

test.each<[what: string, change: Partial<Charged>, total: bigint | null, ...parts: bigint[]]>([
  ['any', {}, 1_00n, 1_00n],
  ['of a kind', { kind: 'PAYMENT_INSTRUCTION' }, 2_00n, 2_00n],
  [
    'on a route, which counts before the kind',
    { kind: 'PAYMENT_INSTRUCTION', paymentType: 'PRIORITY' },
    4_00n,
    4_00n,
  ],
  [
    'on a route, which counts before the bearer',
    { paymentType: 'PRIORITY', chargeType: 'OURS' },
    13_00n,
    4_00n,
    9_00n,
  ],
  ['with shared charges', { paymentType: 'PRIORITY', chargeType: 'SHARED' }, 4_00n, 4_00n],
  ['in a currency, which counts before the route', { ccyCode: 'USD', paymentType: 'PRIORITY' }, 5_00n, 5_00n],
  ['in a currency and on a route', { ccyCode: 'USD' }, 6_00n, 6_00n],
  ['without a fee', { ccyCode: 'GBP' }, null],
  [
    'with the charge of the correspondent alone',
    { ccyCode: 'GBP', paymentType: 'PRIORITY', chargeType: 'OURS' },
    7_00n,
    7_00n,
  ],
])('a payment %s', (_, change, total, ...parts) => {
  const fee = feeFor({ rules }, { ...payment, ...change });
  expect(fee && fee.total).toEqual(total === null ? null : eur(total));
  expect((fee?.parts ?? []).map(({ amount }) => amount.minor)).toEqual(parts);
});

test('does not depend on the order of the rules', () => {
  for (const kind of ['PAYMENT', 'PAYMENT_INSTRUCTION'] as const)
    for (const ccyCode of ['EUR', 'USD', 'GBP'])
      for (const chargeType of ['SHARED', 'OURS'] as const) {
        const charged: Charged = { kind, ccyCode, paymentType: 'PRIORITY', chargeType };
        expect(feeFor({ rules: rules.toReversed() }, charged)).toEqual(feeFor({ rules }, charged));
      }
});

test('without a plan, or a rule that fits, there is no fee', () => {
  expect(feeFor(null, payment)).toBeNull();
  expect(feeFor({ rules: [{ ...any, ccyCode: 'USD' }] }, payment)).toBeNull();
});
