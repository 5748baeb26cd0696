import type { PriceResource } from '@corridor/payments-contract';
import { type Price, toResource } from '@corridor/kernel';

export const priceResource = ({ ccyPair, rate, buyAmount, sellAmount }: Price): PriceResource => ({
  ccyPair,
  rate: Number(rate),
  buyAmount: toResource(buyAmount),
  sellAmount: toResource(sellAmount),
  notes: null,
});
