import { ReadModels } from '@corridor/event-store';
import {
  Extension,
  Operation,
  Requires,
  Returns,
  TheCaller,
  recordsForStaff,
  searches,
} from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { schemas } from '@corridor/ledger-contract';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { clientLedger, walletNamed } from '../client-ledger/client-ledger.js';
import { transactions } from './transaction.view.js';

@ApiTags('Transactions')
@Controller('v1/transactions')
export class TransactionController {
  constructor(private readonly readModels: ReadModels) {}

  @Operation(
    'getTransaction',
    'Returns a transaction',
    'One movement in a wallet, with the balance after it. That of PENDING inbound funds becomes COMPLETED when they are credited, and is not found any more when they are rejected; a COMPLETED one never changes.',
  )
  @Extension()
  @Returns(schemas.transaction)
  @Requires('transactions:read')
  @Get(':id')
  one(@Param('id') id: string, @TheCaller() caller: Caller) {
    return this.readModels.one(transactions, id, caller);
  }
}

/** interface-spec 4.4 */
export const TransactionSearches = searches(transactions, {
  tag: 'Transactions',
  operation: 'searchTransactions',
  words: 'the transactions of all wallets',
});

/** interface-spec 4.4 */
export const WalletTransactionSearches = searches(transactions, {
  tag: 'Transactions',
  path: 'wallets/:idOrCcyCode/transactions',
  operation: 'searchWalletTransactions',
  words: 'the transactions of a wallet',
  within: async ({ idOrCcyCode = '' }, { client }, { store }) => {
    const { id } = walletNamed(await store.state(clientLedger, client.id), idOrCcyCode);
    return { 'wallet.id': id };
  },
});

export const TransactionRecords = recordsForStaff(transactions, 'a transaction');
