import { perEuro } from '../published/sheet.fixture.js';

/** A document of a feed: the numbers of the reference rates, 0.05 % to each side. */
export const feed = (time: string, rates: Readonly<Record<string, string>> = perEuro): string =>
  JSON.stringify({
    quotes: Object.entries(rates).map(([currency, rate]) => ({
      pair: `EUR${currency}`,
      bid: (Number(rate) * 0.9995).toFixed(6),
      ask: (Number(rate) * 1.0005).toFixed(6),
      time,
    })),
  });
