import { ServiceModule } from '@corridor/platform';
import { Module } from '@nestjs/common';
import { AdjustmentController, AdjustmentSearches } from './books/adjustment.controller.js';
import { BankCreditReactions } from './books/bank-credit-reactions.js';
import { BookAccountSearches, BooksController } from './books/books.controller.js';
import { ClientMoney } from './books/client-money.js';
import { CountedFunds } from './client-ledger/counted-funds.js';
import { HoldsFor } from './client-ledger/holds-for.js';
import { Reactions } from './reactions.js';
import { ReceivableController, ReceivableSearches } from './receivable/receivable.controller.js';
import { ReceivableHealth } from './receivable/receivable-health.js';
import { service } from './service.js';
import { StatementController, StatementOfClientController } from './statement/statement.controller.js';
import { Statements } from './statement/statements.js';
import {
  TransactionController,
  TransactionSearches,
  TransactionRecords,
  WalletTransactionSearches,
} from './transaction/transaction.controller.js';
import { KnownPolicy } from './wallet/known-policy.js';
import { PolicyReactions } from './wallet/policy-reactions.js';
import { WalletController, WalletSearches, WalletRecords } from './wallet/wallet.controller.js';

/** Wallets, double-entry accounts and postings, transactions, adjustments. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    WalletController,
    WalletSearches,
    WalletRecords,
    TransactionController,
    TransactionSearches,
    TransactionRecords,
    WalletTransactionSearches,
    StatementController,
    StatementOfClientController,
    AdjustmentController,
    AdjustmentSearches,
    BooksController,
    BookAccountSearches,
    ReceivableController,
    ReceivableSearches,
    Reactions,
    BankCreditReactions,
    PolicyReactions,
  ],
  providers: [ClientMoney, CountedFunds, HoldsFor, KnownPolicy, ReceivableHealth, Statements],
})
export class LedgerModule {}
