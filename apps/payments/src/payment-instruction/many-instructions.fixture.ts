import type { OpenDatabase } from '@corridor/platform';
import { manyRows } from '@corridor/testing/service';

/** Each record contains only the indexed fields: with a smaller table, the planner is less inclined to use indexes. */
const record = {
  id: '@id@',
  client: { id: '@client@', name: 'Many Ltd' },
  beneficiary: { id: '@ben@' },
  sellCcyCode: '@sell@',
  buyCcyCode: '@buy@',
  amount: '#amount#',
  paymentDate: '@day@',
  linkedPaymentId: '@pmt@',
  linkedConversionId: '@con@',
  status: '@status@',
  narrative: 'Invoice @n@',
  auditHistory: { created: { on: '@made@' }, updated: { on: '@made@' } },
};

/** Instructions of a year at regular intervals, most of them sent; with varying beneficiaries and currencies. */
export const manyInstructions = (
  db: Pick<OpenDatabase, 'pool'>,
  client: string,
  count: number,
): Promise<void> => {
  const ulid = (prefix: string) => `'${prefix}_01K' || lpad(n::text, 23, '0')`;
  const madeAt = `timestamp '2025-12-01' + n * interval '${30_000_000 / count} seconds'`;
  return manyRows(
    db,
    'payment_instruction',
    count,
    record,
    {
      id: ulid('pi'),
      client: `'${client}'`,
      ben: `'ben_01K' || lpad((n % 5000)::text, 23, '0')`,
      sell: `(ARRAY['GBP', 'EUR', 'USD'])[1 + n % 3]`,
      buy: `(ARRAY['EUR', 'USD', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'PLN', 'INR'])[1 + n % 9]`,
      amount: `n % 10000`,
      day: `to_char(${madeAt} + interval '2 days', 'YYYY-MM-DD')`,
      pmt: ulid('pmt'),
      con: ulid('con'),
      status: `(ARRAY['PENDING', 'ACKNOWLEDGED', 'FILLED', 'CANCELLED', 'REJECTED', 'FAILED', 'SENT'])[least(1 + n % 100, 7)]`,
      made: `to_char(${madeAt}, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
    },
    { id: 'id', client_id: 'client', created_on: 'made' },
  );
};
