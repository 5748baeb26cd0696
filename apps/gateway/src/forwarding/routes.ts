/** Where each path of the interface is answered. What stands in no row is the gateway's own, or does not exist. */
export const routes = {
  '/v1/wallets': 'ledger',
  '/v1/transactions': 'ledger',
  '/v1/rates': 'conversions',
  '/v1/conversions': 'conversions',
  '/v1/reference-data': 'conversions',
  '/v1/beneficiaries': 'payments',
  '/v1/beneficiary-snapshots': 'payments',
  '/v1/payment-instructions': 'payments',
  '/v1/payments': 'payments',
  '/v1/reference-data/payment-instructions': 'payments',
  '/v1/simulators/payment-instructions': 'payments',
  '/v1/simulators/payments': 'payments',
  '/v1/simulators/conversions': 'conversions',
  '/v1/inbound-funds': 'inbound-funds',
  '/v1/simulators/inbound-funds': 'inbound-funds',
  '/v1/webhook-subscriptions': 'webhook-dispatcher',
  '/v1/webhook-notifications': 'webhook-dispatcher',
  '/v1/reference-data/webhook-subscriptions': 'webhook-dispatcher',
} as const;

export type Destination = (typeof routes)[keyof typeof routes];

const longestFirst = Object.entries(routes).sort(([a], [b]) => b.length - a.length);

/** Below it every search has a second address; whose client it is, the service looks at. */
export const OF_CLIENT = '/v1/clients';
const ofClient = new RegExp(`^${OF_CLIENT}/[^/]+/`);

/** The service of a path: the longest prefix of whole segments wins. */
export function destinationOf(path: string): Destination | null {
  const plain = path.replace(ofClient, '/v1/');
  const found = longestFirst.find(([prefix]) => plain === prefix || plain.startsWith(`${prefix}/`));
  return found?.[1] ?? null;
}

/** The variable that says where a service listens: `INBOUND_FUNDS_URL`. */
export const addressVariable = (destination: Destination): string =>
  `${destination.toUpperCase().replaceAll('-', '_')}_URL`;
