import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of one euro, on a sheet of the European Central Bank. */
const PER_EURO = { USD: 1.1584, GBP: 0.88045, JPY: 181.2, CHF: 0.9291, CAD: 1.6321, PLN: 4.2387 };

/** What PRODUCTION needs beside a database, with new secrets: adapters that are not simulated. */
export function productionSettings(): Record<string, string> {
  return {
    ENVIRONMENT: 'PRODUCTION',
    OPERATOR_KEY: `operator-${randomUUID()}`,
    RATES: rateSheet(),
    RAIL: 'manual',
    BANK_BIC: 'CORRGB2LXXX',
    COLLECTION_ACCOUNTS: 'pool',
    FORWARD_POINTS: points(),
    DEALING_HOURS: 'always',
    SCREENING: 'lists',
  };
}

/** The path of a file of forward points: all dates at the price of spot. */
function points(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'corridor-points-')), 'points.json');
  const zero = ['1M', '12M'].map((tenor) => ({ tenor, bid: 0, ask: 0 }));
  const time = new Date().toISOString();
  const curves = Object.keys(PER_EURO).map((ccyCode) => ({ pair: `EUR${ccyCode}`, time, points: zero }));
  writeFileSync(file, JSON.stringify({ curves }));
  return file;
}

/** The path of a file of reference rates that were published today. */
function rateSheet(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'corridor-rates-')), 'rates.xml');
  const rates = Object.entries(PER_EURO).map(([ccy, rate]) => `<Cube currency="${ccy}" rate="${rate}"/>`);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(file, `<Envelope><Cube><Cube time="${day}">${rates.join('')}</Cube></Cube></Envelope>`);
  return file;
}
