import { operatorCollections } from '@corridor/conversions-contract';
import type { ReadModel } from '@corridor/event-store';
import { searchable } from '@corridor/search';

/** All conversions, as dealers see them. */
export const blotter: ReadModel = {
  table: 'dealing_blotter',
  searchable: searchable(operatorCollections.blotter),
  columns: {
    id: 'id',
    'client.id': 'of_client',
    status: 'status',
    'sellAmount.ccyCode': 'sell_ccy_code',
    'buyAmount.ccyCode': 'buy_ccy_code',
    valueDate: 'value_date',
    tradedOn: 'created_on',
  },
  counters: [
    { table: 'dealing_blotter_count', columns: ['of_client', 'status', 'buy_ccy_code', 'sell_ccy_code'] },
  ],
};
