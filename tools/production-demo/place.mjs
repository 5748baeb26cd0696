/**
 * The folder of the demonstration: what PRODUCTION demands, beside a database. What is there is kept, so the demonstration goes on where it was.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HOLDER = 'Corridor Demo Payments Ltd';
const BIC = 'DEMOGB2LXXX';
const ACCOUNTS = {
  GBP: 'GB67DEMO20000010000001',
  EUR: 'GB40DEMO20000010000002',
  USD: 'GB13DEMO20000010000003',
};
/** What the bank lets the company overdraw, in each currency. */
const CREDIT_LINE = 5_000_000;

/** A made list with one entry, in the format of the United Nations. */
const LIST = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-01T00:00:00.000Z">
  <INDIVIDUALS/>
  <ENTITIES>
    <ENTITY><DATAID>690002</DATAID><FIRST_NAME>NORTHERN IRON TRADING</FIRST_NAME><REFERENCE_NUMBER>DEMO.002</REFERENCE_NUMBER></ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>
`;

/** @typedef {ReturnType<typeof placeIn>} Place */

/** @param {string} folder */
export function placeIn(folder) {
  const paths = {
    folder,
    database: join(folder, 'database'),
    data: join(folder, 'data'),
    rail: join(folder, 'rail'),
    bank: join(folder, 'bank'),
    lists: join(folder, 'lists'),
    market: join(folder, 'market'),
    passwordFile: join(folder, 'password.txt'),
  };
  for (const path of Object.values(paths))
    if (path !== paths.passwordFile) mkdirSync(path, { recursive: true });
  chmodSync(folder, 0o755); // Postgres may run as another user
  const bank = {
    exchange: '../rail',
    name: 'Demo Bank',
    bic: BIC,
    accounts: Object.entries(ACCOUNTS).map(([currency, number]) => ({
      number,
      currency,
      creditLine: CREDIT_LINE,
    })),
  };
  keep(join(paths.bank, 'bank.json'), () => `${JSON.stringify(bank, null, 2)}\n`);
  keep(join(paths.lists, 'un.xml'), () => LIST);
  return {
    ...paths,
    password: keep(paths.passwordFile, () => `${randomBytes(9).toString('base64url')}\n`).trim(),
    operatorKey: keep(join(folder, 'operator-key'), () => randomBytes(32).toString('hex')),
  };
}

/** The settings of the rail to the bank. @param {Pick<Place, 'rail'>} place */
export const railSettingsOf = ({ rail }) => ({
  RAIL: 'iso20022',
  RAIL_FOLDER: rail,
  RAIL_HOLDER: HOLDER,
  RAIL_ACCOUNTS: Object.entries(ACCOUNTS)
    .map((one) => one.join('='))
    .join(','),
  BANK_BIC: BIC,
  RAIL_ACH_ROUTING_NUMBER: '123456780',
  RAIL_ACH_BANK_NAME: 'Demo Bank',
  RAIL_ACH_COMPANY_ID: '1234567890',
});

/**
 * The settings of Corridor.
 * @param {Place} place @param {{ url: string, serviceUrl: string }} postgres
 */
export const settingsOf = ({ data, rail, lists, market, operatorKey }, { url, serviceUrl }) => ({
  ENVIRONMENT: 'PRODUCTION',
  DATABASE_URL: serviceUrl,
  DATABASE_OWNER_URL: url,
  DATA_DIR: data,
  OPERATOR_KEY: operatorKey,
  RATES: `feed+${join(market, 'rates.json')}`,
  RATES_POLL_SECONDS: '1',
  FORWARD_POINTS: join(market, 'points.json'),
  DEALING_HOURS: 'always',
  ...railSettingsOf({ rail }),
  COLLECTION_ACCOUNTS: 'pool',
  SCREENING: 'lists',
  SCREENING_LISTS: lists,
});

/** The currencies in which the bank has accounts. */
export const currencies = Object.keys(ACCOUNTS);

/**
 * The content of a file that only its owner reads; it is written if there is none.
 * @param {string} file @param {() => string} content
 */
function keep(file, content) {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, content(), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}
