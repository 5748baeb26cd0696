import type { Environment } from '@corridor/kernel';
import { startCalendars } from '@corridor/calendars';
import { Database, EventStore } from '@corridor/event-store';
import { ServiceModule, answersClosings, calendarsAtStart } from '@corridor/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountOwners } from './bank-credits/account-owners.js';
import { BankCreditReactions } from './bank-credits/bank-credit-reactions.js';
import { BankCreditController, BankCreditSearches } from './bank-credits/bank-credit.controller.js';
import { BankCredits } from './bank-credits/bank-credits.js';
import { EarlierCredits } from './bank-credits/earlier-credits.js';
import { CollectionAccountSource } from './collection-accounts/collection-account-source.js';
import {
  accountsFrom,
  collectionAccountSettings,
} from './collection-accounts/collection-account-settings.js';
import { AccountOrders } from './collection-accounts/pool/account-orders.js';
import { ClosedClients } from './collection-accounts/pool/closed-clients.js';
import { PoolImports } from './collection-accounts/pool/pool-import.js';
import { PoolLevels } from './collection-accounts/pool/pool-levels.js';
import {
  AccountRequestSearches,
  PoolController,
  PoolSearches,
} from './collection-accounts/pool/pool.controller.js';
import { Retirements } from './collection-accounts/pool/retirements.js';
import { WaitingWallets } from './collection-accounts/pool/waiting-wallets.js';
import { ReceivingAccounts } from './collection-accounts/receiving-accounts.js';
import {
  InboundFundsController,
  InboundFundsRecords,
  InboundFundsSearches,
} from './inbound-funds/inbound-funds.controller.js';
import { WalletAccounts } from './collection-accounts/wallet-accounts.js';
import {
  LinkedFundingAccountController,
  LinkedFundingAccountRecords,
  LinkedFundingAccountSearches,
} from './linked-funding-accounts/linked-funding-account.controller.js';
import { LinkedAccounts } from './linked-funding-accounts/linked-accounts.js';
import { PullController } from './linked-funding-accounts/pull.controller.js';
import { Reactions } from './reactions.js';
import { ScreeningReactions } from './screening-reactions.js';
import { service } from './service.js';
import { SimulatedArrivals } from './simulated-arrivals.js';
import { simulatorsIn } from './simulators.controller.js';

/** Collection accounts, linked funding accounts and the money received from anywhere. */
@Module({
  imports: [ServiceModule.for(service)],
  controllers: [
    InboundFundsController,
    InboundFundsSearches,
    InboundFundsRecords,
    LinkedFundingAccountController,
    LinkedFundingAccountSearches,
    LinkedFundingAccountRecords,
    PullController,
    BankCreditController,
    BankCreditSearches,
    PoolController,
    PoolSearches,
    AccountRequestSearches,
    Reactions,
    BankCreditReactions,
    answersClosings(
      'inbound-funds',
      [{ table: 'inbound_funds', noun: 'inbound funds', statuses: ['PENDING'] }],
      ClosedClients,
    ),
  ],
  providers: [
    AccountOwners,
    BankCredits,
    EarlierCredits,
    LinkedAccounts,
    ReceivingAccounts,
    WalletAccounts,
    AccountOrders,
    ClosedClients,
    PoolImports,
    PoolLevels,
    Retirements,
    WaitingWallets,
    calendarsAtStart(startCalendars),
    {
      provide: CollectionAccountSource,
      useFactory: accountsFrom,
      inject: [collectionAccountSettings.KEY, EventStore, Database],
    },
  ],
})
export class InboundFundsModule {
  /** With the simulators of an environment, or in PRODUCTION with screening; without them if the class itself is imported. */
  static in(environment: Environment): DynamicModule {
    if (environment === 'PRODUCTION')
      return { module: InboundFundsModule, controllers: [ScreeningReactions] };
    const controllers = simulatorsIn(environment);
    return { module: InboundFundsModule, controllers, providers: [SimulatedArrivals] };
  }
}
