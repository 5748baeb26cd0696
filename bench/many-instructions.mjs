/** Payment instructions of a year, for the benches of searches. */
import { manyRows } from '@corridor/testing/service';

const audit = {
  by: { id: 'cu_01K00000000000000000000001', name: 'Ada Lovelace' },
  on: '@made@',
  withApiKey: 'ak_01K00000000000000000000001',
};
const price = {
  ccyPair: '@sell@@buy@',
  rate: 1.158421,
  buyAmount: { ccyCode: '@buy@', value: '#amount#' },
  sellAmount: { ccyCode: '@sell@', value: '#amount#' },
  notes: null,
};
const instruction = {
  id: '@id@',
  client: { id: '@client@', name: 'Acme Trading Ltd' },
  beneficiary: { id: '@ben@', displayName: 'Muster GmbH', bankCountryCode: 'DE', bankAccount: null },
  sellCcyCode: '@sell@',
  buyCcyCode: '@buy@',
  fixedSide: 'BUY',
  amount: '#amount#',
  paymentDate: '@day@',
  paymentType: 'REGULAR',
  chargeType: null,
  narrative: 'Invoice @n@',
  metadata: null,
  indicativePrice: price,
  actualPrice: price,
  fee: null,
  linkedPaymentId: '@pmt@',
  linkedConversionId: '@con@',
  status: '@status@',
  statusHistory: [
    { status: 'PENDING', statusReason: null, occurredOn: '@made@' },
    { status: '@status@', statusReason: null, occurredOn: '@made@' },
  ],
  auditHistory: { version: 2, created: audit, updated: audit },
};
const ulid = (/** @type {string} */ prefix) => `'${prefix}_01K' || lpad(n::text, 23, '0')`;

/**
 * @param {Pick<import('@corridor/platform').OpenDatabase, 'pool'>} db
 * @param {string} client SQL of the client's id
 * @param {string} prefix of ids
 * @param {number} rows in a year
 */
export function manyInstructions(db, client, prefix, rows) {
  const madeAt = `timestamp '2025-12-01' + n * interval '${30_000_000 / rows} seconds'`;
  const expressions = {
    id: ulid(prefix),
    client,
    ben: `'ben_01K' || lpad((n % 5000)::text, 23, '0')`,
    sell: `(ARRAY['GBP', 'EUR', 'USD'])[1 + n % 3]`,
    buy: `(ARRAY['EUR', 'USD', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'PLN', 'INR'])[1 + n % 9]`,
    amount: `((n::bigint * 7919) % 1000000) / 100`,
    day: `to_char(${madeAt} + interval '2 days', 'YYYY-MM-DD')`,
    pmt: ulid('pmt'),
    con: ulid('con'),
    status: `(ARRAY['PENDING', 'ACKNOWLEDGED', 'FILLED', 'CANCELLED', 'REJECTED', 'FAILED', 'SENT'])[least(1 + n % 100, 7)]`,
    made: `to_char(${madeAt}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
  };
  const columns = { id: 'id', client_id: 'client', created_on: 'made' };
  return manyRows(db, 'payment_instruction', rows, instruction, expressions, columns);
}
