import { type PoolAccountResource, operatorCollections } from '@corridor/inbound-funds-contract';
import type { Projection, ReadModel, Recorded, View } from '@corridor/event-store';
import { searchable } from '@corridor/search';
import { type AccountDetails, type Event, lifecycle, numbersOf, poolOf } from './pool-account.js';

export const poolAccountView: View<PoolAccountResource, Event> & ReadModel = {
  table: 'pool_account',
  searchable: searchable(operatorCollections.poolAccounts),
  columns: {
    id: 'id',
    status: 'status',
    ccyCode: 'ccy_code',
    iban: 'iban',
    accountNumber: 'account_number',
    'client.id': 'of_client',
    walletId: 'wallet_id',
    createdOn: 'created_on',
  },
  project(row, recorded) {
    const { event } = recorded;
    const before = event.type === 'imported' ? importedAs(event, recorded) : row;
    return before && { ...before, ...changedBy(event), ...entered(before, recorded) };
  },
};

const importedAs = (
  details: AccountDetails,
  { streamId: id, occurredOn }: Recorded<Event>,
): PoolAccountResource => ({
  id,
  status: 'FREE',
  ccyCode: details.ccyCode,
  countryCode: details.countryCode,
  iban: details.iban,
  bicSwiftCode: details.bicSwiftCode,
  accountNumber: details.accountNumber,
  routingCode: details.routingCode,
  bankName: details.bankName,
  bankAddress: details.bankAddress,
  accountHolderName: details.accountHolderName,
  client: null,
  walletId: null,
  history: [],
  createdOn: occurredOn,
});

function changedBy(event: Event): Partial<PoolAccountResource> {
  if (event.type !== 'allocated') return {};
  const { client, walletId } = event;
  return { client, walletId };
}

function entered({ history }: PoolAccountResource, { event, caller, occurredOn: on }: Recorded<Event>) {
  const status = lifecycle.statusAfter(event);
  const reason = 'reason' in event ? event.reason : null;
  return { status, history: [...history, { status, reason, by: caller.user, on }] };
}

/** The accounts that can be given to a client, in their order, and the numbers of all that ever were in the pools. */
export const keepFree: Projection<Event> = (sql, recorded) => {
  for (const { streamId, event } of recorded)
    if (event.type === 'imported') {
      sql.write('INSERT INTO free_account (account_id, pool) VALUES ($1, $2)', [
        streamId,
        poolOf(event.ccyCode),
      ]);
      sql.write(
        'INSERT INTO pool_account_number (number, account_id) SELECT number, $2 FROM unnest($1::text[]) AS number',
        [numbersOf(event), streamId],
      );
    } else sql.write('DELETE FROM free_account WHERE account_id = $1', [streamId]);
};
