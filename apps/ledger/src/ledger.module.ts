import { ServiceModule } from '@corridor/platform';
import { Module } from '@nestjs/common';
import { AdjustmentController, AdjustmentSearches } from './books/adjustment.controller.js';
import { BankCreditReactions } from './books/bank-credit-reactions.js';
import { BooksMetrics } from './books/books-metrics.js';
import { BookAccountSearches, BooksController } from './books/books.controller.js';
import { LedgerVerifyController } from './books/ledger-verify.controller.js';
import { ClientMoney } from './books/client-money.js';
import { CountedFunds } from './client-ledger/counted-funds.js';
import { HoldsFor } from './client-ledger/holds-for.js';
import { RepeatedRequests } from './client-ledger/repeated-requests.js';
import { Reactions } from './reactions.js';
import { ReceivableController, ReceivableSearches } from './receivable/receivable.controller.js';
import { ReceivableHealth } from './receivable/receivable-health.js';
import { BankStatementSearches, BreakController, BreakSearches } from './reconciliation/break.controller.js';
import { FoundBreaks } from './reconciliation/found-breaks.js';
import { Reconciliation } from './reconciliation/reconciliation.js';
import { ReconciliationJob } from './reconciliation/reconciliation-job.js';
import { StatementHealth } from './reconciliation/statement-health.js';
import { StatementReactions } from './reconciliation/statement-reactions.js';
import { service } from './service.js';
import { BalanceHistoryController } from './statement/balance-history.controller.js';
import { BalanceHistories } from './statement/balance-histories.js';
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
    BalanceHistoryController,
    StatementController,
    StatementOfClientController,
    AdjustmentController,
    AdjustmentSearches,
    BooksController,
    BookAccountSearches,
    LedgerVerifyController,
    BreakController,
    BreakSearches,
    BankStatementSearches,
    ReceivableController,
    ReceivableSearches,
    Reactions,
    BankCreditReactions,
    StatementReactions,
    PolicyReactions,
  ],
  providers: [
    BalanceHistories,
    BooksMetrics,
    ClientMoney,
    CountedFunds,
    FoundBreaks,
    HoldsFor,
    RepeatedRequests,
    KnownPolicy,
    ReceivableHealth,
    Reconciliation,
    ReconciliationJob,
    StatementHealth,
    Statements,
  ],
})
export class LedgerModule {}
