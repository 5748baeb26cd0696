/** The spread of a currency. */
export type Liquidity = 'major' | 'minor' | 'emerging';

export interface ReferenceRate {
  readonly currency: string;
  /** Units of the currency for one euro. */
  readonly perEuro: string;
  readonly liquidity: Liquidity;
  /** The currency to which this one is pegged; the two move together. */
  readonly peg?: 'EUR' | 'USD';
}

/** The levels around which the simulated market moves. They resemble real rates. */
export const referenceRates = {
  source: 'simulated reference levels',
  asOf: '2026-11-02',
  rates: [
    { currency: 'USD', perEuro: '1.1584', liquidity: 'major' },
    { currency: 'GBP', perEuro: '0.8763', liquidity: 'major' },
    { currency: 'JPY', perEuro: '176.42', liquidity: 'major' },
    { currency: 'CHF', perEuro: '0.9318', liquidity: 'major' },
    { currency: 'AUD', perEuro: '1.7684', liquidity: 'major' },
    { currency: 'NZD', perEuro: '2.0267', liquidity: 'major' },
    { currency: 'CAD', perEuro: '1.6231', liquidity: 'major' },
    { currency: 'SEK', perEuro: '10.9785', liquidity: 'major' },
    { currency: 'NOK', perEuro: '11.6940', liquidity: 'major' },
    { currency: 'DKK', perEuro: '7.4672', liquidity: 'major', peg: 'EUR' },
    { currency: 'SGD', perEuro: '1.5078', liquidity: 'minor' },
    { currency: 'HKD', perEuro: '9.0121', liquidity: 'minor', peg: 'USD' },
    { currency: 'PLN', perEuro: '4.2475', liquidity: 'minor' },
    { currency: 'CZK', perEuro: '24.318', liquidity: 'minor' },
    { currency: 'HUF', perEuro: '387.65', liquidity: 'minor' },
    { currency: 'RON', perEuro: '5.0862', liquidity: 'minor' },
    { currency: 'ISK', perEuro: '146.60', liquidity: 'minor' },
    { currency: 'ILS', perEuro: '3.7905', liquidity: 'minor' },
    { currency: 'MXN', perEuro: '21.432', liquidity: 'minor' },
    { currency: 'ZAR', perEuro: '20.048', liquidity: 'minor' },
    { currency: 'CNY', perEuro: '8.2460', liquidity: 'minor' },
    { currency: 'AED', perEuro: '4.2542', liquidity: 'minor', peg: 'USD' },
    { currency: 'SAR', perEuro: '4.3440', liquidity: 'minor', peg: 'USD' },
    { currency: 'QAR', perEuro: '4.2166', liquidity: 'minor', peg: 'USD' },
    { currency: 'KWD', perEuro: '0.3556', liquidity: 'minor' },
    { currency: 'BHD', perEuro: '0.4355', liquidity: 'minor', peg: 'USD' },
    { currency: 'OMR', perEuro: '0.4454', liquidity: 'minor', peg: 'USD' },
    { currency: 'JOD', perEuro: '0.8213', liquidity: 'minor', peg: 'USD' },
    { currency: 'THB', perEuro: '37.536', liquidity: 'minor' },
    { currency: 'TRY', perEuro: '48.715', liquidity: 'emerging' },
    { currency: 'BRL', perEuro: '6.2310', liquidity: 'emerging' },
    { currency: 'INR', perEuro: '102.74', liquidity: 'emerging' },
    { currency: 'IDR', perEuro: '19280', liquidity: 'emerging' },
    { currency: 'MYR', perEuro: '4.8510', liquidity: 'emerging' },
    { currency: 'PHP', perEuro: '67.980', liquidity: 'emerging' },
    { currency: 'KRW', perEuro: '1656.2', liquidity: 'emerging' },
    { currency: 'TWD', perEuro: '35.640', liquidity: 'emerging' },
    { currency: 'VND', perEuro: '30480', liquidity: 'emerging' },
    { currency: 'PKR', perEuro: '326.80', liquidity: 'emerging' },
    { currency: 'BDT', perEuro: '141.30', liquidity: 'emerging' },
    { currency: 'LKR', perEuro: '352.40', liquidity: 'emerging' },
    { currency: 'EGP', perEuro: '54.860', liquidity: 'emerging' },
    { currency: 'MAD', perEuro: '10.742', liquidity: 'emerging' },
    { currency: 'KES', perEuro: '149.70', liquidity: 'emerging' },
    { currency: 'NGN', perEuro: '1672.5', liquidity: 'emerging' },
    { currency: 'GHS', perEuro: '12.640', liquidity: 'emerging' },
    { currency: 'CLP', perEuro: '1092.4', liquidity: 'emerging' },
    { currency: 'COP', perEuro: '4478.0', liquidity: 'emerging' },
    { currency: 'PEN', perEuro: '3.9180', liquidity: 'emerging' },
  ] satisfies readonly ReferenceRate[] as readonly ReferenceRate[],
} as const;
