import type { TransactionResource } from '@corridor/ledger-contract';
import type { Projection, ReadModel, Recorded } from '@corridor/event-store';
import { negate, toResource } from '@corridor/kernel';
import { daysOf, searchables } from '@corridor/search';
import type { ClientLedgerEvent, WalletMoved } from '../client-ledger/client-ledger.js';

/**
 * interface-spec 2.7. Rows of one client form a chain in the default order: each balance follows from the row below it.
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

/** The public record of a wallet movement. It is complete from the start and never changes. */
export function transactionOf({ event, caller }: Recorded<WalletMoved>): TransactionResource {
  const isDebit = event.amount.minor < 0n;
  return {
    id: event.transactionId,
    client: caller.client,
    wallet: { id: event.walletId, ccyCode: event.amount.ccyCode },
    amount: toResource(isDebit ? negate(event.amount) : event.amount),
    signedAmount: toResource(event.amount),
    balance: toResource(event.balance),
    direction: isDebit ? 'DEBIT' : 'CREDIT',
    triggeredByAction: event.action,
    status: 'COMPLETED',
    reason: event.reason,
    createdOn: event.sortDate,
    settlesOn: event.sortDate,
    completedOn: event.sortDate,
    updatedOn: event.sortDate,
    relatedEntity: event.relatedEntity,
    sortPriority: event.sortPriority,
    sortDate: event.sortDate,
  };
}

export const projectTransaction: Projection<ClientLedgerEvent> = (sql, recorded) => {
  const rows = recorded.flatMap(({ event, ...rest }) =>
    event.type === 'wallet_moved' ? [transactionOf({ ...rest, event })] : [],
  );
  if (rows.length === 0) return;
  sql.write(
    `INSERT INTO transaction (id, client_id, created_on, data, sort_date, sort_priority)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::text[], $6::int[])`,
    [
      rows.map(({ id }) => id),
      rows.map(({ client }) => client.id),
      rows.map(({ createdOn }) => createdOn),
      rows.map((row) => JSON.stringify(row)),
      rows.map(({ sortDate }) => sortDate),
      rows.map(({ sortPriority }) => sortPriority),
    ],
  );
};
