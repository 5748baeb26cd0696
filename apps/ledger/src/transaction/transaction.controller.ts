import { schemas } from '@corridor/contracts';
import { EventStore, ReadModels } from '@corridor/event-store';
import { AnswersPage, ListQuery, Operation, Requires, TheCaller } from '@corridor/http';
import type { Caller } from '@corridor/kernel';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { books, walletNamed } from '../books/books.js';
import { transactions } from './transaction.view.js';

/** interface-spec 4.4 */
@ApiTags('Transactions')
@Controller('v1')
export class TransactionController {
  constructor(
    private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  @Operation('searchTransactions', 'Searches the transactions of all wallets')
  @AnswersPage(schemas.transaction)
  @Requires('transactions:read')
  @Get('transactions')
  list(@Query() query: ListQuery, @TheCaller() caller: Caller) {
    return this.readModels.list(transactions, query, caller);
  }

  @Operation('searchWalletTransactions', 'Searches the transactions of a wallet')
  @AnswersPage(schemas.transaction)
  @Requires('transactions:read')
  @Get('wallets/:idOrCcyCode/transactions')
  async ofWallet(
    @Param('idOrCcyCode') idOrCcyCode: string,
    @Query() query: ListQuery,
    @TheCaller() caller: Caller,
  ) {
    const { id } = walletNamed(await this.store.state(books, caller.client.id), idOrCcyCode);
    return this.readModels.list(transactions, query, caller, { 'wallet.id': id });
  }
}
