import type { OpenDatabase } from '@corridor/platform';
import { manyRows } from '@corridor/testing/service';

/** Each record contains only the indexed fields: with a smaller table, the planner is less inclined to use indexes. */
const record = {
  id: '@id@',
  client: { id: '@client@', name: 'Many Ltd' },
  wallet: { id: '@wallet@', ccyCode: '@ccy@' },
  amount: { ccyCode: '@ccy@', value: '#amount#' },
  triggeredByAction: 'FUNDING',
  status: 'COMPLETED',
  createdOn: '@made@',
  settlesOn: '@made@',
  completedOn: '@made@',
  relatedEntity: { id: '@entity@' },
  sortPriority: '#n#',
  sortDate: '@made@',
};

/** Movements of a year at regular intervals (with a million, one every half minute), in twenty wallets. */
export const manyTransactions = (
  db: Pick<OpenDatabase, 'pool'>,
  client: string,
  count: number,
): Promise<void> =>
  manyRows(
    db,
    'transaction',
    count,
    record,
    {
      id: `'txn_01K' || lpad(n::text, 23, '0')`,
      client: `'${client}'`,
      wallet: `'wal_01K' || lpad((n % 20)::text, 23, '0')`,
      ccy: `'C' || lpad((n % 20)::text, 2, '0')`,
      amount: `n % 10000`,
      entity: `'pmt_01K' || lpad(n::text, 23, '0')`,
      made: `to_char(timestamp '2025-12-01' + n * interval '${30_000_000 / count} seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
    },
    { id: 'id', client_id: 'client', created_on: 'made', sort_date: 'made', sort_priority: 'n' },
  );
