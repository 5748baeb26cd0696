import type { OpenDatabase } from '@corridor/platform';
import { manyRows } from '@corridor/testing/service';

/** Each record contains only what is searched for: with a smaller table, the planner is less inclined to use indexes. */
const record = {
  id: '@id@',
  client: { id: '@client@', name: 'Many Ltd' },
  reference: 'PAY-@n@',
  beneficiary: { id: '@ben@', displayName: 'Payee @n@' },
  amount: { ccyCode: '@ccy@', value: '#amount#' },
  narrative: 'Invoice @n@',
  paymentDate: '@day@',
  status: '@status@',
  linkedPaymentInstructionId: '@pi@',
  auditHistory: { created: { on: '@made@' }, updated: { on: '@made@' } },
};

/** So many clients have them, in turn. */
export const CLIENTS = 1_000;

/** Payments of a year at regular intervals, most of them sent, of a thousand clients. */
export const manyPayments = (db: Pick<OpenDatabase, 'pool'>, count: number): Promise<void> => {
  const ulid = (prefix: string) => `'${prefix}_01K' || lpad(n::text, 23, '0')`;
  const madeAt = `timestamp '2025-12-01' + n * interval '${30_000_000 / count} seconds'`;
  return manyRows(
    db,
    'payment',
    count,
    record,
    {
      id: ulid('pmt'),
      client: `'cli_' || n % ${CLIENTS}`,
      ben: `'ben_01K' || lpad((n % 50000)::text, 23, '0')`,
      ccy: `(ARRAY['EUR', 'USD', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'PLN', 'INR'])[1 + n % 9]`,
      amount: `n % 100000`,
      day: `to_char(${madeAt} + interval '2 days', 'YYYY-MM-DD')`,
      pi: ulid('pi'),
      status: `CASE WHEN n % 5000 < 5 THEN 'DRAFT' WHEN n % 100 < 6 THEN 'FAILED' ELSE 'SENT' END`,
      made: `to_char(${madeAt}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
    },
    { id: 'id', client_id: 'client', created_on: 'made' },
  );
};
