import { readOverrides } from '@corridor/calendars';
import { contract as ledger } from '@corridor/ledger-contract';
import { contract as payments } from '@corridor/payments-contract';
import { contract } from '@corridor/inbound-funds-contract';
import type {
  BankCreditResource,
  InboundFundsResource,
  LinkedFundingAccountResource,
  PoolAccountResource,
} from '@corridor/inbound-funds-contract';
import { APPENDS, REMOVES, type Registration } from '@corridor/event-store';
import {
  achSettings,
  bankSettings,
  calendarSettings,
  checkedBy,
  closingTurns,
  defineService,
  inHistory,
} from '@corridor/platform';
import { keepOwners } from './bank-credits/account-owners.js';
import * as BankCredit from './bank-credits/bank-credit.js';
import { bankCredits } from './bank-credits/bank-credit.view.js';
import { publishBankCredit } from './bank-credits/publish-bank-credit.js';
import {
  type AccountsEvent,
  type CollectionAccounts,
  collectionAccounts,
} from './collection-accounts/collection-accounts.js';
import { collectionAccountSettings } from './collection-accounts/collection-account-settings.js';
import { examinedAccounts } from './collection-accounts/examined-accounts.js';
import { accountRequests } from './collection-accounts/pool/account-request.js';
import * as PoolAccount from './collection-accounts/pool/pool-account.js';
import { keepFree, poolAccountView } from './collection-accounts/pool/pool-account.view.js';
import { poolImports } from './collection-accounts/pool/pool-import.js';
import { ReceivingAccountRow } from './collection-accounts/receiving-account.entity.js';
import { projectReceivingAccount } from './collection-accounts/receiving-account.js';
import { type InboundFunds, type InboundFundsEvent, inboundFunds } from './inbound-funds/inbound-funds.js';
import { inboundFundsView } from './inbound-funds/inbound-funds.view.js';
import {
  type Event as LinkedFundingAccountEvent,
  type State as LinkedFundingAccount,
  linkedFundingAccount,
} from './linked-funding-accounts/linked-funding-account.js';
import { linkedFundingAccounts } from './linked-funding-accounts/linked-funding-account.view.js';
import { CountedInboundFunds1700000030002 } from './migrations/1700000030002-counted-inbound-funds.js';
import { InboundFunds1700000002000 } from './migrations/1700000002000-inbound-funds.js';
import { AccountNumbers1700000007000 } from './migrations/1700000007000-account-numbers.js';
import { SearchedInboundFunds1700000010002 } from './migrations/1700000010002-searched-inbound-funds.js';
import { TextsOfInboundFunds1700000031002 } from './migrations/1700000031002-texts-of-inbound-funds.js';
import { SortedInboundFunds1700000032002 } from './migrations/1700000032002-sorted-inbound-funds.js';
import { CountedChangesOfInboundFunds1700000033002 } from './migrations/1700000033002-counted-changes-of-inbound-funds.js';
import { LinkedFundingAccounts1700000071002 } from './migrations/1700000071002-linked-funding-accounts.js';
import { BankCredits1700000180002 } from './migrations/1700000180002-bank-credits.js';
import { AccountPools1700000250001 } from './migrations/1700000250001-account-pools.js';
import { CreditsOfFunds1700000250002 } from './migrations/1700000250002-credits-of-funds.js';
import { InboundFundsOfAllClients1700000260002 } from './migrations/1700000260002-inbound-funds-of-all-clients.js';
import { ClosedClients1700000320001 } from './migrations/1700000320001-closed-clients.js';
import { TriedWallets1700000370004 } from './migrations/1700000370004-tried-wallets.js';
import { PulledFunds1700000460001 } from './migrations/1700000460001-pulled-funds.js';
import { HoldersOfAccounts1700000530032 } from './migrations/1700000530032-holders-of-accounts.js';
import { AccountsOfCredits1700000530081 } from './migrations/1700000530081-accounts-of-credits.js';
import { UltimateDebtors1700000530091 } from './migrations/1700000530091-ultimate-debtors.js';
import { publishCollectionAccounts, publishInboundFunds, publishLinkedFundingAccount } from './publish.js';

const accounts: Registration<CollectionAccounts, AccountsEvent, never> = {
  aggregate: collectionAccounts,
  projections: [projectReceivingAccount, keepOwners],
  publish: publishCollectionAccounts,
};

const funds: Registration<InboundFunds, InboundFundsEvent, InboundFundsResource> = {
  aggregate: inboundFunds,
  view: inboundFundsView,
  archives: ({ status }) => status === 'CREDITED' || status === 'REJECTED',
  publish: publishInboundFunds,
};

const linked: Registration<LinkedFundingAccount, LinkedFundingAccountEvent, LinkedFundingAccountResource> = {
  aggregate: linkedFundingAccount,
  view: linkedFundingAccounts,
  publish: publishLinkedFundingAccount,
};

const credits: Registration<BankCredit.State, BankCredit.Event, BankCreditResource> = {
  aggregate: BankCredit.bankCredit,
  view: bankCredits,
  publish: publishBankCredit,
};

const poolAccounts: Registration<PoolAccount.State, PoolAccount.Event, PoolAccountResource> = {
  aggregate: PoolAccount.poolAccount,
  view: poolAccountView,
  projections: [keepFree],
  publish: () => null,
};

export const service = defineService({
  contract,
  listensTo: [ledger, payments],
  entities: [ReceivingAccountRow],
  frozenAfterLoss: ['inbound_funds', 'bank_credit'],
  migrations: [
    InboundFunds1700000002000,
    AccountNumbers1700000007000,
    SearchedInboundFunds1700000010002,
    CountedInboundFunds1700000030002,
    TextsOfInboundFunds1700000031002,
    SortedInboundFunds1700000032002,
    CountedChangesOfInboundFunds1700000033002,
    LinkedFundingAccounts1700000071002,
    BankCredits1700000180002,
    AccountPools1700000250001,
    CreditsOfFunds1700000250002,
    InboundFundsOfAllClients1700000260002,
    ClosedClients1700000320001,
    TriedWallets1700000370004,
    PulledFunds1700000460001,
    HoldersOfAccounts1700000530032,
    AccountsOfCredits1700000530081,
    UltimateDebtors1700000530091,
  ],
  rights: {
    account_number: APPENDS,
    account_owner: APPENDS,
    closed_client: APPENDS,
    pool_account_number: APPENDS,
    free_account: REMOVES,
    inbound_funds_count_change: REMOVES,
    linked_funding_account_count_change: REMOVES,
  },
  registrations: [accounts, funds, linked, credits, poolAccounts, poolImports, accountRequests, closingTurns],
  outside: [examinedAccounts],
  settings: [
    collectionAccountSettings,
    achSettings,
    bankSettings,
    checkedBy(calendarSettings, ({ overrides }) => readOverrides(overrides)),
  ],
  unfinished: [
    {
      kind: 'inbound funds',
      from: inHistory('inbound_funds'),
      waitsFor: { PENDING: 'screening, the ledger, or the bank of the sender' },
    },
  ],
});
