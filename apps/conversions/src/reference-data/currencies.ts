import type { CurrencyResource } from '@corridor/conversions-contract';
import { cross, currencies, type Quote, refuse } from '@corridor/kernel';
import { isSymbolBeforeAmount, symbolOf } from './currency-symbols.js';

/**
 * All currencies of ISO 4217, by code (interface-spec 2.10). Those that the market quotes can be bought and sold. A
 * wallet can be opened in each of them, and receives money at least on the international collection account.
 *
 * @throws Refusal while there are no quotes yet
 */
export function currenciesAt(market: readonly Quote[]): CurrencyResource[] {
  if (market.length === 0) throw refuse('unavailable', 'No exchange rates have been published yet.');
  return [...currencies.values()].map(({ code, decimalPlaces, name }) => {
    const isQuoted = cross(market, code, code) !== null;
    return {
      code,
      decimalPlaces,
      name,
      canBuy: isQuoted,
      canSell: isQuoted,
      symbol: symbolOf(code),
      symbolBeforeAmount: isSymbolBeforeAmount(code),
      canBeCollected: true,
    };
  });
}
