import { type Price, moneyText } from '@corridor/kernel';
import type { Conversion } from './terms.js';

/**
 * An instruction that is terminated after it was filled keeps its conversion (decisions §6); the reason tells the
 * client.
 */
export function whereTheMoneyIs({
  conversion,
  price,
}: {
  readonly conversion: Conversion | null;
  readonly price: Price;
}): string {
  const bought = moneyText(price.buyAmount);
  const wallet = `the ${price.buyAmount.ccyCode} wallet`;
  if (!conversion) return ` No money has moved: ${bought} stays in ${wallet}.`;
  const when = conversion.isExchanged ? 'is in' : 'goes to';
  const then = conversion.isExchanged ? '' : ' when it is exchanged';
  return ` Conversion ${conversion.id} is kept: ${bought} ${when} ${wallet}${then}.`;
}
