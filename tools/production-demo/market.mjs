/** The market of the demonstration: fixed prices, quoted anew every few seconds, as a feed and a document of forward points. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const QUOTE_MS = 2_000;
/** Bid and ask of one euro. */
const MARKET = { GBP: ['0.8499', '0.8501'], USD: ['1.0799', '1.0801'] };
const POINTS = [{ tenor: '12M', bid: 0.012, ask: 0.0122 }];

/** @param {string} folder @param {() => Date} now @returns {() => void} closes it */
export function openMarket(folder, now) {
  const quote = () => {
    const time = now().toISOString();
    const pairs = Object.entries(MARKET).map(([ccyCode, prices]) => ({ pair: `EUR${ccyCode}`, prices }));
    const quotes = pairs.map(({ pair, prices: [bid, ask] }) => ({ pair, bid, ask, time }));
    const curves = pairs.map(({ pair }) => ({ pair, time, points: POINTS }));
    replace(join(folder, 'rates.json'), { quotes });
    replace(join(folder, 'points.json'), { curves });
  };
  quote();
  const quoting = setInterval(quote, QUOTE_MS);
  return () => clearInterval(quoting);
}

/** At once: Corridor may read it at any moment. @param {string} file @param {object} content */
function replace(file, content) {
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
