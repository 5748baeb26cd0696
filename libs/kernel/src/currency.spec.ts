import { currencies, currencyRank, decimalPlaces, isCurrency } from './currency.js';
import { marketPair } from './price.js';

const withDecimals = (places: number) =>
  [...currencies.values()]
    .filter((ccy) => ccy.decimalPlaces === places)
    .map((ccy) => ccy.code)
    .join(' ');

describe('currencies', () => {
  it('are the 155 of ISO 4217 that circulate, by alphabet', () => {
    expect(currencies.size).toBe(155);
    expect([...currencies.keys()]).toEqual([...currencies.keys()].sort());
    for (const [code, ccy] of currencies) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(ccy.code).toBe(code);
      expect(ccy.name).toBe(ccy.name.trim());
      expect(ccy.name).not.toBe('');
    }
  });

  it('have two decimals, except these', () => {
    expect(withDecimals(0)).toBe('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF');
    expect(withDecimals(3)).toBe('BHD IQD JOD KWD LYD OMR TND');
    expect(withDecimals(2).split(' ')).toHaveLength(155 - 16 - 7);
    expect(['JPY', 'GBP', 'KWD'].map(decimalPlaces)).toEqual([0, 2, 3]);
  });

  it.each(['BGN', 'HRK', 'ANG', 'CUC', 'SLL', 'ZWL', 'DEM'])('%s is withdrawn', (code) => {
    expect(isCurrency(code)).toBe(false);
  });

  it.each(['XAU', 'XDR', 'XTS', 'XXX', 'CLF', 'CHE', 'USN', 'UYW', 'XAD'])('%s cannot be held', (code) => {
    expect(isCurrency(code)).toBe(false);
  });

  it.each(['usd', 'USD ', '', 'US', 'USDX', '__proto__', 'constructor'])('"%s" is none', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => decimalPlaces(code)).toThrow(new RangeError(`no currency ${code}`));
    expect(currencyRank(code)).toBe(currencies.size);
  });
});

describe('market order', () => {
  const pairs =
    'EURUSD EURGBP GBPUSD AUDUSD AUDNZD NZDUSD USDCAD USDCHF CADCHF USDJPY EURJPY GBPJPY CHFJPY SGDJPY ZARJPY NOKJPY ' +
    'USDSEK NOKSEK EURNOK EURPLN USDCNY CNYJPY USDHKD USDSGD USDMXN USDINR USDZAR USDTRY USDKWD USDBRL JPYKRW AEDINR';

  it.each(pairs.split(' '))('quotes %s', (pair) => {
    const [base, quote] = [pair.slice(0, 3), pair.slice(3)];
    expect(marketPair(base, quote)).toEqual({ base, quote });
    expect(marketPair(quote, base)).toEqual({ base, quote });
  });

  it('gives each currency its own place', () => {
    expect(new Set([...currencies.keys()].map(currencyRank)).size).toBe(currencies.size);
  });
});
