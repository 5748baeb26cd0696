import type { TransactionResource } from '@corridor/ledger-contract';
import type { Projection, ReadModel, Recorded } from '@corridor/event-store';
import { negate, toResource } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import type { ClientLedgerEvent, PendingTransaction, WalletMoved } from '../client-ledger/client-ledger.js';
import { pendingTransactionId } from '../client-ledger/pending-funds.js';

/**
 * interface-spec 2.7. COMPLETED rows of one wallet form a chain in the default order: each balance follows from the row below it.
 */
export const transactions: ReadModel = {
  table: 'transaction',
  searchable: searchables.transactions,
  columns: {
    id: 'id',
    'client.id': 'client_id',
    createdOn: 'created_on',
    sortDate: 'sort_date',
    sortPriority: 'sort_priority',
    status: 'status',
    'wallet.id': 'wallet_id',
    // All amounts of a movement are in the currency of its wallet.
    'wallet.ccyCode': 'ccy_code',
    'amount.ccyCode': 'ccy_code',
    'signedAmount.ccyCode': 'ccy_code',
    'balance.ccyCode': 'ccy_code',
    settlesOn: 'settles_on',
    completedOn: 'completed_on',
    'relatedEntity.id': 'related_entity_id',
    'amount.value': 'amount',
  },
  counters: [
    { table: 'transaction_count', columns: ['wallet_id', 'status', 'ccy_code'] },
    { table: 'transaction_count_by_day', columns: ['wallet_id', 'status'], span: daysOf('sort_date') },
  ],
  texts: {
    table: 'transaction_text',
    columns: {
      reason: 'reason',
      'relatedEntity.reference': 'reference',
      'relatedEntity.details.description': 'details_description',
    },
  },
};

/** The public record of money that has moved. */
export function completed(event: WalletMoved, client: TransactionResource['client']): TransactionResource {
  const { sortDate } = event;
  return {
    id: event.transactionId,
    client,
    ...movementOf(event),
    balance: toResource(event.balance),
    triggeredByAction: event.action,
    status: 'COMPLETED',
    reason: event.reason,
    createdOn: event.pendingSince ?? sortDate,
    settlesOn: sortDate,
    completedOn: sortDate,
    updatedOn: sortDate,
    relatedEntity: event.relatedEntity,
    sortPriority: event.sortPriority,
    sortDate,
  };
}

/** The public record of inbound funds that the pending balance contains (ADR 33). */
function pending(
  event: ClientLedgerEvent & { type: 'funds_announced' },
  { balance, reason, relatedEntity, settlesOn, sortDate, sortPriority }: PendingTransaction,
  client: TransactionResource['client'],
): TransactionResource {
  return {
    id: pendingTransactionId(event.inboundFundsId),
    client,
    ...movementOf(event),
    balance: toResource(balance),
    triggeredByAction: 'FUNDING',
    status: 'PENDING',
    reason,
    createdOn: sortDate,
    settlesOn,
    completedOn: null,
    updatedOn: sortDate,
    relatedEntity,
    sortPriority,
    sortDate,
  };
}

function movementOf({ walletId, amount }: Pick<WalletMoved, 'walletId' | 'amount'>) {
  const isDebit = amount.minor < 0n;
  return {
    wallet: { id: walletId, ccyCode: amount.ccyCode },
    amount: toResource(isDebit ? negate(amount) : amount),
    signedAmount: toResource(amount),
    direction: isDebit ? ('DEBIT' as const) : ('CREDIT' as const),
  };
}

/** What becomes of a transaction. */
interface Change {
  readonly id: string;
  /** Null if nothing shows the funds any more. */
  readonly row: TransactionResource | null;
  /** There may be a row before. */
  readonly wasPending: boolean;
}

function changeOf({ event, caller: { client } }: Recorded<ClientLedgerEvent>): Change | null {
  switch (event.type) {
    case 'funds_announced': {
      const row = event.transaction && pending(event, event.transaction, client);
      return row && { id: row.id, row, wasPending: false };
    }
    case 'wallet_moved': {
      const row = completed(event, client);
      return { id: row.id, row, wasPending: event.pendingSince !== undefined };
    }
    case 'funds_cleared':
      return { id: pendingTransactionId(event.inboundFundsId), row: null, wasPending: true };
    default:
      return null;
  }
}

/** The last change of each transaction: those of one may come together. A completed one stays. */
function changesOf(recorded: readonly Recorded<ClientLedgerEvent>[]): Change[] {
  const changes = new Map<string, Change>();
  for (const change of recorded.map(changeOf)) {
    if (!change) continue;
    const before = changes.get(change.id);
    if (before?.row?.status === 'COMPLETED') continue;
    changes.set(change.id, { ...change, wasPending: (before ?? change).wasPending });
  }
  return [...changes.values()];
}

export const projectTransaction: Projection<ClientLedgerEvent> = (sql, recorded) => {
  const changes = changesOf(recorded);
  const rowsOf = (which: (change: Change) => boolean) =>
    changes.filter(which).flatMap(({ row }) => (row ? [row] : []));
  const made = rowsOf(({ wasPending }) => !wasPending);
  const credited = rowsOf(({ wasPending }) => wasPending);
  const rejected = changes.filter(({ row, wasPending }) => wasPending && !row);
  if (made.length > 0) sql.write(INSERT, valuesOf(made));
  if (credited.length > 0) sql.write(COMPLETE, valuesOf(credited));
  if (rejected.length > 0)
    sql.write(`DELETE FROM transaction WHERE id = ANY($1::text[]) AND status = 'PENDING'`, [
      rejected.map(({ id }) => id),
    ]);
};

const INSERT = `INSERT INTO transaction (id, client_id, created_on, data, sort_date, sort_priority)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::text[], $6::int[])`;

/** Its place changes with it. Funds that a build without PENDING transactions announced have no row. */
const COMPLETE = `${INSERT} ON CONFLICT (id) DO UPDATE
  SET data = excluded.data, sort_date = excluded.sort_date, sort_priority = excluded.sort_priority`;

const valuesOf = (rows: readonly TransactionResource[]) => [
  rows.map(({ id }) => id),
  rows.map(({ client }) => client.id),
  rows.map(({ createdOn }) => createdOn),
  rows.map((row) => JSON.stringify(row)),
  rows.map(({ sortDate }) => sortDate),
  rows.map(({ sortPriority }) => sortPriority),
];
