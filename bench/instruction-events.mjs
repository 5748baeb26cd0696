/** Events of a payment instruction, for the benches of the event store alone. */
import { money } from '@corridor/kernel';

const sellAmount = money('GBP', 100000n);
export const price = {
  ccyPair: 'GBPEUR',
  rate: '1.158421',
  buyAmount: money('EUR', 115842n),
  sellAmount,
};

export const created = () => ({
  type: 'created',
  order: { sellCcyCode: 'GBP', buyCcyCode: 'EUR', fixedSide: 'SELL', amount: sellAmount },
  beneficiary: {
    id: 'ben_01K00000000000000000000001',
    displayName: 'Muster GmbH',
    bankCountryCode: 'DE',
    bankAccount: null,
  },
  paymentDate: '2026-11-23',
  paymentType: 'REGULAR',
  chargeType: null,
  narrative: 'Invoice 42',
  metadata: null,
  indicativePrice: price,
});
