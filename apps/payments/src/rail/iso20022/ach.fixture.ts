import { money, toResource } from '@corridor/kernel';
import { payments } from '../kit/rail-kit.js';
import type { RailPayment } from '../payment-rail.js';

/** As the bank of the rail knows it. */
export const originator = {
  ...{ name: 'Corridor Payments Ltd', id: '1234567890' },
  ...{ bankRoutingNumber: '021000021', bankName: 'First Harbor Bank' },
};

/** Of an account that a client has linked. */
export const achDebit = (reference: string, more: Partial<RailPayment> = {}): RailPayment => ({
  ...payments[0]!,
  ...{ id: `sub_${reference}`, kind: 'DEBIT', reference, amount: toResource(money('USD', 1_000_50n)) },
  creditor: {
    ...payments[0]!.creditor,
    ...{ name: 'Northwind Imports Ltd', accountNumber: '000123456789', accountType: 'CHECKING' },
    routing: [{ type: 'ABA', code: '111000025' }],
  },
  ...more,
});
