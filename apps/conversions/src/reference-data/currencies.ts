import type { CurrencyResource } from '@corridor/conversions-contract';
import { cross, currencies, type Quote, refuse } from '@corridor/kernel';
import { type Policy, mayBe } from '@corridor/payments-contract';
import { isSymbolBeforeAmount, symbolOf } from './currency-symbols.js';

/**
 * All currencies of ISO 4217, by code (interface-spec 2.10). Those that the market quotes can be bought and sold. A
 * wallet can be opened in each of them, and receives money at least on the international collection account. The policy can refuse
 * each of these.
 *
 * @throws Refusal while there are no quotes yet
 */
export function currenciesAt(market: readonly Quote[], policy: Policy): CurrencyResource[] {
  if (market.length === 0) throw refuse('unavailable', 'No exchange rates have been published yet.');
  return [...currencies.values()].map(({ code, decimalPlaces, name }) => {
    const isQuoted = cross(market, code, code) !== null;
    return {
      code,
      decimalPlaces,
      name,
      canBuy: isQuoted && mayBe(policy, code, 'bought', 'held'),
      canSell: isQuoted && mayBe(policy, code, 'sold'),
      symbol: symbolOf(code),
      symbolBeforeAmount: isSymbolBeforeAmount(code),
      canBeCollected: mayBe(policy, code, 'received', 'held'),
    };
  });
}
