import { contract as inboundFunds } from '@corridor/inbound-funds-contract';
import { contract as payments } from '@corridor/payments-contract';
import { contract } from '@corridor/ledger-contract';
import { APPENDS, REMOVES, type Registration } from '@corridor/event-store';
import { bankSettings, defineService } from '@corridor/platform';
import { projectAdjustment, projectSettled } from './books/adjustment.view.js';
import { type ClientLedger, type ClientLedgerEvent, clientLedger } from './client-ledger/client-ledger.js';
import { projectPostings } from './client-ledger/postings.js';
import { CountedTransactions1700000030001 } from './migrations/1700000030001-counted-transactions.js';
import { Ledger1700000001000 } from './migrations/1700000001000-ledger.js';
import { SearchedTransactions1700000010001 } from './migrations/1700000010001-searched-transactions.js';
import { TextsOfTransactions1700000031001 } from './migrations/1700000031001-texts-of-transactions.js';
import { SortedTransactions1700000032001 } from './migrations/1700000032001-sorted-transactions.js';
import { CountedChangesOfTransactions1700000033001 } from './migrations/1700000033001-counted-changes-of-transactions.js';
import { EventsOfPendingFunds1700000034001 } from './migrations/1700000034001-events-of-pending-funds.js';
import { EventsOfHolds1700000035001 } from './migrations/1700000035001-events-of-holds.js';
import { LocalRouting1700000070001 } from './migrations/1700000070001-local-routing.js';
import { PendingTransactions1700000080001 } from './migrations/1700000080001-pending-transactions.js';
import { Deposits1700000081001 } from './migrations/1700000081001-deposits.js';
import { KnownPolicyOfLedger1700000220001 } from './migrations/1700000220001-known-policy.js';
import { Receivables1700000230001 } from './migrations/1700000230001-receivables.js';
import { RetiredAccounts1700000320002 } from './migrations/1700000320002-retired-accounts.js';
import { TransactionsOfAllClients1700000260001 } from './migrations/1700000260001-transactions-of-all-clients.js';
import { ReceivableRecords1700000310001 } from './migrations/1700000310001-receivable-records.js';
import { Books1700000350001 } from './migrations/1700000350001-books.js';
import { BankAccounts1700000400001 } from './migrations/1700000400001-bank-accounts.js';
import { Reconciliation1700000430001 } from './migrations/1700000430001-reconciliation.js';
import { ReturnedFunds1700000460002 } from './migrations/1700000460002-returned-funds.js';
import { StatisticsOfLines1700000520001 } from './migrations/1700000520001-statistics-of-lines.js';
import { RejectedPayments1700000530022 } from './migrations/1700000530022-rejected-payments.js';
import { Totals1700000530031 } from './migrations/1700000530031-totals.js';
import { ReconciledStatements1700000530121 } from './migrations/1700000530121-reconciled-statements.js';
import { DeclinedRequests1700000710002 } from './migrations/1700000710002-declined-requests.js';
import { RefusedRepetitions1700000710003 } from './migrations/1700000710003-refused-repetitions.js';
import { publish } from './publish.js';
import { projectReceivable } from './receivable/receivable.view.js';
import { bankBreaks } from './reconciliation/bank-break.js';
import { statementSettings } from './reconciliation/statement-health.js';
import { projectTransaction, transactions } from './transaction/transaction.view.js';
import { projectWallet, wallets } from './wallet/wallet.view.js';

export const registration: Registration<ClientLedger, ClientLedgerEvent, never> = {
  aggregate: clientLedger,
  projections: [
    projectWallet,
    projectTransaction,
    projectPostings,
    projectAdjustment,
    projectReceivable,
    projectSettled,
  ],
  projectsJointly: true,
  reads: { table: wallets.table, column: 'client_id' },
  rebuilds: { projections: [projectWallet, projectTransaction], tables: [wallets.table, transactions.table] },
  publish,
};

export const service = defineService({
  contract,
  listensTo: [inboundFunds, payments],
  migrations: [
    Ledger1700000001000,
    SearchedTransactions1700000010001,
    CountedTransactions1700000030001,
    TextsOfTransactions1700000031001,
    SortedTransactions1700000032001,
    CountedChangesOfTransactions1700000033001,
    EventsOfPendingFunds1700000034001,
    EventsOfHolds1700000035001,
    LocalRouting1700000070001,
    PendingTransactions1700000080001,
    Deposits1700000081001,
    KnownPolicyOfLedger1700000220001,
    Receivables1700000230001,
    TransactionsOfAllClients1700000260001,
    ReceivableRecords1700000310001,
    RetiredAccounts1700000320002,
    Books1700000350001,
    BankAccounts1700000400001,
    Reconciliation1700000430001,
    ReturnedFunds1700000460002,
    StatisticsOfLines1700000520001,
    RejectedPayments1700000530022,
    Totals1700000530031,
    ReconciledStatements1700000530121,
    DeclinedRequests1700000710002,
    RefusedRepetitions1700000710003,
  ],
  rights: {
    account: APPENDS,
    transfer: APPENDS,
    posting: APPENDS,
    transaction: REMOVES,
    transaction_text: REMOVES,
    transaction_count_change: REMOVES,
    book_day_change: REMOVES,
    adjustment: APPENDS,
    bank_movement: `${APPENDS}, UPDATE (match, is_new)`,
    bank_line: REMOVES,
    explained_break: `${APPENDS}, UPDATE (data)`,
  },
  registrations: [registration, bankBreaks],
  settings: [bankSettings, statementSettings],
});
